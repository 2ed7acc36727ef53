package meanfield

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
)

// Equilibrium is the fixed point of a Fluid.
type Equilibrium struct {
	Prediction
	system *system
	state  []float64
	jacob  []float64 // F' at the state, row after row
}

const (
	mostLevel = 400 // queues of an equilibrium are taken to be shorter
	mostState = 1500
)

// negligible is how small a tail at the last of so many levels must be. Long
// queues, whose tails are geometric, are cut off earlier: what is lost stays well
// below the residual that is tolerated.
func negligible(levels int) float64 {
	if levels > 100 {
		return 1e-12
	}
	return 1e-16
}

// Equilibrium solves F = 0 and says how well. It returns an error that wraps
// ErrUnstable if no equilibrium with bounded queues is found.
func (f Fluid) Equilibrium() (*Equilibrium, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	levels, guess := f.firstGuess()
	for {
		if err := f.bounded(levels); err != nil {
			return nil, err
		}
		e, err := f.equilibrium(levels, guess)
		if err != nil {
			return nil, err
		}
		grown, ok := grow(e.Tails, levels)
		if ok {
			return e, e.trusted()
		}
		levels, guess = grown, e.Tails
	}
}

// equilibrium solves the system cut off at these levels, from guessed tails.
func (f Fluid) equilibrium(levels []int, guess [][]float64) (*Equilibrium, error) {
	s, err := newSystem(f, levels)
	if err != nil {
		return nil, err
	}
	x := make([]float64, s.size)
	s.each(func(at, c, n int) {
		if n < len(guess[c]) {
			x[at] = guess[c][n]
		}
	})
	e, err := s.newton(x)
	if err != nil {
		return nil, err
	}
	e.describe()
	return e, nil
}

// firstGuess takes every class to be a homogeneous fleet that samples as many
// queues as the policy does: rho^((d^n-1)/(d-1)).
func (f Fluid) firstGuess() (levels []int, guess [][]float64) {
	load := f.Arrivals / f.effective().Capacity()
	tails := pushedTails(load, load, max(2, f.Dispatch.Degree()))
	for c := range f.Fleet {
		k := max(4, len(tails)+f.workers(c))
		if f.Levels > 0 {
			k = f.Levels
		}
		levels = append(levels, k)
		guess = append(guess, tails)
	}
	return levels, guess
}

// grow says that all tails vanish before the last level, or returns more levels.
func grow(tails [][]float64, levels []int) (grown []int, ok bool) {
	ok = true
	for c, k := range levels {
		if tails[c][k] > negligible(k) {
			k *= 2
			ok = false
		}
		grown = append(grown, k)
	}
	return grown, ok
}

// bounded gives up if queues grow without end, or the equations become too many.
func (f Fluid) bounded(levels []int) error {
	total := 0
	for c, k := range levels {
		total += k
		if k > mostLevel {
			return unstable("queues of class %d (rate %.6g) grow beyond %d jobs at load %.6g", c, f.Fleet[c].Rate, mostLevel, f.Arrivals/f.effective().Capacity())
		}
	}
	if total > mostState {
		return fmt.Errorf("%d classes need %d equations, more than %d: %w", len(levels), total, mostState, ErrNoModel)
	}
	return nil
}

// newton solves F(x) = 0 by pseudo-transient continuation: implicit Euler steps of
// the equation's own dynamics that grow as the residual falls, and so end as
// Newton's.
func (s *system) newton(x []float64) (*Equilibrium, error) {
	e := &Equilibrium{system: s, state: x, jacob: make([]float64, s.size*s.size)}
	solver, f := newLinear(s.size), make([]float64, s.size)
	s.drift(x, f)
	last := s.residual(f)
	dt := 10 / s.Fleet[0].Rate
	for range 300 {
		s.jacobian(x, e.jacob)
		if last < 2e-16 {
			break
		}
		copy(solver.matrix.Data, e.jacob)
		for i := range f {
			solver.matrix.Data[i*s.size+i] -= 1 / dt
			f[i] = -f[i]
		}
		if !solver.factorise() {
			return nil, unstable("the equations are singular")
		}
		solver.solve(blas.NoTrans, f)
		for i, step := range f {
			x[i] = min(1, max(0, x[i]+step))
		}
		s.drift(x, f)
		now := s.residual(f)
		if last < 1e-13 && now >= last/2 {
			break
		}
		dt *= min(1e4, max(0.1, 2*last/now))
		last = now
	}
	return e, nil
}

// describe fills the Prediction.
func (e *Equilibrium) describe() {
	s := e.system
	f := make([]float64, s.size)
	s.drift(e.state, f)
	busy, jobs := make([]float64, len(s.levels)), make([]float64, len(s.levels))
	tails := make([][]float64, len(s.levels))
	for c := range tails {
		tails[c] = []float64{1}
	}
	s.each(func(at, c, n int) {
		jobs[c] += e.state[at]
		if n <= s.workers(c) {
			busy[c] += e.state[at] / float64(s.workers(c))
		}
		tails[c] = append(tails[c], e.state[at])
	})
	e.Prediction = summarise(s.effective(), s.Arrivals, busy, jobs)
	e.Tails = tails
	e.fleet, e.workers = s.Fleet, s.Workers
	e.Residual = e.worstResidual(s.residual(f))
}

// trusted turns an equilibrium that is none into an error.
func (e *Equilibrium) trusted() error {
	if e.Residual > 1e-10 || math.IsNaN(e.Residual) {
		return unstable("no equilibrium found at load %.6g (residual %.2g)", e.system.Arrivals/e.system.effective().Capacity(), e.Residual)
	}
	return nil
}
