package stats

import (
	"math"
	"slices"
)

// Control is a quantity observed beside the one of interest whose mean is known,
// such as the fraction of busy servers, whose mean is the load.
type Control struct {
	Values []float64 // one per observation of the quantity of interest
	Mean   float64   // the known mean
}

// Controlled is an estimate made with control variates.
type Controlled struct {
	Estimate
	Coefficients  []float64 // of each control
	VarianceRatio float64   // variance without controls over that with them; +Inf if they explain all
}

// WithControls estimates the mean of independent values, such as means of
// replications or long batches, by regression on controls (Lavenberg and Welch
// 1981): mean(values) - sum of b_j (mean(control j) - its known mean). Each control
// costs one degree of freedom. A control that does not vary, or that others
// determine, gets the coefficient 0; with fewer than two degrees of freedom left,
// none is used.
func WithControls(values []float64, controls ...Control) Controlled {
	plain := FromReplications(values)
	k := len(controls)
	result := Controlled{plain, make([]float64, k), 1}
	if k == 0 || plain.Degrees-float64(k) < 2 {
		return result
	}
	m, used := eliminate(crossProducts(values, controls), k), 0
	for j := range k {
		if m[j][j] != 0 {
			result.Coefficients[j] = m[j][k] / m[j][j]
			used++
		}
	}
	residual, correction, distance := max(0, m[k][k]), m[k][k+1], -m[k+1][k+1]
	degrees := plain.Degrees - float64(used)
	variance := residual / degrees * (1/float64(len(values)) + distance)
	result.Estimate = Estimate{plain.Mean + correction, math.Sqrt(variance), degrees}
	if plainVariance := plain.StdErr * plain.StdErr; variance != plainVariance {
		result.VarianceRatio = plainVariance / variance
	}
	return result
}

// Adjusted returns the values, which the estimate was made of with the same controls, without what the controls explain: their mean is
// that of the estimate.
func (c Controlled) Adjusted(values []float64, controls ...Control) []float64 {
	adjusted := slices.Clone(values)
	for j, control := range controls {
		for i, x := range control.Values {
			adjusted[i] -= c.Coefficients[j] * (x - control.Mean)
		}
	}
	return adjusted
}

// crossProducts is the symmetric matrix [S s d; s' v 0; d' 0 0]: S of the
// deviations of the controls with one another, s and v of those of the values, d
// the deviations of the means of the controls from their known means.
func crossProducts(values []float64, controls []Control) [][]float64 {
	k := len(controls)
	series, m := make([][]float64, k+1), make([][]float64, k+2)
	for i := range m {
		m[i] = make([]float64, k+2)
	}
	for j, c := range controls {
		mean := FromReplications(c.Values).Mean
		series[j] = subtract(c.Values, mean)
		m[j][k+1] = mean - c.Mean
		m[k+1][j] = mean - c.Mean
	}
	series[k] = subtract(values, FromReplications(values).Mean)
	for i := range series {
		for j := range series {
			for n, x := range series[i] {
				m[i][j] += x * series[j][n]
			}
		}
	}
	return m
}

func subtract(values []float64, mean float64) []float64 {
	d := make([]float64, len(values))
	for i, x := range values {
		d[i] = x - mean
	}
	return d
}

// eliminate makes the leading k columns diagonal by Gauss-Jordan steps. The
// corner becomes [v - s'S^-1 s, -s'S^-1 d; ., -d'S^-1 d]. Rows without a pivot are
// cleared: controls that do not vary, or that earlier ones determine.
func eliminate(m [][]float64, k int) [][]float64 {
	scale := make([]float64, k)
	for j := range k {
		scale[j] = m[j][j]
	}
	for j := range k {
		if m[j][j] <= 1e-12*scale[j] {
			for i := range m {
				m[i][j], m[j][i] = 0, 0
			}
			continue
		}
		for i := range m {
			if f := m[i][j] / m[j][j]; i != j && f != 0 {
				for c := range m {
					m[i][c] -= f * m[j][c]
				}
			}
		}
	}
	return m
}
