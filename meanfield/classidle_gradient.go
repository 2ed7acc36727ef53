package meanfield

import (
	"gonum.org/v1/gonum/blas"

	"github.com/steelyard-lb/steelyard"
)

// Gradient writes the derivative of the mean response time in every flow, at the
// fixed point that the preceding call of Mean with the same flows found. The busy
// fractions move with the flows; one adjoint solve accounts for that.
func (s *ClassIdleSolver) Gradient(flow, gradient []float64) {
	n := len(s.fleet)
	s.equations(flow)
	for i := range s.fleet {
		s.differentiateJobs(i)
	}
	for l, c := range s.fleet {
		s.adjoint[l] = -c.Share / s.arrivals * s.jobsByBusy[l]
	}
	s.eachPush(func(m, j, i int) {
		x := flow[s.Flow(m, j, i)] * s.jobsByPush[i][s.mixes[m][i]] / s.fleet[i].Rate
		for l := 0; l < n && x != 0; l++ {
			s.adjoint[l] -= x * s.chanceSlope(m, j, i, l)
		}
	})
	if !s.system.factorise() {
		clear(gradient)
		return
	}
	s.system.solve(blas.Trans, s.adjoint)
	clear(gradient)
	for m := range s.mixes {
		for j := 0; j <= n; j++ {
			for i := 0; i < n && i <= j; i++ {
				gradient[s.Flow(m, j, i)] = s.adjoint[i] * s.arrivals / s.fleet[i].Share * s.chance(m, j, -1)
			}
		}
	}
	s.eachPush(func(m, j, i int) {
		gradient[s.Flow(m, j, i)] += s.jobsByPush[i][s.mixes[m][i]] / s.fleet[i].Rate * s.chance(m, j, i)
	})
}

// eachPush visits every flow that joins busy servers.
func (s *ClassIdleSolver) eachPush(visit func(m, j, i int)) {
	for m, mix := range s.mixes {
		for i, asked := range mix {
			for j := i + 1; j <= len(s.fleet) && asked > 0; j++ {
				visit(m, j, i)
			}
		}
	}
}

// differentiateJobs sets the derivatives of classJobs.
func (s *ClassIdleSolver) differentiateJobs(i int) {
	clear(s.jobsByPush[i])
	busy := s.busy[i]
	if s.inside == steelyard.IdleElseUniform {
		spare := 1 - s.growth(i)
		slope := 0.0
		for asked := 1; asked < len(s.push[i]); asked++ {
			s.jobsByPush[i][asked] = power(busy, asked) / (spare * spare)
			if asked > 1 {
				slope += s.push[i][asked] * float64(asked-1) * power(busy, asked-2)
			}
		}
		s.jobsByBusy[i] = 1/spare + busy*slope/(spare*spare)
		return
	}
	s.jobsByBusy[i] = s.tailSlopes(i, -1)
	for asked := 1; asked < len(s.push[i]); asked++ {
		s.jobsByPush[i][asked] = s.tailSlopes(i, asked)
	}
}

// tailSlopes is the derivative of the sum of the tails of class i in the push of
// the given number asked, or (-1) in the busy fraction.
func (s *ClassIdleSolver) tailSlopes(i, asked int) float64 {
	sum, slope := 0.0, 0.0
	if asked < 0 {
		slope = 1
	}
	total, alone := 0.0, s.alone(i)
	tail := s.busy[i]
	for range mostLevels {
		if tail <= 1e-17*total || tail == 0 {
			break
		}
		next := s.nextTail(i, tail)
		if isGeometric(tail, next, alone) {
			if asked > 0 {
				slope += power(tail, asked) / (1 - power(alone, asked))
			}
			return sum + slope/(1-alone)
		}
		total += tail
		sum += slope
		slope *= s.tailRatio(i, tail)
		if asked > 0 {
			slope += power(tail, asked)
		}
		tail = next
	}
	return sum
}

// tailRatio is the derivative of nextTail.
func (s *ClassIdleSolver) tailRatio(i int, tail float64) float64 {
	ratio := 0.0
	for d := len(s.push[i]) - 1; d > 0; d-- {
		ratio = ratio*tail + s.push[i][d]*float64(d)
	}
	return ratio
}
