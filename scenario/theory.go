package scenario

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// theory is what is known of a scenario without a run.
type theory struct {
	verdict  string  // why the fleet is not stable; empty if that is not known
	infinite bool    // the mean response time is
	mean     float64 // response time; 0 if not known
	source   string  // of the mean
}

// theory works out what is known of the policy on the fleet.
func (s *Scenario) theory() theory {
	t := theory{}
	if s.Policy == nil || s.changes() || s.Rate == 0 || s.Rounds > 0 {
		return t
	}
	t.verdict = s.outOfReach()
	if !s.blind() {
		return t
	}
	heavy := math.IsInf(s.Size.SecondMoment(), 1)
	t.infinite = heavy && s.Discipline == fcfs && s.plain()
	if t.verdict == "" && !t.infinite && s.plain() && s.Gap == nil && s.Policy.Memoryless() && s.Fleet.Servers() <= mostEnumerated {
		s.split(&t)
	}
	return t
}

// mostClasses bounds the fleets on which the stable loads of a policy are sought.
const mostClasses = 32

// outOfReach says why the load is more than the policy can bear, if that is certain: because jobs that ask servers of certain classes
// only bring more work than these can do.
func (s *Scenario) outOfReach() string {
	d, err := s.bind(steelyard.NewRand(s.Seed, "policy"))
	if err != nil {
		return ""
	}
	groups := d.Board().Layout().Groups()
	if len(groups) > mostClasses {
		return ""
	}
	most, err := meanfield.StableLoad(d.Policy(), groups)
	if err != nil || most.Certainty == meanfield.FluidLimit || s.Load() < most.Load || most.Load >= 1 {
		return ""
	}
	return fmt.Sprintf("load %.6g is not below %.6g, the most that the policy can bear: %s (%s)",
		s.Load(), most.Load, most.Reason, s.namesOf(groups, most.Saturated))
}

// namesOf names the classes that make up some of the groups.
func (s *Scenario) namesOf(groups []steelyard.Group, which []int) string {
	var names []string
	for _, c := range s.Fleet.Classes {
		for _, g := range which {
			if k := groups[g].Kind; k.Rate == c.Speed/s.Size.Mean() && k.Workers == c.Workers {
				names = append(names, c.Name)
			}
		}
	}
	return strings.Join(names, ", ")
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
	i, mean := 0, 0.0
	for _, c := range s.Fleet.Classes {
		for range c.Servers {
			rate := law[i] * s.Rate
			if rate*s.Size.Mean() >= c.Speed {
				t.verdict = fmt.Sprintf("a server of class %s is sent %.4g times the work it can do", c.Name, rate*s.Size.Mean()/c.Speed)
				return
			}
			mean += law[i] * s.single(rate, c.Speed)
			i++
		}
	}
	t.mean, t.source = mean, s.formula()
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
