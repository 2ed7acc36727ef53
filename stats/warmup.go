package stats

import "math"

// WarmUp returns how many points at the beginning of a series to drop, by MSER-5
// (White 1997; White, Cobb, Spratt 2000): over means of five points each, drop d
// of n such that the squared deviations of the rest over (n-d)^2 are least. When
// that would be more than half, steady is false: the series shows no steady state, and half
// is dropped. Fewer than 50 points are too few to tell.
func WarmUp(points []float64) (drop int, steady bool) {
	const group = 5
	n := len(points) / group
	if n < 10 {
		return 0, false
	}
	grouped := BatchMeans(points[:n*group], n)
	var rest Moments
	best, least := 0, math.Inf(1)
	for d := n - 1; d >= 0; d-- {
		rest.Add(grouped[d])
		if n-d < group { // too few left to show any spread
			continue
		}
		if error := rest.Squares / (rest.Weight * rest.Weight); error <= least {
			best, least = d, error
		}
	}
	if best > n/2 {
		return n / 2 * group, false
	}
	return best * group, true
}
