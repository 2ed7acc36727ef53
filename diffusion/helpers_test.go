package diffusion

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// twoPools has r_1 = 2/3: two idle fast servers on average.
func twoPools(slack float64) Regime { return Regime{[]Pool{{2, 1.0 / 3}, {.5, 2.0 / 3}}, slack} }

func threePools(slack float64) Regime {
	return Regime{Scaled([]Pool{{3, .2}, {1.5, .3}, {.5, .5}}), slack}
}

func onePool(slack float64) Regime { return Regime{[]Pool{{1, 1}}, slack} }

// within four standard errors, and beyond them what the theory compared with may miss.
func within(t *testing.T, what string, got stats.Estimate, want, beyond float64) {
	t.Helper()
	if !(math.Abs(got.Mean-want) <= 4*got.StdErr+beyond) {
		t.Errorf("%s: %.5f +- %.5f, want %.5f (or %.2g off)", what, got.Mean, got.StdErr, want, beyond)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.8g, want %.8g +- %.2g", what, got, want, tolerance)
	}
}

func mustSystem(t *testing.T, r Regime, n int) System {
	t.Helper()
	s, err := r.System(n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func simulated(t *testing.T, r Regime, n int, events float64, seed uint64) Averages {
	t.Helper()
	start, err := r.Typical()
	if err != nil {
		t.Fatal(err)
	}
	s := mustSystem(t, r, n)
	seconds := events / (s.Arrivals + s.Capacity())
	a, err := s.Simulate(t.Context(), start, Length{seconds / 20, seconds}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
