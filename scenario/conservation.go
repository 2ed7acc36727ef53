package scenario

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// check puts theory beside observation.
func (report *Report) check(s *Scenario, r *sim.Result, t theory) {
	add := func(quantity string, observed, theory float64, source string) {
		if finite(observed) != nil && finite(theory) != nil {
			report.Checks = append(report.Checks, CheckRow{quantity, observed, theory, source})
		}
	}
	add("flow", float64(r.Flow), 0, "conservation: arrivals less departures, losses and growth")
	if s.changes() {
		return
	}
	add("Little's law", r.Little, 0, "L / (throughput E[T]) - 1")
	if r.Blocked == 0 {
		add("utilisation", s.used(r), s.Load(), "load")
	}
	if t.mean == 0 && s.Rounds == 0 {
		t.mean, t.source = s.fluid()
	}
	if t.mean > 0 {
		add("mean response", r.Response.Mean, t.mean, t.source)
	}
	report.distrust(r)
}

// fluid is the mean response time in the mean field, with the 1/N term of the fleet's size where there is one; 0 if there is no model or its
// cost is that of a simulation.
func (s *Scenario) fluid() (mean float64, source string) {
	if len(s.Fleet.Classes) > mostControlled {
		return 0, ""
	}
	p, err := Predict(s)
	switch {
	case err != nil:
		return 0, ""
	case p.MeanResponseRefined != nil:
		return *p.MeanResponseRefined, "mean field and its 1/N term"
	case p.MeanResponse != nil:
		return *p.MeanResponse, "mean field, many servers"
	}
	return 0, ""
}

// mostImbalance is how far conservation laws may be off at the ends of a run.
const mostImbalance = .05

func (report *Report) distrust(r *sim.Result) {
	if r.Flow != 0 {
		report.warn(stats.Unbalanced, fmt.Sprintf("%d jobs are not accounted for: a mistake of the engine", r.Flow))
	}
	if math.Abs(r.Little) > mostImbalance {
		report.warn(stats.Unbalanced, fmt.Sprintf("Little's law is off by %.2g: lengthen the run", r.Little))
	}
}

// used is the share of the fleet's capacity that was at work.
func (s *Scenario) used(r *sim.Result) float64 {
	sum := 0.0
	for k, c := range s.Fleet.Classes {
		sum += r.Classes[k].Busy * c.Capacity()
	}
	return sum / s.Fleet.Capacity()
}
