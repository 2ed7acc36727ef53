package stats

import "math"

// mostCorrelation is how much neighbours may depend on one another and still count as independent.
const mostCorrelation = .1

// leastAverages is how many averages must be left for their spread to mean anything.
const leastAverages = 8

// Independent averages neighbours, within each run of so many values, until neighbours no longer depend on one another, at worst over whole
// runs, which do not, or until fewer than eight would be left. The length of values must be a multiple of run.
func Independent(values []float64, run int) []float64 {
	for run > 1 && neighbourCorrelation(values, run) > mostCorrelation {
		size := 2
		if run%2 == 1 {
			size = run
		}
		if len(values)/size < leastAverages {
			break
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

// neighbourCorrelation is that of neighbours within runs of so many values; 0 if they do not vary.
func neighbourCorrelation(values []float64, run int) float64 {
	var all Moments
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

// OverRuns is the estimate for values, made with the same controls, that come in runs of so many neighbours which may depend on one another:
// its standard error is that of averages long enough to be independent. The mean stays.
func (c Controlled) OverRuns(run int, values []float64, controls ...Control) Controlled {
	adjusted := c.Adjusted(values, controls...)
	long := Independent(adjusted, run)
	if len(long) == len(values) {
		return c
	}
	e := FromReplications(long)
	plain := FromReplications(averages(values, len(values)/len(long)))
	c.StdErr, c.Degrees, c.VarianceRatio = e.StdErr, e.Degrees, 1
	if plain.StdErr != e.StdErr {
		c.VarianceRatio = plain.StdErr * plain.StdErr / (e.StdErr * e.StdErr)
	}
	return c
}
