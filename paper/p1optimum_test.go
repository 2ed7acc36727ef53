package paper

import (
	"math"
	"testing"
)

// Optimality is told from what is not optimal, and the expected error falls where f does.
func TestResidual(t *testing.T) {
	i := instance{rate: []float64{4, 2, 1}, queue: []int32{3, 0, 1}, jobs: 6}
	best := i.optimum()
	if x := i.residual(best); x > 1e-12 {
		t.Errorf("residual %g at the optimum", x)
	}
	for _, p := range [][]float64{{1. / 3, 1. / 3, 1. / 3}, {best[0], best[1], best[2] + .1}, {best[0] + .1, best[1] - .1, best[2]}, {1.2, -.2, 0}} {
		if x := i.residual(p); x < 1e-3 {
			t.Errorf("residual %g at %v", x, p)
		}
	}
	if i.expectedError(best) >= i.expectedError([]float64{1. / 3, 1. / 3, 1. / 3}) {
		t.Error("equal probabilities have the smaller error")
	}
}

// The expected error of one job is the mean over where it goes.
func TestExpectedErrorOfOneJob(t *testing.T) {
	i := instance{rate: []float64{4, 2}, queue: []int32{3, 0}, jobs: 1}
	p := []float64{.3, .7}
	want := 0.0
	for to, x := range p {
		for s, mu := range i.rate {
			own := 0.0
			if s == to {
				own = 1
			}
			want += x * mu * math.Pow(i.load(s, own)-i.ideal(), 2)
		}
	}
	if got := i.expectedError(p); math.Abs(got-want) > 1e-12 {
		t.Errorf("got %g, want %g", got, want)
	}
}

func TestRestriction(t *testing.T) {
	if v := restriction(instance{rate: []float64{1, 1, 1}, queue: []int32{0, 1, 9}, jobs: 4}); v.Judgement != Differs {
		t.Errorf("with equal rates nothing is sent above the IWL: %+v", v)
	}
	i, found := searched(8)
	if !found || i.above() != 0 {
		t.Errorf("found %v: %v, above %d", found, i, i.above())
	}
	if v := restriction(i); v.Judgement != Agrees {
		t.Error(v)
	}
}
