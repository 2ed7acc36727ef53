package scenario

import (
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// Scenario is what a scenario file says.
type Scenario struct {
	File       string
	Fleet      fleet.Fleet // at time 0
	Joining    []sim.Class // classes whose first servers join later; they come after those of Fleet
	Rate       float64     // arrivals per second; 0 is none
	Size       dist.Law    // work per job
	Gap        dist.Law    // law of the times between arrivals, whose mean does not matter; nil is exponential
	Discipline string
	// Dispatchers says who sends the jobs and what they know.
	Dispatchers sim.Dispatchers
	// Policy is nil if the file names none.
	Policy  *policy.Spec
	Start   sim.Start
	Events  []sim.Event
	Windows []sim.Window
	Length  sim.Length
	// Rounds, if above 0, is how many rounds each replication has; dispatchers then act in rounds, see package rounds, and times are rounds.
	Rounds int
	Seed   uint64
	// Expect is what [Check] holds the scenario to.
	Expect []Expectation
	// Pending says why the expectations are not met yet; empty if they are to be met.
	Pending string
	load    float64
	tuned   *policy.Spec // Policy with what was tuned for the fleet and the load; nil if nothing was yet
}

// Load is the work that arrives per second over what the fleet can do at time 0.
func (s *Scenario) Load() float64 { return s.load }

// AtLoad returns the scenario with another load.
func (s *Scenario) AtLoad(load float64) *Scenario {
	c := *s
	c.setLoad(load)
	c.tuned = nil
	return &c
}

func (s *Scenario) setLoad(load float64) {
	s.load = load
	s.Rate = load * s.Fleet.Capacity() / s.Size.Mean()
}

func (s *Scenario) setRate(rate float64) {
	s.load = rate * s.Size.Mean() / s.Fleet.Capacity()
	s.Rate = rate
}

// With returns the scenario with another policy. It fails if the policy cannot work on the fleet.
func (s *Scenario) With(p policy.Spec) (*Scenario, error) {
	c := *s
	c.Policy, c.tuned = &p, nil
	return &c, c.fits()
}

// Config is the scenario as the simulator takes it.
func (s *Scenario) Config() sim.Config {
	c := sim.Config{
		Classes:     s.classes(),
		Discipline:  s.Discipline,
		Rate:        s.Rate,
		Arrivals:    s.Gap,
		Size:        s.Size,
		Dispatchers: s.Dispatchers,
		Start:       s.Start,
		Events:      s.Events,
		Windows:     s.Windows,
		Length:      s.Length,
		Seed:        s.Seed,
	}
	if s.Policy != nil {
		c.Policy = s.maker()
	}
	return c
}

// classes are those of the fleet and those that join.
func (s *Scenario) classes() []sim.Class {
	var list []sim.Class
	for _, c := range s.Fleet.Classes {
		k := sim.Class{Name: c.Name, Servers: c.Servers, Speed: c.Speed, Workers: c.Workers, Buffer: c.Buffer}
		if c.Buffer == fleet.Unbounded {
			k.Buffer = 0
		}
		list = append(list, k)
	}
	return append(list, s.Joining...)
}

// changes says whether the run is of a change rather than of a stationary fleet.
func (s *Scenario) changes() bool {
	return len(s.Events) > 0 || s.Length.Drain || s.Start.Jobs > 0 || s.Start.Queues != nil
}
