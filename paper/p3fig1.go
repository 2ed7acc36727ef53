package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/stats"
)

// p3Fig1 is the first figure of Bhambay et al. 2023: the idle servers of the fast pools vanish on the scale of sqrt(n).
var p3Fig1 = Figure{
	ID:    "p3-fig1",
	Title: "scaled idle servers of the fastest pool against time for growing n",
	Chosen: append(chosenRegimes(),
		fmt.Sprintf("start: %g √n idle servers in the fast pools together, equally many in each, and %g √n in the slowest; all others have one job", chosenAway, chosenAwaySlow)),
	Run: runP3Fig1,
}

// collapses are many paths of systems of growing size, in one regime.
type collapses struct {
	diffusion.Regime
	sizes  []int
	start  diffusion.State
	reach  []stats.Estimate   // per size: seconds until the fast pools have as many idle servers as they have on average later
	every  []float64          // per size: seconds between looks for that
	away   []stats.Estimate   // per size: share of paths in which Y_{1,1} is below -awayBy at awayAt
	spread [][]stats.Estimate // per fast pool and size: standard deviation of Y_{j,1} over time, after the collapse
	peak   []stats.Estimate   // per size: greatest -Y_{1,1} at looks after the collapse
	paths  []diffusion.Path   // per size: one
}

// The paths are looked at over one second after the collapse.
const (
	settled, horizon, looksLater = 1., 2., 200
	awayAt, awayBy               = .1, .1
)

func newCollapses(ctx context.Context, r diffusion.Regime, o Options) (*collapses, error) {
	c := &collapses{Regime: r, sizes: pick(o, sizesUpTo(5), sizesUpTo(4), []int{100, 400}), start: diffusion.NewState(len(r.Pools), 1)}
	fast := len(r.Pools) - 1
	for j := range fast {
		c.start[j][0] = -chosenAway / float64(fast)
	}
	c.start[fast][0] = -chosenAwaySlow
	c.spread = make([][]stats.Estimate, fast)
	for k, n := range c.sizes {
		s, err := r.System(n)
		if err != nil {
			return nil, err
		}
		if err := c.measure(ctx, s, o.part(k, len(c.sizes))); err != nil {
			return nil, err
		}
		path, err := s.Path(ctx, c.start, diffusion.Looks{Every: .5 / 400, Count: 400}, o.Seed)
		if err != nil {
			return nil, err
		}
		c.paths = append(c.paths, path)
	}
	return c, nil
}

// fallen is one path.
type fallen struct {
	Reach  float64
	Away   float64 // 1 if far from 0 at awayAt
	Spread []float64
	Peak   float64
}

// few is the number of idle servers that the fast pools have on average after the collapse.
func (c *collapses) few() float64 {
	sum := 0.0
	for _, mean := range c.FastIdleMeans() {
		sum += mean
	}
	return sum
}

// expected is how long the collapse takes in a fluid: arrivals fill the fast pools but for what these complete.
func (c *collapses) expected(n int) float64 {
	capacity := c.few() / (1 + c.few())
	return chosenAway / (math.Sqrt(float64(n))*(1-capacity) - c.Slack)
}

func (c *collapses) measure(ctx context.Context, s diffusion.System, o Options) error {
	n := s.Size()
	looks := diffusion.Looks{Every: c.expected(n) / 300, Count: 900}
	later := diffusion.Looks{Every: horizon / looksLater / 2, Count: 2 * looksLater}
	list, err := replicas(ctx, o, fmt.Sprintf("p3-fig1/%d/%d", len(c.Pools), n), pick(o, 2000, 500, 4), func(seed uint64) (f fallen, err error) {
		path, err := s.Path(ctx, c.start, looks, seed)
		if err != nil {
			return f, err
		}
		f.Reach = c.reached(path, n)
		if path, err = s.Path(ctx, c.start, later, seed+1); err != nil {
			return f, err
		}
		f.Peak = path.Peak(0, 1, settled)
		if path.States[int(awayAt/later.Every+.5)].At(0, 1) < -awayBy {
			f.Away = 1
		}
		for j := range c.spread {
			f.Spread = append(f.Spread, spreadAfter(path.Component(j, 1)[int(settled/later.Every+.5):]))
		}
		return f, nil
	})
	if err != nil {
		return err
	}
	c.every = append(c.every, looks.Every)
	c.reach = append(c.reach, estimated(list, func(f fallen) float64 { return f.Reach }))
	c.away = append(c.away, estimated(list, func(f fallen) float64 { return f.Away }))
	c.peak = append(c.peak, estimated(list, func(f fallen) float64 { return f.Peak }))
	for j := range c.spread {
		c.spread[j] = append(c.spread[j], rootOf(estimated(list, func(f fallen) float64 { return f.Spread[j] })))
	}
	return nil
}

// reached is the first look with few idle servers in the fast pools, less half the time between looks.
func (c *collapses) reached(p diffusion.Path, n int) float64 {
	few := math.Round(c.few()) / math.Sqrt(float64(n))
	for k, y := range p.States {
		idle := 0.0
		for j := range len(c.Pools) - 1 {
			idle -= y.At(j, 1)
		}
		if idle <= few+1e-9 {
			return max(0, float64(k)-.5) * p.Every
		}
	}
	return float64(len(p.States)-1) * p.Every
}

// spreadAfter is the variance of values.
func spreadAfter(values []float64) float64 {
	var m stats.Moments
	for _, y := range values {
		m.Add(y)
	}
	return m.Variance()
}

// rootOf makes of an estimated variance that of the standard deviation.
func rootOf(e stats.Estimate) stats.Estimate {
	e.Mean = math.Sqrt(e.Mean)
	if e.Mean > 0 {
		e.StdErr /= 2 * e.Mean
	}
	return e
}

// passage is the exact mean time from chosenAway sqrt(n) idle servers of the fastest of two pools to few: a birth and death chain, whose
// idle servers become more at rate mu_1 (N_1 - k) and fewer at the rate of arrivals.
func (c *collapses) passage(n int) (float64, error) {
	s, err := c.System(n)
	if err != nil {
		return 0, err
	}
	from := int(math.Round(chosenAway * math.Sqrt(float64(n))))
	down, sum := 1/s.Arrivals, 0.0 // down: mean time from k to k-1
	for k := s.Servers[0]; k > int(math.Round(c.few())); k-- {
		if k < s.Servers[0] {
			down = (1 + s.Rates[0]*float64(s.Servers[0]-k)*down) / s.Arrivals
		}
		if k <= from {
			sum += down
		}
	}
	return sum, nil
}

func runP3Fig1(ctx context.Context, o Options) (*Result, error) {
	two, err := newCollapses(ctx, regimeOf(chosenTwoPools()), o.part(0, 2))
	if err != nil {
		return nil, err
	}
	three, err := newCollapses(ctx, regimeOf(chosenThreePools()), o.part(1, 2))
	if err != nil {
		return nil, err
	}
	verdicts, err := p3Fig1Verdicts(two, three)
	if err != nil {
		return nil, err
	}
	summary, err := p3Fig1Summary(two, three)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{Panels: p3Fig1Panels(two, three), Size: chart.Size{Width: 980, Height: 1020}}},
		Tables:   []Table{p3Fig1Paths(two, three), summary},
		Verdicts: verdicts,
		Notes: []string{
			fmt.Sprintf("Fast pools have few idle servers once they have as many as on average later: r/(1-r), r the capacity of these pools; %.3g for M = 2 and %.3g for M = 3.",
				two.few(), three.few()),
			fmt.Sprintf("Spread and peak are those of %d looks between %g and %g s.", looksLater, settled, horizon),
			"M = 3: while the first pool takes all arrivals, that of the second has none, so its idle servers become more at first.",
		},
	}, nil
}
