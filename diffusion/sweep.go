package diffusion

import "math"

// reduced is the two-dimensional process X = -Y_{M,1}, Z = Y_{1,2} in stationarity,
// where all else is 0:
//
//	dX = (beta - mu_M X - mu_1 Z) dt + sqrt2 dW + dU,  dZ = dU - mu_1 Z dt,
//
// with U growing only at X = 0.
type reduced struct {
	slack float64 // beta
	slow  float64 // mu_M
	fast  float64 // mu_1
}

// sweep solves for the stationary density p(x, z) of the reduced process, from high z
// to low. Inside,
//
//	mu_1 d(z p)/dz = -A p,
//
// where A is the Fokker-Planck operator along x: a heat equation in which falling z
// plays the part of time, because Z only falls between visits of X to 0. There it rises
// by the push, which is dt times the density; the flow up across each z equals
// the flow down, so
//
//	p(0, z) = mu_1 z * (integral of p over x).
//
// Along x, A is that of a Markov chain on the mesh whose drift is exact; along z, steps
// are those of the second-order backward differentiation formula for z p.
type sweep struct {
	mesh
	process reduced
	line    *line
	above   []level // the last two, lowest first
}

// level is what is known at one z: per x, the mass per unit of z, times z.
type level struct {
	z      float64
	values []float64
}

func newSweep(p reduced, intervals int) *sweep {
	m := newMesh(p, intervals)
	return &sweep{mesh: m, process: p, line: newLine(m)}
}

// solve returns the mass per unit of z at every x for every z of the mesh, and last the
// mass of all lower z; the total is not 1.
func (s *sweep) solve() (mass [][]float64, below []float64) {
	mass = make([][]float64, len(s.second))
	for k := len(mass) - 1; k >= 0; k-- {
		z := s.second[k]
		if s.above == nil {
			mass[k] = s.profile(z)
		} else {
			mass[k] = s.descend(z)
		}
		s.above = append([]level{{z, times(mass[k], z)}}, s.above...)[:min(2, len(s.above)+1)]
	}
	return mass, s.lump()
}

// profile is the law along x at the highest z, where X is all but a Brownian motion with
// drift -mu_1 z.
func (s *sweep) profile(z float64) []float64 {
	mass := make([]float64, len(s.idle))
	for i, x := range s.idle {
		mass[i] = s.width[i] * math.Exp(-s.process.fast*z*x)
	}
	return mass
}

// descend makes one step down to z. The first is one of Euler's.
func (s *sweep) descend(z float64) []float64 {
	near := s.above[0]
	step, known := near.z-z, near.values
	if len(s.above) == 2 {
		far := s.above[1]
		ratio := step / (far.z - near.z)
		known = make([]float64, len(known))
		for i := range known {
			known[i] = ((1+ratio)*(1+ratio)*near.values[i] - ratio*ratio*far.values[i]) / (1 + 2*ratio)
		}
		step *= (1 + ratio) / (1 + 2*ratio)
	}
	rate := s.process.fast / step // of leaving the level, per unit of z
	s.line.set(s.process, z, rate*z)
	free := s.line.solve(times(known, rate), 0)
	response := s.line.solve(make([]float64, len(known)), 1)
	// The mass at x = 0 is share times all the rest, whose part response is due to it.
	share := s.process.fast * z * s.width[0] / (1 - s.process.fast*z*s.width[0])
	first := share * total(free) / (1 - share*total(response[1:]))
	for i := range free {
		free[i] += first * response[i]
	}
	return free
}

// lump is the mass below the lowest z, into which the flow down from there goes. Next
// to nothing of it is at x = 0.
func (s *sweep) lump() []float64 {
	lowest := s.above[0]
	s.line.set(s.process, 0, 0)
	return s.line.solve(times(lowest.values, s.process.fast), 0)
}

func times(values []float64, by float64) []float64 {
	scaled := make([]float64, len(values))
	for i, x := range values {
		scaled[i] = x * by
	}
	return scaled
}

func total(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum
}
