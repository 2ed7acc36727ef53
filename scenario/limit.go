package scenario

import (
	"fmt"
	"slices"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/stats"
)

// limit is a scenario as the fluid models see it: a policy, the groups of its servers and an arrival rate per server.
type limit struct {
	policy   steelyard.Policy
	groups   []steelyard.Group
	arrivals float64 // jobs per second per server
}

// limit binds the policy to the fleet. It fails, wrapping meanfield.ErrNoModel, where the models leave out what matters.
func (s *Scenario) limit() (*limit, error) {
	if s.Policy == nil {
		return nil, errNoPolicy
	}
	if why := s.unlike(); why != "" {
		return nil, fmt.Errorf("%s: %w", why, meanfield.ErrNoModel)
	}
	d, err := s.bind(steelyard.NewRand(s.Seed, "policy"))
	if err != nil {
		return nil, err
	}
	groups := d.Board().Layout().Groups()
	if len(groups) > mostClasses {
		return nil, fmt.Errorf("the fleet has %d speeds, more than %d: %w", len(groups), mostClasses, meanfield.ErrNoModel)
	}
	return &limit{d.Policy(), groups, s.Rate / float64(s.Fleet.Servers())}, nil
}

// unlike says what of the scenario the fluid models do not describe; empty if they describe it.
func (s *Scenario) unlike() string {
	if why := s.unsteady(); why != "" {
		return why
	}
	for _, c := range s.Fleet.Classes {
		if c.Buffer != fleet.Unbounded {
			return fmt.Sprintf("servers of class %s turn jobs away", c.Name)
		}
	}
	return ""
}

// unsteady is unlike without regard to the servers.
func (s *Scenario) unsteady() string {
	switch {
	case s.Rounds > 0:
		return "dispatchers act in rounds"
	case s.Rate == 0 || s.changes():
		return "the scenario is of a change, not of a stationary fleet"
	case s.Gap != nil && !dist.IsExponential(s.Gap):
		return "jobs do not come in a Poisson process"
	case s.Dispatchers.View.Kind != belief.Fresh || s.Dispatchers.MessageDelay > 0:
		return "dispatchers do not see the queues as they are"
	}
	return ""
}

// rule is the policy as a rule on the groups, if it is given as one.
func (l *limit) rule() (steelyard.Rule, bool) {
	ruled, ok := l.policy.(steelyard.Ruled)
	if !ok {
		return steelyard.Rule{}, false
	}
	rule, err := ruled.Rule(l.groups)
	return rule, err == nil
}

// messages is how many lengths a job asks for: as many as the rule queries, or one per departure where all are known.
func (l *limit) messages() *float64 {
	rule, ok := l.rule()
	if !ok {
		return finite(1)
	}
	mixes, err := rule.Query.Mixes(l.groups)
	if err != nil {
		return nil
	}
	sum := 0.0
	for _, m := range mixes {
		for _, n := range m.Ask {
			sum += m.Prob * float64(n)
		}
	}
	return &sum
}

// group is the position of the group that a class belongs to.
func (s *Scenario) group(groups []steelyard.Group, c fleet.Class) int {
	return slices.IndexFunc(groups, func(g steelyard.Group) bool {
		return g.Kind.Rate == c.Speed/s.Size.Mean() && g.Kind.Workers == max(c.Workers, 1)
	})
}

// OutOfReach is the warning that a policy cannot use the whole capacity of the fleet.
const OutOfReach stats.Code = "out-of-reach"

// belowCapacity warns of a policy that is not stable on the fleet at every load below 1.
func (s *Scenario) belowCapacity() []stats.Warning {
	if s.Policy == nil || s.changes() || s.Rate == 0 {
		return nil
	}
	d, err := s.bind(steelyard.NewRand(s.Seed, "policy"))
	if err != nil {
		return nil
	}
	groups := d.Board().Layout().Groups()
	text := BelowCapacity(d.Policy(), groups, func(which []int) string { return s.namesOf(groups, which) })
	if text == "" {
		return nil
	}
	return []stats.Warning{{Code: OutOfReach, Text: text}}
}

// BelowCapacity says that a policy cannot use the whole capacity of a fleet, and the largest load that it bears; empty if it can, or if no
// closed form tells. names lists classes by their positions among the groups.
func BelowCapacity(p steelyard.Policy, groups []steelyard.Group, names func(which []int) string) string {
	if len(groups) > mostClasses {
		return ""
	}
	most, err := meanfield.StableLoad(p, groups)
	if err != nil || most.Load >= 1-1e-9 {
		return ""
	}
	basis := map[meanfield.Certainty]string{meanfield.UpperBound: " or less", meanfield.FluidLimit: ", in the limit of many servers"}[most.Certainty]
	return fmt.Sprintf("on this fleet the policy is stable only below load %.4g%s: class %s saturates first", most.Load, basis, names(most.Saturated))
}
