package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/tune"
)

// The limit is approached by the analysis near load 1.
func TestHeavyTraffic(t *testing.T) {
	for _, fleet := range []twoSpeeds{{.2, 5}, {.5, 2}, {.8, 10}} {
		const spare = 1e-5
		jiq := bothFamilies()[0]
		best, err := tune.FastSlow(fleet.limit(), 1-spare, jiq.inside, 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		fixed := meanfield.FastSlow{Fleet: fleet.limit(), Arrivals: 1 - spare, Fast: 2,
			Slow: 2, FastIfBusy: fleet.capacityFast(), SlowIfIdle: 1, Inside: jiq.inside}
		optimum, heuristic := heavyTraffic(fleet)
		if x := spare * best.MeanResponse; math.Abs(x/optimum-1) > 1e-3 {
			t.Errorf("%v: optimum %g, limit %g", fleet, x, optimum)
		}
		if x := spare * fixed.Mean(); math.Abs(x/heuristic-1) > 1e-3 {
			t.Errorf("%v: p_F = mu_F q_F %g, limit %g", fleet, x, heuristic)
		}
	}
}
