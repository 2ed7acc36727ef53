package scenario

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// Report is what one run found. A number that is not known, not resolved or infinite is nil.
type Report struct {
	Policy         string              `json:"policy"`
	Load           float64             `json:"load"`
	ArrivalRate    float64             `json:"arrival_rate"`
	Servers        int                 `json:"servers"`
	Stable         bool                `json:"stable"`
	Verdict        string              `json:"verdict,omitempty"` // why it is not stable
	MeanResponse   *float64            `json:"mean_response"`
	MeanInfinite   bool                `json:"mean_infinite,omitempty"`
	CI95           *float64            `json:"ci95"` // half-width
	Quantiles      map[string]*float64 `json:"quantiles"`
	Classes        []ClassReport       `json:"classes"`
	Windows        []WindowReport      `json:"windows,omitempty"`
	Makespan       *float64            `json:"makespan,omitempty"` // of runs without arrivals
	MessagesPerJob float64             `json:"messages_per_job"`
	RevokedPerJob  float64             `json:"revoked_per_job"`
	Blocked        int64               `json:"blocked"`
	Lost           int64               `json:"lost"`
	Unplaced       int64               `json:"unplaced"` // the policy found no server
	Checks         []CheckRow          `json:"checks"`
	VarianceRatio  float64             `json:"variance_ratio"` // reached by control variates
	Controls       []string            `json:"controls"`       // which: see the names in package sim
	Start          string              `json:"start"`          // of the warm-up: "mean field", or "given" by the scenario
	Warnings       []stats.Warning     `json:"warnings"`
	Jobs           int64               `json:"jobs"`
	Warmup         int64               `json:"warmup"`
	Replications   int                 `json:"replications"`
	Rounds         int                 `json:"rounds,omitempty"` // of each replication; times are rounds then
	Seed           uint64              `json:"seed"`
	Engine         string              `json:"engine"`
	Interrupted    bool                `json:"interrupted"`
	Timing         *Timing             `json:"timing,omitempty"`
	classes        int
	transient      bool
	result         *sim.Result
}

// ClassReport is what was found of one class.
type ClassReport struct {
	Name         string   `json:"name"`
	Servers      int      `json:"servers"`
	Speed        float64  `json:"speed"`
	Workers      int      `json:"workers"`
	Share        float64  `json:"share"`
	Busy         float64  `json:"busy"`
	MeanJobs     *float64 `json:"mean_jobs"` // per server; nil for a class that joins later
	Peak         int      `json:"peak"`
	MeanResponse *float64 `json:"mean_response"`
	P99          *float64 `json:"p99"`
	Blocked      int64    `json:"blocked"`
}

// WindowReport is what was found of the jobs that arrived in a window and have ended.
type WindowReport struct {
	Name         string             `json:"name"`
	Jobs         int64              `json:"jobs"`
	MeanResponse *float64           `json:"mean_response"`
	P99          *float64           `json:"p99"`
	Shares       map[string]float64 `json:"shares"`
}

// CheckRow puts theory beside observation.
type CheckRow struct {
	Quantity string  `json:"quantity"`
	Observed float64 `json:"observed"`
	Theory   float64 `json:"theory"`
	Source   string  `json:"source"`
}

// Timing says how long a run took. It alone differs from run to run.
type Timing struct {
	Seconds       float64 `json:"seconds"`
	JobsPerSecond float64 `json:"jobs_per_second"`
}

// Levels are the quantiles that are reported.
func Levels() []Level {
	return []Level{{"p50", .5}, {"p90", .9}, {"p95", .95}, {"p99", .99}, {"p99.9", .999}, {"p99.99", .9999}}
}

// Level is a quantile with its name.
type Level struct {
	Name string
	P    float64
}

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
	if t.mean > 0 {
		add("mean response", r.Response.Mean, t.mean, t.source)
	}
	report.distrust(r)
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

// Time notes how many seconds the run took.
func (report *Report) Time(seconds float64) {
	report.Timing = timing(float64(report.Jobs+report.Warmup), seconds)
}

func timing(jobs, seconds float64) *Timing {
	t := &Timing{Seconds: seconds}
	if seconds > 0 {
		t.JobsPerSecond = jobs / seconds
	}
	return t
}
