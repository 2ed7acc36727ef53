package meanfield

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"github.com/steelyard-lb/steelyard"
)

// ClassIdleSolver evaluates many assignments over one list of mixes, without
// allocating: the objective of an optimiser. An assignment is given by its flows,
// the probability of mix m times that of class i given (m, j); the equations are
// linear in them.
type ClassIdleSolver struct {
	fleet    Fleet
	arrivals float64
	mixes    [][]int
	inside   steelyard.Inside

	busy     []float64   // rho
	powers   [][]float64 // [mix][class]: rho^asked
	slopes   [][]float64 // [mix][class]: its derivative
	push     [][]float64 // [class][asked]: C of the tails t_k = sum over d of C_d t_(k-1)^d
	jobs     []float64
	residual float64
	system   *linear
	step     []float64

	jobsByBusy []float64   // derivatives of jobs
	jobsByPush [][]float64 // [class][asked]
	adjoint    []float64
}

// NewClassIdleSolver prepares for a fleet, an arrival rate per server and the
// mixes that a query may ask.
func NewClassIdleSolver(f Fleet, arrivals float64, mixes [][]int, inside steelyard.Inside) *ClassIdleSolver {
	n, most := len(f), 0
	for _, mix := range mixes {
		for _, asked := range mix {
			most = max(most, asked)
		}
	}
	vector := func() []float64 { return make([]float64, n) }
	return &ClassIdleSolver{
		fleet: f, arrivals: arrivals, mixes: mixes, inside: inside,
		busy: vector(), powers: table(len(mixes), n), slopes: table(len(mixes), n), push: table(n, most+1),
		jobs: vector(), system: newLinear(n), step: vector(),
		jobsByBusy: vector(), jobsByPush: table(n, most+1), adjoint: vector(),
	}
}

func table(rows, columns int) [][]float64 {
	t := make([][]float64, rows)
	for i := range t {
		t[i] = make([]float64, columns)
	}
	return t
}

// Flows is the number of flows, and Flow the place of one of them.
func (s *ClassIdleSolver) Flows() int { return len(s.mixes) * (len(s.fleet) + 1) * len(s.fleet) }

// Flow is the place of the flow of mix m and fastest idle class j to class i.
func (s *ClassIdleSolver) Flow(m, j, i int) int {
	return (m*(len(s.fleet)+1)+j)*len(s.fleet) + i
}

// Mean is the mean response time in seconds, +Inf where Newton's method, from the
// last fixed point and then from an empty fleet, finds none that is stable.
func (s *ClassIdleSolver) Mean(flow []float64) float64 {
	if !s.settles(flow) {
		s.start(0)
		if !s.settles(flow) {
			s.start(0)
			return math.Inf(1)
		}
	}
	return s.settled()
}

// settled is the mean response time at the fixed point found.
func (s *ClassIdleSolver) settled() float64 {
	mean := 0.0
	for i, c := range s.fleet {
		s.jobs[i] = s.classJobs(i)
		mean += c.Share * s.jobs[i] / s.arrivals
	}
	return mean
}

// start sets every busy fraction.
func (s *ClassIdleSolver) start(busy float64) {
	for i := range s.busy {
		s.busy[i] = busy
	}
}

func (s *ClassIdleSolver) settles(flow []float64) bool { return s.solve(flow) && s.stable(flow) }

func (s *ClassIdleSolver) settlesFrom(busy float64, flow []float64) bool {
	s.start(busy)
	s.sweep(flow, -1)
	return s.settles(flow)
}

// solve finds the busy fractions from the present ones by pseudo-transient
// continuation: implicit Euler steps that grow as the residual falls, and so end
// as Newton's.
func (s *ClassIdleSolver) solve(flow []float64) bool {
	dt := 1 / s.fleet[0].Rate
	last := s.equations(flow)
	for range 200 {
		if last < 3e-16 {
			break
		}
		for i := range s.fleet {
			s.system.matrix.Data[i*len(s.fleet)+i] -= 1 / dt
			s.step[i] = -s.step[i]
		}
		if !s.system.factorise() {
			return false
		}
		s.system.solve(blas.NoTrans, s.step)
		for i, d := range s.step {
			s.busy[i] = min(1, max(0, s.busy[i]+d))
		}
		now := s.equations(flow)
		if now >= last && last < 1e-13 {
			last = now
			break
		}
		dt *= min(100, max(0.3, 2*last/now))
		last = now
	}
	s.residual = last
	return last < 1e-12
}

// equations writes the imbalance of every class into step and its Jacobian into
// the system, and returns the residual relative to the arrival rate.
func (s *ClassIdleSolver) equations(flow []float64) float64 {
	n := len(s.fleet)
	matrix := s.system.matrix.Data
	clear(matrix)
	clear(s.step)
	s.setPowers()
	for m := range s.mixes {
		for j := 0; j <= n; j++ {
			for i := 0; i < n && i <= j; i++ {
				x := flow[s.Flow(m, j, i)]
				if x == 0 {
					continue
				}
				x *= s.arrivals / s.fleet[i].Share
				s.step[i] += x * s.chance(m, j, -1)
				for l := 0; l < n && l <= j; l++ {
					matrix[i*n+l] += x * s.chanceSlope(m, j, -1, l)
				}
			}
		}
	}
	worst := 0.0
	for i, c := range s.fleet {
		s.step[i] -= c.Rate * s.busy[i]
		matrix[i*n+i] -= c.Rate
		worst = max(worst, math.Abs(c.Share*s.step[i])/s.arrivals)
	}
	return worst
}

func (s *ClassIdleSolver) setPowers() {
	for m, mix := range s.mixes {
		for i, asked := range mix {
			s.powers[m][i], s.slopes[m][i] = 1, 0
			if asked > 0 {
				below := power(s.busy[i], asked-1)
				s.powers[m][i], s.slopes[m][i] = below*s.busy[i], float64(asked)*below
			}
		}
	}
}

// chance is b_j(D), the probability that class j is the fastest with an idle
// queried server, leaving out the factor of the class without, if any (-1).
func (s *ClassIdleSolver) chance(m, j, without int) float64 {
	p := 1.0
	for l := range j {
		if l != without {
			p *= s.powers[m][l]
		}
	}
	if j < len(s.fleet) {
		p *= 1 - s.powers[m][j]
	}
	return p
}

// chanceSlope is the derivative of chance in the busy fraction of class by.
func (s *ClassIdleSolver) chanceSlope(m, j, without, by int) float64 {
	if by == without || by > j {
		return 0
	}
	if by == j {
		p := -s.slopes[m][j]
		for l := range j {
			if l != without {
				p *= s.powers[m][l]
			}
		}
		return p
	}
	p := s.slopes[m][by]
	for l := range j {
		if l != without && l != by {
			p *= s.powers[m][l]
		}
	}
	if j < len(s.fleet) {
		p *= 1 - s.powers[m][j]
	}
	return p
}

// stable computes what the busy servers are fed and rejects unstable and
// null-recurrent roots.
func (s *ClassIdleSolver) stable(flow []float64) bool {
	n := len(s.fleet)
	for i, c := range s.fleet {
		clear(s.push[i])
		for m, mix := range s.mixes {
			for j := i + 1; j <= n && mix[i] > 0; j++ {
				if x := flow[s.Flow(m, j, i)]; x != 0 {
					s.push[i][mix[i]] += s.arrivals / (c.Share * c.Rate) * x * s.chance(m, j, i)
				}
			}
		}
		if s.busy[i] >= 1 || s.growth(i) >= 1-1e-9 {
			return false
		}
	}
	return true
}

// growth is lambda_B/mu of class i.
func (s *ClassIdleSolver) growth(i int) float64 {
	sum := 0.0
	for asked, push := range s.push[i] {
		if asked > 0 {
			sum += push * power(s.busy[i], asked-1)
		}
	}
	return sum
}

// mostLevels bounds the tails that are summed one by one: so near to saturation, and not geometric, they take too long.
const mostLevels = 100_000

// classJobs is the mean number of jobs at a server of class i, +Inf where its tails are too long to be summed.
func (s *ClassIdleSolver) classJobs(i int) float64 {
	if s.inside == steelyard.IdleElseUniform {
		return s.busy[i] / (1 - s.growth(i))
	}
	sum, alone := 0.0, s.alone(i)
	tail := s.busy[i]
	for range mostLevels {
		if tail <= 1e-17*sum || tail == 0 {
			return sum
		}
		next := s.nextTail(i, tail)
		if isGeometric(tail, next, alone) {
			return sum + tail/(1-alone)
		}
		sum += tail
		tail = next
	}
	return math.Inf(1)
}

// isGeometric says whether all tails that follow fall by the factor alone.
func isGeometric(tail, next, alone float64) bool { return next <= alone*tail*(1+1e-16) && alone < 1 }

// alone is the part of the growth of class i that is due to jobs that ask a single server of it.
func (s *ClassIdleSolver) alone(i int) float64 {
	if len(s.push[i]) < 2 {
		return 0
	}
	return s.push[i][1]
}

func (s *ClassIdleSolver) nextTail(i int, tail float64) float64 {
	next := 0.0
	for asked := len(s.push[i]) - 1; asked > 0; asked-- {
		next = (next + s.push[i][asked]) * tail
	}
	return next
}

func (s *ClassIdleSolver) prediction() Prediction {
	p := summarise(s.fleet, s.arrivals, s.busy, s.jobs)
	for i, busy := range s.busy {
		tails := []float64{1}
		growth := s.growth(i)
		for tail := busy; tail > 1e-17 && len(tails) < maxTails; {
			tails = append(tails, tail)
			if s.inside == steelyard.IdleElseUniform {
				tail *= growth
			} else {
				tail = s.nextTail(i, tail)
			}
		}
		p.Tails = append(p.Tails, tails)
	}
	p.Residual = p.worstResidual(s.residual)
	return p
}
