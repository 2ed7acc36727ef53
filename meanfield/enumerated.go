package meanfield

import (
	"fmt"
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// mostTerms bounds an enumeration.
const mostTerms = 4_000_000

// enumerated is any rule: all that the asked servers may show is listed once per
// size of the tables, with the choice made then.
type enumerated struct{ sampled }

// enumeratedJoiner is a rule with its list.
type enumeratedJoiner struct {
	*enumerated
	lengths []int
	sights  [][][]float64 // [class][asked]: probability of every sight, see fill
	busy    [][]float64   // [class][asked]: all are busy, divided by the fraction busy
	cases   []cases
	toBusy  []float64 // per class, jobs sent to a busy server, per busy server
}

// cases are the sights of one mix: for every asked class an index into its sights,
// and the law over the asked classes.
type cases struct {
	mix     steelyard.Mix
	classes []int
	sights  []int32
	law     []float64
}

// Sights of a class of which a servers are asked are numbered n(a+1)+t: the
// shortest length n, on t of them; t = 0 stands for any number. Under
// IdleElseUniform n is 0 or 1.

// Joiner implements Dispatch.
func (r *enumerated) Joiner(lengths []int) (Joiner, error) {
	most := r.query.most()
	e := &enumeratedJoiner{
		enumerated: r, lengths: lengths, sights: make([][][]float64, len(lengths)),
		busy: table(len(lengths), most+1), toBusy: make([]float64, len(lengths)),
	}
	if r.rule.Inside == steelyard.IdleElseUniform {
		e.lengths = make([]int, len(lengths))
		for c := range lengths {
			e.lengths[c] = 2
		}
	}
	for c := range lengths {
		e.sights[c] = make([][]float64, most+1)
		for _, mix := range r.query {
			if a := mix.Ask[c]; a > 0 {
				e.sights[c][a] = make([]float64, e.lengths[c]*(a+1))
			}
		}
	}
	return e, e.list()
}

// list enumerates the cases of every mix.
func (e *enumeratedJoiner) list() error {
	terms := 0
	for _, mix := range e.query {
		c := cases{mix: mix}
		size := 1
		for class, asked := range mix.Ask {
			if asked > 0 {
				c.classes = append(c.classes, class)
				size *= e.lengths[class]
			}
		}
		if terms += size; terms > mostTerms {
			return fmt.Errorf("%d classes asked at once: too many combinations of queue lengths to list", len(c.classes))
		}
		seen := make([]steelyard.Seen, len(e.groups))
		e.listLengths(&c, seen, 0)
		e.cases = append(e.cases, c)
	}
	return nil
}

// listLengths goes through the lengths of the k-th asked class and the following.
func (e *enumeratedJoiner) listLengths(c *cases, seen []steelyard.Seen, k int) {
	if k == len(c.classes) {
		e.listTies(c, seen)
		return
	}
	class := c.classes[k]
	for n := range e.lengths[class] {
		seen[class] = steelyard.Seen{Asked: c.mix.Ask[class], Len: n}
		e.listLengths(c, seen, k+1)
	}
}

// listTies adds the cases of one set of lengths: one if ties do not matter.
func (e *enumeratedJoiner) listTies(c *cases, seen []steelyard.Seen) {
	var laws [][]float64
	var ties [][]int32
	var visit func(k int)
	visit = func(k int) {
		if k == len(c.classes) {
			laws = append(laws, e.choose(c, seen))
			ties = append(ties, sightsOf(c, seen))
			return
		}
		s := &seen[c.classes[k]]
		least := 1
		if e.rule.Inside == steelyard.IdleElseUniform && s.Len == 1 {
			least = s.Asked
		}
		for s.Ties = least; s.Ties <= s.Asked; s.Ties++ {
			visit(k + 1)
		}
		s.Ties = 0
	}
	visit(0)
	for _, law := range laws[1:] {
		if !slices.Equal(law, laws[0]) {
			for k := range laws {
				c.sights = append(c.sights, ties[k]...)
				c.law = append(c.law, laws[k]...)
			}
			return
		}
	}
	c.sights = append(c.sights, sightsOf(c, seen)...)
	c.law = append(c.law, laws[0]...)
}

func sightsOf(c *cases, seen []steelyard.Seen) []int32 {
	var at []int32
	for _, class := range c.classes {
		s := seen[class]
		at = append(at, int32(s.Len*(s.Asked+1)+s.Ties))
	}
	return at
}

// choose is the law over the asked classes.
func (e *enumeratedJoiner) choose(c *cases, seen []steelyard.Seen) []float64 {
	weights := make([]float64, len(e.groups))
	e.rule.Choose.Choose(e.groups, seen, weights)
	total := 0.0
	for _, w := range weights {
		total += w
	}
	law := make([]float64, len(c.classes))
	for k, class := range c.classes {
		law[k] = weights[class] / total
	}
	return law
}

// Join implements Joiner.
func (e *enumeratedJoiner) Join(u, p [][]float64) {
	e.fill(u)
	for c := range p {
		clear(p[c])
	}
	clear(e.toBusy)
	for k := range e.cases {
		e.join(&e.cases[k], p)
	}
	if e.rule.Inside == steelyard.IdleElseUniform {
		for c, flow := range e.toBusy {
			for n := 1; n < len(p[c]); n++ {
				p[c][n] = flow * (u[c][n] - u[c][n+1])
			}
		}
	}
}

// join adds one mix.
func (e *enumeratedJoiner) join(c *cases, p [][]float64) {
	width := len(c.classes)
	for from := 0; from < len(c.sights); from += width {
		chance := c.mix.Prob
		for k, class := range c.classes {
			chance *= e.sights[class][c.mix.Ask[class]][c.sights[from+k]]
		}
		if chance == 0 && e.rule.Inside == steelyard.Shortest {
			continue
		}
		for k, class := range c.classes {
			asked := c.mix.Ask[class]
			length := int(c.sights[from+k]) / (asked + 1)
			switch law := c.law[from+k]; {
			case law == 0:
			case e.rule.Inside == steelyard.IdleElseUniform && length == 1:
				e.toBusy[class] += law * e.withBusy(c, from, k)
			default:
				p[class][length] += law * chance
			}
		}
	}
}

// withBusy is the chance of a case with the own factor of its k-th class, all
// whose asked servers are busy, taken per busy server.
func (e *enumeratedJoiner) withBusy(c *cases, from, k int) float64 {
	chance := c.mix.Prob
	for o, class := range c.classes {
		asked := c.mix.Ask[class]
		if o == k {
			chance *= e.busy[class][asked]
		} else {
			chance *= e.sights[class][asked][c.sights[from+o]]
		}
	}
	return chance
}

// fill computes the probability of every sight.
func (e *enumeratedJoiner) fill(u [][]float64) {
	for c, tables := range e.sights {
		servers := e.servers(c)
		for a, sights := range tables {
			if sights == nil {
				continue
			}
			for n := range e.lengths[c] {
				there := u[c][n+1]
				if n > 0 && e.rule.Inside == steelyard.IdleElseUniform {
					there = 0
				}
				here := u[c][n] - there
				sights[n*(a+1)] = withoutReplacement(u[c][n], a, 0, 0, servers) - withoutReplacement(there, a, 0, 0, servers)
				for t := 1; t <= a; t++ {
					sights[n*(a+1)+t] = binomial(a, t) * withoutReplacement(here, t, there, a-t, servers)
				}
			}
			e.busy[c][a] = othersBusy(u[c][1], a, servers)
		}
	}
}

// othersBusy is the probability that a asked servers are all busy, divided by the
// busy fraction u.
func othersBusy(u float64, a int, servers float64) float64 {
	chance := 1.0
	for k := 1; k < a; k++ {
		chance *= (u - float64(k)/servers) / (1 - float64(k)/servers)
	}
	return chance
}
