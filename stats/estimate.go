package stats

import "math"

// Estimate is an estimated mean with its standard error, which itself is an
// estimate of so many degrees of freedom. A standard error of +Inf says that the
// observations do not allow one.
type Estimate struct {
	Mean    float64
	StdErr  float64
	Degrees float64
}

// Confidence is the level of the intervals reported everywhere.
const Confidence = .95

// HalfWidth is half the width of the interval around Mean that holds the true
// mean with probability Confidence, by Student's t.
func (e Estimate) HalfWidth() float64 {
	switch {
	case e.StdErr == 0:
		return 0
	case math.IsInf(e.StdErr, 1) || e.Degrees <= 0:
		return math.Inf(1)
	}
	return e.StdErr * StudentQuantile((1+Confidence)/2, e.Degrees)
}

// Within tells whether the half-width is at most a share, such as 0.001, of the
// mean.
func (e Estimate) Within(share float64) bool {
	return e.HalfWidth() <= share*math.Abs(e.Mean)
}

// FromReplications estimates the mean from independent values, such as the means
// of replications.
func FromReplications(values []float64) Estimate {
	var m Moments
	for _, x := range values {
		m.Add(x)
	}
	if len(values) < 2 {
		return Estimate{Mean: m.Mean, StdErr: math.Inf(1)}
	}
	return Estimate{m.Mean, math.Sqrt(m.Variance() / m.Weight), m.Weight - 1}
}

// Difference estimates the mean of a[i]-b[i]: what two policies differ by on the
// same arrivals and sizes. The slices must have the same length.
func Difference(a, b []float64) Estimate {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return FromReplications(d)
}

// Average combines independent estimates of one quantity with equal weights. The
// degrees of freedom are those of Welch and Satterthwaite.
func Average(parts ...Estimate) Estimate {
	n := float64(len(parts))
	var mean, variance, spread float64
	for _, e := range parts {
		v := e.StdErr * e.StdErr / n / n
		mean += e.Mean / n
		variance += v
		if v > 0 {
			spread += v * v / e.Degrees
		}
	}
	switch {
	case len(parts) == 0 || math.IsInf(variance, 1):
		return Estimate{Mean: mean, StdErr: math.Inf(1)}
	case variance == 0:
		return Estimate{mean, 0, math.Inf(1)}
	}
	return Estimate{mean, math.Sqrt(variance), variance * variance / spread}
}
