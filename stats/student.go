package stats

import "math"

// StudentQuantile returns the p-quantile of Student's t law, 0 < p < 1, with a
// positive, not necessarily whole, number of degrees of freedom; +Inf degrees
// give the normal law.
func StudentQuantile(p, degrees float64) float64 {
	switch {
	case p == .5:
		return 0
	case p < .5:
		return -StudentQuantile(1-p, degrees)
	case math.IsInf(degrees, 1):
		return math.Sqrt2 * math.Erfinv(2*p-1)
	}
	hi := 2.0
	for studentTail(hi, degrees) > 1-p {
		hi *= 2
	}
	lo := 0.0
	for {
		t := (lo + hi) / 2
		if t <= lo || t >= hi {
			return t
		}
		if studentTail(t, degrees) > 1-p {
			lo = t
		} else {
			hi = t
		}
	}
}

// studentTail is P(T > t) for t >= 0: half the regularised incomplete beta
// function at degrees/(degrees+t^2) with parameters degrees/2 and 1/2.
func studentTail(t, degrees float64) float64 {
	return incompleteBeta(degrees/2, .5, degrees/(degrees+t*t)) / 2
}

// incompleteBeta is the regularised incomplete beta function I_x(a, b)
// (Abramowitz and Stegun 26.5).
func incompleteBeta(a, b, x float64) float64 {
	if x <= 0 {
		return 0
	}
	if x >= 1 {
		return 1
	}
	if x > (a+1)/(a+b+2) { // where the fraction converges slowly
		return 1 - incompleteBeta(b, a, 1-x)
	}
	lnA, _ := math.Lgamma(a)
	lnB, _ := math.Lgamma(b)
	lnAB, _ := math.Lgamma(a + b)
	front := math.Exp(lnAB - lnA - lnB + a*math.Log(x) + b*math.Log1p(-x))
	return front / (a * betaFraction(a, b, x))
}

// betaFraction evaluates the continued fraction 1 + d1/(1 + d2/(1 + ...)) of
// Abramowitz and Stegun 26.5.8 by Lentz's method.
func betaFraction(a, b, x float64) float64 {
	value, c, d := 1.0, 1.0, 0.0
	for k := 1; k < 10000; k++ {
		m := float64(k / 2)
		coefficient := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		if k%2 == 1 {
			coefficient = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		}
		d = 1 / nonzero(1+coefficient*d)
		c = nonzero(1 + coefficient/c)
		value *= c * d
		if math.Abs(c*d-1) < 1e-16 {
			break
		}
	}
	return value
}

func nonzero(x float64) float64 {
	if x == 0 {
		return 1e-300
	}
	return x
}
