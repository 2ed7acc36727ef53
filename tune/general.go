package tune

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// Model is the chosen policy as a model on a fleet.
func (c *Classes) Model(f meanfield.Fleet, arrivals float64) meanfield.ClassIdle {
	inside := steelyard.IdleElseUniform
	if c.Inside == insideName(steelyard.Shortest) {
		inside = steelyard.Shortest
	}
	return meanfield.ClassIdle{Fleet: f, Arrivals: arrivals, Query: c.Mixes, Assign: c.Assign, Inside: inside}
}

// Play is the chosen policy itself.
func (c *Classes) Play() steelyard.Policy {
	rule := c.Model(nil, 0).Rule()
	return steelyard.NewRulePolicy(func([]steelyard.Group) (steelyard.Rule, error) { return rule, nil })
}

// General optimises the query law within its family jointly with the assignment,
// for any number of classes and d queried servers per job. The problem is not
// convex: the result is the best of local searches from several starts, and never
// worse than that of a family contained in the one asked for.
func General(f meanfield.Fleet, arrivals float64, query string, d int, inside steelyard.Inside) (Choice, error) {
	if err := f.CheckArrivals(arrivals); err != nil {
		return Choice{}, err
	}
	if d < 1 {
		return Choice{}, &meanfield.FieldError{Field: "d", Value: d, Want: "at least 1"}
	}
	if len(f) > mostClasses {
		return Choice{}, &meanfield.FieldError{Field: "number of classes", Value: len(f), Want: fmt.Sprintf("at most %d", mostClasses)}
	}
	if most := mostAsked(len(f)); d > most {
		return Choice{}, &meanfield.FieldError{Field: "d", Value: d, Want: fmt.Sprintf("at most %d with %d classes: there are too many mixes to weigh up", most, len(f))}
	}
	for _, family := range queryFamilies {
		if family.name == query {
			s := &search{fleet: f, arrivals: arrivals, d: d, inside: inside, mixes: meanfield.Mixes(len(f), d)}
			return s.finish(query, family.search(s))
		}
	}
	return Choice{}, &meanfield.FieldError{Field: "query", Value: query, Want: "one of " + strings.Join(QueryFamilies(), ", ")}
}

// SingleMix optimises the assignment for a query that always asks the same number of servers of each class.
func SingleMix(f meanfield.Fleet, arrivals float64, mix []int, inside steelyard.Inside) (Choice, error) {
	if err := f.CheckArrivals(arrivals); err != nil {
		return Choice{}, err
	}
	q := meanfield.Fixed(mix...)
	if err := q.Check(f); err != nil {
		return Choice{}, err
	}
	s := &search{fleet: f, arrivals: arrivals, d: total(mix), inside: inside, mixes: [][]int{mix}}
	c, err := s.finish("det", s.over(fixedLaw{q}, s.mixes))
	if err == nil {
		c.D = mix
	}
	return c, err
}

// The bounds of the size of a search: some seconds of one core.
const (
	mostFlows   = 30_000
	mostClasses = 30
)

// mostAsked is the largest number of servers asked for which a search is not too large.
func mostAsked(classes int) int {
	if classes == 1 {
		return math.MaxInt
	}
	mixes, d := 1, 0
	for mixes*classes*(classes+1) <= mostFlows {
		d++
		mixes = mixes * (d + classes - 1) / d
	}
	return d - 1
}

func (s *search) finish(query string, p plan) (Choice, error) {
	if p.value >= unstableValue {
		return Choice{}, fmt.Errorf("query %s, d=%d at load %.6g: %w", query, s.d, s.arrivals/s.fleet.Capacity(), meanfield.ErrUnstable)
	}
	c := s.classes(query, p)
	prediction, err := c.Model(s.fleet, s.arrivals).Predict()
	if err != nil {
		return Choice{}, err
	}
	return Choice{
		Family: "classes", Policy: c.Model(s.fleet, s.arrivals).Plan().String(), D: []int{s.d}, Classes: c,
		MeanResponse: prediction.MeanResponse, Residual: prediction.Residual, Warnings: prediction.Warnings,
	}, nil
}

// classes is a plan without the mixes that it never asks.
func (s *search) classes(query string, p plan) *Classes {
	c := &Classes{Query: query, Inside: insideName(s.inside)}
	for m, probability := range p.probs {
		if probability > 0 {
			c.Mixes = append(c.Mixes, steelyard.Mix{Prob: probability, Ask: s.mixes[m]})
			c.Assign = append(c.Assign, p.assign[m])
		}
	}
	return c
}

// checked rejects a plan whose fixed point is not the only one or does not draw an
// overloaded fleet back; the local search does not look for that.
func (s *search) checked(p plan) plan {
	if p.value < unstableValue {
		if _, err := s.classes("", p).Model(s.fleet, s.arrivals).Predict(); err != nil {
			p.value = math.Inf(1)
		}
	}
	return p
}

func insideName(inside steelyard.Inside) string {
	if inside == steelyard.Shortest {
		return "shortest"
	}
	return "idle-else-uniform"
}

// plan is a policy over the list of all mixes of d servers.
type plan struct {
	probs  []float64
	assign meanfield.Assignment
	law    [][]float64 // the family's vectors
	value  float64
}

func better(a, b plan) plan {
	if b.probs == nil || a.probs != nil && a.value <= b.value {
		return a
	}
	return b
}

// search is one optimisation; families contained in the one asked for are
// searched first and give starts.
type search struct {
	fleet    meanfield.Fleet
	arrivals float64
	d        int
	inside   steelyard.Inside
	mixes    [][]int
}

// biases are the starts: how strongly fast classes are favoured in the query and
// in the assignment.
var biases = [][2]float64{{0, 0}, {0.5, 0.3}, {0.9, 0.9}, {0, 0.9}}

// over runs the local search for a query law over the given mixes, from the
// standard starts and from those given.
func (s *search) over(law family, mixes [][]int, starts ...plan) plan {
	o := newJoint(s.fleet, s.arrivals, law, mixes, s.inside)
	var best plan
	for _, bias := range biases {
		for v, w := range law.start(bias[0]) {
			copy(o.query[v], w)
		}
		for k, r := range o.rows {
			s.startRow(o.assign[k], r, bias[1])
		}
		best = better(best, s.checked(s.planOf(o, o.minimise())))
	}
	for _, start := range starts {
		for v, w := range start.law {
			copy(o.query[v], w)
		}
		for k, r := range o.rows {
			for a, i := range r.options {
				o.assign[k][a] = start.assign[s.place(mixes[r.mix])][r.idle][i]
			}
		}
		best = better(best, s.checked(s.planOf(o, o.minimise())))
	}
	return best
}

// startRow is near: idle servers first; if there is none, in proportion to
// capacity, which is stable at every load.
func (s *search) startRow(w []float64, r row, bias float64) {
	for a, i := range r.options {
		w[a] = 0
		if i == r.idle || r.idle == len(s.fleet) {
			w[a] = (1 - bias) * s.fleet[i].Share * s.fleet[i].Rate
		}
	}
	normalise(w)
	for a := range w {
		w[a] *= 1 - bias
	}
	w[0] += bias
}

// planOf reads the present policy of a local search.
func (s *search) planOf(o *joint, value float64) plan {
	p := plan{probs: make([]float64, len(s.mixes)), assign: s.plain(), value: value}
	for m, mix := range o.mixes {
		p.probs[s.place(mix)] = o.probs[m]
	}
	for k, r := range o.rows {
		for a, i := range r.options {
			p.assign[s.place(o.mixes[r.mix])][r.idle][i] = o.assign[k][a]
		}
	}
	for _, w := range o.query {
		p.law = append(p.law, append([]float64{}, w...))
	}
	return p
}

// plain is the assignment of startRow without bias, for every mix.
func (s *search) plain() meanfield.Assignment {
	a := make(meanfield.Assignment, len(s.mixes))
	for m := range s.mixes {
		a[m] = make([][]float64, len(s.fleet)+1)
		for j := range a[m] {
			a[m][j] = make([]float64, len(s.fleet))
		}
	}
	for _, r := range decisions(s.mixes, len(s.fleet)) {
		w := make([]float64, len(r.options))
		s.startRow(w, r, 0)
		for k, i := range r.options {
			a[r.mix][r.idle][i] = w[k]
		}
	}
	return a
}

// place is the position of a mix in the list of all.
func (s *search) place(mix []int) int {
	for m, other := range s.mixes {
		if equal(mix, other) {
			return m
		}
	}
	return -1
}

func equal(a, b []int) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
