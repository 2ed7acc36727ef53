package stats

import "math"

// FromSeries estimates the mean of a stationary series whose neighbours depend
// on one another, by overlapping batch means (Meketon and Schmeiser 1984): the
// means of all windows of m = n/batches consecutive points vary like the mean of
// m points, and
//
//	n Var(mean) = n m / ((n-m+1)(n-m)) * sum over windows (window mean - mean)^2.
//
// It has 3/2 times the degrees of freedom of as many batches apart. Fewer than
// ten points give no standard error.
func FromSeries(points []float64) Estimate {
	var all Moments
	for _, x := range points {
		all.Add(x)
	}
	n := len(points)
	if n < 10 {
		return Estimate{Mean: all.Mean, StdErr: math.Inf(1)}
	}
	m := max(1, n/batches)
	window, squares := 0.0, 0.0
	for i, x := range points {
		window += x - all.Mean // deviations keep the running sum exact enough
		if i >= m {
			window -= points[i-m] - all.Mean
		}
		if i >= m-1 {
			squares += window * window / float64(m*m)
		}
	}
	variance := float64(m) * squares / float64((n-m+1)*(n-m))
	return Estimate{all.Mean, math.Sqrt(variance), 1.5 * float64(n/m-1)}
}

// batches is the number of batches a series is cut into: few enough that each is
// long beside the memory of the process, enough for a steady standard error.
const batches = 20

// BatchMeans returns the means of so many batches of equally many consecutive
// points; points left over at the end are not used. With fewer points than
// batches it returns the points.
func BatchMeans(points []float64, count int) []float64 {
	if len(points) < count {
		count = len(points)
	}
	means := make([]float64, count)
	for i := range means {
		size := len(points) / count
		var batch Moments
		for _, x := range points[i*size : (i+1)*size] {
			batch.Add(x)
		}
		means[i] = batch.Mean
	}
	return means
}

// BatchCorrelation is the correlation of the means of neighbouring batches, of
// the length used by FromSeries. Much above 2/sqrt(20), the run is too short for
// its interval. It is 0 for fewer than 40 points, or when all are equal.
func BatchCorrelation(points []float64) float64 {
	if len(points) < 2*batches {
		return 0
	}
	mean := BatchMeans(points, batches)
	var all Moments
	for _, x := range mean {
		all.Add(x)
	}
	if all.Squares == 0 {
		return 0
	}
	product := 0.0
	for i := range len(mean) - 1 {
		product += (mean[i] - all.Mean) * (mean[i+1] - all.Mean)
	}
	return product / all.Squares
}
