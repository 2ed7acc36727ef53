package paper

import (
	"math"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// A power law is found with the interval of its exponent, and judged.
func TestPower(t *testing.T) {
	sizes := sizesUpTo(3)
	var list []stats.Estimate
	for _, n := range sizes {
		mean := 7 / math.Sqrt(float64(n))
		list = append(list, stats.Estimate{Mean: mean, StdErr: .01 * mean, Degrees: math.Inf(1)})
	}
	// The outer two of three equally spaced points decide: the slope errs by sqrt(2) 1 % / log 16.
	e, width := powerOf(sizes, list)
	if want := 1.96 * math.Sqrt2 * .01 / math.Log(16); math.Abs(e+.5) > 1e-12 || math.Abs(width-want) > 1e-4 {
		t.Errorf("n^(%g ± %g), want -0.5 ± %g", e, width, want)
	}
	for want, judged := range map[float64]Judgement{-.5: Agrees, -.25: Differs, -.48: Open} {
		if v := power("", want, .025, sizes, list); v.Judgement != judged {
			t.Errorf("order n^%g is judged %s, want %s", want, v.Judgement, judged)
		}
	}
}

func TestFarthest(t *testing.T) {
	list := []stats.Estimate{{Mean: 1, StdErr: .1}, {Mean: 2, StdErr: .1}}
	if most, limit := farthest(list, []float64{1.2, 2}); math.Abs(most-2) > 1e-9 || math.Abs(limit-2.2414) > 1e-3 {
		t.Errorf("%g of %g standard errors", most, limit)
	}
}

func TestServers(t *testing.T) {
	for n, want := range map[int]string{9: "9 servers", 900: "900 servers", 3600: "3,600 servers", 1234567: "1,234,567 servers"} {
		if got := servers(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// The mean passage time tends to that of the fluid, whose idle servers fall at the rate of arrivals and rise at mu_1 times the busy ones.
func TestPassage(t *testing.T) {
	c := collapses{Regime: regimeOf(chosenTwoPools())}
	for n, tolerance := range map[int]float64{900: .1, 57600: .02} {
		got, err := c.passage(n)
		if err != nil {
			t.Fatal(err)
		}
		scale := math.Sqrt(float64(n))
		fall := scale/3 - c.Slack
		want := math.Log((fall+2*chosenAway)/(fall+2*c.few()/scale)) / 2
		if math.Abs(got/want-1) > tolerance {
			t.Errorf("%s: %g s, fluid %g", servers(n), got, want)
		}
	}
}

// Shares that fall to 0 agree only with enough paths behind them.
func TestAtOnce(t *testing.T) {
	few, many := stats.Estimate{Degrees: 3}, stats.Estimate{Degrees: 999}
	for _, c := range []struct {
		away []stats.Estimate
		want Judgement
	}{
		{[]stats.Estimate{{Mean: .9, Degrees: 999}, many}, Agrees},
		{[]stats.Estimate{{Mean: .9, Degrees: 3}, few}, Differs},
		{[]stats.Estimate{many, {Mean: .9, Degrees: 999}}, Differs},
	} {
		v := (&collapses{sizes: sizesUpTo(2), away: c.away}).atOnce()
		if v.Judgement != c.want || !strings.Contains(v.Ours, "3,600 servers") {
			t.Errorf("%+v, want %s", v, c.want)
		}
	}
}
