package stats

import "math"

// Moments accumulates the mean and the variance of weighted observations in one
// pass (Welford 1962, West 1979). The zero value is empty.
type Moments struct {
	Weight  float64 `json:"weight"`  // sum of the weights; the count if all are 1
	Mean    float64 `json:"mean"`    // 0 if empty
	Squares float64 `json:"squares"` // weighted sum of squared deviations from the mean
}

// Add takes one observation of weight 1.
func (m *Moments) Add(x float64) {
	m.Weight++
	d := x - m.Mean
	m.Mean += d / m.Weight
	m.Squares += d * (x - m.Mean)
}

// AddWeighted takes one observation, for instance a queue length weighted by the
// time it lasted. A weight of 0 changes nothing.
func (m *Moments) AddWeighted(x, weight float64) {
	if weight <= 0 {
		return
	}
	m.Weight += weight
	d := x - m.Mean
	m.Mean += d * weight / m.Weight
	m.Squares += weight * d * (x - m.Mean)
}

// Merge adds the observations of another.
func (m *Moments) Merge(o Moments) {
	if o.Weight == 0 {
		return
	}
	total := m.Weight + o.Weight
	d := o.Mean - m.Mean
	m.Mean += d * o.Weight / total
	m.Squares += o.Squares + d*d*m.Weight*o.Weight/total
	m.Weight = total
}

// Variance is the sample variance of observations of weight 1, with divisor n-1;
// 0 for fewer than two.
func (m *Moments) Variance() float64 {
	if m.Weight < 2 {
		return 0
	}
	return m.Squares / (m.Weight - 1)
}

// PopulationVariance is the variance with the total weight as divisor: that of a
// quantity over time, if weights are durations.
func (m *Moments) PopulationVariance() float64 {
	if m.Weight == 0 {
		return 0
	}
	return m.Squares / m.Weight
}

// StdDev is the square root of Variance.
func (m *Moments) StdDev() float64 { return math.Sqrt(m.Variance()) }
