package tune

import (
	"math"
	"slices"
)

// point is a place in the unit square and the objective there.
type point struct{ x, y, value float64 }

// lowest returns the least value of f over a sorted grid, refined between the
// neighbours of the best grid point. f may be +Inf in places.
func lowest(f func(float64) float64, grid []float64) (x, value float64) {
	best, value := 0, math.Inf(1)
	for i, g := range grid {
		if v := f(g); v < value {
			best, value = i, v
		}
	}
	if math.IsInf(value, 1) {
		return grid[0], value
	}
	low, high := grid[max(0, best-1)], grid[min(len(grid)-1, best+1)]
	if x, v := goldenSection(f, low, high); v < value {
		return x, v
	}
	return grid[best], value
}

// goldenSection narrows [a, b] to a minimum of f.
func goldenSection(f func(float64) float64, a, b float64) (x, value float64) {
	const ratio = 0.6180339887498949
	c, d := b-ratio*(b-a), a+ratio*(b-a)
	fc, fd := f(c), f(d)
	for b-a > 1e-9 {
		if fc < fd {
			b, d, fd = d, c, fc
			c = b - ratio*(b-a)
			fc = f(c)
		} else {
			a, c, fc = c, d, fd
			d = a + ratio*(b-a)
			fd = f(d)
		}
	}
	if fc < fd {
		return c, fc
	}
	return d, fd
}

// around is a grid of [0, 1] that is even, and dense near a centre: there lies
// the narrow interval of stable parameters at high load.
func around(centre float64) []float64 {
	grid := []float64{centre}
	for i := range 13 {
		grid = append(grid, float64(i)/12)
	}
	for width := 0.03; width > 1e-5; width /= 2.5 {
		grid = append(grid, max(0, centre-width), min(1, centre+width))
	}
	slices.Sort(grid)
	return slices.Compact(grid)
}

// descend improves a point of the unit square by a pattern search with shrinking
// steps.
func descend(f func(x, y float64) float64, p point, step float64) point {
	moves := [8][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
	for step > 1e-8 {
		moved := false
		for _, m := range moves {
			x, y := min(1, max(0, p.x+step*m[0])), min(1, max(0, p.y+step*m[1]))
			if v := f(x, y); v < p.value {
				p, moved = point{x, y, v}, true
				break
			}
		}
		if moved {
			step *= 1.5
		} else {
			step /= 2
		}
	}
	return p
}
