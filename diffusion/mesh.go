package diffusion

import "math"

// mesh is where the stationary law is computed.
type mesh struct {
	idle   []float64 // x = -Y_{M,1}, from 0
	width  []float64 // of the cell around each x
	second []float64 // z = Y_{1,2}, from just above 0
}

const (
	// negligible is where tails are cut off, as a power of e.
	negligible = 34
	// smallest is the least z of the mesh over the typical one: what lies below is lumped.
	smallest = 1e-6
)

// newMesh covers the law of the reduced process with so many intervals each way.
//
// X is a reflected Ornstein-Uhlenbeck process of variance at most 1/mu_M about at most
// beta/mu_M. Far out, Z falls like a Brownian motion of drift -beta and variance 2, with
// a tail like exp(-beta z), while X stays within a layer of depth 1/(mu_1 z); near 0,
// the density of Z is a power of z. Hence both are spaced as logarithms near 0.
func newMesh(p reduced, intervals int) mesh {
	highest := p.slack/p.slow + math.Sqrt(2*negligible/p.slow)
	far := (negligible + 2*p.slack) / p.slack
	layer := 1 / (p.fast*far + math.Sqrt(p.fast))
	m := mesh{idle: graded(0, layer, highest, intervals), second: graded(smallest*min(1, 1/p.slack), 0, far, intervals)}
	m.width = make([]float64, len(m.idle))
	for i := range intervals {
		half := (m.idle[i+1] - m.idle[i]) / 2
		m.width[i] += half
		m.width[i+1] += half
	}
	return m
}

// graded returns n+1 points from one number to another at equal distances of
// log(x+offset)/2 + x/2, each term scaled to run from 0 to 1.
func graded(from, offset, to float64, n int) []float64 {
	span := math.Log((to + offset) / (from + offset))
	points := make([]float64, n+1)
	x := from
	for k := range points {
		low, high := x, to
		for range 60 {
			x = (low + high) / 2
			if math.Log((x+offset)/(from+offset))/span+(x-from)/(to-from) < 2*float64(k)/float64(n) {
				low = x
			} else {
				high = x
			}
		}
		points[k] = x
	}
	points[0], points[n] = from, to
	return points
}
