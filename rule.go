package steelyard

import (
	"fmt"
	"math"
)

// Rule describes a policy that asks a few servers of each class and then chooses by what it sees. One value yields the policy
// ([NewRulePolicy]), its mean-field model and the transition probabilities of a small fleet. It covers SQ(d), SED(d), weighted
// JSQ, schemes 1 and 2 of Mukhopadhyay et al., and the two families and the general framework of Gardner et al.
type Rule struct {
	Query  Query
	Inside Inside
	Choose Chooser
}

// Group is a class as a Rule sees it. Servers is the number of servers in it or, in the limit of large fleets, its share of all servers.
type Group struct {
	Kind    Kind
	Servers float64
}

// Mix is one outcome of a Query: with probability Prob, Ask[c] servers of class c are asked, classes being in the order of the groups.
type Mix struct {
	Prob float64 `json:"prob"`
	Ask  []int   `json:"ask"`
}

// Query is a law over how many servers of each class are asked.
type Query interface {
	// Mixes is the law on a finite fleet, where Group.Servers are numbers and Ask never exceeds them.
	Mixes(g []Group) ([]Mix, error)
	// Limit is the law as the fleet grows, where Group.Servers are shares.
	Limit(g []Group) ([]Mix, error)
}

// Inside says which of the asked servers of a class stands for it.
type Inside int

const (
	// Shortest is a shortest queue, uniform among ties.
	Shortest Inside = iota
	// IdleElseUniform is an idle server, one with fewer jobs than workers, if there is one, else any of those asked, uniformly.
	IdleElseUniform
)

// Seen is what the asked servers of one class show.
type Seen struct {
	Asked int // how many were asked
	Len   int // the shortest length; under IdleElseUniform 0 if one is idle, else 1
	Ties  int // how many have it
}

// Chooser gives the law over classes. It writes into law[c] the probability, or any weight, of class c, 0 where Asked is 0. At least one
// weight is positive.
type Chooser interface {
	Choose(g []Group, seen []Seen, law []float64)
}

// Ruled is a Policy that is also given as a Rule, which depends on the fleet's groups alone.
type Ruled interface {
	Rule(g []Group) (Rule, error)
}

// rulePolicy plays a Rule.
type rulePolicy struct {
	make   func(g []Group) (Rule, error)
	rule   Rule
	groups []Group
	mixes  []Mix
	probs  []float64
	seen   []Seen
	pick   []int
	law    []float64
}

// NewRulePolicy returns the policy that plays, on each fleet, the rule that rule gives for it. If servers are missing, so that a
// class has fewer eligible ones than are to be asked, all of them are asked; if none of the classes to be asked has one, a server is
// picked uniformly.
func NewRulePolicy(rule func(g []Group) (Rule, error)) Policy { return &rulePolicy{make: rule} }

// Rule implements Ruled.
func (p *rulePolicy) Rule(g []Group) (Rule, error) { return p.make(g) }

// Bind implements Binder.
func (p *rulePolicy) Bind(v *View) error {
	p.groups = v.Layout().Groups()
	var err error
	if p.rule, err = p.make(p.groups); err != nil {
		return err
	}
	if p.mixes, err = p.rule.Query.Mixes(p.groups); err != nil {
		return err
	}
	if err := checkMixes(p.mixes, len(p.groups)); err != nil {
		return err
	}
	p.probs = p.probs[:0]
	for _, m := range p.mixes {
		p.probs = append(p.probs, m.Prob)
	}
	n := len(p.groups)
	p.seen, p.pick, p.law = make([]Seen, n), make([]int, n), make([]float64, n)
	return nil
}

func checkMixes(mixes []Mix, classes int) error {
	sum := 0.0
	for _, m := range mixes {
		if len(m.Ask) != classes {
			return fmt.Errorf("query asks %v: want one number for each of %d classes", m.Ask, classes)
		}
		if !(m.Prob >= 0) {
			return fmt.Errorf("query asks %v with probability %v: want 0 to 1", m.Ask, m.Prob)
		}
		sum += m.Prob
	}
	if !(math.Abs(sum-1) < 1e-9) {
		return fmt.Errorf("query: probabilities sum to %v, want 1", sum)
	}
	return nil
}

// Pick implements Policy.
func (p *rulePolicy) Pick(v *View, _ Job) int {
	mix := 0
	if len(p.mixes) > 1 {
		mix = v.Weighted(p.probs)
	}
	answered := false
	for c, ask := range p.mixes[mix].Ask {
		p.seen[c] = Seen{}
		if ask > 0 {
			p.look(v, c, ask)
		}
		answered = answered || p.seen[c].Asked > 0
	}
	if !answered {
		return v.Any()
	}
	return p.pick[p.choose(v)]
}

// look asks servers of class c and keeps the one that stands for it. The sample's order is exchangeable, so the first is uniform.
func (p *rulePolicy) look(v *View, c, ask int) {
	sample := v.SampleOf(c, ask)
	s := Seen{Asked: len(sample)}
	for k, i := range sample {
		n := v.Len(int(i))
		if p.rule.Inside == IdleElseUniform {
			n = min(n/p.groups[c].Kind.Workers, 1)
		}
		switch {
		case k == 0 || n < s.Len:
			s.Len, s.Ties, p.pick[c] = n, 1, int(i)
		case n == s.Len:
			s.Ties++
		}
	}
	p.seen[c] = s
}

func (p *rulePolicy) choose(v *View) int {
	clear(p.law)
	p.rule.Choose.Choose(p.groups, p.seen, p.law)
	only, positive := 0, 0
	for c, w := range p.law {
		if w > 0 {
			only, positive = c, positive+1
		}
	}
	if positive == 1 {
		return only
	}
	return v.Weighted(p.law)
}
