package steelyard

import "github.com/steelyard-lb/steelyard/internal/rng"

// Rand is the randomness of one view: a small generator, or a [Script] that plays every outcome in turn.
type Rand struct {
	src    rng.Rand
	script *Script
}

// NewRand returns the stream of random numbers for a purpose, such as "policy", and the indexes that tell it
// from its peers. Streams of different seeds, purposes or indexes are independent.
func NewRand(seed uint64, purpose string, index ...uint64) Rand {
	return Rand{src: rng.New(seed, purpose, index...)}
}

// IntN returns a uniform integer in [0, n). n must be at least 1.
func (r *Rand) IntN(n int) int {
	if r.script != nil {
		return r.script.uniform(n)
	}
	return r.src.IntN(n)
}

// pair returns two distinct uniform integers in [0, n), n at least 2.
func (r *Rand) pair(n int) (i, j int) {
	if r.script != nil {
		i, j = r.script.uniform(n), r.script.uniform(n-1)
	} else {
		i, j = r.src.Pair(n)
	}
	if j >= i {
		j++
	}
	return i, j
}

// Chance is true with probability p; p <= 0 is never and p >= 1 always true, without a draw.
func (r *Rand) Chance(p float64) bool {
	if p <= 0 {
		return false
	}
	if p >= 1 {
		return true
	}
	if r.script != nil {
		return r.script.choose(1-p, p) == 1
	}
	return r.src.Float64() < p
}

// Weighted returns i with probability weights[i] / sum(weights). Weights must not be negative and not all zero.
func (r *Rand) Weighted(weights []float64) int {
	if r.script != nil {
		return r.script.choose(weights...)
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	x := r.src.Float64() * total
	last := 0
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		if x < w {
			return i
		}
		x -= w
		last = i
	}
	return last
}

// Float64 returns a uniform number in [0, 1). It has no finite number of outcomes, so a scripted Rand panics: see Scripted.
func (r *Rand) Float64() float64 {
	if r.script != nil {
		panic("steelyard: Float64 cannot be enumerated by a Script; use IntN, Chance or Weighted when Scripted")
	}
	return r.src.Float64()
}

// Scripted says whether every draw must have a finite number of outcomes.
func (r *Rand) Scripted() bool { return r.script != nil }

// Source is the generator itself, for solvers of this module that draw by rejection; nil if Scripted.
func (r *Rand) Source() *rng.Rand {
	if r.script != nil {
		return nil
	}
	return &r.src
}
