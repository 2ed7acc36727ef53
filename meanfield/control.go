package meanfield

import (
	"math"

	"gonum.org/v1/gonum/blas"
)

// Control turns states of a simulated fleet into estimates of the mean number of
// jobs per server that vary much less than that number. With F_n the drift of the
// finite fleet, whose mean is 0 in equilibrium, and F' the Jacobian of the limit,
//
//	jobs + a F_n(x),  a = -F'^(-T) w,  w the share of each coordinate,
//
// has the same mean as the number of jobs, exactly for every a, and fluctuates only
// to second order. Seldom states, a few per mean service time, are enough.
//
// A Control belongs to one goroutine.
type Control struct {
	system *system
	weight []float64   // a
	Vector [][]float64 // a by [class][n], n = 0 unused
	state  []float64
	drift  []float64
}

// Control prepares the control of an equilibrium for a fleet of so many servers.
// Queues longer than the control's levels add to the number of jobs without being
// controlled; there are enough levels for that to be rare.
func (e *Equilibrium) Control(servers int) (*Control, error) {
	wide, err := e.widened()
	if err != nil {
		return nil, err
	}
	s := wide.system
	finite := s.Fluid
	if finite.Dispatch, err = s.Dispatch.Finite(float64(servers)); err != nil {
		return nil, err
	}
	c := &Control{weight: make([]float64, s.size), state: make([]float64, s.size), drift: make([]float64, s.size)}
	s.each(func(at, class, _ int) { c.weight[at] = -s.Fleet[class].Share })
	wide.factorised().solve(blas.Trans, c.weight)
	for range s.levels {
		c.Vector = append(c.Vector, []float64{0})
	}
	s.each(func(at, class, _ int) { c.Vector[class] = append(c.Vector[class], c.weight[at]) })
	c.system, err = newSystem(finite, s.levels)
	return c, err
}

// Clone is the same control for another goroutine.
func (c *Control) Clone() (*Control, error) {
	own, err := newSystem(c.system.Fluid, c.system.levels)
	return &Control{system: own, weight: c.weight, Vector: c.Vector, state: make([]float64, len(c.state)), drift: make([]float64, len(c.drift))}, err
}

// widened is the same equilibrium with room for the fluctuations of small fleets.
func (e *Equilibrium) widened() (*Equilibrium, error) {
	levels := make([]int, len(e.system.levels))
	for c, k := range e.system.levels {
		levels[c] = k + max(10, k/2)
	}
	return e.system.Fluid.equilibrium(levels, e.Tails)
}

// Jobs is the controlled number of jobs per server in the state given by counts,
// [class][n] the number of servers of a class that hold at least n jobs (n = 0: all
// of them). It allocates nothing.
func (c *Control) Jobs(counts [][]int) float64 {
	s := c.system
	jobs, at := 0.0, 0
	for class, row := range counts {
		share, total := s.Fleet[class].Share, float64(row[0])
		for n := 1; n < len(row); n++ {
			jobs += share * float64(row[n]) / total
		}
		for n := 1; n <= s.levels[class]; n++ {
			c.state[at] = 0
			if n < len(row) {
				c.state[at] = float64(row[n]) / total
			}
			at++
		}
	}
	s.drift(c.state, c.drift)
	for k, a := range c.weight {
		jobs += a * c.drift[k]
	}
	return jobs
}

// Lengths is the fixed point as queue lengths of the servers of a class, longest
// first: a start near equilibrium.
func (p Prediction) Lengths(class, servers int) []int {
	lengths := make([]int, servers)
	for _, tail := range p.Tails[class][1:] {
		for i := range int(math.Round(tail * float64(servers))) {
			lengths[i]++
		}
	}
	return lengths
}
