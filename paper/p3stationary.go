package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/stats"
)

// p3Stationary are Theorems 3.3 and 3.4 of Bhambay et al. 2023: stationary laws of systems and of the limit.
var p3Stationary = Figure{
	ID:    "p3-stationary",
	Title: "stationary law: finite systems against the limit",
	Chosen: []string{
		"M = 1: β = 1",
		fmt.Sprintf("M = 2: %s, β = %g", poolsText(chosenTwoPools()), chosenStationarySlack),
		fmt.Sprintf("M = 3: %s, β = %g", poolsText(chosenThreePools()), chosenSlack),
	},
	Run: runP3Stationary,
}

// steady is one regime: its limit and systems of growing size.
type steady struct {
	diffusion.Regime
	law    diffusion.Stationary
	points []steadyPoint
	later  diffusion.Prediction // of a larger system, which is not simulated
}

// steadyPoint is one system: predicted, and simulated.
type steadyPoint struct {
	diffusion.Prediction
	fastIdle  stats.Estimate // idle servers of all pools but the slowest
	slowQueue stats.Estimate // servers with at least 2 jobs, of all pools but the fastest
	longQueue stats.Estimate // sum over i >= 3 of servers with at least i jobs
	idle      stats.Estimate // idle servers of the slowest pool over sqrt(n)
	second    stats.Estimate // servers of the fastest pool with at least 2 jobs over sqrt(n)
	wait      stats.Estimate
	response  stats.Estimate
	imbalance stats.Estimate   // spare capacity observed less the true one, over sqrt(n)
	geometric []stats.Estimate // probability of so many idle servers of the fastest pool
}

// idleObserved is the mean number of idle servers of the slowest pool without the control, which would make it what it is known to be: spare
// capacity is theirs but for what the fast pools have of it.
func (p steadyPoint) idleObserved() stats.Estimate {
	rate := last(p.Rates)
	e := stats.Estimate{
		Mean:    p.idle.Mean + p.imbalance.Mean/rate,
		StdErr:  math.Hypot(p.idle.StdErr, p.imbalance.StdErr/rate),
		Degrees: min(p.idle.Degrees, p.imbalance.Degrees),
	}
	return scaled(e, math.Sqrt(float64(p.Size())))
}

// pieces is how many independent runs make a point. The control of means is estimated anew in each, so that many short ones would be biased.
func (o Options) pieces() int { return pick(o, 8, 4, 2) }

// warmUp is in seconds: the slowest component forgets its start at the rate mu_M, at least 0.38 per second.
const warmUp = 30

func newSteady(ctx context.Context, r diffusion.Regime, o Options) (*steady, error) {
	law, err := r.Stationary()
	if err != nil {
		return nil, err
	}
	s := &steady{Regime: r, law: law}
	sizes := pick(o, []int{100, 400, 1600, 6400, 25600}, []int{100, 400, 1600, 6400}, []int{100, 200})
	events := pick(o, []float64{1e8, 6e8, 30e8, 20e8, 30e8}, []float64{.1e8, 1e8, .6e8, .7e8}, []float64{2e4, 2e4})
	for k, n := range sizes {
		p, err := r.Predict(n)
		if err != nil {
			return nil, err
		}
		point, err := s.simulated(ctx, p, events[k], o.part(k, len(sizes)))
		if err != nil {
			return nil, err
		}
		s.points = append(s.points, point)
	}
	s.later, err = r.Predict(pick(o, 102400, 25600, 400))
	return s, err
}

// typical is the mean of the limit's law, to start from.
func (s *steady) typical() diffusion.State {
	y := diffusion.NewState(len(s.Pools), 2)
	y[len(y)-1][0], y[0][1] = -s.law.Idle.Mean, s.law.Second.Mean
	return y
}

// simulated runs a system for so many events in all.
func (s *steady) simulated(ctx context.Context, p diffusion.Prediction, events float64, o Options) (steadyPoint, error) {
	n := p.Size()
	length := diffusion.Length{Warmup: pick(o, warmUp, warmUp, 1.), Time: events / float64(o.pieces()) / (p.Arrivals + p.Capacity())}
	list, err := replicas(ctx, o, fmt.Sprintf("p3-stationary/%d/%d", len(s.Pools), n), o.pieces(), func(seed uint64) (diffusion.Averages, error) {
		return p.Simulate(ctx, s.typical(), length, seed)
	})
	if err != nil {
		return steadyPoint{}, err
	}
	tight := func(of func(diffusion.Tightness) stats.Estimate) stats.Estimate {
		return average(list, func(a diffusion.Averages) stats.Estimate { return of(a.Tightness()) })
	}
	point := steadyPoint{
		Prediction: p,
		fastIdle:   tight(func(t diffusion.Tightness) stats.Estimate { return t.FastIdle }),
		slowQueue:  tight(func(t diffusion.Tightness) stats.Estimate { return t.SlowQueue }),
		longQueue:  tight(func(t diffusion.Tightness) stats.Estimate { return t.LongQueue }),
		idle:       tight(func(t diffusion.Tightness) stats.Estimate { return t.Idle }),
		second:     tight(func(t diffusion.Tightness) stats.Estimate { return t.Second }),
		wait:       average(list, func(a diffusion.Averages) stats.Estimate { return a.Wait }),
		response:   average(list, func(a diffusion.Averages) stats.Estimate { return a.Response }),
		imbalance:  scaled(average(list, func(a diffusion.Averages) stats.Estimate { return a.Imbalance }), 1/math.Sqrt(float64(n))),
	}
	if len(s.Pools) > 1 {
		point.geometric = fastIdleLaw(list)
	}
	return point, nil
}

// average is that over runs of one estimate of each.
func average(list []diffusion.Averages, of func(diffusion.Averages) stats.Estimate) stats.Estimate {
	parts := make([]stats.Estimate, len(list))
	for k, a := range list {
		parts[k] = of(a)
	}
	return stats.Average(parts...)
}

// fastIdleLaw is the law of the idle servers of the fastest pool, as far as 16 of them.
func fastIdleLaw(list []diffusion.Averages) []stats.Estimate {
	var law []stats.Estimate
	for k := range 17 {
		law = append(law, estimated(list, func(a diffusion.Averages) float64 {
			if k < len(a.FastIdle[0]) {
				return a.FastIdle[0][k]
			}
			return 0
		}))
	}
	return law
}

// sizes are the numbers of servers simulated.
func (s *steady) sizes() []int {
	var list []int
	for _, p := range s.points {
		list = append(list, p.Size())
	}
	return list
}

// of lists one estimate of each point.
func (s *steady) of(which func(steadyPoint) stats.Estimate) []stats.Estimate {
	var list []stats.Estimate
	for _, p := range s.points {
		list = append(list, which(p))
	}
	return list
}

func (s *steady) name() string { return fmt.Sprintf("M = %d", len(s.Pools)) }

// firstOrder is the mean response time to the order of n^-½: that of n + sqrt(n) (E[Z] - beta/mu_M) jobs.
func (s *steady) firstOrder(p diffusion.Prediction) float64 {
	n := float64(p.Size())
	return (n + math.Sqrt(n)*(s.law.Second.Mean-s.law.Idle.Mean)) / p.Arrivals
}

func runP3Stationary(ctx context.Context, o Options) (*Result, error) {
	regimes := []diffusion.Regime{
		regimeOf([]diffusion.Pool{{Rate: 1, Share: 1}}),
		{Pools: chosenTwoPools(), Slack: chosenStationarySlack},
		regimeOf(chosenThreePools()),
	}
	var list []*steady
	for k, r := range regimes[:pick(o, 3, 3, 2)] {
		s, err := newSteady(ctx, r, o.part(k, len(regimes)+1))
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	tails, err := newTails(ctx, list[1], o.part(len(regimes), len(regimes)+1))
	if err != nil {
		return nil, err
	}
	verdicts, err := p3StationaryVerdicts(list, tails)
	if err != nil {
		return nil, err
	}
	charts := append(steadyCharts(list), tails.charts()...)
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 980, Height: 1360}}},
		Tables:   []Table{steadyTable(list), tails.table()},
		Verdicts: verdicts,
		Notes: []string{
			"Predictions are those of the chain of two numbers that is left of a system of that " +
				"size when the fast pools' idle servers are geometric; they err by the order of 1/n.",
			"E[X] = β/μ_M is exact in the limit; in a system, what idle servers of the " +
				"fast pools use of the slack is lacking: Σ_{j<M} μ_j E[idle_j]/(μ_M √n).",
			"Simulated means of servers and jobs are controlled with the spare capacity, whose mean is known; " +
				"its own deviation is judged without, and so is the order of the idle servers of the slowest pool.",
		},
	}, nil
}
