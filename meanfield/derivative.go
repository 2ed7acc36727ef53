package meanfield

import "math"

// stencil holds central-difference weights that are exact for polynomials. With
// a_j = 2 (-1)^(j+1) (m!)^2 / ((m-j)! (m+j)!),
//
//	f'(x)  = sum over j <= m of a_j (f(x+jh) - f(x-jh)) / (2jh)      up to degree 2m,
//	f''(x) = sum over j <= m of a_j (f(x+jh) - 2f(x) + f(x-jh)) / (jh)^2  up to degree 2m+1.
//
// Since drifts are polynomials the step h may be large, and nothing cancels.
type stencil []float64

// stencilFor is exact for polynomials of the degree, as far as it matters: beyond
// degree 8 what is missed is of order h^8.
func stencilFor(degree int) stencil {
	m := min(max(1, (degree+1)/2), 4)
	a := make(stencil, m)
	weight := 2.0
	for j := 1; j <= m; j++ {
		weight *= float64(m-j+1) / float64(m+j)
		a[j-1] = weight
		weight = -weight
	}
	return a
}

const stencilStep = 1.0 / 64

// jacobian writes F'(x), row after row. Entries that the differences cannot tell
// from 0 are 0: chains of them would end in denormal numbers.
func (s *system) jacobian(x, out []float64) {
	a := stencilFor(s.Dispatch.Degree())
	above, below := make([]float64, s.size), make([]float64, s.size)
	clear(out)
	for k := range x {
		at := x[k]
		for j, weight := range a {
			h := float64(j+1) * stencilStep
			x[k] = at + h
			s.drift(x, above)
			x[k] = at - h
			s.drift(x, below)
			for i := range above {
				out[i*s.size+k] += weight * (above[i] - below[i]) / (2 * h)
			}
		}
		x[k] = at
	}
	const resolved = 1e-16
	for i, y := range out {
		if math.Abs(y) < resolved*s.Fleet[0].Rate {
			out[i] = 0
		}
	}
}

// curvature adds scale times the second directional derivative F”(x)[v,v] to out,
// given F(x) as drift. Steps are taken along v scaled to unit size, for long ones
// would cancel.
func (s *system) curvature(x, v, drift []float64, scale float64, out []float64) {
	size := 0.0
	for _, y := range v {
		size = max(size, math.Abs(y))
	}
	moved, above, below := make([]float64, s.size), make([]float64, s.size), make([]float64, s.size)
	for j, weight := range stencilFor(s.Dispatch.Degree()) {
		h := float64(j+1) * stencilStep
		for i := range moved {
			moved[i] = x[i] + h*v[i]/size
		}
		s.drift(moved, above)
		for i := range moved {
			moved[i] = x[i] - h*v[i]/size
		}
		s.drift(moved, below)
		for i := range out {
			out[i] += scale * size * size * weight * (above[i] - 2*drift[i] + below[i]) / (h * h)
		}
	}
}
