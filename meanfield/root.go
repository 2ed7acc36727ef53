package meanfield

import "math"

// bracketedRoot returns a zero of f in [a, b], at whose ends f has opposite signs
// fa and fb (or is zero), by Chandrupatla's method: inverse quadratic
// interpolation where it is safe, bisection elsewhere.
func bracketedRoot(f func(float64) float64, a, b, fa, fb float64) float64 {
	c, fc := a, fa
	step := 0.5
	for range 200 {
		x := a + step*(b-a)
		fx := f(x)
		if (fx > 0) == (fa > 0) {
			c, fc = a, fa
		} else {
			c, fc = b, fb
			b, fb = a, fa
		}
		a, fa = x, fx
		best := a
		if math.Abs(fb) < math.Abs(fa) {
			best = b
		}
		limit := 2e-16*math.Abs(best) + 1e-300
		margin := limit / math.Abs(b-c)
		if margin > 0.5 || fa == 0 {
			return best
		}
		step = chandrupatlaStep(a, b, c, fa, fb, fc)
		step = min(1-margin, max(margin, step))
	}
	return a
}

func chandrupatlaStep(a, b, c, fa, fb, fc float64) float64 {
	xi := (a - b) / (c - b)
	phi := (fa - fb) / (fc - fb)
	if phi*phi < xi && (1-phi)*(1-phi) < 1-xi {
		return fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
	}
	return 0.5
}

// power is x^n for n >= 0 by repeated multiplication; 0^0 is 1.
func power(x float64, n int) float64 {
	y := 1.0
	for ; n > 0; n-- {
		y *= x
	}
	return y
}
