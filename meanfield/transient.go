package meanfield

import (
	"fmt"
	"math"
)

// Snapshot is the state of a Fluid at a time.
type Snapshot struct {
	Time     float64     // seconds
	Tails    [][]float64 // per class: fraction of its servers with >= n jobs
	MeanJobs float64     // per server of the fleet
}

// Transient follows the differential equation from the given tails (start[c][0] =
// 1; nil is an empty fleet) and returns the state at the times, which must not
// fall. The load may exceed 1. Steps are chosen to keep the local error near 1e-10.
func (f Fluid) Transient(start [][]float64, times []float64) ([]Snapshot, error) {
	if err := f.checkShape(); err != nil {
		return nil, err
	}
	if start == nil {
		start = make([][]float64, len(f.Fleet))
	}
	if len(start) != len(f.Fleet) {
		return nil, &FieldError{"length of start", len(start), fmt.Sprintf("%d, one list of tails per class", len(f.Fleet))}
	}
	levels := make([]int, len(f.Fleet))
	for c, tails := range start {
		levels[c] = len(tails) + 20
	}
	for {
		shots, ok, err := f.follow(start, times, levels)
		if ok || err != nil {
			return shots, err
		}
		for c := range levels {
			if levels[c] *= 2; levels[c] > 4*mostLevel {
				return nil, unstable("queues of class %d grow beyond %d jobs", c, levels[c]/2)
			}
		}
	}
}

// follow integrates with so many levels; ok says that they were enough.
func (f Fluid) follow(start [][]float64, times []float64, levels []int) (shots []Snapshot, ok bool, err error) {
	s, err := newSystem(f, levels)
	if err != nil {
		return nil, false, err
	}
	x := make([]float64, s.size)
	s.each(func(at, c, n int) {
		if n < len(start[c]) {
			x[at] = start[c][n]
		}
	})
	integrator := newDormandPrince(s.drift, s.size)
	now := 0.0
	for k, t := range times {
		if !(t >= now) || math.IsInf(t, 0) {
			return nil, false, &FieldError{fmt.Sprintf("times[%d]", k), t, "a finite time, not before the previous one"}
		}
		integrator.advance(x, t-now)
		now = t
		shot := s.snapshot(x, t)
		for _, tails := range shot.Tails {
			if tails[len(tails)-1] > 1e-12 {
				return nil, false, nil
			}
		}
		shots = append(shots, shot)
	}
	return shots, true, nil
}

func (s *system) snapshot(x []float64, t float64) Snapshot {
	shot := Snapshot{Time: t, Tails: make([][]float64, len(s.levels))}
	for c := range shot.Tails {
		shot.Tails[c] = []float64{1}
	}
	s.each(func(at, c, _ int) {
		shot.Tails[c] = append(shot.Tails[c], x[at])
		shot.MeanJobs += s.Fleet[c].Share * x[at]
	})
	return shot
}
