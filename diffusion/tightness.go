package diffusion

import (
	"context"
	"math"

	"github.com/steelyard-lb/steelyard/stats"
)

// Tightness holds the means that Theorem 3.3 bounds. The first three stay bounded as n
// grows, the last two only because they are divided by sqrt(n).
type Tightness struct {
	Servers   int
	FastIdle  stats.Estimate // idle servers of all pools but the slowest
	SlowQueue stats.Estimate // servers with at least 2 jobs, of all pools but the fastest
	LongQueue stats.Estimate // sum over i >= 3 of servers with at least i jobs, all pools
	Idle      stats.Estimate // idle servers of the slowest pool over sqrt(n)
	Second    stats.Estimate // servers of the fastest pool with at least 2 jobs over sqrt(n)
}

// Tightness returns the means of a simulated system that Theorem 3.3 speaks of. Standard
// errors of sums are sums of standard errors.
func (a Averages) Tightness() Tightness {
	t := Tightness{Servers: a.Size()}
	last := len(a.Servers) - 1
	for j, levels := range a.AtLeast {
		if j < last {
			t.FastIdle = sum(t.FastIdle, a.Idle(j))
		}
		if j > 0 {
			t.SlowQueue = sum(t.SlowQueue, a.Level(j, 2))
		}
		for i := 3; i <= len(levels); i++ {
			t.LongQueue = sum(t.LongQueue, a.Level(j, i))
		}
	}
	t.Idle = over(a.Idle(last), a.scale())
	t.Second = over(a.Level(0, 2), a.scale())
	return t
}

func sum(a, b stats.Estimate) stats.Estimate {
	if a.Degrees == 0 {
		return b
	}
	return stats.Estimate{Mean: a.Mean + b.Mean, StdErr: a.StdErr + b.StdErr, Degrees: min(a.Degrees, b.Degrees)}
}

func over(e stats.Estimate, by float64) stats.Estimate {
	e.Mean /= by
	e.StdErr /= by
	return e
}

// MeasureTightness simulates systems of several sizes from near their stationary laws. The
// constants of Theorem 3.3 are the greatest of each column; [Growth] tells whether
// they hold for all n.
func (r Regime) MeasureTightness(ctx context.Context, sizes []int, l Length, seed uint64) ([]Tightness, error) {
	start, err := r.Typical()
	if err != nil {
		return nil, err
	}
	var rows []Tightness
	for _, n := range sizes {
		s, err := r.System(n)
		if err != nil {
			return nil, err
		}
		a, err := s.Simulate(ctx, start, l, seed)
		if err != nil {
			return nil, err
		}
		rows = append(rows, a.Tightness())
	}
	return rows, nil
}

// Typical is the mean of the stationary law of the limit: a start from which systems
// settle soon.
func (r Regime) Typical() (State, error) {
	law, err := r.Stationary()
	if err != nil {
		return nil, err
	}
	y := NewState(len(r.Pools), 2)
	y[len(y)-1][0] = -law.Idle.Mean
	y[0][1] = law.Second.Mean
	return y, nil
}

// Growth is the exponent e of the power of n that fits positive values best, by least
// squares of their logarithms: about 0 for what is bounded, 1/2 for what grows like
// sqrt(n). Pairs with a value that is not positive are left out; with fewer than two
// different n the exponent is 0.
func Growth(sizes []int, values []float64) float64 {
	var x, y stats.Moments
	var pairs [][2]float64
	for k, n := range sizes {
		if values[k] > 0 {
			p := [2]float64{math.Log(float64(n)), math.Log(values[k])}
			x.Add(p[0])
			y.Add(p[1])
			pairs = append(pairs, p)
		}
	}
	if x.Squares == 0 {
		return 0
	}
	product := 0.0
	for _, p := range pairs {
		product += (p[0] - x.Mean) * (p[1] - y.Mean)
	}
	return product / x.Squares
}
