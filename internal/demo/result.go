package demo

import (
	"cmp"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/stats"
)

// Result is what a demonstration measured. Times are in seconds.
type Result struct {
	Load     float64   `json:"load"`
	Servers  int       `json:"servers"`
	Seconds  float64   `json:"seconds"` // how long requests arrived, less than asked for after an interruption
	Policies []Outcome `json:"policies"`
	Overhead float64   `json:"overhead"` // of an idle request through a balancer, median
	Late     float64   `json:"late"`     // 99 % of the requests were sent at most so long after they were due
}

// Outcome is one policy's. The figures of an unstable policy are absent: its queues grew for as long as it ran.
type Outcome struct {
	Policy    string             `json:"policy"`
	Mean      *float64           `json:"mean_response"`
	CI95      *float64           `json:"ci95"` // half-width
	Quantiles map[string]float64 `json:"quantiles"`
	FastShare *float64           `json:"fast_share"`
	Errors    int                `json:"errors"`
	Error     string             `json:"error,omitempty"` // the first one
	Stable    bool               `json:"stable"`
	Exact     *float64           `json:"exact,omitempty"` // the mean that theory gives, where it is known
	Short     string             `json:"short,omitempty"` // why the run was too short to compare
}

// quantiles are those reported.
var quantiles = []struct {
	name string
	p    float64
}{{"p50", .5}, {"p95", .95}, {"p99", .99}}

// warmup is the part of the run at its beginning that is not measured: the fleets start empty.
const warmup = .2

// outcome sums a stage up once all its jobs are done. Requests arrived for elapsed seconds.
func (s *stage) outcome(elapsed float64) Outcome {
	o := Outcome{Policy: s.policy.String(), Errors: s.errors, Stable: !s.unstable}
	if s.err != nil {
		o.Error = s.err.Error()
	}
	if exact := s.config.exactMean(s.policy); !math.IsNaN(exact) {
		o.Exact = &exact
	}
	answers := slices.DeleteFunc(s.answers, func(a answer) bool { return a.at < seconds(warmup*elapsed) })
	if !o.Stable || len(answers) == 0 {
		return o
	}
	slices.SortFunc(answers, func(a, b answer) int { return cmp.Compare(a.at, b.at) })
	took := make([]float64, len(answers))
	fast := 0.0
	for k, a := range answers {
		took[k] = a.took
		if a.fast {
			fast++
		}
	}
	fast /= float64(len(answers))
	e := stats.FromSeries(took)
	o.Mean, o.FastShare = &e.Mean, &fast
	if half := e.HalfWidth(); !math.IsInf(half, 1) {
		o.CI95 = &half
	}
	slices.Sort(took)
	o.Quantiles = make(map[string]float64)
	for _, q := range quantiles {
		o.Quantiles[q.name] = quantile(took, q.p)
	}
	o.Short = s.short(e, elapsed)
	return o
}

// short says why a run was too short to compare its mean with others, "" if it was not.
func (s *stage) short(e stats.Estimate, elapsed float64) string {
	const (
		wide    = .1 // of the mean
		settles = 10 // settling times for a mean to be compared with the stationary one
	)
	switch {
	case !e.Within(wide):
		return "too short to compare: the interval is wide"
	case !math.IsNaN(s.config.exactMean(s.policy)) && elapsed < settles*s.config.settling():
		return "too short to compare: slow queues are still settling"
	}
	return ""
}

// quantile is that of sorted values, 0 if there are none.
func quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(p*float64(len(sorted))), len(sorted)-1)]
}
