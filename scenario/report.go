package scenario

import (
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
