package policy

import steelyard "github.com/steelyard-lb/steelyard"

// smallest chooses the class whose representative ranks smallest. Ties between classes are uniform over the servers that
// tie or, with fastestFirst, go to the fastest class.
type smallest struct {
	order        steelyard.Order
	fastestFirst bool
}

// Choose implements steelyard.Chooser.
func (s smallest) Choose(g []steelyard.Group, seen []steelyard.Seen, law []float64) {
	best, least := steelyard.None, 0.0
	for c := range seen {
		if seen[c].Asked == 0 {
			continue
		}
		switch rank := steelyard.RoundRank(s.order.Rank(g[c].Kind, seen[c].Len)); {
		case best == steelyard.None || rank < least:
			clear(law[:c])
			best, least = c, rank
			law[c] = float64(seen[c].Ties)
		case rank == least && !s.fastestFirst:
			law[c] = float64(seen[c].Ties)
		}
	}
}

// Ranking tells models by what the choice is made, which Choose alone does not show.
func (s smallest) Ranking() (order steelyard.Order, fastestFirst bool) {
	return s.order, s.fastestFirst
}
