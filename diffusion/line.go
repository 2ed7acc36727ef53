package diffusion

import "math"

// line is a Markov chain that moves between neighbours and leaves at a constant rate; it
// is solved with inflow from elsewhere.
type line struct {
	mesh
	up, down []float64 // rates from x_i to its neighbours
	leave    float64   // rate of leaving the height
	factor   []float64
}

func newLine(m mesh) *line {
	n := len(m.idle)
	return &line{mesh: m, up: make([]float64, n), down: make([]float64, n), factor: make([]float64, n)}
}

// set gives it, at height z, the drift of the reduced process and, where the mesh is fine
// enough, its variance.
func (l *line) set(p reduced, z, leave float64) {
	l.leave = leave
	last := len(l.idle) - 1
	drift := func(i int) float64 { return p.slack - p.slow*l.idle[i] - p.fast*z }
	above := l.idle[1]
	l.up[0] = (1/l.width[0] + drift(0)) / above
	for i := 1; i < last; i++ {
		before, after := l.idle[i]-l.idle[i-1], l.idle[i+1]-l.idle[i]
		variance := max(2, math.Abs(drift(i))*max(before, after)) // keeps rates from being negative
		l.up[i] = (variance + drift(i)*before) / (after * (before + after))
		l.down[i] = (variance - drift(i)*after) / (before * (before + after))
	}
	l.up[last] = 0
	l.down[last] = (1/l.width[last] - drift(last)) / (l.idle[last] - l.idle[last-1])
}

// solve returns the masses that are in balance with the given inflow to each x but 0, and
// with the given mass at 0. It eliminates x from the lowest on, without subtractions
// (Grassmann, Taksar and Heyman 1985): escape is the rate at which the chain, watched from
// x_i on, leaves or reaches 0.
func (l *line) solve(inflow []float64, first float64) []float64 {
	mass := make([]float64, len(inflow))
	mass[0] = first
	last := len(mass) - 1
	escape, pivot := 1.0, 1.0
	for i := 1; i <= last; i++ {
		escape = l.leave + l.down[i]*escape/pivot
		pivot = l.up[i] + escape
		mass[i] = (inflow[i] + l.up[i-1]*mass[i-1]) / pivot
		if i < last {
			l.factor[i] = l.down[i+1] / pivot
		}
	}
	for i := last - 1; i > 0; i-- {
		mass[i] += l.factor[i] * mass[i+1]
	}
	return mass
}
