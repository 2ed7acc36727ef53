package meanfield

import (
	"fmt"
	"math"
)

// Fluid is the limit of a fleet of FCFS or processor-sharing servers with
// exponential job sizes under a policy that samples queues: a differential
// equation for the tails u_n of every class, the fraction of its servers that
// hold at least n jobs.
type Fluid struct {
	Fleet    Fleet
	Arrivals float64  // jobs per second per server
	Workers  []int    // per class, jobs served at once, each at the class's rate; nil means 1
	Dispatch Dispatch // the policy
	Levels   int      // of an equilibrium's equations, per class; 0: as many as matter
}

// Dispatch is a policy in the limit, or on a finite fleet: a polynomial map from
// the tails to where the next job goes. It does not change.
type Dispatch interface {
	// Joiner prepares for tails of these lengths, see there.
	Joiner(lengths []int) (Joiner, error)
	// Degree is that of the polynomials.
	Degree() int
	// Check reports a fleet that the policy does not fit.
	Check(f Fleet) error
	// Finite is the same policy on a finite fleet, where it asks without replacement
	// as it does in reality. The tails remain fractions.
	Finite(servers float64) (Dispatch, error)
}

// Joiner writes into p[c][n] the probability that a job joins a class-c server that
// holds n jobs, n < lengths[c], given the tails u[c][0] = 1, u[c][1], ...,
// u[c][lengths[c]] = 0. They sum to 1. It belongs to one goroutine.
type Joiner interface {
	Join(u, p [][]float64)
}

func (f Fluid) workers(class int) int {
	if f.Workers == nil {
		return 1
	}
	return f.Workers[class]
}

// effective is the fleet as far as capacity goes: with the rates of servers, not
// workers.
func (f Fluid) effective() Fleet {
	e := make(Fleet, len(f.Fleet))
	for i, c := range f.Fleet {
		e[i] = Class{c.Rate * float64(f.workers(i)), c.Share}
	}
	return e
}

// Check reports what is wrong with the description, wrapping ErrUnstable if the
// load is not below 1.
func (f Fluid) Check() error {
	if err := f.checkShape(); err != nil {
		return err
	}
	if capacity := f.effective().Capacity(); f.Arrivals >= capacity {
		return unstable("load is %.6g: want below 1", f.Arrivals/capacity)
	}
	return nil
}

func (f Fluid) checkShape() error {
	if err := f.Fleet.Check(); err != nil {
		return err
	}
	if f.Workers != nil && len(f.Workers) != len(f.Fleet) {
		return &FieldError{"length of workers", len(f.Workers), fmt.Sprintf("%d, one per class", len(f.Fleet))}
	}
	for i := range f.Fleet {
		if f.workers(i) < 1 {
			return &FieldError{fmt.Sprintf("workers[%d]", i), f.workers(i), "at least 1"}
		}
	}
	if !(f.Arrivals > 0) || math.IsInf(f.Arrivals, 0) {
		return &FieldError{"arrival rate per server", f.Arrivals, "a finite rate above 0"}
	}
	return f.Dispatch.Check(f.Fleet)
}

// system is a Fluid cut off at a number of levels per class, with scratch space.
// Its state is the vector of tails u[c][1..levels[c]], class after class.
type system struct {
	Fluid
	joiner Joiner
	levels []int
	size   int
	u, p   [][]float64
}

func newSystem(f Fluid, levels []int) (*system, error) {
	s := &system{Fluid: f, levels: append([]int{}, levels...)}
	lengths := make([]int, len(levels))
	for c, k := range levels {
		lengths[c] = k + 1
		s.size += k
		s.u = append(s.u, make([]float64, k+2))
		s.p = append(s.p, make([]float64, k+1))
		s.u[c][0] = 1
	}
	var err error
	s.joiner, err = f.Dispatch.Joiner(lengths)
	return s, err
}

// drift writes F(x) into out: Mukhopadhyay et al. 2015, Eqs. 4.2 and 4.6, for any
// policy. A job that would join a server at the last level is lost.
func (s *system) drift(x, out []float64) {
	at := 0
	for c, k := range s.levels {
		copy(s.u[c][1:], x[at:at+k])
		at += k
	}
	s.joiner.Join(s.u, s.p)
	at = 0
	for c, k := range s.levels {
		in, u, p := s.Arrivals/s.Fleet[c].Share, s.u[c], s.p[c]
		rate, workers := s.Fleet[c].Rate, s.workers(c)
		for n := 1; n <= k; n++ {
			out[at] = in*p[n-1] - rate*float64(min(n, workers))*(u[n]-u[n+1])
			at++
		}
	}
}

// residual is the largest drift, relative to the arrival rate.
func (s *system) residual(drift []float64) float64 {
	worst, at := 0.0, 0
	for c, k := range s.levels {
		for range k {
			worst = max(worst, math.Abs(drift[at])*s.Fleet[c].Share)
			at++
		}
	}
	return worst / s.Arrivals
}

// each visits the coordinates of the state.
func (s *system) each(visit func(at, class, n int)) {
	at := 0
	for c, k := range s.levels {
		for n := 1; n <= k; n++ {
			visit(at, c, n)
			at++
		}
	}
}
