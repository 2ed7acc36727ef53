package paper

import (
	"fmt"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

func TestSplits(t *testing.T) {
	seen := map[string]bool{}
	splits(4, 3, func(parts []int) {
		if parts[0]+parts[1]+parts[2] != 4 {
			t.Errorf("%v: want 4 in all", parts)
		}
		seen[fmt.Sprint(parts)] = true
	})
	if len(seen) != 15 { // C(6,2)
		t.Errorf("%d splits, want 15", len(seen))
	}
}

func TestPoisson(t *testing.T) {
	r := rng.New(3, "poisson")
	const n, mean = 100_000, 2.5
	sum := 0.0
	for range n {
		sum += float64(poisson(&r, mean))
	}
	if off := math.Abs(sum/n - mean); off > 4*math.Sqrt(mean/n) {
		t.Errorf("mean off by %g", off)
	}
}

// The claims of figure 1 hold for its example, and each fails for what does not level.
func TestGridJudges(t *testing.T) {
	i := chosenExample()
	g := bestOnGrid(i, 1)
	if v := g.fairest(i); v.Judgement != Differs {
		t.Errorf("the balanced assignment has half jobs, which whole ones cannot reach: %+v", v)
	}
	g = bestOnGrid(i, 2)
	if v := g.fairest(i); v.Judgement != Agrees || g.count != 58905 {
		t.Errorf("%d assignments: %+v", g.count, v)
	}
	g.gap -= .1
	if v := g.narrowest(i); v.Judgement != Differs {
		t.Errorf("some assignment has a smaller gap: %+v", v)
	}
}
