package diffusion

// moments are means of powers of X and Z.
type moments [5]float64

const (
	atX = iota
	atZ
	atXX
	atXZ
	atZZ
)

func (m *moments) add(x, z, mass float64) {
	m[atX] += x * mass
	m[atZ] += z * mass
	m[atXX] += x * x * mass
	m[atXZ] += x * z * mass
	m[atZZ] += z * z * mass
}

func (m moments) plus(o moments, times float64) moments {
	for i := range m {
		m[i] += times * o[i]
	}
	return m
}

func (m moments) minus(o moments) moments { return m.plus(o, -1) }

// gridLaw is what one mesh gives: moments, and tails at its points.
type gridLaw struct {
	mesh
	moments              moments
	idleTail, secondTail []float64 // probabilities of more than the points
}

func solveGrid(p reduced, intervals int) gridLaw {
	s := newSweep(p, intervals)
	mass, below := s.solve()
	g := gridLaw{mesh: s.mesh}
	along := make([]float64, len(s.idle)) // marginal mass on each x
	density := make([]float64, len(mass)) // of Z
	accumulate := func(row []float64, z, weight float64) {
		for i, m := range row {
			g.moments.add(s.idle[i], z, weight*m)
			along[i] += weight * m
		}
	}
	accumulate(below, 0, 1)
	for k, row := range mass {
		accumulate(row, s.second[k], trapezoid(s.second, k))
		density[k] = total(row)
	}
	all := total(along)
	for i := range g.moments {
		g.moments[i] /= all
	}
	g.idleTail = g.tailOfMasses(along, all)
	g.secondTail = tailOfDensity(s.second, density, all)
	return g
}

// trapezoid is the weight of point k in the trapezoidal rule.
func trapezoid(points []float64, k int) float64 {
	return (points[min(k+1, len(points)-1)] - points[max(k-1, 0)]) / 2
}

// tailOfMasses spreads the mass of each x evenly over its cell.
func (g *gridLaw) tailOfMasses(masses []float64, all float64) []float64 {
	tail := make([]float64, len(masses))
	sum := 0.0
	for i := len(masses) - 1; i >= 0; i-- {
		above := 0.0
		if i+1 < len(masses) {
			above = masses[i] * (g.idle[i+1] - g.idle[i]) / 2 / g.width[i]
		}
		tail[i] = (sum + above) / all
		sum += masses[i]
	}
	return tail
}

func tailOfDensity(points, density []float64, all float64) []float64 {
	tail := make([]float64, len(points))
	for k := len(points) - 2; k >= 0; k-- {
		tail[k] = tail[k+1] + (density[k]+density[k+1])/2*(points[k+1]-points[k])/all
	}
	return tail
}
