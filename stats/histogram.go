package stats

import (
	"math"
	"slices"
)

// Histogram counts observations, such as response times in seconds, in buckets
// whose width is between 1/256 and 1/128 of the value: log-linear, as HDR
// histograms are. Any quantile is therefore within 0.8 % of that of the
// observations. The zero value is empty. Adding allocates only when an
// observation falls outside the range seen so far.
type Histogram struct {
	first   int       // key of counts[0], a multiple of bucketsPerOctave
	counts  []float64 // whole octaves
	low     float64   // weight of observations below smallest, taken as 0
	weight  float64
	squares float64 // sum of squared weights
	total   float64 // sum of weight times observation
}

const (
	octaveBits       = 7
	bucketsPerOctave = 1 << octaveBits
	smallest         = 0x1p-60
	largest          = 0x1p60 // larger ones are counted here
)

// Add takes one observation of weight 1.
func (h *Histogram) Add(x float64) { h.AddWeighted(x, 1) }

// AddWeighted takes one observation. Anything below 2^-60, negative or NaN
// counts as 0.
func (h *Histogram) AddWeighted(x, weight float64) {
	h.weight += weight
	h.squares += weight * weight
	if !(x >= smallest) {
		h.low += weight
		return
	}
	x = min(x, largest)
	h.total += x * weight
	slot := bucketKey(x) - h.first
	if uint(slot) >= uint(len(h.counts)) {
		h.grow(bucketKey(x), bucketKey(x)+1)
		slot = bucketKey(x) - h.first
	}
	h.counts[slot] += weight
}

// bucketKey is the exponent and the leading bits of the mantissa, as one number
// that grows with x.
func bucketKey(x float64) int { return int(math.Float64bits(x) >> (52 - octaveBits)) }

// bucketFloor is the least value of a bucket.
func bucketFloor(key int) float64 { return math.Float64frombits(uint64(key) << (52 - octaveBits)) }

// grow makes room for the keys from lo up to hi, in whole octaves.
func (h *Histogram) grow(lo, hi int) {
	lo -= lo % bucketsPerOctave
	hi += (bucketsPerOctave - hi%bucketsPerOctave) % bucketsPerOctave
	if len(h.counts) == 0 {
		h.first, h.counts = lo, make([]float64, hi-lo)
		return
	}
	last := h.first + len(h.counts)
	if lo < h.first {
		h.counts = slices.Insert(h.counts, 0, make([]float64, h.first-lo)...)
		h.first = lo
	}
	if hi > last {
		h.counts = append(h.counts, make([]float64, hi-last)...)
	}
}

// Merge adds the observations of another.
func (h *Histogram) Merge(o *Histogram) {
	h.low += o.low
	h.weight += o.weight
	h.squares += o.squares
	h.total += o.total
	if len(o.counts) == 0 {
		return
	}
	h.grow(o.first, o.first+len(o.counts))
	for i, c := range o.counts {
		h.counts[o.first-h.first+i] += c
	}
}

// Weight is the sum of the weights: the number of observations, if unweighted.
func (h *Histogram) Weight() float64 { return h.weight }

// Mean is the mean of the observations themselves, not of buckets; 0 if empty.
func (h *Histogram) Mean() float64 {
	if h.weight == 0 {
		return 0
	}
	return h.total / h.weight
}

// Quantile returns the value that a share p of the observations does not exceed,
// 0 < p < 1. It is not resolved if fewer than ten independent observations would
// be expected beyond it (or, for small p, below it): the value then is little
// more than a guess. Observations that depend on one another are worth fewer.
func (h *Histogram) Quantile(p float64) (value float64, resolved bool) {
	if h.weight == 0 {
		return 0, false
	}
	effective := h.weight * h.weight / h.squares
	resolved = effective*min(p, 1-p) >= leastBeyond
	rest := p*h.weight - h.low
	if rest <= 0 {
		return 0, resolved
	}
	last := 0
	for i, c := range h.counts {
		if c == 0 {
			continue
		}
		if rest <= c {
			return h.within(i, rest/c), resolved
		}
		rest -= c
		last = i
	}
	return h.within(last, 1), resolved
}

// leastBeyond is how many observations a quantile needs on its far side.
const leastBeyond = 10

// within interpolates inside a bucket.
func (h *Histogram) within(slot int, share float64) float64 {
	if len(h.counts) == 0 {
		return 0
	}
	lo, hi := bucketFloor(h.first+slot), bucketFloor(h.first+slot+1)
	return lo + share*(hi-lo)
}

// Tail returns the share of observations above x, interpolated inside the bucket
// of x; 0 if empty.
func (h *Histogram) Tail(x float64) float64 {
	above := 0.0
	for b := range h.Buckets {
		switch {
		case b.Low > x:
			above += b.Weight
		case b.High > x:
			above += b.Weight * (b.High - x) / (b.High - b.Low)
		}
	}
	if above == 0 {
		return 0
	}
	return above / h.weight
}

// Bucket is the weight of the observations in [Low, High).
type Bucket struct{ Low, High, Weight float64 }

// Buckets yields the buckets that are not empty, in increasing order; that of the
// observations taken as 0 has Low = High = 0.
func (h *Histogram) Buckets(yield func(Bucket) bool) {
	if h.low > 0 && !yield(Bucket{Weight: h.low}) {
		return
	}
	for i, c := range h.counts {
		if c > 0 && !yield(Bucket{bucketFloor(h.first + i), bucketFloor(h.first + i + 1), c}) {
			return
		}
	}
}
