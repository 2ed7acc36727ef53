package diffusion

import (
	"fmt"
	"math"
	"testing"
)

// The two values of the literature's example, and the mean of X.
func TestStationaryValues(t *testing.T) {
	for _, c := range []struct{ slack, slow, fast, second, tolerance float64 }{
		{1, 1, 1, .81, .01},
		{.9625, .5, 2, .235, .005},
	} {
		s, err := SolveStationary(c.slack, c.slow, c.fast)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "E[Z]", s.Second.Mean, c.second, c.tolerance)
		near(t, "E[X]", s.Idle.Mean, c.slack/c.slow, 0)
		if len(s.Warnings) > 0 {
			t.Error(s.Warnings)
		}
	}
}

// Moments satisfy what follows from the generator, meshes agree, and tails fit the means.
func TestStationaryIdentities(t *testing.T) {
	for _, p := range []reduced{{1, 1, 1}, {.9625, .5, 2}, {.1, .5, 2}, {.3, 1, 1}, {3, .5, 2}, {5, 1, 1}, {1, .1, 3}, {1, 1, 10}, {.05, 1, 1}, {1.5, .1, 1}, {1, .9, 300}} {
		s, err := SolveStationary(p.slack, p.slow, p.fast)
		if err != nil {
			t.Fatal(err)
		}
		if s.Residual > 2e-3 || s.Error > 5e-3*s.Second.Mean || len(s.Warnings) > 0 {
			t.Errorf("%v: residual %.2g, error %.2g of %.4g, %v", p, s.Residual, s.Error, s.Second.Mean, s.Warnings)
		}
		for name, m := range map[string]Marginal{"X": s.Idle, "Z": s.Second} {
			near(t, fmt.Sprint(p, name, ": mean of tail over mean"), tailMean(m)/m.Mean, 1, 2e-3)
			if m.Variance <= 0 || m.Above(-1) != 1 || m.Above(math.Inf(1)) != 0 || m.Above(m.Mean) <= m.Above(2*m.Mean) {
				t.Errorf("%v: law of %s: variance %v, tail %v, %v", p, name, m.Variance, m.Above(m.Mean), m.Above(2*m.Mean))
			}
		}
		if s.Covariance >= 0 {
			t.Errorf("%v: covariance %v", p, s.Covariance)
		}
	}
}

func tailMean(m Marginal) float64 {
	sum := m.Points[0] * m.Tail[0]
	for k := 1; k < len(m.Points); k++ {
		sum += (m.Tail[k-1] + m.Tail[k]) / 2 * (m.Points[k] - m.Points[k-1])
	}
	return sum
}

// The lattice without idle servers in fast pools is the grid chain of mesh 1/sqrt(n);
// extrapolated to mesh 0 it gives the same law.
func TestStationaryAgainstLattice(t *testing.T) {
	for _, c := range []struct {
		r Regime
		n int
	}{
		{onePool(1), 1600},
		{twoPools(.9625), 900},
		{Regime{[]Pool{{1.3, .5}, {.7, .5}}, 1}, 1600},
	} {
		s, err := c.r.Stationary()
		if err != nil {
			t.Fatal(err)
		}
		var mean [3]float64
		for k := range mean {
			l := lattice{mustSystem(t, c.r, c.n<<(2*k)), c.r.Slack, nil}
			idle, second, full := l.solve()
			near(t, "share that waits over departures of two", l.Arrivals*full/(l.Rates[0]*second), 1, 1e-4)
			near(t, "idle", idle, s.Idle.Mean*l.scale(), 1e-3*idle)
			mean[k] = second / l.scale()
		}
		first, better := 2*mean[1]-mean[0], 2*mean[2]-mean[1]
		near(t, "E[Z]", s.Second.Mean, (4*better-first)/3, 1e-3*s.Second.Mean)
	}
}
