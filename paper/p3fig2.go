package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/stats"
)

// p3Fig2 is the second figure of Bhambay et al. 2023: the components of the scaled process, in finite systems and in the limit.
var p3Fig2 = Figure{
	ID:    "p3-fig2",
	Title: "all components of the scaled process: finite systems and the limit",
	Chosen: append(chosenRegimes(), fmt.Sprintf("start, Y_{j,i} by pool: M = 2: %v; M = 3: %v",
		[][]float64(chosenStart(2)), [][]float64(chosenStart(3)))),
	Run: runP3Fig2,
}

// Paths are looked at often for sums over time, and states are kept at every tenth look.
const (
	looksPerSecond, pathSeconds = 100, 4
	lookEvery                   = 1. / looksPerSecond
	keptEvery                   = 10
	coarse                      = 20 // looks between those whose differences make the quadratic variation
)

// The path shown is the first in which the regulator reaches shownPush within the looks that are drawn of it.
const (
	shownLooks = looksPerSecond * 3 / 2
	shownPush  = .5
)

// diffused are many paths from the chosen start: of a system, or of the limit.
type diffused struct {
	diffusion.Regime
	servers int // 0 in the limit
	start   diffusion.State
	paths   []diffusedPath
	example diffusion.Path
}

type diffusedPath struct {
	Kept      []diffusion.State
	Variation float64 // quadratic variation per second of what Eq. 3.6 calls sqrt(2) W
	Events    float64 // arrivals and departures that change a first level, per second and server: what that is due to
	Residual  float64 // of Eq. 3.7 at the end
}

// component is Y_{j,i}: pool, from 0, and level, from 1.
type component struct{ pool, level int }

func (c component) String() string { return fmt.Sprintf("Y_{%d,%d}", c.pool+1, c.level) }

// ofPath is the value of a component at a kept look.
func (c component) ofPath(k int) func(diffusedPath) float64 {
	return func(p diffusedPath) float64 { return p.Kept[k].At(c.pool, c.level) }
}

// diffusing are the two components that do not decay: of the first level of the slowest pool and the second of the fastest.
func diffusing(r diffusion.Regime) [2]component { return [2]component{{len(r.Pools) - 1, 1}, {0, 2}} }

// decaying are those of Eq. 3.8 that do not start at 0.
func decaying(r diffusion.Regime) []component {
	list := []component{{0, 3}}
	for j := 1; j < len(r.Pools); j++ {
		list = append(list, component{j, 2}, component{j, 3})
	}
	return list
}

// lookOf is the number of the kept look at a time.
func lookOf(seconds float64) int { return int(seconds/lookEvery/keptEvery + .5) }

// newDiffused makes paths of a system.
func newDiffused(ctx context.Context, r diffusion.Regime, n, paths int, o Options) (*diffused, error) {
	s, err := r.System(n)
	if err != nil {
		return nil, err
	}
	d := &diffused{Regime: r, servers: n, start: chosenStart(len(r.Pools))}
	return d, d.draw(ctx, paths, o, func(looks diffusion.Looks, seed uint64) (diffusion.Path, error) {
		return s.Path(ctx, d.start, looks, seed)
	})
}

// newLimit makes paths of the limit.
func newLimit(ctx context.Context, r diffusion.Regime, paths int, o Options) (*diffused, error) {
	d := &diffused{Regime: r, start: chosenStart(len(r.Pools))}
	return d, d.draw(ctx, paths, o, func(looks diffusion.Looks, seed uint64) (diffusion.Path, error) {
		return r.Path(ctx, d.start, looks, lookEvery/5, seed) // means err by about the step
	})
}

func (d *diffused) draw(ctx context.Context, paths int, o Options, path func(diffusion.Looks, uint64) (diffusion.Path, error)) (err error) {
	looks := diffusion.Looks{Every: lookEvery, Count: pathSeconds * looksPerSecond}
	purpose := fmt.Sprintf("p3-fig2/%d/%d/%g", len(d.Pools), d.servers, d.Slack)
	random := rng.New(o.Seed, purpose)
	for tries := 0; tries == 0 || tries < 100 && d.example.Regulator[shownLooks] < shownPush; tries++ {
		if d.example, err = path(looks, random.Uint64()); err != nil {
			return err
		}
	}
	d.paths, err = replicas(ctx, o, purpose, paths, func(seed uint64) (diffusedPath, error) {
		p, err := path(looks, seed)
		if err != nil {
			return diffusedPath{}, err
		}
		return d.measured(p), nil
	})
	return err
}

// measured keeps of a path what is judged.
func (d *diffused) measured(p diffusion.Path) diffusedPath {
	var kept []diffusion.State
	for k := 0; k < len(p.States); k += keptEvery {
		kept = append(kept, p.States[k])
	}
	noise := d.noise(p)
	return diffusedPath{Kept: kept, Variation: variation(noise, coarse) / pathSeconds, Events: d.events(kept), Residual: d.second(p)}
}

// noise solves Eq. 3.6 for sqrt(2) W, with integrals by the trapezoidal rule.
func (d *diffused) noise(p diffusion.Path) []float64 {
	last := len(d.Pools) - 1
	slope := func(y diffusion.State) float64 {
		sum := d.Slack + d.Pools[last].Rate*y.At(last, 1)
		for j, pool := range d.Pools {
			sum -= pool.Rate * y.At(j, 2)
		}
		return sum
	}
	integral := 0.0
	list := make([]float64, len(p.States))
	for k, y := range p.States {
		if k > 0 {
			integral += p.Every * (slope(p.States[k-1]) + slope(y)) / 2
		}
		list[k] = y.At(last, 1) + p.Regulator[k] + integral
	}
	return list
}

// events is the mean rate over n of arrivals, n - beta sqrt(n), and of departures from servers with one job; it tends to 2.
func (d *diffused) events(kept []diffusion.State) float64 {
	if d.servers == 0 {
		return 2
	}
	less := 0.0
	for _, y := range kept {
		less += d.Slack
		for j, pool := range d.Pools {
			less += pool.Rate * (y.At(j, 2) - y.At(j, 1))
		}
	}
	return 2 - less/float64(len(kept))/math.Sqrt(float64(d.servers))
}

// second is by how much Eq. 3.7 is missed at the end of a path.
func (d *diffused) second(p diffusion.Path) float64 {
	end := len(p.States) - 1
	integral := 0.0
	for k, y := range p.States {
		weight := 1.0
		if k == 0 || k == end {
			weight = .5
		}
		integral += weight * p.Every * (y.At(0, 2) - y.At(0, 3))
	}
	return p.States[end].At(0, 2) - p.States[0].At(0, 2) - p.Regulator[end] + d.Pools[0].Rate*integral
}

// variation is the sum of squared differences of values so many apart.
func variation(values []float64, apart int) float64 {
	sum := 0.0
	for k := apart; k < len(values); k += apart {
		sum += math.Pow(values[k]-values[k-apart], 2)
	}
	return sum
}

// mean is that of a component at a kept look.
func (d *diffused) mean(c component, k int) stats.Estimate { return estimated(d.paths, c.ofPath(k)) }

// spread is the standard deviation of a component at a kept look.
func (d *diffused) spread(c component, k int) stats.Estimate { return deviation(d.paths, c.ofPath(k)) }

func runP3Fig2(ctx context.Context, o Options) (*Result, error) {
	sizes := pick(o, sizesUpTo(4), sizesUpTo(3), []int{100, 400})
	two, err := newComponents(ctx, regimeOf(chosenTwoPools()), sizes, o.part(0, 3))
	if err != nil {
		return nil, err
	}
	three, err := newComponents(ctx, regimeOf(chosenThreePools()), sizes, o.part(1, 3))
	if err != nil {
		return nil, err
	}
	pushes, err := newPushes(ctx, two.limit.Regime, o.part(2, 3))
	if err != nil {
		return nil, err
	}
	verdicts, err := p3Fig2Verdicts(two, three, pushes)
	if err != nil {
		return nil, err
	}
	table, err := componentTable(two, three)
	if err != nil {
		return nil, err
	}
	pictures, err := p3Fig2Pictures(two, three, pushes)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: pictures,
		Tables:   []Table{table, two.paths(three), pushes.table()},
		Verdicts: verdicts,
		Notes: []string{
			fmt.Sprintf("The paths shown are the first in which U reaches %g within %g s.", shownPush, shownLooks*lookEvery),
			"Y_{1,2} has no noise of its own in the limit: it moves by the regulator U, which is as rough as the running maximum of a Brownian motion.",
			"The quadratic variation of Y_{M,1} is that of the limit only for looks far enough apart: the fast pools' idle servers, which vanish, hide from the slowest pool what passes them between two looks.",
		},
	}, nil
}

// components are the paths of one regime: of growing systems, of the limit, and of the limit with the slack that is left to the largest.
type components struct {
	systems   []*diffused
	limit     *diffused
	effective *diffused
}

func newComponents(ctx context.Context, r diffusion.Regime, sizes []int, o Options) (*components, error) {
	c := &components{}
	parts := len(sizes) + 2
	for k, n := range sizes {
		d, err := newDiffused(ctx, r, n, pick(o, 3000, 1000, 30), o.part(k, parts))
		if err != nil {
			return nil, err
		}
		c.systems = append(c.systems, d)
	}
	paths := pick(o, 12000, 4000, 10)
	var err error
	if c.limit, err = newLimit(ctx, r, paths, o.part(parts-2, parts)); err != nil {
		return nil, err
	}
	c.effective, err = newLimit(ctx, leaving(r, last(sizes)), paths, o.part(parts-1, parts))
	return c, err
}

// leaving is the regime whose slack is what idle servers of the fast pools leave of it in a system of that size.
func leaving(r diffusion.Regime, n int) diffusion.Regime {
	for j, idle := range r.FastIdleMeans() {
		r.Slack -= r.Pools[j].Rate * idle / math.Sqrt(float64(n))
	}
	return r
}

func (c *components) largest() *diffused { return last(c.systems) }

// sizes are the numbers of servers.
func (c *components) sizes() []int {
	var list []int
	for _, d := range c.systems {
		list = append(list, d.servers)
	}
	return list
}
