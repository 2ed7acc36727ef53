package meanfield

import (
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// ClassIdleOf recognises a rule that chooses the class by idleness alone, whose
// equations are much smaller than those of queue lengths. It asks the rule what it
// does for every fastest idle class under several lengths and ties of the others,
// and gives up if these matter. Servers must have one worker.
func ClassIdleOf(rule steelyard.Rule, groups []steelyard.Group, arrivals float64) (ClassIdle, bool) {
	shares := scaledGroups(groups, 1)
	mixes, err := rule.Query.Limit(shares)
	if err != nil {
		return ClassIdle{}, false
	}
	m := ClassIdle{Arrivals: arrivals, Query: mixes, Inside: rule.Inside}
	for _, g := range shares {
		if g.Kind.Workers > 1 {
			return ClassIdle{}, false
		}
		m.Fleet = append(m.Fleet, Class{g.Kind.Rate, g.Servers})
	}
	p := prober{rule, shares}
	for _, mix := range mixes {
		rows := table(len(shares)+1, len(shares))
		for j := range rows {
			if j < len(shares) && mix.Ask[j] == 0 {
				continue
			}
			row, ok := p.row(mix.Ask, j)
			if !ok {
				return ClassIdle{}, false
			}
			rows[j] = row
		}
		m.Assign = append(m.Assign, rows)
	}
	return m, m.Check() == nil
}

type prober struct {
	rule   steelyard.Rule
	groups []steelyard.Group
}

// row is the law over classes when class j is the fastest with an idle asked
// server; false if it is not determined by that.
func (p prober) row(ask []int, j int) ([]float64, bool) {
	var first []float64
	for variant := range 12 {
		seen := make([]steelyard.Seen, len(ask))
		for i, asked := range ask {
			if asked > 0 {
				seen[i] = p.sight(asked, i, j, variant)
			}
		}
		law := make([]float64, len(ask))
		p.rule.Choose.Choose(p.groups, seen, law)
		normalise(law)
		switch {
		case first == nil:
			first = law
		case !slices.Equal(law, first):
			return nil, false
		}
	}
	return first, true
}

// sight makes class i busy, idle, or (slower than j) either, with lengths and ties
// that vary.
func (p prober) sight(asked, i, j, variant int) steelyard.Seen {
	s := steelyard.Seen{Asked: asked, Ties: 1 + variant%asked}
	if i == j || i > j && variant%2 == 1 {
		return s
	}
	if p.rule.Inside == steelyard.IdleElseUniform {
		s.Len, s.Ties = 1, asked
		return s
	}
	lengths := [6]int{1, 1 + i, 1 + len(p.groups) - i, 50, 1 + 40*i, 1 + 40*(len(p.groups)-i)}
	s.Len = lengths[variant/2]
	return s
}
