package paper

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/steelyard-lb/steelyard/stats"
)

// sized is an estimate for a fleet of so many servers.
type sized struct {
	servers float64
	stats.Estimate
}

// resolved keeps the estimates that have a standard error.
func resolved(points []sized) []sized {
	var list []sized
	for _, p := range points {
		if p.StdErr > 0 && !math.IsInf(p.StdErr, 1) {
			list = append(list, p)
		}
	}
	return list
}

// limitOf is the constant a of the fit a + b/n + c/n^2, and b: what an estimate tends to as fleets grow, and the first correction. It reports
// false with fewer than four estimates that have a standard error.
func limitOf(points []sized) (a, b stats.Estimate, ok bool) {
	points = resolved(points)
	if len(points) < 4 {
		return a, b, false
	}
	c := fitPowers(points, 0, -1, -2)
	return c[0], c[1], true
}

// slopeOf is the exponent of the power of n that fits positive estimates best. It reports false with fewer than three.
func slopeOf(points []sized) (stats.Estimate, bool) {
	var logs []sized
	for _, p := range resolved(points) {
		if p.Mean > 2*p.StdErr {
			// exp of the logarithm of n, so that powers 0 and 1 of it make a line
			e := stats.Estimate{Mean: math.Log(p.Mean), StdErr: p.StdErr / p.Mean, Degrees: p.Degrees}
			logs = append(logs, sized{math.Log(p.servers), e})
		}
	}
	if len(logs) < 3 {
		return stats.Estimate{}, false
	}
	return fitPowers(logs, 0, 1)[1], true
}

// fitPowers fits a sum of powers of x by least squares, weighted by the standard errors. Where the points scatter more than these explain, the
// errors of the coefficients are that much greater.
func fitPowers(points []sized, powers ...float64) []stats.Estimate {
	n, k := len(points), len(powers)
	design, y := mat.NewDense(n, k, nil), mat.NewVecDense(n, nil)
	unit := points[0].servers // keeps columns of one size
	degrees := -float64(k)
	for i, p := range points {
		for j, power := range powers {
			design.Set(i, j, math.Pow(p.servers/unit, power)/p.StdErr)
		}
		y.SetVec(i, p.Mean/p.StdErr)
		degrees += 1 + p.Degrees
	}
	var square, inverse mat.Dense
	square.Mul(design.T(), design)
	if err := inverse.Inverse(&square); err != nil {
		return unknown(k)
	}
	var right, c, left mat.VecDense
	right.MulVec(design.T(), y)
	c.MulVec(&inverse, &right)
	left.MulVec(design, &c)
	left.SubVec(y, &left)
	scatter := 1.0
	if n > k {
		scatter = max(1, mat.Dot(&left, &left)/float64(n-k))
	}
	list := make([]stats.Estimate, k)
	for j, power := range powers {
		scale := math.Pow(unit, -power)
		list[j] = stats.Estimate{Mean: c.AtVec(j) * scale, StdErr: math.Sqrt(scatter*inverse.At(j, j)) * scale, Degrees: degrees}
	}
	return list
}

// unknown are k estimates that say nothing.
func unknown(k int) []stats.Estimate {
	list := make([]stats.Estimate, k)
	for j := range list {
		list[j].StdErr = math.Inf(1)
	}
	return list
}
