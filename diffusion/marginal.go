package diffusion

import (
	"math"
	"sort"
)

// Marginal is the law of a number that is at least 0.
type Marginal struct {
	Mean     float64
	Variance float64
	Points   []float64 // rising
	Tail     []float64 // probability of more than each point
}

// Above is the probability of more than x, interpolated between the points.
func (m Marginal) Above(x float64) float64 {
	k := sort.SearchFloat64s(m.Points, x)
	switch {
	case math.IsNaN(x) || x < 0:
		return 1
	case k == len(m.Points):
		return 0
	case k == 0:
		return m.Tail[0]
	}
	share := (x - m.Points[k-1]) / (m.Points[k] - m.Points[k-1])
	return m.Tail[k-1] + share*(m.Tail[k]-m.Tail[k-1])
}
