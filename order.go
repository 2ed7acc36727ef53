package steelyard

import "math"

// Order ranks servers: the smallest rank is the best. Rank must not fall as the queue length n grows, and an Order must be
// a comparable value, because equal Orders share one Index. Divide by the rate, never multiply by 1/rate, so
// that equal ranks are computed equal.
type Order interface {
	Rank(k Kind, n int) float64
}

// Blind is an Order that ranks servers of all kinds alike, by their length alone. An [Index] keeps them as one class, however many speeds
// there are.
type Blind interface {
	Order
	BlindToKind()
}

// RoundRank rounds a rank to 42 significant bits. Ranks that are equal in exact arithmetic differ by a
// unit or two of the last place in floating point; rounded, they tie. That is sure while rates have at most three significant
// digits and all but sure beyond.
func RoundRank(x float64) float64 {
	const drop = 11 // of 52 stored bits, 41 are kept
	return math.Float64frombits((math.Float64bits(x) + 1<<(drop-1)) &^ (1<<drop - 1))
}

// hidden is the rank of a server that is not eligible: behind every other.
var hidden = math.Inf(1)

// maxRank is the greatest rank of an eligible server. It is its own rounding.
const maxRank = 0x1p1023

// rankOf is a rank as indexes compare them: rounded and finite, NaN behind all numbers.
func rankOf(o Order, k Kind, n int) float64 {
	x := o.Rank(k, n)
	if !(x < maxRank) { // NaN too
		return maxRank
	}
	return RoundRank(max(x, -maxRank))
}
