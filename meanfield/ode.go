package meanfield

import "math"

// dormandPrince integrates x' = f(x) by the Runge-Kutta pair of orders 5 and 4 of
// Dormand and Prince (1980) with steps chosen by its error estimate.
type dormandPrince struct {
	f    func(x, out []float64)
	k    [7][]float64
	next []float64
	step float64
}

var dormandPrinceStages = [6][]float64{
	{1.0 / 5},
	{3.0 / 40, 9.0 / 40},
	{44.0 / 45, -56.0 / 15, 32.0 / 9},
	{19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
	{9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
	{35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
}

var dormandPrinceError = [7]float64{
	71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40,
}

func newDormandPrince(f func(x, out []float64), size int) *dormandPrince {
	d := &dormandPrince{f: f, next: make([]float64, size), step: 1e-3}
	for i := range d.k {
		d.k[i] = make([]float64, size)
	}
	return d
}

// advance moves x by the given time.
func (d *dormandPrince) advance(x []float64, time float64) {
	const tolerance = 1e-10
	for left := time; left > 0; {
		step := min(d.step, left)
		excess := d.try(x, step) / tolerance
		if excess <= 1 {
			copy(x, d.next)
			left -= step
			if step < d.step && left <= 0 {
				return // a step cut short says nothing of the next
			}
		}
		d.step = step * min(5, max(0.2, 0.9*math.Pow(max(excess, 1e-10), -0.2)))
	}
}

// try computes one step into next and returns its error estimate.
func (d *dormandPrince) try(x []float64, step float64) float64 {
	d.f(x, d.k[0])
	for stage, weights := range dormandPrinceStages {
		for i := range d.next {
			sum := 0.0
			for j, w := range weights {
				sum += w * d.k[j][i]
			}
			d.next[i] = x[i] + step*sum
		}
		d.f(d.next, d.k[stage+1])
	}
	worst := 0.0
	for i := range x {
		sum := 0.0
		for j, w := range dormandPrinceError {
			sum += w * d.k[j][i]
		}
		worst = max(worst, math.Abs(step*sum))
	}
	return worst
}
