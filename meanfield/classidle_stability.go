package meanfield

import "math"

// drains tells whether class i, once overloaded, recovers while the others are at
// their equilibrium (see FastSlow.drains).
func (s *ClassIdleSolver) drains(flow []float64, i int) bool {
	s.start(0)
	s.busy[i] = 1
	s.sweep(flow, i)
	return s.inflow(flow, i) < s.fleet[i].Share*s.fleet[i].Rate
}

// sweep brings one class after the other to its equilibrium with the others,
// until all are near it; the class held, if any (-1), keeps its busy fraction. It
// is slow and cannot be led astray: the start where Newton's method fails.
func (s *ClassIdleSolver) sweep(flow []float64, held int) {
	const sweeps, near = 300, 1e-7
	for range sweeps {
		moved := 0.0
		for l, c := range s.fleet {
			if l == held {
				continue
			}
			old := s.busy[l]
			inflow := func(busy float64) float64 {
				s.busy[l] = busy
				return s.inflow(flow, l)
			}
			s.busy[l] = settle(inflow, c.Share*c.Rate) / (c.Share * c.Rate)
			moved = max(moved, math.Abs(s.busy[l]-old))
		}
		if moved < near {
			return
		}
	}
}

// inflow is the rate of jobs to class i per server of the fleet.
func (s *ClassIdleSolver) inflow(flow []float64, i int) float64 {
	s.setPowers()
	sum := 0.0
	for m := range s.mixes {
		for j := i; j <= len(s.fleet); j++ {
			sum += flow[s.Flow(m, j, i)] * s.chance(m, j, -1)
		}
	}
	return s.arrivals * sum
}
