package paper

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

func TestOccupancy(t *testing.T) {
	x := [][]float64{{1, 2, 3, 4, 5}, nil}
	occupancy([]sim.Class{{Servers: 4}, {Servers: 2}}, []int32{0, 3, 1, 1, 0, 0}, x)
	if want := [][]float64{{1, .75, .25, .25}, {1}}; !reflect.DeepEqual(x, want) {
		t.Errorf("%v, want %v", x, want)
	}
	if jobs := jobsAt(x[0]); jobs != 1.25 {
		t.Errorf("%v jobs at a server of the first type, want 5/4", jobs)
	}
}

func TestApart(t *testing.T) {
	u, w := [][]float64{{1, .5, .2}, {1}}, [][]float64{{1, .4}, {1, .05, .04, .4}}
	if d := apart(u, w); math.Abs(d-.1) > 1e-12 {
		t.Errorf("distance %v, want the 0.4/4 of three jobs at the second type", d)
	}
	if apart(u, w) != apart(w, u) || apart(u, u) != 0 {
		t.Error("no distance")
	}
}

// Idle servers stay so without arrivals to speak of; with them, the fraction that is busy soon after is that of the arrivals.
func TestLook(t *testing.T) {
	system := finiteSystem{fleet: halves(), scheme: 2, load: .5, servers: 20, times: []float64{0, .05}, replications: 2000}
	busy, err := looked(context.Background(), Options{Seed: 3}, system, "busy", func(busy *float64, _, k int, x [][]float64) {
		if k == 0 && (len(x[0]) > 1 || len(x[1]) > 1) {
			t.Errorf("not empty at first: %v", x)
		}
		if k == 1 {
			*busy = tailAt(x[0], 1) // both servers asked are nearly always idle, and the fast one gets the job
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	e := stats.FromReplications(busy)
	// Jobs come to fast servers at rate 1 each and leave at rate 4/3.
	if want := (1 - math.Exp(-.05*4/3)) * 3 / 4; math.Abs(e.Mean-want) > 4*e.StdErr+1e-4 {
		t.Errorf("busy %v +- %v, want %v", e.Mean, e.StdErr, want)
	}
	system.near = [][]float64{{1, 1, .5}, {1, .25}}
	system.times, system.replications = []float64{0}, 1
	_, err = looked(context.Background(), Options{}, system, "start", func(_ *int, _, _ int, x [][]float64) {
		if tailAt(x[0], 1) != 1 || tailAt(x[0], 2) != .5 || math.Abs(tailAt(x[1], 1)-.25) > .051 {
			t.Errorf("started at %v", x)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	system.load = -1
	if _, err := looked[int](context.Background(), Options{}, system, "nothing", nil); err == nil {
		t.Error("no error for a load below 0")
	}
}

// points makes estimates of f(n) without scatter, with a standard error of a given relative size.
func points(f func(n float64) float64, noise float64) []sized {
	var list []sized
	for _, n := range []float64{10, 40, 160, 640} {
		list = append(list, sized{n, stats.Estimate{Mean: f(n), StdErr: noise * f(n), Degrees: 30}})
	}
	return list
}

func TestTransientClaims(t *testing.T) {
	root := func(n float64) float64 { return 3 / math.Sqrt(n) }
	flat := func(float64) float64 { return 1 }
	of := func(list []sized) []*transient { return []*transient{{from: "empty", gaps: list}} }
	for _, c := range []struct {
		points       []sized
		vanish, rate Judgement
	}{
		{points(root, .01), Agrees, Agrees},
		{points(root, .3), Open, Open},
		{points(flat, .0001), Open, Differs},
		{points(func(n float64) float64 { return 3 / n }, .01), Agrees, Differs},
		{points(func(n float64) float64 { return n }, .01), Differs, Differs},
	} {
		if v := gapsVanish(of(c.points)); v.Judgement != c.vanish {
			t.Errorf("vanish: %+v, want %s", v, c.vanish)
		}
		if v := gapsShrinkAs(of(c.points)); v.Judgement != c.rate {
			t.Errorf("rate: %+v, want %s", v, c.rate)
		}
	}
}

func TestSettlingVerdict(t *testing.T) {
	s := settling{[]settlingRun{{load: .5, apart: []float64{1, 1e-9}}, {load: .9, apart: []float64{1, 2e-12}}}}
	if v := s.verdict(); v.Judgement != Agrees || !strings.Contains(v.Ours, "2 of 2") {
		t.Errorf("%+v", v)
	}
	s.runs[0].apart[1] = 1e-3
	if v := s.verdict(); v.Judgement != Differs || !strings.Contains(v.Ours, "1 of 2") {
		t.Errorf("%+v", v)
	}
}
