package scenario

import (
	"math"

	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// newReport writes down a result.
func newReport(s *Scenario, r *sim.Result, t theory) *Report {
	report := &Report{
		Policy: s.Policy.String(), Load: s.Load(), ArrivalRate: s.Rate, Servers: s.Fleet.Servers(),
		Stable: r.Stable, Verdict: r.Verdict, MeanInfinite: r.InfiniteMean, Quantiles: make(map[string]*float64),
		Classes: []ClassReport{}, MessagesPerJob: r.MessagesPerJob, RevokedPerJob: r.RevokedPerJob,
		Blocked: r.Blocked, Lost: r.Lost, Unplaced: r.Nowhere, Checks: []CheckRow{}, VarianceRatio: 1,
		Controls: append([]string{}, r.Controls...), Start: "given",
		Warnings: append([]stats.Warning{}, r.Warnings...), Jobs: r.Jobs, Warmup: r.Warmup, Replications: r.Replications,
		Rounds: s.Rounds, Seed: s.Seed, Engine: string(r.Engine), Interrupted: r.Interrupted, classes: len(s.Fleet.Classes), transient: s.changes(), result: r,
	}
	if r.FromTails {
		report.Start = "mean field"
	}
	report.Warnings = append(report.Warnings, s.belowCapacity()...)
	for _, l := range Levels() {
		report.Quantiles[l.Name] = nil
	}
	if r.Replications > 0 {
		report.describe(s, r)
	}
	if r.Stable {
		report.estimate(s, r)
		report.check(s, r, t)
	}
	return report
}

// estimate fills in the numbers that only a stable fleet has.
func (report *Report) estimate(s *Scenario, r *sim.Result) {
	if !r.InfiniteMean {
		report.MeanResponse, report.CI95 = finite(r.Response.Mean), finite(r.Response.HalfWidth())
		if x := finite(r.Response.VarianceRatio); x != nil {
			report.VarianceRatio = *x
		}
	}
	unresolved := ""
	for _, l := range Levels() {
		report.Quantiles[l.Name] = resolved(r.Law, l.P)
		if report.Quantiles[l.Name] == nil && unresolved == "" {
			unresolved = l.Name
		}
	}
	if unresolved != "" {
		report.warn(stats.NotResolved, "too few jobs for the quantiles from "+unresolved+" on")
	}
	if s.Rate == 0 {
		report.Makespan = finite(r.Seconds / float64(r.Replications))
	}
}

// describe fills in what was counted, also of a fleet that is not stable.
func (report *Report) describe(s *Scenario, r *sim.Result) {
	for k, c := range s.classes() {
		x := &r.Classes[k]
		row := ClassReport{
			Name: c.Name, Servers: c.Servers, Speed: c.Speed, Workers: max(c.Workers, 1),
			Share: x.Share, Busy: x.Busy, Peak: x.Peak, Blocked: x.Blocked,
		}
		if c.Servers > 0 {
			row.MeanJobs = finite(x.Length / float64(c.Servers))
		}
		if x.Jobs > 0 && r.Stable && !r.InfiniteMean {
			row.MeanResponse = finite(x.Law.Mean())
		}
		if r.Stable {
			row.P99 = resolved(x.Law, .99)
		}
		report.Classes = append(report.Classes, row)
	}
	for k := range r.Windows {
		report.Windows = append(report.Windows, windowReport(s, &r.Windows[k]))
	}
}

func windowReport(s *Scenario, w *sim.WindowResult) WindowReport {
	row := WindowReport{Name: w.Name, Jobs: w.Jobs, Shares: make(map[string]float64), P99: resolved(w.Law, .99)}
	if w.Jobs == 0 {
		return row
	}
	row.MeanResponse = finite(w.Law.Mean())
	for k, name := range s.classNames() {
		row.Shares[name] = float64(w.Classes[k]) / float64(w.Jobs)
	}
	return row
}

func (report *Report) warn(code stats.Code, text string) {
	report.Warnings = append(report.Warnings, stats.Warning{Code: code, Text: text})
}

// finite is x, nil if that is no number to report.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// resolved is a quantile, nil if too few jobs are behind it.
func resolved(law sim.ResponseLaw, p float64) *float64 {
	x, ok := law.Quantile(p)
	if !ok {
		return nil
	}
	return finite(x)
}
