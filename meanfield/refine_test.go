package meanfield

import (
	"math"
	"math/rand/v2"
	"testing"
)

func refined(t *testing.T, text string, f Fleet, arrivals float64, servers int) (*Equilibrium, Refinement) {
	t.Helper()
	e := equilibrium(t, fluid(t, text, f, arrivals))
	r, err := e.Refine(servers)
	if err != nil {
		t.Fatal(err)
	}
	if r.Residual > 1e-10 {
		t.Errorf("%s: Lyapunov residual %g", text, r.Residual)
	}
	return e, r
}

// Published or simulated values; correction is that of the mean response time.
func TestRefinementReachesReferenceValues(t *testing.T) {
	one := Fleet{{1, 1}}
	for _, c := range []struct {
		text       string
		fleet      Fleet
		arrivals   float64
		servers    int
		correction float64
		mean       float64
	}{
		{"jsq(d=2,replace=true)", one, 0.7, 10, 0.8491 / 0.7, 1.2150 / 0.7},
		{"jsq(d=2,replace=true)", one, 0.9, 10, 3.9864 / 0.9, 2.7513 / 0.9},
		{"scheme1(d=[2,2])", halves, 0.9, 50, 3.776, 1.8305},
		{"scheme1(d=[2,2])", halves, 0.9, 500, 3.776, 1.7625},
		{"scheme2(d=[2,2])", halves, 0.9, 500, 2.913, 1.7530},
		{"jsq-fs(df=2,ds=2,pf=0.839,ps=1)", TwoSpeeds(0.2, 5), 0.9, 500, 11.71, 1.6188},
	} {
		_, r := refined(t, c.text, c.fleet, c.arrivals, c.servers)
		near(t, c.text+" correction", r.Correction, c.correction, 3e-4*c.correction)
		near(t, c.text+" mean", r.MeanResponse, c.mean, 1e-4*c.mean)
	}
}

// Simulated means at finite sizes, with their standard errors.
func TestRefinementIsNearSimulation(t *testing.T) {
	for _, c := range []struct {
		text           string
		fleet          Fleet
		arrivals       float64
		servers        int
		mean, interval float64
	}{
		{"jsq(d=2)", Fleet{{1, 1}}, 0.9, 100, 2.6457, 0.0006},
		{"scheme1(d=[2,2])", halves, 0.9, 500, 1.7633, 0.0005},
		{"scheme2(d=[2,2])", halves, 0.9, 500, 1.7534, 0.0005},
		{"jsq-fs(df=2,ds=2,pf=0.839,ps=1)", TwoSpeeds(0.2, 5), 0.9, 500, 1.6205, 0.0015},
		{"jiq-fs(df=2,ds=2,pf=0.7138,ps=1)", TwoSpeeds(0.2, 5), 0.9, 500, 2.345, 0.002},
	} {
		e, r := refined(t, c.text, c.fleet, c.arrivals, c.servers)
		first := math.Abs(r.MeanResponse - e.MeanResponse)
		if off := math.Abs(r.MeanResponse - c.mean); off > max(3*c.interval, 0.2*first) {
			t.Errorf("%s: refined %.5f, simulated %.5f +- %g", c.text, r.MeanResponse, c.mean, c.interval)
		}
	}
}

// The birth-death chain of d = 1 has exact moments: every server is an M/M/1 queue,
// so nothing is to be corrected and the variance of a tail is u(1-u)/n.
func TestRefinementOfIndependentQueues(t *testing.T) {
	e, r := refined(t, "random", Fleet{{1, 1}}, 0.5, 100)
	near(t, "correction", r.Correction, 0, 1e-8)
	for n := 1; n < 10; n++ {
		u := e.Tails[0][n]
		near(t, "variance", r.Variance[0][n], u*(1-u), 1e-10)
	}
}

// The contraction F”:W over factors of W, which span many orders of magnitude, is
// that over all pairs of coordinates.
func TestCurvatureOfManyClasses(t *testing.T) {
	fleet := Fleet{{3, 0.3}, {1.5, 0.3}, {0.5, 0.4}}.Scaled()
	for _, text := range []string{"scheme1(d=[2,2,2])", "scheme2(d=[2,2,2])", "sed(d=3)"} {
		e := equilibrium(t, fluid(t, text, fleet, 0.8))
		s := e.system
		q := e.noise()
		w, ok := lyapunov(e.jacob, q, s.size, geometricShift(e.factorised().matrix.Data, s.size))
		if !ok {
			t.Fatal("no solution")
		}
		drift, got := make([]float64, s.size), make([]float64, s.size)
		s.drift(e.state, drift)
		factors(w, s.size, func(d float64, v []float64) { s.curvature(e.state, v, drift, d, got) })
		want := make([]float64, s.size)
		direction := make([]float64, s.size)
		for k := range s.size {
			// F'':W = sum_k W_kk F[k,k] + sum_(l<k) W_kl (F[k+l,k+l] - F[k,k] - F[l,l])
			own := w[k*s.size+k]
			for l := range s.size {
				if l != k {
					own -= w[k*s.size+l]
				}
			}
			direction[k] = 1
			s.curvature(e.state, direction, drift, own, want)
			for l := range k {
				direction[l] = 1
				s.curvature(e.state, direction, drift, w[k*s.size+l], want)
				direction[l] = 0
			}
			direction[k] = 0
		}
		for i := range want {
			near(t, text, got[i], want[i], 1e-9)
		}
	}
}

func TestLyapunovSolvesItsEquation(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const n = 12
	a, q := make([]float64, n*n), make([]float64, n)
	for i := range a {
		a[i] = r.Float64() - 0.5
	}
	for i := range n {
		a[i*n+i] -= 4
		q[i] = r.Float64()
	}
	w, ok := lyapunov(a, q, n, 4)
	if !ok {
		t.Fatal("no solution")
	}
	near(t, "residual", lyapunovResidual(a, w, q, n), 0, 1e-13)
	sum := make([]float64, n*n)
	factors(w, n, func(d float64, v []float64) {
		for i := range n {
			for j := range n {
				sum[i*n+j] += d * v[i] * v[j]
			}
		}
	})
	for i := range w {
		near(t, "factors", sum[i], w[i], 1e-14)
	}
	for i := range n {
		a[i*n+i] += 9
	}
	if _, ok := lyapunov(a, q, n, 4); ok {
		t.Error("an unstable matrix has a solution")
	}
}

func TestStencilIsExactForPolynomials(t *testing.T) {
	for degree := 1; degree <= 8; degree++ {
		first, second := 0.0, 0.0
		at := func(x float64) float64 { return math.Pow(x, float64(degree)) }
		for j, a := range stencilFor(degree) {
			h := float64(j+1) * stencilStep
			first += a * (at(0.7+h) - at(0.7-h)) / (2 * h)
			second += a * (at(0.7+h) - 2*at(0.7) + at(0.7-h)) / (h * h)
		}
		d := float64(degree)
		near(t, "first derivative", first, d*math.Pow(0.7, d-1), 1e-12)
		near(t, "second derivative", second, d*(d-1)*math.Pow(0.7, d-2), 1e-10)
	}
}

func BenchmarkEquilibriumWithRefinement(b *testing.B) {
	f, err := fluidOf("jsq(d=2)", Fleet{{1, 1}}, 0.9)
	if err != nil {
		b.Fatal(err)
	}
	f.Levels = 20
	for b.Loop() {
		e, err := f.Equilibrium()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.Refine(100); err != nil {
			b.Fatal(err)
		}
	}
}
