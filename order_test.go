package steelyard

import (
	"cmp"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Equal delays must tie for all rates of three digits. A rank (q+1)/rate is then a fraction whose denominator is at most 999 times powers
// of two and ten that do not matter: it is more than 2^10/999 units of the last place from where rounding switches, and computed to one.
func TestEqualRanksTie(t *testing.T) {
	const most, longest = 999, 500
	for _, scale := range []float64{1, 10, 1000} {
		for a := 1; a <= most; a++ {
			for b := 1; b < a; b++ {
				g := gcd(a, b)
				for k := 1; k*a/g <= longest; k++ { // (k a/g) / a = (k b/g) / b
					x := rankOf(sedOrder{}, Kind{Rate: float64(a) / scale}, k*a/g-1)
					y := rankOf(sedOrder{}, Kind{Rate: float64(b) / scale}, k*b/g-1)
					if x != y {
						t.Fatalf("%d jobs at rate %d/%v and %d at %d/%v: ranks %v and %v", k*a/g, a, scale, k*b/g, b, scale, x, y)
					}
				}
			}
		}
	}
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

func TestRanksCompareAsFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate, jobs := rapid.IntRange(1, 999), rapid.IntRange(1, bucketLen)
		a, b, i, k := rate.Draw(t, "a"), rate.Draw(t, "b"), jobs.Draw(t, "i"), jobs.Draw(t, "k")
		x := rankOf(sedOrder{}, Kind{Rate: float64(a) / 10}, i-1)
		y := rankOf(sedOrder{}, Kind{Rate: float64(b) / 10}, k-1)
		if cmp.Compare(i*b, k*a) != cmp.Compare(x, y) {
			t.Fatalf("%d jobs at rate %d: rank %v; %d at %d: %v", i, a, x, k, b, y)
		}
	})
}

func TestRoundRank(t *testing.T) {
	tests := []struct{ x, want float64 }{
		{0, 0}, {1, 1}, {-1, -1}, {1 + 0x1p-52, 1}, {1 - 0x1p-53, 1}, {1 + 0x1p-41, 1 + 0x1p-41},
		{math.Inf(1), math.Inf(1)}, {math.Inf(-1), math.Inf(-1)}, {math.MaxFloat64, math.Inf(1)},
	}
	for _, test := range tests {
		if got := RoundRank(test.x); got != test.want {
			t.Errorf("RoundRank(%v) = %v, want %v", test.x, got, test.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		finite := rapid.Float64Range(-maxRank, maxRank)
		x, y := finite.Draw(t, "x"), finite.Draw(t, "y")
		if x <= y && RoundRank(x) > RoundRank(y) {
			t.Fatalf("RoundRank(%v) = %v > RoundRank(%v) = %v", x, RoundRank(x), y, RoundRank(y))
		}
		if r := RoundRank(x); RoundRank(r) != r || math.Abs(r-x) > math.Abs(x)*0x1p-41+0x1p-1000 {
			t.Fatalf("RoundRank(%v) = %v, again %v", x, r, RoundRank(r))
		}
	})
}

// No rank may compare as a server that is not there, or as no number at all.
func TestRanksAreFinite(t *testing.T) {
	tests := []struct{ x, want float64 }{
		{math.NaN(), maxRank}, {math.Float64frombits(0x7fffffffffffffff), maxRank}, {math.Float64frombits(math.MaxUint64), maxRank},
		{math.Inf(1), maxRank}, {math.MaxFloat64, maxRank}, {maxRank * (1 - 0x1p-53), maxRank},
		{math.Inf(-1), -maxRank}, {-math.MaxFloat64, -maxRank}, {-2, -2}, {0, 0},
	}
	for _, test := range tests {
		o := rank(func(Kind, int) float64 { return test.x })
		if got := rankOf(o, Kind{}, 0); got != test.want {
			t.Errorf("rank of %v: got %v, want %v", test.x, got, test.want)
		}
	}
}
