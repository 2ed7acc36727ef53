package scenario

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/policy"
)

const mostDispatchers = 100_000

// dispatcherFields are those of the dispatchers.
var dispatcherFields = []string{"count", "view", "message_delay"}

// dispatchers reads who sends the jobs and what they know.
func (r *reader) dispatchers() {
	o := section(r.root.Get("dispatchers"), dispatcherFields...)
	d := &r.s.Dispatchers
	d.Count = o.Get("count").Or("1").Int(1, mostDispatchers)
	d.View = readView(o.Get("view"))
	d.MessageDelay = o.Get("message_delay").Or("0").Number(0, fleet.MaxSpeed)
	d.Shares = readShares(r.root.Get("shares"), d.Count)
}

func readView(v fleet.Value) belief.View {
	if !v.Present() {
		return belief.View{}
	}
	view, err := belief.ParseView(v.Text("a view: fresh, stale(T), local(raw), local(scaled) or reported(delay)"))
	if err != nil {
		v.Fail("got %v", err)
	}
	return view
}

// readShares reads the share of the arrivals that each dispatcher gets.
func readShares(v fleet.Value, dispatchers int) []float64 {
	if !v.Present() {
		return nil
	}
	var shares []float64
	sum := 0.0
	for _, x := range v.List("shares of the arrivals, one for each dispatcher") {
		shares = append(shares, x.Number(1e-9, 1))
		sum += shares[len(shares)-1]
	}
	switch {
	case len(shares) != dispatchers:
		v.Fail("got %d of them, want one for each dispatcher, %d", len(shares), dispatchers)
	case math.Abs(sum-1) > 1e-6:
		v.Fail("got shares whose sum is %g, want 1", sum)
	}
	return shares
}

// policy reads the policy and tries it on the fleet.
func (r *reader) policy() {
	v := r.root.Get("policy")
	if !v.Present() {
		return
	}
	spec, err := policy.Parse(v.Text("the text form of a policy, such as jsq(d=2)"))
	if err != nil {
		v.Fail("got %v", err)
		return
	}
	r.s.Policy = &spec
	if err := r.s.fits(); err != nil {
		v.Fail("got %v", err)
	}
}

// fits fails if the policy cannot work on the fleet.
func (s *Scenario) fits() error {
	if asks, n := s.Policy.Asks(), s.Fleet.Servers(); asks > n && n > 0 {
		return fmt.Errorf("policy %q: d=%d: want at most %d, the number of servers", s.Policy, asks, n)
	}
	if _, err := s.bind(steelyard.NewRand(s.Seed, "policy")); err != nil {
		return fmt.Errorf("policy %q: %w", s.Policy, err)
	}
	return nil
}

// bind puts an instance of the policy before the fleet of time 0.
func (s *Scenario) bind(r steelyard.Rand) (*steelyard.Dispatcher, error) {
	layout, err := s.layout()
	if err != nil {
		return nil, err
	}
	p, err := s.maker()()
	if err != nil {
		return nil, err
	}
	return steelyard.NewDispatcher(p, steelyard.NewBoard(layout), r)
}

// layout is the fleet of time 0; a server's rate is in jobs per second.
func (s *Scenario) layout() (*steelyard.Layout, error) {
	var kinds []steelyard.Kind
	for _, c := range s.Fleet.Classes {
		for range c.Servers {
			kinds = append(kinds, steelyard.Kind{Rate: c.Speed / s.Size.Mean(), Workers: c.Workers})
		}
	}
	return steelyard.NewLayout(kinds)
}
