package scenario

import (
	"context"
	"errors"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// Comparison is what several policies do with the same arrivals and sizes.
type Comparison struct {
	Policies    []string  `json:"policies"`
	Loads       []float64 `json:"loads"`
	Points      []Point   `json:"points"` // load by load, in the order of the policies
	Interrupted bool      `json:"interrupted"`
	Timing      *Timing   `json:"timing,omitempty"`
}

// Point is one policy at one load.
type Point struct {
	*Report
	// Difference from the first policy; nil for that one itself, and where one of the two has no finite mean.
	Difference *Difference `json:"difference"`
}

// Compare runs every policy at every load, with the scenario's own load if none are given. All see the same arrivals and sizes. It fails if a
// policy cannot work on the fleet, or if ctx ends before the first point is there; when ctx ends later, the comparison is of the points
// finished and says so.
func Compare(ctx context.Context, s *Scenario, policies []policy.Spec, loads []float64, o Options) (*Comparison, error) {
	points, err := Points(s, policies, loads)
	if err != nil {
		return nil, err
	}
	reports := make([]*Report, len(points))
	for k, at := range points {
		part := o
		part.Progress = o.share(k, len(points))
		reports[k], err = Simulate(ctx, at, part)
		if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) && k > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return Collect(s, policies, loads, reports), nil
}

// Collect makes a comparison of the reports on its [Points], nil where there is none.
func Collect(s *Scenario, policies []policy.Spec, loads []float64, reports []*Report) *Comparison {
	c := &Comparison{Loads: loads, Points: []Point{}}
	for _, p := range policies {
		c.Policies = append(c.Policies, p.String())
	}
	if len(loads) == 0 {
		c.Loads = []float64{s.Load()}
	}
	for k, report := range reports {
		if report == nil {
			c.Interrupted = true
			continue
		}
		c.Interrupted = c.Interrupted || report.Interrupted
		p := Point{Report: report}
		if first := k - k%len(policies); k != first && reports[first] != nil {
			p.Difference = difference(report, reports[first])
		}
		c.Points = append(c.Points, p)
	}
	return c
}

// Points lists the scenarios of a comparison, load by load, in the order of the policies. It fails as [Compare] does before it runs any.
func Points(s *Scenario, policies []policy.Spec, loads []float64) ([]*Scenario, error) {
	if len(policies) == 0 {
		return nil, errors.New("policies: none, want at least one")
	}
	if len(loads) > 0 && s.Rate == 0 {
		return nil, errors.New("loads: given though no jobs arrive, want none")
	}
	base := *s
	base.Length.Warmup = s.commonWarmup()
	levels := []*Scenario{&base}
	if len(loads) > 0 {
		levels = nil
		for _, load := range loads {
			levels = append(levels, base.AtLoad(load))
		}
	}
	var points []*Scenario
	for _, level := range levels {
		for _, p := range policies {
			at, err := level.With(p)
			if err != nil {
				return nil, err
			}
			points = append(points, at)
		}
	}
	return points, nil
}

// commonWarmup is the warm-up of a comparison: if each policy chose its own, their arrivals would no longer be paired.
func (s *Scenario) commonWarmup() int {
	if s.Length.Warmup >= 0 || s.changes() {
		return s.Length.Warmup
	}
	return s.Length.Jobs / 4
}

// share is the progress of the k-th of n runs.
func (o Options) share(k, n int) func(done, total int) {
	if o.Progress == nil {
		return nil
	}
	return func(done, total int) { o.Progress(k*total+done, n*total) }
}

// Law is the law of the response time of all jobs; nil if nothing was counted.
func (report *Report) Law() sim.ResponseLaw { return report.result.Law }
