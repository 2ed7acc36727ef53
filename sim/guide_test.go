package sim

import (
	"math"
	"testing"
)

// TestGuideInverts compares every item's range with the law, at the ends of the ranges and at the ends of the parts that are looked up.
func TestGuideInverts(t *testing.T) {
	for _, weights := range [][]float64{{1}, {.9, 1}, {0, 1, 0, 2}, {1e-12, 1, 1e-12, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}} {
		g := newGuide(weights)
		total := 0.0
		for _, w := range weights {
			total += w
		}
		sum := 0.0
		for k, w := range weights {
			first, end := word(sum/total), word((sum+w)/total)
			sum += w
			if first == end {
				continue
			}
			for _, x := range []uint64{first, end - 1, first + (end-first)/2} {
				if got := g.draw(x); got != k {
					t.Errorf("%v: word %#x is item %d, want %d in [%#x, %#x)", weights, x, got, k, first, end)
				}
			}
		}
		for k := range g.item {
			for _, x := range []uint64{uint64(k) << g.drop, uint64(k+1)<<g.drop - 1} {
				if got, want := g.draw(x), g.search(x); got != want {
					t.Errorf("%v: word %#x is item %d, by search %d", weights, x, got, want)
				}
			}
		}
	}
	if got := word(1); got != math.MaxUint64 {
		t.Errorf("word(1) is %#x", got)
	}
}
