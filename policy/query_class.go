package policy

import (
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
)

// fixedQuery asks the same number of servers of each class for every job, without replacement.
type fixedQuery []int

// Mixes implements steelyard.Query. It fails where a class has fewer servers than are to be asked.
func (q fixedQuery) Mixes(g []steelyard.Group) ([]steelyard.Mix, error) {
	for c, ask := range q {
		if float64(ask) > g[c].Servers {
			return nil, fmt.Errorf("asks %d servers of the class of rate %v, which has %v", ask, g[c].Kind.Rate, g[c].Servers)
		}
	}
	return q.Limit(g)
}

// Limit implements steelyard.Query.
func (q fixedQuery) Limit([]steelyard.Group) ([]steelyard.Mix, error) {
	return []steelyard.Mix{{Prob: 1, Ask: append([]int(nil), q...)}}, nil
}

// oneClassQuery draws one class, class c with probability p[c], and asks d servers of it, or all if it has fewer.
type oneClassQuery struct {
	p []float64
	d int
}

// Mixes implements steelyard.Query.
func (q oneClassQuery) Mixes(g []steelyard.Group) ([]steelyard.Mix, error) {
	return q.mixes(func(c int) int { return min(q.d, int(g[c].Servers)) }, len(g)), nil
}

// Limit implements steelyard.Query.
func (q oneClassQuery) Limit(g []steelyard.Group) ([]steelyard.Mix, error) {
	return q.mixes(func(int) int { return q.d }, len(g)), nil
}

func (q oneClassQuery) mixes(ask func(c int) int, classes int) []steelyard.Mix {
	var list []steelyard.Mix
	for c, p := range q.p {
		if p > 0 {
			m := steelyard.Mix{Prob: p, Ask: make([]int, classes)}
			m.Ask[c] = ask(c)
			list = append(list, m)
		}
	}
	return list
}
