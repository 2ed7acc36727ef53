package scenario

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/sim"
)

// Outcome says whether an expectation was met.
type Outcome struct {
	Expectation Expectation
	Measured    float64
	Limit       float64 // what the bound came to
	Met         bool
	Problem     string // why there is no measurement; empty if there is
}

// String tells the outcome in one line, in the form FILE:LINE: FIELD: ...
func (o Outcome) String() string {
	what := fmt.Sprintf("got %s", number(o.Measured))
	if o.Problem != "" {
		what = o.Problem
	}
	if o.Problem == "" && o.Expectation.bound.relative() {
		return o.Expectation.place.Errorf("%s, want %s, which is %s", what, o.Expectation.Text, number(o.Limit)).Error()
	}
	return o.Expectation.place.Errorf("%s, want %s", what, o.Expectation.Text).Error()
}

// Check runs a scenario, and the policies that it is held against, and says which expectations are met. A fleet that is not stable meets
// none.
func Check(ctx context.Context, s *Scenario, o Options) ([]Outcome, error) {
	own, err := s.simulate(ctx, o, s.theory())
	if err != nil {
		return nil, err
	}
	rivals := &rivalRuns{scenario: s, options: o, results: make(map[string]*sim.Result)}
	var outcomes []Outcome
	for _, x := range s.Expect {
		outcome := Outcome{Expectation: x}
		if err := outcome.judge(ctx, s, own, rivals); err != nil {
			return nil, err
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes, nil
}

// judge measures one expectation. Its error is one of a run; what cannot be measured is a problem of the outcome.
func (o *Outcome) judge(ctx context.Context, s *Scenario, own *sim.Result, rivals *rivalRuns) error {
	var problem error
	if !own.Stable {
		problem = fmt.Errorf("not stable: %s", own.Verdict)
	} else if o.Measured, problem = s.measure(o.Expectation.Metric, own); problem == nil {
		var err error
		if o.Limit, problem, err = rivals.limit(ctx, &o.Expectation, own); err != nil {
			return err
		}
	}
	if problem != nil {
		o.Problem = problem.Error()
		return nil
	}
	o.Met = o.Expectation.met(o.Measured, o.Limit)
	return nil
}

func (x *Expectation) met(measured, limit float64) bool {
	switch {
	case x.near > 0:
		return math.Abs(measured-limit) <= x.near
	case x.atMost:
		return measured <= limit
	}
	return measured >= limit
}

// relative says whether the bound is to be measured.
func (b *bound) relative() bool { return b.metric != nil || b.policies != nil }

// rivalRuns runs the policies that a scenario is held against, each once.
type rivalRuns struct {
	scenario *Scenario
	options  Options
	results  map[string]*sim.Result
}

// limit is what a bound comes to. A rival that is not stable is no bound at all: problem says so unless another is.
func (r *rivalRuns) limit(ctx context.Context, x *Expectation, own *sim.Result) (limit float64, problem, err error) {
	b := &x.bound
	switch {
	case b.metric != nil:
		limit, problem = r.scenario.measure(*b.metric, own)
	case b.policies == nil:
		limit = b.number
	default:
		limit = math.Inf(1)
		for _, rival := range b.policies {
			value, trouble, err := r.value(ctx, rival, x.Metric)
			if err != nil {
				return 0, nil, err
			}
			if trouble != nil {
				problem = trouble
			}
			limit = min(limit, value)
		}
		if !math.IsInf(limit, 1) {
			problem = nil
		}
	}
	return b.factor * limit, problem, err
}

// value is a metric of a rival, infinite if it is not stable or not resolved.
func (r *rivalRuns) value(ctx context.Context, rival rival, m Metric) (value float64, trouble, err error) {
	result, err := r.run(ctx, rival)
	if err != nil {
		return 0, nil, err
	}
	if !result.Stable {
		return math.Inf(1), fmt.Errorf("%v is not stable", rival.policy), nil
	}
	if value, trouble = r.scenario.measure(m, result); trouble != nil {
		return math.Inf(1), fmt.Errorf("of %v: %w", rival.policy, trouble), nil
	}
	return value, nil, nil
}

func (r *rivalRuns) run(ctx context.Context, rival rival) (*sim.Result, error) {
	key := fmt.Sprintf("%v under %v", rival.policy, rival.view)
	if result, known := r.results[key]; known {
		return result, nil
	}
	s, err := r.scenario.With(rival.policy)
	if err != nil {
		return nil, err
	}
	s.Dispatchers.View = rival.view
	result, err := s.simulate(ctx, r.options, s.theory())
	if err == nil {
		r.results[key] = result
	}
	return result, err
}
