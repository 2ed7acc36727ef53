package scenario

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/dist"
)

// theory is what is known of a scenario without a run.
type theory struct {
	verdict  string  // why the fleet is not stable; empty if that is not known
	infinite bool    // the mean response time is
	mean     float64 // response time; 0 if not known
	source   string  // of the mean
}

// theory works out what is known of a policy that does not look at queues.
func (s *Scenario) theory() theory {
	t := theory{}
	if s.Policy == nil || s.changes() || s.Rate == 0 || !s.blind() {
		return t
	}
	heavy := math.IsInf(s.Size.SecondMoment(), 1)
	t.infinite = heavy && s.Discipline == fcfs && s.plain()
	if s.Policy.Memoryless() && s.Gap == nil && s.Fleet.Servers() <= mostEnumerated {
		s.split(&t)
	}
	return t
}

// fcfs is the discipline of the formulas that need the second moment.
const fcfs = "fcfs"

// mostEnumerated bounds the fleets on which a policy's law is worked out.
const mostEnumerated = 2000

// split uses that a policy without memory or sight splits a Poisson stream into independent ones, one per server.
func (s *Scenario) split(t *theory) {
	script := steelyard.NewScript()
	d, err := s.bind(script.Rand())
	if err != nil {
		return
	}
	law := steelyard.PickLaw(d, script, steelyard.Job{})
	i, mean, known := 0, 0.0, s.plain()
	for _, c := range s.Fleet.Classes {
		for range c.Servers {
			rate := law[i] * s.Rate
			i++
			load := rate * s.Size.Mean() / (c.Speed * float64(c.Workers))
			if load >= 1 && t.verdict == "" {
				t.verdict = fmt.Sprintf("a server of class %s is sent %.4g times the work it can do: its queue grows without bound", c.Name, load)
			}
			mean += law[i-1] * s.single(rate, c.Speed)
		}
	}
	if known && t.verdict == "" && !t.infinite {
		t.mean, t.source = mean, s.formula()
	}
}

// plain says whether every server is a single worker that turns no job away.
func (s *Scenario) plain() bool {
	for _, c := range s.classes() {
		if c.Workers > 1 || c.Buffer > 0 {
			return false
		}
	}
	return true
}

// single is the mean response time of a server of which jobs ask at the given rate: of the M/G/1 queue under FCFS (Pollaczek and
// Khinchine: E[T] = E[S] + lambda E[S^2] / (2 (1 - rho))) or processor sharing (E[T] = E[S] / (1 - rho)).
func (s *Scenario) single(rate, speed float64) float64 {
	service := s.Size.Mean() / speed
	busy := rate * service
	if s.Discipline != fcfs {
		return service / (1 - busy)
	}
	return service + rate*s.Size.SecondMoment()/(speed*speed)/(2*(1-busy))
}

// formula names what single computes.
func (s *Scenario) formula() string {
	switch {
	case s.Discipline != fcfs:
		return "M/G/1-PS"
	case dist.IsExponential(s.Size):
		return "M/M/1"
	}
	return "M/G/1"
}
