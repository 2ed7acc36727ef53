package paper

import (
	"math"
	"testing"
)

// With d = (2,2) scheme 1 turns (a1, a2) into (2 a1 + 2 a2, 4 a1 + 6 a2) level by level, whose larger eigenvalue is 4 + sqrt 12. Scheme 2 on
// speeds 2 and 1 turns them into (12 a1 + 16 a2, 4 a1 + 6 a2) per two levels of the fast and one of the slow: 9 + sqrt 73.
func TestGrowth(t *testing.T) {
	for scheme, want := range map[int][2]float64{
		1: {4 + math.Sqrt(12), 4 + math.Sqrt(12)},
		2: {math.Sqrt(9 + math.Sqrt(73)), 9 + math.Sqrt(73)},
	} {
		for j, x := range halves().growth(scheme) {
			if math.Abs(x/want[j]-1) > 1e-6 {
				t.Errorf("scheme %d, type %d: %v, want %v", scheme, j+1, x, want[j])
			}
		}
	}
}

// The leading term continues the fixed point where the next levels are known.
func TestContinuedTails(t *testing.T) {
	for scheme := 1; scheme <= 2; scheme++ {
		for _, fleet := range []serverTypes{halves(), threeTypes()} {
			e, err := fleet.equilibrium(fleet.scheme(scheme), .97)
			if err != nil {
				t.Fatal(err)
			}
			known := fleet.continued(scheme, .97, e.Tails, 1e-9)
			short := fleet.continued(scheme, .97, e.Tails, 1e-3)
			for j := range known.a {
				for n := len(short.a[j]); n < len(known.a[j]); n++ {
					if got, want := short.at(j, n), known.a[j][n]; math.Abs(got/want-1) > .01 {
						t.Errorf("scheme %d, %v, type %d, level %d: -log P is %v, want %v", scheme, fleet, j+1, n, got, want)
					}
				}
			}
		}
	}
}
