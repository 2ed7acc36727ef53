package demo

import "math"

// A fleet that holds this many jobs per server is taken for unstable at once; stable ones at loads worth showing hold a tenth of it.
const overflowPerServer = 40

// A backlog that grew by this many jobs per server during the run, steadily, is taken for unstable at its end.
const growthPerServer = 5

// steady is how many standard errors a slope must be away from 0 to count as growth.
const steady = 4

// overflowed says whether a backlog of jobs on a number of servers cannot be a stable policy's.
func overflowed(backlog float64, servers int) bool {
	return backlog > overflowPerServer*float64(servers)
}

// growing says whether the backlog, sampled at equal distances, rose steadily and far. The first third, in which an empty fleet fills, is
// left out. The samples are averaged in batches, because neighbours depend on each other.
func growing(backlog []float64, servers int) bool {
	const batches = 10
	tail := backlog[len(backlog)/3:]
	if len(tail) < 2*batches {
		return false
	}
	slope, err := trend(batchMeans(tail, batches))
	growth := slope * (batches - 1)
	return growth > growthPerServer*float64(servers) && slope > steady*err
}

// batchMeans averages x in n batches of equal length, dropping what is left over at the front.
func batchMeans(x []float64, n int) []float64 {
	size := len(x) / n
	x = x[len(x)-n*size:]
	means := make([]float64, n)
	for k := range means {
		for _, v := range x[k*size : (k+1)*size] {
			means[k] += v / float64(size)
		}
	}
	return means
}

// trend is the slope of the least-squares line through y at 0, 1, 2, ... and its standard error.
func trend(y []float64) (slope, err float64) {
	n := float64(len(y))
	mid, mean := (n-1)/2, 0.0
	for _, v := range y {
		mean += v / n
	}
	var sxy, sxx float64
	for k, v := range y {
		dx := float64(k) - mid
		sxy += dx * (v - mean)
		sxx += dx * dx
	}
	slope = sxy / sxx
	var residual float64
	for k, v := range y {
		e := v - mean - slope*(float64(k)-mid)
		residual += e * e
	}
	return slope, math.Sqrt(residual / (n - 2) / sxx)
}
