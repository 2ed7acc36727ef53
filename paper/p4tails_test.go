package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/chart"
)

// exactTails is a case whose logarithms are given.
func exactTails(a ...float64) *tailCase {
	c := &tailCase{fleet: serverTypes{name: "one type", rates: []float64{1}, shares: []float64{1}, asked: []int{2}}, scheme: 1, load: chosenTailsLoad}
	c.decay = &decay{fleet: c.fleet, scheme: 1, cost: []float64{0}, a: [][]float64{a}, solved: []int{len(a)}}
	return c
}

func TestDoubles(t *testing.T) {
	if v := doubles([]*tailCase{exactTails(0, .5, 1.1, 2.5)}); v.Judgement != Agrees {
		t.Error(v)
	}
	if v := doubles([]*tailCase{exactTails(0, .5, 1.1, 1.9)}); v.Judgement != Differs {
		t.Error(v)
	}
}

// With one type, d = 2 and Delta = 1 the bound is met with equality if -log P doubles and adds nothing.
func TestDecayBound(t *testing.T) {
	if v := decayBound([]*tailCase{exactTails(0, 1, 2, 4)}, 1); v.Judgement != Agrees {
		t.Error(v)
	}
	if v := decayBound([]*tailCase{exactTails(0, 1, .5, .7)}, 1); v.Judgement != Differs {
		t.Error(v)
	}
}

// With one type, d = 2 and Delta = 1 the recursion doubles.
func TestFollows(t *testing.T) {
	if v := follows([]*tailCase{exactTails(0, 4, 8, 16.1)}); v.Judgement != Agrees {
		t.Error(v)
	}
	if v := follows([]*tailCase{exactTails(0, 4, 8, 16.4)}); v.Judgement != Differs {
		t.Error(v)
	}
	if v := follows([]*tailCase{exactTails(0, 1)}); v.Judgement != Differs {
		t.Error("nothing to judge, and it", v.Judgement)
	}
}

func TestSingleVerdict(t *testing.T) {
	if v := singleVerdict([]float64{0, .1, .2, .3}); v.Judgement != Agrees {
		t.Error(v)
	}
	if v := singleVerdict([]float64{0, .1, .2, .4}); v.Judgement != Differs {
		t.Error(v)
	}
}

func TestAverageTails(t *testing.T) {
	points := averageTails([][][]float64{{{1, .5, .1}}, {{1, .7}}}, 0)
	if len(points) != 1 || points[0].X != 1 || math.Abs(points[0].Y-.6) > 1e-12 || !(points[0].Error > 0) {
		t.Errorf("%+v", points)
	}
	if l := logarithms([]chart.Point{{X: 1, Y: .5, Error: .01}, {X: 2, Y: .1, Error: .09}}); len(l) != 1 ||
		math.Abs(l[0].Y-math.Ln2) > 1e-12 || l[0].Error != .02 {
		t.Errorf("%+v", l)
	}
}
