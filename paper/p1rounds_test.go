package paper

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard/chart"
)

// outcome is a made-up run whose stretches have such means.
func outcome(policy string, stable bool, batches ...float64) *roundOutcome {
	return &roundOutcome{roundRun: roundRun{policy: policy, load: .5}, batches: batches, stable: stable}
}

func TestStanding(t *testing.T) {
	own := outcome("own", true, 2, 3, 2, 3, 2, 3, 2, 3)
	better := outcome("better", true, 1.9, 2.91, 1.89, 2.9, 1.9, 2.91, 1.89, 2.9)
	near := outcome("near", true, 2.1, 2.9, 2.1, 2.9, 1.9, 3.1, 1.9, 3.1)
	worse := outcome("worse", true, 2.1, 3.11, 2.09, 3.1, 2.1, 3.11, 2.09, 3.1)
	barely := outcome("barely", true, 1.99, 2.98, 2, 3, 2, 2.98, 1.98, 3) // by more than the interval, but not twice
	grows := outcome("grows", false, 1, 1, 1, 1, 1, 1, 1, 1)
	for _, c := range []struct {
		rivals []*roundOutcome
		want   Judgement
	}{
		{[]*roundOutcome{worse, grows}, Agrees}, {[]*roundOutcome{worse, near}, Open},
		{[]*roundOutcome{worse, barely}, Open}, {[]*roundOutcome{near, better}, Differs},
	} {
		var x standing
		for _, rival := range c.rivals {
			x.add(own, rival)
		}
		v := x.verdict("claim", "published", "why")
		if v.Judgement != c.want || (v.Why == "") != (c.want == Agrees) {
			t.Errorf("%v: %+v, want %s", x, v, c.want)
		}
	}
}

func TestAgreement(t *testing.T) {
	for _, c := range []struct {
		published float64
		ours      []float64
		want      Judgement
	}{
		{10, []float64{9.9, 10.1, 10, 10.2}, Agrees},
		{12, []float64{9.9, 10.1, 10, 10.2}, Differs},
		{12, []float64{8, 10, 12, 14}, Open}, // one more draw may be nearly anything
		{40, []float64{8, 10, 12, 14}, Differs},
		{10, []float64{10, math.NaN()}, Open},
	} {
		if a := agree("mean", c.published, .01, c.ours); a.judgement() != c.want {
			t.Errorf("%v: %s, want %s", a, a.judgement(), c.want)
		}
	}
}

// A set of servers is overloaded if the jobs that find both samples in it exceed its capacity; the worst set is tried against all sets.
func TestPairsBear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		rates := make([]float64, 2+random.IntN(8))
		total := 0.0
		for k := range rates {
			rates[k] = .05 + random.Float64()*random.Float64()
			total += rates[k]
		}
		want := 1.0
		for set := range 1 << len(rates) {
			size, capacity := 0, 0.0
			for k, rate := range rates {
				if set>>k&1 == 1 {
					size++
					capacity += rate
				}
			}
			if size > 1 {
				pairs := float64(size*(size-1)) / float64(len(rates)*(len(rates)-1))
				want = min(want, capacity/(pairs*total))
			}
		}
		if got := pairsBear(rates); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v: %g, want %g", rates, got, want)
		}
	}
	if x := pairsBear([]float64{1, 1, 1, 1}); x != 1 {
		t.Errorf("equal servers: %g, want 1", x)
	}
}

func TestEnding(t *testing.T) {
	s := chart.Series{Points: []chart.Point{{X: 1, Y: .1}, {X: 2, Y: 1e-2}, {X: 8, Y: 1e-4}}}
	e := ending(s, 1e-3)
	if end := e.Points[2]; math.Abs(end.X-4) > 1e-9 || end.Y != 1e-3 || s.Points[2].X != 8 {
		t.Errorf("%v, want the end at 4", e.Points)
	}
	if e := ending(s, 1e-5); !slices.Equal(e.Points, s.Points) {
		t.Errorf("%v: a tail that does not get there stays", e.Points)
	}
}

// All policies of a system have the same rates, also when there are more dispatchers or a greater range; draws differ.
func TestRates(t *testing.T) {
	a, b, c := roundSystem{100, 5, 10}.rates(1, 0), roundSystem{100, 10, 100}.rates(1, 0), roundSystem{100, 5, 10}.rates(1, 1)
	for k := range a {
		if a[k] < 1 || a[k] > 10 || math.Abs((a[k]-1)*11-(b[k]-1)) > 1e-9 {
			t.Fatalf("server %d: %g and %g", k, a[k], b[k])
		}
	}
	if slices.Equal(a, c) {
		t.Error("two draws are the same")
	}
}

func TestAbout(t *testing.T) {
	for _, c := range []struct {
		x, width float64
		want     string
	}{
		{2.459618, .1312, "2.46 ± 0.13"}, {817.43, 683, "817 ± 683"}, {1.23456789, 0, "1.235"}, {5.5, 2.84, "5.5 ± 2.8"},
		{math.NaN(), 1, "not resolved"}, {1, math.Inf(1), "not resolved"},
	} {
		if got := about(c.x, c.width); got != c.want {
			t.Errorf("%g within %g: %q, want %q", c.x, c.width, got, c.want)
		}
	}
}
