package paper

import (
	"math"

	"github.com/steelyard-lb/steelyard/stats"
)

// finite is x, or 0 where x is no number.
func finite(x float64) float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	return x
}

// doubled is how far a limit may be from what is claimed: twice the half-width of its interval, since many limits are judged at once.
func doubled(e stats.Estimate) float64 { return 2 * e.HalfWidth() }

// scaled is an estimate times a number.
func scaled(e stats.Estimate, by float64) stats.Estimate {
	e.Mean *= by
	e.StdErr *= by
	return e
}

// less is the difference of two independent estimates.
func less(a, b stats.Estimate) stats.Estimate {
	return stats.Estimate{Mean: a.Mean - b.Mean, StdErr: math.Hypot(a.StdErr, b.StdErr), Degrees: min(a.Degrees, b.Degrees)}
}

// worst is the greatest standard error.
func worst(list []stats.Estimate) float64 {
	most := 0.0
	for _, e := range list {
		most = max(most, e.StdErr)
	}
	return most
}

// averageOf is the mean with half the width of its interval.
func averageOf(values []float64) (mean, width float64) {
	e := stats.FromReplications(values)
	return e.Mean, e.HalfWidth()
}

// square is for sums of squares, where math.Pow hides what is squared.
func square(x float64) float64 { return x * x }
