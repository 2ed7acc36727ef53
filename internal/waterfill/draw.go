package waterfill

import (
	"math/bits"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// Draw fills dst with independent destinations, each server drawn with its
// probability for this volume. At least one server must be open.
//
// A server is proposed in proportion to its rate and accepted with the ratio of
// its water to what it would hold with its floor at the lowest; the
// probabilities themselves are never computed. Where that would reject too
// often, a table is made first.
func (s *Solver) Draw(dst []int32, volume float64, r *rng.Rand) {
	depth := s.depth(volume)
	if s.rejectionPays(len(dst), min(volume, mostVolume), depth) {
		s.drawByRejection(dst, depth, r)
		return
	}
	s.tabulate(volume, depth)
	for k := range dst {
		dst[k] = s.drawByTable(r)
	}
}

// Propose draws a server with probability proportional to its rate, whatever is loaded.
func (s *Solver) Propose(r *rng.Rand) int32 { return propose(s.proposal, r) }

// rejectionPays compares the proposals that rejection needs with the making and
// use of a table. A proposal is accepted with probability volume/(rate*depth).
func (s *Solver) rejectionPays(jobs int, volume, depth float64) bool {
	proposals := s.totalRate * depth / volume // per job; NaN if both are 0
	return proposals <= 5 || proposals*float64(jobs) <= float64(len(s.rate))
}

// drawByRejection writes every proposal and moves on only past an accepted one:
// a branch on acceptance would be mispredicted at random.
func (s *Solver) drawByRejection(dst []int32, depth float64, r *rng.Rand) {
	excess := s.excess[:len(s.rate)]
	for k := 0; k < len(dst); {
		i := propose(s.proposal, r)
		dst[k] = i
		full := s.rate[i] * depth
		next := k + 1
		if r.Float64()*full >= full-excess[i] {
			next = k
		}
		k = next
	}
}

// tabulate sums the probabilities and notes, for each of n equal steps of the
// cumulative sum, the server where it begins (the guide table of Chen and
// Asau 1974).
func (s *Solver) tabulate(volume, depth float64) {
	s.share(s.cumulative, volume, depth)
	n, sum, step := len(s.cumulative), 0.0, 0
	last := 0
	for i, p := range s.cumulative {
		if p > 0 {
			last = i
		}
		sum += p
		s.cumulative[i] = sum
		for step < n && float64(step) < sum*float64(n) {
			s.guide[step] = int32(i)
			step++
		}
	}
	for ; step < n; step++ {
		s.guide[step] = int32(last)
	}
	// The sum is 1 up to rounding; the last server takes what is missing.
	for i := last; i < n; i++ {
		s.cumulative[i] = 1
	}
}

func (s *Solver) drawByTable(r *rng.Rand) int32 {
	u := r.Float64()
	i := s.guide[int(u*float64(len(s.guide)))]
	for s.cumulative[i] <= u {
		i++
	}
	return i
}

// column is one column of an alias table (Walker 1977): server i for a draw
// below cut, other above.
type column struct {
	cut   uint64
	other int32
}

// propose draws a server with the probability that the alias table was made for.
func propose(table []column, r *rng.Rand) int32 {
	hi, below := bits.Mul64(r.Uint64(), uint64(len(table)))
	i, cut, other := int32(hi), table[hi].cut, table[hi].other
	if below >= cut {
		i = other
	}
	return i
}

// newAlias makes the alias table of the given weights and their total, by
// Vose's method (1991).
func newAlias(weight []float64, total float64) []column {
	n := len(weight)
	table := make([]column, n)
	height := make([]float64, n) // of mean 1
	var small, large []int32
	for i, w := range weight {
		height[i] = w / total * float64(n)
		if height[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
		table[i] = column{cut: 1<<64 - 1, other: int32(i)}
	}
	for len(small) > 0 && len(large) > 0 {
		i, j := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		table[i] = column{cut: uint64(height[i] * 0x1p64), other: j}
		height[j] -= 1 - height[i]
		if height[j] < 1 {
			large = large[:len(large)-1]
			small = append(small, j)
		}
	}
	return table
}
