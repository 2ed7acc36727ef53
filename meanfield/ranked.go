package meanfield

import (
	"cmp"
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// ranked is a policy that asks some servers and sends the job to the one that
// ranks smallest. Ties between classes are uniform over the servers that tie, or
// go to the fastest class. It needs work in proportion to the numbers of mixes,
// classes and levels only.
type ranked struct {
	sampled
	order        steelyard.Order
	fastestFirst bool
}

// rankedJoiner is a ranked policy with its tables.
type rankedJoiner struct {
	*ranked
	steps  []step
	next   []int         // per class, the first length not passed yet
	beyond [][][]float64 // [class][asked][n]: all asked have at least n jobs
	nodes  []float64     // quadrature for ties
	weight []float64
}

// step is a set of classes that tie, each at one length.
type step []place

type place struct{ class, n int }

// Joiner implements Dispatch.
func (r *ranked) Joiner(lengths []int) (Joiner, error) {
	if law, d, ok := r.query.identical(); ok && !r.finite {
		return &pooledJoiner{law, d, r.rankSteps(lengths)}, nil
	}
	j := &rankedJoiner{ranked: r, steps: r.rankSteps(lengths), next: make([]int, len(lengths)), beyond: r.query.beyondTables(lengths)}
	j.nodes, j.weight = gaussLegendre((r.query.most() + 1) / 2)
	return j, nil
}

// rankSteps lists all places by rank.
func (r *ranked) rankSteps(lengths []int) []step {
	type entry struct {
		place
		rank float64
	}
	var all []entry
	for c, n := range lengths {
		for k := range n {
			rank := steelyard.RoundRank(r.order.Rank(r.groups[c].Kind, k))
			all = append(all, entry{place{c, k}, rank})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.class, b.class), cmp.Compare(a.n, b.n))
	})
	var steps []step
	for k, e := range all {
		tied := k > 0 && e.rank == all[k-1].rank && e.class != all[k-1].class && !r.fastestFirst
		if !tied {
			steps = append(steps, nil)
		}
		last := len(steps) - 1
		steps[last] = append(steps[last], e.place)
	}
	return steps
}

// Join implements Joiner. Lengths are passed from the best rank to the worst.
func (r *rankedJoiner) Join(u, p [][]float64) {
	for c, tables := range r.beyond {
		for asked, table := range tables {
			if table != nil {
				allAmong(u[c], asked, r.servers(c), table)
			}
		}
		r.next[c] = 0
		clear(p[c])
	}
	for _, s := range r.steps {
		for _, mix := range r.query {
			if len(s) == 1 {
				p[s[0].class][s[0].n] += mix.Prob * r.alone(mix.Ask, s[0])
			} else {
				r.tie(mix, s, u, p)
			}
		}
		for _, at := range s {
			r.next[at.class] = at.n + 1
		}
	}
}

// alone is the probability that the class's best asked server is at this place and
// all others asked are beyond.
func (r *rankedJoiner) alone(ask []int, at place) float64 {
	asked := ask[at.class]
	if asked == 0 {
		return 0
	}
	table := r.beyond[at.class][asked]
	chance := table[at.n] - table[at.n+1]
	for o, other := range ask {
		if o != at.class && other > 0 {
			chance *= r.beyond[o][other][r.next[o]]
		}
	}
	return chance
}

// tie shares a step between its classes. To break ties uniformly give every asked
// server of the step a uniform priority t; the smallest wins. The integral over t
// is that of a polynomial, which the quadrature does exactly.
func (r *rankedJoiner) tie(mix steelyard.Mix, s step, u, p [][]float64) {
	others := mix.Prob
	for o, asked := range mix.Ask {
		if asked > 0 && !s.has(o) {
			others *= r.beyond[o][asked][r.next[o]]
		}
	}
	if others == 0 {
		return
	}
	for k, t := range r.nodes {
		for _, at := range s {
			if mix.Ask[at.class] == 0 {
				continue
			}
			_, chance := r.priority(mix.Ask[at.class], at, u, t)
			for _, o := range s {
				if o != at && mix.Ask[o.class] > 0 {
					left, _ := r.priority(mix.Ask[o.class], o, u, t)
					chance *= left
				}
			}
			p[at.class][at.n] += others * r.weight[k] * chance
		}
	}
}

// priority is the probability that all asked servers of a tying class are beyond
// the step or have a priority above t, and minus its derivative in t.
func (r *rankedJoiner) priority(asked int, at place, u [][]float64, t float64) (left, density float64) {
	servers := r.servers(at.class)
	here, there := u[at.class][at.n]-u[at.class][at.n+1], u[at.class][at.n+1]
	for k := 0; k <= asked; k++ {
		chance := binomial(asked, k) * withoutReplacement(here, k, there, asked-k, servers)
		left += chance * power(1-t, k)
		if k > 0 {
			density += chance * float64(k) * power(1-t, k-1)
		}
	}
	return left, density
}

func (s step) has(class int) bool {
	for _, at := range s {
		if at.class == class {
			return true
		}
	}
	return false
}
