package scenario

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/sim/rounds"
)

// rounds reads the mode in which dispatchers act in rounds, which stands in for all that belongs to continuous time.
func (r *reader) rounds() {
	v := r.root.Get("rounds")
	if !v.Present() {
		return
	}
	r.s.Rounds = v.Object("count").Get("count").Int(1, math.MaxInt32)
	r.s.Length.Jobs, r.s.Length.Warmup = 0, 0
	for _, field := range []string{"job", "discipline", "arrivals", "start", "events", "windows"} {
		refuse(r.root, field)
	}
	run := section(r.root.Get("run"), runFields...)
	for _, field := range []string{"jobs", "warmup", "precision"} {
		refuse(run, field)
	}
	d := section(r.root.Get("dispatchers"), dispatcherFields...)
	refuse(d, "message_delay")
	if r.s.Dispatchers.View.Kind != belief.Fresh {
		d.Get("view").Want("fresh with rounds, in which all dispatchers see the queues as they were when the round began")
	}
	for _, c := range r.s.Fleet.Classes {
		if c.Workers > 1 || c.Buffer != fleet.Unbounded {
			v.Fail("class %s has several workers or a buffer, want one worker per server and no buffers with rounds", c.Name)
		}
	}
}

func refuse(o fleet.Object, field string) {
	if v := o.Get(field); v.Present() {
		v.Fail("given beside rounds, want one of the two")
	}
}

// roundsConfig is the scenario in rounds.
func (s *Scenario) roundsConfig(o Options) (rounds.Config, error) {
	c := rounds.Config{
		Rate: s.Rate, Dispatchers: s.Dispatchers.Count, Shares: s.Dispatchers.Shares, Policy: s.maker(),
		Rounds: s.Rounds, Replications: s.Length.Replications, Seed: s.Seed, Progress: o.Progress,
	}
	for _, x := range s.Fleet.Classes {
		c.Classes = append(c.Classes, rounds.Class{Name: x.Name, Servers: x.Servers, Rate: x.Speed})
	}
	switch {
	case o.Engine != "" && o.Engine != rounds.Engine:
		return c, fmt.Errorf("engine %q: want %s, or none, with rounds", o.Engine, rounds.Engine)
	case s.Length.Jobs != 0:
		return c, fmt.Errorf("jobs: got %d, want none with rounds, whose number says how long a run is", s.Length.Jobs)
	case s.Length.Precision != 0:
		return c, fmt.Errorf("precision: got %g %%, want none with rounds, whose number says how long a run is", 100*s.Length.Precision)
	}
	return c, nil
}

// Unit is that of times in the report: s, or rounds.
func (report *Report) Unit() string {
	if report.Rounds > 0 {
		return "rounds"
	}
	return "s"
}

// per is what rates in the report are per.
func (report *Report) per() string {
	if report.Rounds > 0 {
		return "round"
	}
	return "second"
}
