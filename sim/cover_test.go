package sim

import (
	"math"
	"testing"
)

// mm1 is a single server with exponential times at load .7.
func mm1(t testing.TB, l Length) Config {
	return Config{Classes: []Class{{Servers: 1, Speed: 1}}, Rate: .7, Policy: named(t, "random"), Length: l}
}

// TestManyShortReplications wants no bias that stays, however many replications of few jobs there are: a mean of ratios of batches would have one.
func TestManyShortReplications(t *testing.T) {
	for _, e := range []Engine{CTMC, Lazy, Events} {
		c := mm1(t, Length{Jobs: 2000, Warmup: 400, Replications: 600})
		c.Engine, c.Seed = e, 30
		want(t, run(t, c), 1/.3, 0)
	}
}

// TestIntervalsCover counts how many of the 95 % intervals of independent runs hold the true mean, of fixed length and of fixed precision.
func TestIntervalsCover(t *testing.T) {
	const runs = 40
	sq2 := Config{Classes: []Class{{Servers: 100, Speed: 1}}, Rate: 90, Policy: named(t, "jsq(d=2)"), Length: Length{Jobs: 30_000, Warmup: 15_000}}
	lazy := mm1(t, Length{Jobs: 20_000, Warmup: 1000})
	lazy.Engine = Lazy
	precise := mm1(t, Length{Jobs: 5000, Warmup: 1000, Precision: .03})
	for _, x := range []struct {
		name  string
		c     Config
		truth float64
	}{{"M/M/1", mm1(t, lazy.Length), 1 / .3}, {"M/M/1, jobs followed", lazy, 1 / .3}, {"M/M/1 to 3 %", precise, 1 / .3}, {"SQ(2)", sq2, 2.6457}} {
		hits := 0.
		for seed := range uint64(runs) {
			x.c.Seed = 100 + seed
			r := run(t, x.c).Response
			if math.Abs(r.Mean-x.truth) <= r.HalfWidth() {
				hits++
			}
		}
		if share := hits / runs; share < .95-4*math.Sqrt(.95*.05/runs) {
			t.Errorf("%s: %.0f %% of the intervals cover the mean", x.name, 100*share)
		}
	}
}
