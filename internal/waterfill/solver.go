// Package waterfill solves the water-filling problem behind stochastic
// coordination (SCD), its homogeneous form (TWF) and the ideal workload (IWL):
// servers are vessels of width rate whose floor lies at base/rate, and a volume
// of work is poured over them.
//
//	sum over servers of max(0, rate*level - base) = volume
//
// With base = queue length and volume = the number of arriving jobs, the level
// is the ideal workload (Goren, Vargaftik, Moses 2021, Eqs. 1 and 2). With
// base = queue length + 1/2 and volume = jobs - 1, the water in each vessel,
// divided by the volume, is the optimal probability to send a job there (the
// solution of Eq. 10, whose workload term is constant on the simplex).
// Equal rates give TWF (arXiv 2008.00793).
package waterfill

import (
	"math"
	"slices"
)

// Solver pours water over a fixed set of servers. It belongs to one goroutine
// and allocates only in [New].
type Solver struct {
	rate      []float64 // times unit
	unit      float64   // a power of two that brings the fastest near 1, so that no depth overflows
	totalRate float64
	proposal  []column // alias table, proportional to rate

	lowest     float64   // the lowest floor, min base/rate
	excess     []float64 // base - rate*lowest, at least 0; +Inf if closed
	openExcess float64   // sums over the servers that are not closed
	openRate   float64

	cumulative []float64 // scratch of the table draw
	guide      []int32
}

// New returns a Solver for servers of these rates, which must be positive and
// finite, at least one. One below 2^-520 of the fastest counts as that. Nothing
// is loaded: all bases are 0.
func New(rate []float64) *Solver {
	_, exponent := math.Frexp(slices.Max(rate))
	s := &Solver{
		rate:       make([]float64, len(rate)),
		unit:       math.Ldexp(1, -exponent),
		excess:     make([]float64, len(rate)),
		cumulative: make([]float64, len(rate)),
		guide:      make([]int32, len(rate)),
	}
	for i, w := range rate {
		s.rate[i] = max(math.Ldexp(w, -exponent), slowest)
		s.totalRate += s.rate[i]
	}
	s.openRate = s.totalRate
	s.proposal = newAlias(s.rate, s.totalRate)
	return s
}

// slowest is the least rate beside the fastest one: the most volume over it is finite.
const slowest = 0x1p-520

// Load sets base = queue + raise for every server: raise 0 for the ideal
// workload, 1/2 for probabilities. A negative queue closes the server: nothing is
// poured there. With none open the level is +Inf and all probabilities are 0.
func (s *Solver) Load(queue []int32, raise float64) { load(s, queue, raise) }

// LoadBase sets the base of every server; a negative one closes it.
func (s *Solver) LoadBase(base []float64) { load(s, base, 0) }

// load measures every base from the lowest floor, so that a small volume on
// long queues does not drown in rounding errors.
func load[T int32 | float64](s *Solver, base []T, raise float64) {
	rate, excess := s.rate, s.excess[:len(s.rate)]
	base = base[:len(rate)]
	lowest := lowestFloor(rate, base, raise)
	openExcess, openRate := 0.0, 0.0
	for i, w := range rate {
		if base[i] < 0 {
			excess[i] = math.Inf(1)
			continue
		}
		b := float64(base[i]) + raise
		e := b - w*lowest
		if e < b*roundoff { // on the lowest floor
			e = 0
		}
		excess[i] = e
		openExcess += e
		openRate += w
	}
	s.lowest, s.openExcess, s.openRate = lowest, openExcess, openRate
}

func lowestFloor[T int32 | float64](rate []float64, base []T, raise float64) float64 {
	lowest := math.Inf(1)
	for i, w := range rate {
		if floor := (float64(base[i]) + raise) / w; floor < lowest && base[i] >= 0 {
			lowest = floor
		}
	}
	return lowest
}

// roundoff bounds the relative error of a base recomputed from its floor.
const roundoff = 0x1p-50

// Level returns the level that the volume reaches, a number of jobs per unit of
// rate. A volume of 0 gives the lowest floor.
func (s *Solver) Level(volume float64) float64 { return (s.lowest + s.depth(volume)) * s.unit }

// Probabilities stores in dst the share of the volume that each server holds;
// the shares sum to 1 up to rounding. For a volume of 0 the servers with the
// lowest floor share in proportion to their rates, the limit of small volumes;
// an infinite volume gives rate/total. Volumes below 2^-500, negative
// or NaN count as 0, those above 2^500 as infinite.
func (s *Solver) Probabilities(dst []float64, volume float64) {
	s.share(dst, volume, s.depth(volume))
}

func (s *Solver) share(dst []float64, volume, depth float64) {
	if depth == 0 {
		s.shareLowest(dst)
		return
	}
	volume = min(volume, mostVolume)
	excess, dst := s.excess[:len(s.rate)], dst[:len(s.rate)]
	for i, w := range s.rate {
		dst[i] = max(0, w*depth-excess[i]) / volume
	}
}

func (s *Solver) shareLowest(dst []float64) {
	width := 0.0
	for i, w := range s.rate {
		if s.excess[i] == 0 {
			width += w
		}
	}
	for i, w := range s.rate {
		dst[i] = 0
		if s.excess[i] == 0 {
			dst[i] = w / width
		}
	}
}

// Volumes outside these count as 0 and as infinite, so that no sum or quotient
// overflows or loses digits to underflow.
const (
	leastVolume = 0x1p-500
	mostVolume  = 0x1p500
)

// depth returns level - lowest.
//
// It is Newton's method on the convex function sum max(0, rate*x - excess) from
// the right: the level over a set of servers is never below the level over
// all, so each pass keeps the servers that the last level reaches and takes
// their level. A pass divides the product of overshoot and slope by at least
// four; three passes are typical.
func (s *Solver) depth(volume float64) float64 {
	if !(volume >= leastVolume) || s.openRate == 0 {
		return 0
	}
	volume = min(volume, mostVolume)
	x := (volume + s.openExcess) / s.openRate
	for {
		excess, width := s.reached(x)
		next := (volume + excess) / width
		if !(next < x) {
			return x
		}
		x = next
	}
}

// reached sums excess and rate over the servers that a depth x reaches. It
// selects by masks, since a branch would be mispredicted at random.
func (s *Solver) reached(x float64) (excess, width float64) {
	e := s.excess[:len(s.rate)]
	for i, w := range s.rate {
		dry := uint64(int64(math.Float64bits(w*x-e[i])) >> 63)
		width += math.Float64frombits(math.Float64bits(w) &^ dry)
		excess += math.Float64frombits(math.Float64bits(e[i]) &^ dry)
	}
	return excess, width
}
