package scenario

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/sim"
)

// mostControlled bounds the speeds of a fleet for which hints are worked out: beyond it their cost is that of a simulation.
const mostControlled = 8

// MeanField is a [Model] of policies whose drift is smooth, on FCFS servers of one worker with exponential job sizes: runs start at the fixed
// point, and its Jacobian makes the control.
func MeanField(s *Scenario) Hints {
	l, err := s.limit()
	if err != nil || len(l.groups) > mostControlled || s.Discipline != fcfs || !s.plain() || !dist.IsExponential(s.Size) {
		return Hints{}
	}
	o, err := meanfield.Predict(l.policy, l.groups, l.arrivals)
	if err != nil {
		return Hints{}
	}
	hints, place := Hints{}, []int(nil)
	for _, c := range s.Fleet.Classes {
		g := s.group(l.groups, c)
		place = append(place, g)
		hints.Tails = append(hints.Tails, falling(o.Tails[g][1:]))
	}
	e, err := o.Equilibrium()
	if err != nil {
		return hints
	}
	if control, err := e.Control(s.Fleet.Servers()); err == nil {
		hints.Control = func() sim.Control { return newStateControl(control, place, l.groups) }
	}
	return hints
}

// falling takes out what rounding lets rise.
func falling(tails []float64) []float64 {
	last := 1.0
	clean := make([]float64, len(tails))
	for n, x := range tails {
		last = max(0, min(last, x))
		clean[n] = last
	}
	return clean
}

// stateControl is a mean-field control for the classes of a scenario.
type stateControl struct {
	*meanfield.Control
	place   []int   // of each class among the groups
	counts  [][]int // per group
	servers float64
}

func newStateControl(c *meanfield.Control, place []int, groups []steelyard.Group) sim.Control {
	own, err := c.Clone()
	if err != nil {
		panic(err) // the original was made alike
	}
	s := &stateControl{Control: own, place: place, counts: make([][]int, len(groups))}
	for _, g := range groups {
		s.servers += g.Servers
	}
	return s
}

// Jobs implements sim.Control.
func (s *stateControl) Jobs(tails [][]int64) float64 {
	for g := range s.counts {
		clear(s.counts[g])
	}
	for class, tail := range tails {
		g := s.place[class]
		for len(s.counts[g]) < len(tail) {
			s.counts[g] = append(s.counts[g], 0)
		}
		for n, servers := range tail {
			s.counts[g][n] += int(servers)
		}
	}
	return s.servers * s.Control.Jobs(s.counts)
}
