package meanfield

import (
	"errors"
	"math"
	"testing"
)

// Both from empty and from overload the equation ends at the fixed point that
// Newton's method finds.
func TestTransientEndsAtTheEquilibrium(t *testing.T) {
	busy := make([]float64, 12)
	for n := range busy {
		busy[n] = 1
	}
	for _, text := range []string{"scheme1(d=[2,2])", "scheme2(d=[2,2])", "wjsq(d=2)", "jsq-fs(df=2,ds=2,pf=0.8,ps=1)", "jiq-fs(df=2,ds=1,pf=0.6,ps=1)"} {
		f := fluid(t, text, halves, 0.7)
		e := equilibrium(t, f)
		for _, start := range [][][]float64{nil, {busy, busy}} {
			shots, err := f.Transient(start, []float64{0, 1, 400})
			if err != nil {
				t.Fatal(err)
			}
			end := shots[2]
			near(t, text+" mean jobs", end.MeanJobs, e.MeanResponse*f.Arrivals, 1e-7)
			for c := range e.Tails {
				for n := range min(len(e.Tails[c]), len(end.Tails[c])) {
					near(t, text, end.Tails[c][n], e.Tails[c][n], 1e-7)
				}
			}
		}
	}
}

// One job everywhere and hardly any arrivals: the fleet drains exponentially.
func TestTransientDrainsAsInClosedForm(t *testing.T) {
	f := fluid(t, "random", Fleet{{1, 1}}, 1e-9)
	shots, err := f.Transient([][]float64{{1, 1}}, []float64{0.5, 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shots {
		near(t, "busy", s.Tails[0][1], math.Exp(-s.Time), 1e-8)
	}
}

func TestTransientMayBeOverloaded(t *testing.T) {
	f := fluid(t, "jsq(d=2)", Fleet{{1, 1}}, 1.5)
	shots, err := f.Transient(nil, []float64{20})
	if err != nil {
		t.Fatal(err)
	}
	// After the first moments every server is busy and the excess piles up.
	if jobs := shots[0].MeanJobs; jobs < 10 || jobs > 12 {
		t.Errorf("mean jobs %v, want a little above 0.5 times 20", jobs)
	}
	var field *FieldError
	if _, err := f.Transient(nil, []float64{2, 1}); !errors.As(err, &field) {
		t.Errorf("falling times: %v", err)
	}
	if _, err := f.Transient([][]float64{nil, nil}, nil); !errors.As(err, &field) {
		t.Errorf("two classes of tails for one: %v", err)
	}
}
