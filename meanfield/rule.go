package meanfield

import (
	"errors"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
)

// ErrNoModel is wrapped by errors about policies that have no fluid model here:
// those that are not given as a Rule.
var ErrNoModel = errors.New("no mean-field model")

// Ranking is a Chooser that picks the smallest rank, ties between classes being
// uniform over the servers that tie or, with fastestFirst, won by the fastest
// class. Its model needs no enumeration.
type Ranking interface {
	Ranking() (order steelyard.Order, fastestFirst bool)
}

// FleetOf describes groups of servers (numbers, or shares) of one worker each as a
// fleet.
func FleetOf(groups []steelyard.Group) (Fleet, error) {
	var f Fleet
	for _, g := range scaledGroups(groups, 1) {
		if g.Kind.Workers > 1 {
			return nil, fmt.Errorf("servers of rate %v have %d workers: %w", g.Kind.Rate, g.Kind.Workers, ErrNoModel)
		}
		f = append(f, Class{g.Kind.Rate, g.Servers})
	}
	return f, f.Check()
}

// FromPolicy is the fluid model of a policy that is given as a Rule, on a fleet of
// these groups (numbers of servers, or shares), for an arrival rate in jobs per
// second per server.
func FromPolicy(p steelyard.Policy, groups []steelyard.Group, arrivals float64) (Fluid, error) {
	ruled, ok := p.(steelyard.Ruled)
	if !ok {
		return Fluid{}, fmt.Errorf("the policy is not given as a rule: %w", ErrNoModel)
	}
	rule, err := ruled.Rule(groups)
	if err != nil {
		return Fluid{}, err
	}
	return FromRule(rule, groups, arrivals)
}

// FromRule is the fluid model of a rule.
func FromRule(rule steelyard.Rule, groups []steelyard.Group, arrivals float64) (Fluid, error) {
	f := Fluid{Arrivals: arrivals}
	shares := scaledGroups(groups, 1)
	for _, g := range shares {
		f.Fleet = append(f.Fleet, Class{g.Kind.Rate, g.Servers})
		f.Workers = append(f.Workers, g.Kind.Workers)
	}
	mixes, err := rule.Query.Limit(shares)
	if err != nil {
		return Fluid{}, err
	}
	f.Dispatch = dispatchOf(rule, shares, mixes, false)
	return f, nil
}

// scaledGroups scales the groups to a total number of servers, each of at least one
// worker.
func scaledGroups(groups []steelyard.Group, servers float64) []steelyard.Group {
	total := 0.0
	for _, g := range groups {
		total += g.Servers
	}
	scaled := make([]steelyard.Group, len(groups))
	for c, g := range groups {
		kind := steelyard.Kind{Rate: g.Kind.Rate, Workers: max(1, g.Kind.Workers)}
		scaled[c] = steelyard.Group{Kind: kind, Servers: g.Servers * servers / total}
	}
	return scaled
}

func dispatchOf(rule steelyard.Rule, groups []steelyard.Group, mixes Query, finite bool) Dispatch {
	s := sampled{rule: rule, groups: groups, query: mixes, finite: finite}
	if r, ok := rule.Choose.(Ranking); ok && rule.Inside == steelyard.Shortest {
		order, fastestFirst := r.Ranking()
		if fastestFirst || strict(order, groups) {
			return &ranked{sampled: s, order: order, fastestFirst: fastestFirst}
		}
	}
	if assign, ok := byIdleness(rule, groups, mixes); ok {
		return &idleness{sampled: s, assign: assign}
	}
	return &enumerated{sampled: s}
}

// strict says that no two lengths of one class tie.
func strict(order steelyard.Order, groups []steelyard.Group) bool {
	for _, g := range groups {
		for n := range max(1, g.Kind.Workers) {
			if order.Rank(g.Kind, n) == order.Rank(g.Kind, n+1) {
				return false
			}
		}
	}
	return true
}

// sampled is what all models of rules share.
type sampled struct {
	rule   steelyard.Rule
	groups []steelyard.Group // Servers: shares, or numbers on a finite fleet
	query  Query
	finite bool
}

// Check implements Dispatch.
func (s *sampled) Check(f Fleet) error {
	if len(s.groups) != len(f) {
		return &FieldError{"number of classes of the policy", len(s.groups), fmt.Sprintf("%d, as in the fleet", len(f))}
	}
	return s.query.Check(f)
}

// Degree implements Dispatch.
func (s *sampled) Degree() int { return s.query.most() }

// Finite implements Dispatch.
func (s *sampled) Finite(servers float64) (Dispatch, error) {
	groups := scaledGroups(s.groups, servers)
	mixes, err := s.rule.Query.Mixes(groups)
	if err != nil {
		return nil, err
	}
	return dispatchOf(s.rule, groups, mixes, true), nil
}

// servers is the number in class c, or +Inf in the limit.
func (s *sampled) servers(c int) float64 {
	if !s.finite {
		return math.Inf(1)
	}
	return s.groups[c].Servers
}
