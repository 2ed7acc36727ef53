// Package dist holds the laws of inter-arrival times and job sizes: their
// moments, their draws and their text form.
//
// A law is made by name, [New], or from its text, [Parse]; [All] lists the names
// with their parameters. Every law accepts the parameter mean, which rescales
// it; without it the other parameters decide, and by default the mean is 1.
package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// Law is a distribution of positive numbers: times in seconds, or sizes in units
// of work. A Law does not change and may be shared.
type Law interface {
	// Mean is finite and positive.
	Mean() float64
	// SecondMoment is E[X^2], +Inf where it does not exist.
	SecondMoment() float64
	// Sample draws once.
	Sample(r *rng.Rand) float64
	// Scaled returns the law of the same shape with the given mean, which must
	// be positive and finite.
	Scaled(mean float64) Law
	// String is the text form, which Parse reads back.
	String() string
}

// SCV is the squared coefficient of variation Var[X]/E[X]^2, +Inf for a law of
// infinite variance.
func SCV(l Law) float64 {
	m := l.Mean()
	return max(0, l.SecondMoment()/m/m-1)
}

// IsExponential tells whether a law is made as exponential: what engines that
// rely on lack of memory ask.
func IsExponential(l Law) bool {
	_, ok := l.(exponential)
	return ok
}

// finite tells whether a number can be a mean.
func finite(mean float64) bool { return mean > 0 && !math.IsInf(mean, 1) }
