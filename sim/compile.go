package sim

import "github.com/steelyard-lb/steelyard"

// A rule that asks at most two servers becomes a table: for each pair of lengths, how likely the second candidate is taken. reach is the
// number of lengths in it, mostMixes how many tables there may be, so that they stay in the processor's nearest cache.
const (
	reach     = 32
	mostMixes = 16
	tables    = 2 * mostMixes
	certain   = 1 << 31 // a threshold for probability 1
)

// pairing is how one kind of step finds its server: the first candidate is uniform among a range of servers, the second among another,
// and a table chooses.
type pairing struct {
	servers [2]uint64 // in the ranges
	first   [2]uint32 // where the ranges begin
	same    uint64    // 1 if the second is drawn from what the first left of the same range
	table   uint32    // where the table begins
	tally   uint32    // where the tally begins
	change  uint32    // of the length: 1 for an arrival, -1 for a turn
	_       [20]byte  // up to 64
}

// compiled is a policy as tables.
type compiled struct {
	pairings []pairing // of arrivals
	weights  []float64 // of the pairings
	table    []uint32  // reach * reach thresholds per pairing that needs them, the first candidate's length being the row; at 0 one of zeros
	asks     float64   // servers asked per arrival, on average
}

// compile turns the policy into tables, nil if it has no rule or one that asks for more than two servers.
func compile(p steelyard.Policy, l *steelyard.Layout) *compiled {
	ruled, ok := p.(steelyard.Ruled)
	if !ok {
		return nil
	}
	g := l.Groups()
	rule, err := ruled.Rule(g)
	if err != nil {
		return nil
	}
	mixes, err := rule.Query.Mixes(g)
	if err != nil || len(mixes) > mostMixes {
		return nil
	}
	k := &compiled{table: make([]uint32, reach*reach)}
	for _, m := range mixes {
		if !k.add(rule, l, m) {
			return nil
		}
	}
	return k
}

// add compiles one mix; false if it asks for more than two servers.
func (k *compiled) add(rule steelyard.Rule, l *steelyard.Layout, m steelyard.Mix) bool {
	var classes []int
	for c, ask := range m.Ask {
		for range ask {
			classes = append(classes, c)
		}
	}
	p := pairing{change: 1}
	switch len(classes) {
	case 1: // it is taken whatever its length
		classes = append(classes, classes[0])
	case 2:
		k.asks += 2 * m.Prob
		if classes[0] == classes[1] {
			p.same = 1
		}
		p.table = k.tabulate(func(a, b int) float64 { return second(rule, l.Groups(), classes, a, b) })
	default:
		return false
	}
	for s, c := range classes {
		servers := l.Classes()[c].Servers
		p.servers[s] = uint64(len(servers))
		p.first[s] = uint32(servers[0])
	}
	p.servers[1] -= p.same
	k.pairings = append(k.pairings, p)
	k.weights = append(k.weights, m.Prob)
	return true
}

// tabulate appends the table of a probability of the second candidate and returns where it begins.
func (k *compiled) tabulate(second func(a, b int) float64) uint32 {
	begin := len(k.table)
	for a := range reach {
		for b := range reach {
			k.table = append(k.table, uint32(second(a, b)*certain+.5))
		}
	}
	return uint32(begin)
}

// second is the probability that the second of two candidates, of these classes and lengths, is taken.
func second(rule steelyard.Rule, g []steelyard.Group, classes []int, a, b int) float64 {
	if rule.Inside == steelyard.IdleElseUniform {
		a, b = min(a, 1), min(b, 1)
	}
	if classes[0] == classes[1] {
		// The two are exchangeable, so that the first may take ties.
		if b < a {
			return 1
		}
		return 0
	}
	seen := make([]steelyard.Seen, len(g))
	seen[classes[0]] = steelyard.Seen{Asked: 1, Len: a, Ties: 1}
	seen[classes[1]] = steelyard.Seen{Asked: 1, Len: b, Ties: 1}
	law := make([]float64, len(g))
	rule.Choose.Choose(g, seen, law)
	return law[classes[1]] / (law[classes[0]] + law[classes[1]])
}
