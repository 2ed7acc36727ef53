package policy

import (
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
)

// drawQuery asks d servers drawn one after the other from the whole fleet, uniformly or with probability proportional to capacity,
// each among those left unless replace is set. Its law over class mixes is exact: multivariate hypergeometric, Wallenius'
// (successive sampling), or that of the distinct servers among d draws with replacement.
type drawQuery struct {
	d       int
	bySpeed bool
	replace bool
}

// mostMixes bounds the numbers in a list of mixes.
const mostMixes = 1 << 24

func (q drawQuery) weight(k steelyard.Kind) float64 {
	if q.bySpeed {
		return k.Capacity()
	}
	return 1
}

// Mixes implements steelyard.Query.
func (q drawQuery) Mixes(g []steelyard.Group) ([]steelyard.Mix, error) {
	return q.mixes(g, func(c, asked int) (fresh, seen float64) {
		fresh = (g[c].Servers - float64(asked)) * q.weight(g[c].Kind)
		if q.replace {
			seen = float64(asked) * q.weight(g[c].Kind)
		}
		return fresh, seen
	})
}

// Limit implements steelyard.Query.
func (q drawQuery) Limit(g []steelyard.Group) ([]steelyard.Mix, error) {
	return q.mixes(g, func(c, _ int) (fresh, seen float64) {
		return g[c].Servers * q.weight(g[c].Kind), 0
	})
}

// mixes follows the draws one by one. weights says how much of class c, of which some servers have been asked, the next draw
// may hit: servers not asked so far, and those that were.
func (q drawQuery) mixes(g []steelyard.Group, weights func(c, asked int) (fresh, seen float64)) ([]steelyard.Mix, error) {
	level := newMixSet()
	level.add(make([]int, len(g)), 1)
	for range q.d {
		next := newMixSet()
		for _, m := range level.list {
			spread(m, next, weights)
		}
		level = next
		if len(level.list)*len(g) > mostMixes {
			return nil, fmt.Errorf("d=%d with %d classes: too many mixes of classes to list", q.d, len(g))
		}
	}
	return level.list, nil
}

// spread adds to next what one more draw makes of the mix m.
func spread(m steelyard.Mix, next *mixSet, weights func(c, asked int) (fresh, seen float64)) {
	total, again := 0.0, 0.0
	for c, asked := range m.Ask {
		fresh, seen := weights(c, asked)
		total += fresh + seen
		again += seen
	}
	if total <= 0 {
		next.add(m.Ask, m.Prob)
		return
	}
	if again > 0 {
		next.add(m.Ask, m.Prob*again/total)
	}
	for c, asked := range m.Ask {
		if fresh, _ := weights(c, asked); fresh > 0 {
			m.Ask[c]++
			next.add(m.Ask, m.Prob*fresh/total)
			m.Ask[c]--
		}
	}
}

// mixSet collects mixes, adding up the probabilities of equal ones.
type mixSet struct {
	list  []steelyard.Mix
	place map[string]int
	key   []byte
}

func newMixSet() *mixSet { return &mixSet{place: map[string]int{}} }

func (s *mixSet) add(ask []int, prob float64) {
	s.key = s.key[:0]
	for _, a := range ask {
		s.key = append(s.key, byte(a), byte(a>>8), byte(a>>16))
	}
	if at, ok := s.place[string(s.key)]; ok {
		s.list[at].Prob += prob
		return
	}
	s.place[string(s.key)] = len(s.list)
	s.list = append(s.list, steelyard.Mix{Prob: prob, Ask: append([]int(nil), ask...)})
}
