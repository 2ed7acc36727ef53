package scenario

import (
	"math"

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
	e := stats.FromReplications(independent(pairs, run))
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

// mostCorrelation is how much neighbours may depend on one another and still count as independent.
const mostCorrelation = .1

// independent averages neighbours, each run of so many values by itself, until neighbours no longer depend on one another, at worst
// over whole runs.
func independent(values []float64, run int) []float64 {
	for run > 1 && correlation(values, run) > mostCorrelation {
		size := 2
		if run%2 == 1 {
			size = run
		}
		values, run = averages(values, size), run/size
	}
	return values
}

// averages are the means of so many neighbours each.
func averages(values []float64, size int) []float64 {
	means := make([]float64, len(values)/size)
	for k := range means {
		for _, x := range values[k*size : (k+1)*size] {
			means[k] += x / float64(size)
		}
	}
	return means
}

// correlation is that of neighbours within runs of so many values; 0 if they do not vary.
func correlation(values []float64, run int) float64 {
	var all stats.Moments
	for _, x := range values {
		all.Add(x)
	}
	sum, pairs := 0.0, 0.0
	for k := 1; k < len(values); k++ {
		if k%run != 0 {
			sum += (values[k-1] - all.Mean) * (values[k] - all.Mean)
			pairs++
		}
	}
	if c := sum / pairs / all.PopulationVariance(); !math.IsNaN(c) {
		return c
	}
	return 0
}
