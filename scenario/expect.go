package scenario

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/policy"
)

// Expectation holds a metric to a bound. In a file it is METRIC: "RELATION BOUND", where the relation is <= or >= and the bound
//
//	[FACTOR x] NUMBER | METRIC | POLICY [under VIEW] | best(POLICY [under VIEW] | ...)
//
// or it is METRIC: "NUMBER +- TOLERANCE". A policy stands for the metric's own value when that policy runs on the same arrivals and
// sizes, with the scenario's view or another; best is the least of several.
type Expectation struct {
	Metric Metric
	Text   string // the relation and the bound as written
	atMost bool
	bound  bound
	near   float64 // the tolerance, above 0 for +-
	place  fleet.Place
}

// bound is what a metric is held to.
type bound struct {
	factor   float64
	number   float64
	metric   *Metric
	policies []rival // the least counts
}

// rival is a policy that runs beside that of the scenario.
type rival struct {
	policy policy.Spec
	view   belief.View
}

// expect reads the expectations and why they are not met.
func (r *reader) expect() {
	if v := r.root.Get("expect"); v.Present() {
		entries := v.Entries()
		for _, e := range entries {
			r.expectation(e)
		}
		if v.IsObject() && len(entries) == 0 {
			v.Fail("got nothing, want at least one metric with its bound")
		}
	}
	if v := r.root.Get("pending"); v.Present() {
		r.s.Pending = v.Text("the measured value, and why a policy of today fails it")
		if len(r.s.Expect) == 0 {
			v.Fail("given without expect, want the two together")
		}
	}
}

func (r *reader) expectation(e fleet.Entry) {
	m, err := r.s.parseMetric(e.Key)
	if err != nil {
		e.Value.Fail("%v", err)
		return
	}
	x, err := r.s.parseBound(e.Value.Text(boundWanted))
	if err != nil {
		e.Value.Want("%v", err)
		return
	}
	x.Metric, x.place = m, e.Value.Place()
	r.s.Expect = append(r.s.Expect, x)
}

const boundWanted = `a bound such as "<= 8", ">= 2 x mean@before", "<= 1.05 x best(wrr | hjsq(d=2))" or "0.7 +- 0.02"`

var errBound = errors.New(boundWanted)

// parseBound reads a relation and its bound. Errors follow the word want.
func (s *Scenario) parseBound(text string) (Expectation, error) {
	x := Expectation{Text: text, bound: bound{factor: 1}}
	if middle, tolerance, ok := strings.Cut(text, "+-"); ok {
		var ok1, ok2 bool
		x.bound.number, ok1 = decimal(middle)
		x.near, ok2 = decimal(tolerance)
		if !ok1 || !ok2 || !(x.near > 0) {
			return x, errBound
		}
		return x, nil
	}
	rest, atMost := strings.CutPrefix(text, "<=")
	x.atMost = atMost
	if !atMost {
		var atLeast bool
		if rest, atLeast = strings.CutPrefix(text, ">="); !atLeast {
			return x, errBound
		}
	}
	return x, x.bound.parse(s, rest)
}

// parse reads what comes after the relation.
func (b *bound) parse(s *Scenario, text string) error {
	text = strings.TrimSpace(text)
	if factor, rest, ok := strings.Cut(text, " x "); ok {
		if b.factor, ok = decimal(factor); !ok || !(b.factor > 0) {
			return errBound
		}
		text = strings.TrimSpace(rest)
	}
	if text == "" {
		return errBound
	}
	if x, ok := decimal(text); ok {
		b.number = x
		return nil
	}
	if m, err := s.parseMetric(text); err == nil {
		b.metric = &m
		return nil
	}
	if list, ok := strings.CutPrefix(text, "best("); ok {
		text = strings.TrimSuffix(list, ")")
		if text == list {
			return errBound
		}
	}
	return b.rivals(s, text)
}

// rivals reads policies, each with its view.
func (b *bound) rivals(s *Scenario, list string) error {
	for _, item := range strings.Split(list, "|") {
		name, view, other := strings.Cut(item, " under ")
		spec, err := policy.Parse(name)
		if err != nil {
			return fmt.Errorf("a number, a metric or a policy: %w", err)
		}
		if _, err := s.With(spec); err != nil {
			return err
		}
		r := rival{spec, s.Dispatchers.View}
		if other {
			if r.view, err = belief.ParseView(view); err != nil {
				return err
			}
		}
		b.policies = append(b.policies, r)
	}
	return nil
}

func decimal(text string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}
