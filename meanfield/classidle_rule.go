package meanfield

import (
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// ClassIdleOf is the model of a rule that chooses the class by idleness alone,
// whose equations are much smaller than those of queue lengths; false for other
// rules.
func ClassIdleOf(rule steelyard.Rule, groups []steelyard.Group, arrivals float64) (ClassIdle, bool) {
	f, err := FleetOf(groups)
	if err != nil {
		return ClassIdle{}, false
	}
	shares := scaledGroups(groups, 1)
	mixes, err := rule.Query.Limit(shares)
	if err != nil {
		return ClassIdle{}, false
	}
	assign, ok := byIdleness(rule, shares, mixes)
	m := ClassIdle{Fleet: f, Arrivals: arrivals, Query: mixes, Assign: assign, Inside: rule.Inside}
	return m, ok && m.Check() == nil
}

// byIdleness asks a rule what it does for every fastest idle class under several
// lengths and ties of the others, and gives up if these matter. Servers must have
// one worker.
func byIdleness(rule steelyard.Rule, groups []steelyard.Group, mixes Query) (Assignment, bool) {
	for _, g := range groups {
		if g.Kind.Workers > 1 {
			return nil, false
		}
	}
	p := prober{rule, groups}
	var assign Assignment
	for _, mix := range mixes {
		rows := table(len(groups)+1, len(groups))
		for j := range rows {
			if j < len(groups) && mix.Ask[j] == 0 {
				continue
			}
			row, ok := p.row(mix.Ask, j)
			if !ok || checkRow(mix.Ask, j, row, "row") != nil {
				return nil, false
			}
			rows[j] = row
		}
		assign = append(assign, rows)
	}
	return assign, true
}

type prober struct {
	rule   steelyard.Rule
	groups []steelyard.Group
}

// row is the law over classes when class j is the fastest with an idle asked
// server; false if it is not determined by that.
func (p prober) row(ask []int, j int) ([]float64, bool) {
	var first []float64
	for _, lengths := range contrasts(ask) {
		for variant := range 4 {
			seen := make([]steelyard.Seen, len(ask))
			for i, asked := range ask {
				if asked > 0 {
					seen[i] = p.sight(asked, i, j, lengths[i], variant)
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
	}
	return first, true
}

// contrasts are lengths of busy queues: all the same, or one of the asked classes
// with much longer or much shorter ones than the others.
func contrasts(ask []int) [][]int {
	const long = 1 << 20
	all := [][]int{slices.Repeat([]int{1}, len(ask))}
	for c, asked := range ask {
		if asked > 0 {
			longer, shorter := slices.Repeat([]int{1}, len(ask)), slices.Repeat([]int{long}, len(ask))
			longer[c], shorter[c] = long, 1
			all = append(all, longer, shorter)
		}
	}
	return all
}

// sight makes class j idle, faster ones busy and slower ones either, with few ties
// or many.
func (p prober) sight(asked, i, j, length, variant int) steelyard.Seen {
	s := steelyard.Seen{Asked: asked, Ties: 1}
	if variant%2 == 1 {
		s.Ties = asked
	}
	switch {
	case i == j || i > j && variant/2 == 1:
	case p.rule.Inside == steelyard.IdleElseUniform:
		s.Len, s.Ties = 1, asked
	default:
		s.Len = length
	}
	return s
}
