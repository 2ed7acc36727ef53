package meanfield

import (
	"fmt"
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// Rule is the policy as a rule, which a balancer or a simulator plays.
func (m ClassIdle) Rule() steelyard.Rule {
	c := assigned{inside: m.Inside}
	for k, mix := range m.Query {
		c.asks = append(c.asks, mix.Ask)
		c.rows = append(c.rows, m.Assign[k])
	}
	return steelyard.Rule{Query: listed(m.Query), Inside: m.Inside, Choose: c}
}

// listed is a query law given by its mixes.
type listed Query

// Mixes implements steelyard.Query. It fails where a class has fewer servers than
// are to be asked.
func (q listed) Mixes(g []steelyard.Group) ([]steelyard.Mix, error) {
	for _, mix := range q {
		if len(mix.Ask) != len(g) {
			return nil, &FieldError{"number of classes of the query", len(mix.Ask), fmt.Sprintf("%d, as in the fleet", len(g))}
		}
		for c, n := range mix.Ask {
			if float64(n) > g[c].Servers {
				return nil, &FieldError{fmt.Sprintf("servers asked of class %d", c), n, fmt.Sprintf("at most %v, the servers of that class", g[c].Servers)}
			}
		}
	}
	return q, nil
}

// Limit implements steelyard.Query.
func (q listed) Limit(g []steelyard.Group) ([]steelyard.Mix, error) {
	if len(q) > 0 && len(q[0].Ask) != len(g) {
		return nil, &FieldError{"number of classes of the query", len(q[0].Ask), fmt.Sprintf("%d, as in the fleet", len(g))}
	}
	return q, nil
}

// assigned chooses the class by an Assignment.
type assigned struct {
	inside steelyard.Inside
	asks   [][]int
	rows   Assignment
}

// Choose implements steelyard.Chooser. Where servers are missing, so that fewer
// were asked than any mix says, an idle class is chosen, the fastest first, or else
// any asked.
func (a assigned) Choose(g []steelyard.Group, seen []steelyard.Seen, law []float64) {
	idle := len(seen)
	for c, s := range seen {
		if s.Asked > 0 && a.idle(g[c], s) {
			idle = c
			break
		}
	}
	mix := slices.IndexFunc(a.asks, func(ask []int) bool {
		for c, s := range seen {
			if s.Asked != ask[c] {
				return false
			}
		}
		return true
	})
	switch {
	case mix >= 0:
		copy(law, a.rows[mix][idle])
	case idle < len(seen):
		law[idle] = 1
	default:
		for c, s := range seen {
			law[c] = float64(s.Asked) * g[c].Kind.Capacity()
		}
	}
}

func (a assigned) idle(g steelyard.Group, s steelyard.Seen) bool {
	if a.inside == steelyard.IdleElseUniform {
		return s.Len == 0
	}
	return s.Len < max(1, g.Kind.Workers)
}
