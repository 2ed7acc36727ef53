package meanfield

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
)

// Refinement is the first correction for a finite fleet of n servers, for policies
// with smooth drifts (Gast and Van Houdt 2017): the mean of a quantity is its value
// at the fixed point plus Correction/n.
type Refinement struct {
	MeanResponse float64     // seconds, refined for the fleet's size
	Correction   float64     // of the mean response time, times the number of servers
	Tails        [][]float64 // V of the tails: their correction times the number of servers
	Variance     [][]float64 // W: variance of the tails times the number of servers
	Residual     float64     // of the Lyapunov equation, relative
	Warnings     []string
}

// manyServers is where the effect of asking without replacement is taken as linear
// in 1/n.
const manyServers = 1e7

// Refine computes the correction for a fleet of so many servers: with A = F' at
// the fixed point, W from A W + W A^T + Q = 0 and V = -A^(-1) (F”:W/2 + G), where
// G = lim n (F_n - F) is the effect of asking without replacement.
func (e *Equilibrium) Refine(servers int) (Refinement, error) {
	if servers < 1 {
		return Refinement{}, &FieldError{"servers", servers, "at least 1"}
	}
	if _, err := e.system.Dispatch.Finite(float64(servers)); err != nil {
		return Refinement{}, err
	}
	s := e.system
	q, factored := e.noise(), e.factorised()
	w, ok := lyapunov(e.jacob, q, s.size, geometricShift(factored.matrix.Data, s.size))
	if !ok {
		return Refinement{}, unstable("the fixed point is not an attractor")
	}
	v, err := e.scarcity()
	if err != nil {
		return Refinement{}, err
	}
	drift := make([]float64, s.size)
	s.drift(e.state, drift)
	factors(w, s.size, func(d float64, column []float64) {
		s.curvature(e.state, column, drift, d/2, v)
	})
	for i := range v {
		v[i] = -v[i]
	}
	factored.solve(blas.NoTrans, v)
	r := e.refinement(servers, v, w, q)
	if math.IsNaN(r.Correction) || math.IsInf(r.Correction, 0) || r.Residual > 1e-8 {
		return Refinement{}, fmt.Errorf("the 1/n correction is lost to rounding (residual %.2g): %w", r.Residual, ErrNoModel)
	}
	return r, nil
}

// noise is the diagonal of Q: jumps of class c are of size 1/(share servers), and
// at a fixed point as many go up as down.
func (e *Equilibrium) noise() []float64 {
	s := e.system
	q := make([]float64, s.size)
	s.each(func(at, c, n int) {
		next := 0.0
		if n < s.levels[c] {
			next = e.state[at+1]
		}
		q[at] = 2 * s.Fleet[c].Rate * float64(min(n, s.workers(c))) * (e.state[at] - next) / s.Fleet[c].Share
	})
	return q
}

// scarcity is G.
func (e *Equilibrium) scarcity() ([]float64, error) {
	limit := e.system
	few := limit.Fluid
	var err error
	if few.Dispatch, err = limit.Dispatch.Finite(manyServers); err != nil {
		return nil, err
	}
	s, err := newSystem(few, limit.levels)
	if err != nil {
		return nil, err
	}
	g, f := make([]float64, s.size), make([]float64, s.size)
	s.drift(e.state, g)
	limit.drift(e.state, f)
	for i := range g {
		g[i] = manyServers * (g[i] - f[i])
	}
	return g, nil
}

// factorised is F' at the fixed point, ready to be solved.
func (e *Equilibrium) factorised() *linear {
	l := newLinear(e.system.size)
	copy(l.matrix.Data, e.jacob)
	l.factorise()
	return l
}

func (e *Equilibrium) refinement(servers int, v, w, q []float64) Refinement {
	s := e.system
	r := Refinement{Residual: lyapunovResidual(e.jacob, w, q, s.size)}
	r.Tails, r.Variance = make([][]float64, len(s.levels)), make([][]float64, len(s.levels))
	for c := range r.Tails {
		r.Tails[c], r.Variance[c] = []float64{0}, []float64{0}
	}
	s.each(func(at, c, n int) {
		r.Tails[c] = append(r.Tails[c], v[at])
		r.Variance[c] = append(r.Variance[c], w[at*s.size+at])
		r.Correction += s.Fleet[c].Share * v[at] / s.Arrivals
	})
	r.MeanResponse = e.MeanResponse + r.Correction/float64(servers)
	if math.Abs(r.Correction)/float64(servers) > 0.1*e.MeanResponse {
		r.Warnings = append(r.Warnings, "the 1/n correction exceeds 10 % of the mean: terms of higher order matter at this size")
	}
	return r
}

func lyapunovResidual(a, w, q []float64, n int) float64 {
	product := make([]float64, n*n)
	multiply(a, w, product, n)
	worst, scale := 0.0, 0.0
	for i := range n {
		for j := range i + 1 {
			sum := product[i*n+j] + product[j*n+i]
			if i == j {
				sum += q[i]
			}
			worst = max(worst, math.Abs(sum))
			scale = max(scale, math.Abs(product[i*n+j]))
		}
	}
	return worst / scale
}
