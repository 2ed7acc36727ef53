// Package rng is the one source of randomness of the project: a small concrete
// generator, fast enough to be inlined into the loops that use it, and streams
// that are named by what they are for, so that two runs with the same seed see
// the same arrivals and sizes whatever else they draw.
package rng

import "math/bits"

// Rand is one stream of random numbers: SplitMix64 with an increment of its own
// (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014). Its period is 2^64. It is a value of 16 bytes: a copy repeats
// the stream. The zero Rand is not usable; make one with [New].
type Rand struct {
	state     uint64
	increment uint64 // odd
}

// New returns the stream named by seed, purpose and index, for instance
// New(1, "arrivals", replication, dispatcher). Streams with different names are
// independent for every practical purpose; equal names give equal streams.
func New(seed uint64, purpose string, index ...uint64) Rand {
	h := absorb(seed, uint64(len(purpose)))
	for _, c := range []byte(purpose) {
		h = absorb(h, uint64(c))
	}
	for _, i := range index {
		h = absorb(h, i)
	}
	return Rand{state: mix(h), increment: oddIncrement(h + goldenGamma)}
}

// Uint64 returns 64 uniform random bits.
func (r *Rand) Uint64() uint64 {
	r.state += r.increment
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Float64 returns a uniform multiple of 2^-53 in [0, 1).
func (r *Rand) Float64() float64 {
	return float64(r.Uint64()>>11) * 0x1p-53
}

// IntN returns a uniform integer in [0, n), without bias; n must be positive,
// which is not checked.
//
// The method is that of Lemire, "Fast random integer generation in an
// interval", ACM TOMACS 29 (2019): the remainder is computed only when the low
// half of the product is below n, which happens with probability n/2^64.
func (r *Rand) IntN(n int) int {
	for {
		hi, lo := bits.Mul64(r.Uint64(), uint64(n))
		if lo >= uint64(n) || lo >= -uint64(n)%uint64(n) {
			return int(hi)
		}
	}
}

// Pair returns a uniform integer in [0, n) and one in [0, n-1), both from one
// word; n must be at least 2 and below 2^31, which is not checked. The two are
// the digits of a uniform integer in [0, n*(n-1)), drawn as IntN draws it.
func (r *Rand) Pair(n int) (i, j int) {
	pairs := uint64(n) * uint64(n-1)
	for {
		first, rest := bits.Mul64(r.Uint64(), uint64(n))
		second, low := bits.Mul64(rest, uint64(n-1))
		if low >= pairs || low >= -pairs%pairs {
			return int(first), int(second)
		}
	}
}

const goldenGamma = 0x9e3779b97f4a7c15 // 2^64 / golden ratio, odd

// absorb hashes one more word into h.
func absorb(h, word uint64) uint64 {
	return mix(mix(h+goldenGamma) ^ word)
}

// mix is the finaliser of SplitMix64 (Stafford's variant 13): a bijection in
// which every input bit reaches every output bit.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// oddIncrement hashes z into an increment for the state. One with few changes
// between neighbouring bits would move the state too regularly and is replaced,
// as in the paper cited at [Rand].
func oddIncrement(z uint64) uint64 {
	z = (z ^ z>>33) * 0xff51afd7ed558ccd
	z = (z ^ z>>33) * 0xc4ceb9fe1a85ec53
	z = (z ^ z>>33) | 1
	if bits.OnesCount64(z^z>>1) < 24 {
		z ^= 0xaaaaaaaaaaaaaaaa
	}
	return z
}
