package diffusion

import (
	"fmt"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"gonum.org/v1/gonum/mat"
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

// Meshes twice as fine change the mean by much less than its estimated error.
func TestStationaryError(t *testing.T) {
	for _, p := range []reduced{{1, 1, 1}, {.9625, .5, 2}, {.3, 1, 1}} {
		s := extrapolate(p, solveGrid(p, 100), solveGrid(p, 200), solveGrid(p, 400))
		finer := extrapolate(p, solveGrid(p, 200), solveGrid(p, 400), solveGrid(p, 800))
		near(t, "E[Z]", s.Second.Mean, finer.Second.Mean, s.Error/7)
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

// Far out Z is a Brownian motion whose drift is -beta and the mean of mu_M X, X being
// exponential with mean 1/(mu_1 z): its density falls like exp(-beta z) z^(mu_M/mu_1).
func TestTailOfSecond(t *testing.T) {
	s, err := SolveStationary(1, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	// So the ratio of tails 4 apart, rid of the exponential, is 1 + 4/z to first order.
	before := 0.0
	for _, z := range []float64{4, 8, 12, 16, 20} {
		share := (s.Second.Above(z+4)/s.Second.Above(z)*math.Exp(4) - 1) * z / 4
		if share <= before || share >= 1 {
			t.Errorf("at %v: %v of the first order, want more than %v and below 1", z, share, before)
		}
		before = share
	}
	near(t, "share of the first order at 20", before, 1, .2)
}

// Elimination along a line against a dense solver.
func TestLine(t *testing.T) {
	random := rng.New(1, "line")
	for range 50 {
		n := 2 + random.IntN(12)
		l := newLine(mesh{idle: make([]float64, n)})
		inflow := make([]float64, n)
		l.leave = random.Float64()
		for i := range n {
			l.up[i], l.down[i], inflow[i] = random.Exp(), random.Exp(), random.Exp()
		}
		l.up[n-1] = 0
		first := random.Exp()
		balance, right := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
		balance.Set(0, 0, 1)
		right.SetVec(0, first)
		for i := 1; i < n; i++ {
			balance.Set(i, i, l.leave+l.up[i]+l.down[i])
			balance.Set(i, i-1, -l.up[i-1])
			if i+1 < n {
				balance.Set(i, i+1, -l.down[i+1])
			}
			right.SetVec(i, inflow[i])
		}
		var want mat.VecDense
		if err := want.SolveVec(balance, right); err != nil {
			t.Fatal(err)
		}
		for i, x := range l.solve(inflow, first) {
			near(t, "mass", x, want.AtVec(i), 1e-10*(1+want.AtVec(i)))
		}
	}
}

// Any regime that is not extreme is solved well.
func TestStationaryAnywhere(t *testing.T) {
	random := rng.New(2, "regimes")
	between := func(a, b float64) float64 { return a * math.Pow(b/a, random.Float64()) }
	for range 12 {
		slack, slow, fast := between(.1, 2), between(.2, 1), between(1, 10)
		s, err := SolveStationary(slack, slow, fast)
		if err != nil {
			t.Fatal(err)
		}
		if s.Residual > 1e-3 || s.Error > 2e-3*s.Second.Mean || s.Second.Mean <= 0 {
			t.Errorf("(%v, %v, %v): E[Z] %v +- %.2g, residual %.2g", slack, slow, fast, s.Second.Mean, s.Error, s.Residual)
		}
	}
}
