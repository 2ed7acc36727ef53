package scenario

import (
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// Difference is how much longer the mean response time is than that of another policy, from paired observations.
type Difference struct {
	From     string  `json:"from"`
	Mean     float64 `json:"mean"`     // seconds
	CI95     float64 `json:"ci95"`     // half-width, seconds
	Relative float64 `json:"relative"` // to the other's mean
}

// difference compares two reports on the same arrivals; nil if one of them has no mean.
func difference(a, b *Report) *Difference {
	if a.MeanResponse == nil || b.MeanResponse == nil || *b.MeanResponse == 0 {
		return nil
	}
	x, y := a.observations(), b.observations()
	n, run := min(len(x), len(y)), sim.Batches
	if a.transient || n%run != 0 {
		run = 1
	}
	if n == 0 {
		return nil
	}
	pairs := make([]float64, n)
	for k := range pairs {
		pairs[k] = x[k] - y[k]
	}
	e := stats.FromReplications(stats.Independent(pairs, run))
	width := finite(e.HalfWidth())
	if width == nil {
		return nil
	}
	return &Difference{From: b.Policy, Mean: e.Mean, CI95: *width, Relative: e.Mean / *b.MeanResponse}
}

// observations are the means of stretches of equally many arrivals or, in a run that is not stationary, of whole replications.
func (report *Report) observations() []float64 {
	if report.transient {
		return replicationMeans(report.result)
	}
	return report.result.Batches
}
