package meanfield

import (
	"errors"
	"math"
	"testing"
)

// The default example of the schemes: C = (4/3, 2/3), equal shares.
var halves = Fleet{{4.0 / 3, 0.5}, {2.0 / 3, 0.5}}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.12g, want %.12g +- %g", what, got, want, tolerance)
	}
}

func TestOptimalSplitsReachReferenceValues(t *testing.T) {
	for _, row := range []struct{ arrivals, static, hybrid float64 }{
		{0.1, 0.88235, 0.76688}, {0.5, 1.88562, 1.17109}, {0.7, 3.19716, 1.54225}, {0.9, 9.68227, 2.54433},
	} {
		for d, want := range map[int]float64{1: row.static, 2: row.hybrid} {
			split, err := OptimalHybrid(halves, row.arrivals, d)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Hybrid(halves, row.arrivals, split, d)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "mean response", p.MeanResponse, want, 1.0e-5)
			near(t, "residual", p.Residual, 0, 1e-12)
		}
	}
}

func TestOptimalHybridIsLocallyOptimal(t *testing.T) {
	fleet := Fleet{{5, 0.2}, {2, 0.3}, {0.5, 0.5}}
	for _, load := range []float64{0.2, 0.6, 0.95} {
		for _, d := range []int{1, 2, 3} {
			arrivals := load * fleet.Capacity()
			best, err := OptimalHybrid(fleet, arrivals, d)
			if err != nil {
				t.Fatal(err)
			}
			at, _ := Hybrid(fleet, arrivals, best, d)
			for i := range best {
				for j := range best {
					moved := append(Split{}, best...)
					step := min(1e-3, moved[i])
					moved[i], moved[j] = moved[i]-step, moved[j]+step
					if p, err := Hybrid(fleet, arrivals, moved, d); err == nil && p.MeanResponse < at.MeanResponse-1e-12 {
						t.Errorf("load %v, d=%d: moving %g from %d to %d improves %.12g to %.12g", load, d, step, i, j, at.MeanResponse, p.MeanResponse)
					}
				}
			}
		}
	}
}

func TestSplitErrorsSayWhatIsRight(t *testing.T) {
	for name, call := range map[string]func() error{
		"short":   func() error { return Split{1}.Check(halves) },
		"sum":     func() error { return Split{0.5, 0.6}.Check(halves) },
		"outside": func() error { return Split{1.5, -0.5}.Check(halves) },
		"d":       func() error { _, err := Hybrid(halves, 0.5, Split{0.5, 0.5}, 0); return err },
		"order":   func() error { return Fleet{{1, 0.5}, {2, 0.5}}.Check() },
		"shares":  func() error { return Fleet{{1, 0.5}}.Check() },
	} {
		var field *FieldError
		if err := call(); !errors.As(err, &field) {
			t.Errorf("%s: got %v, want a FieldError", name, err)
		}
	}
	if _, err := Hybrid(halves, 0.9, Split{0.1, 0.9}, 2); !errors.Is(err, ErrUnstable) {
		t.Errorf("overloaded class: got %v", err)
	}
	if err := halves.CheckArrivals(1); !errors.Is(err, ErrUnstable) {
		t.Errorf("load 1: got %v", err)
	}
}

// A split that uses one class only must not exceed 1 by rounding.
func TestOptimalStaticIsASplit(t *testing.T) {
	fleet := TwoSpeeds(.5, 5)
	for k := range 99 {
		load := float64(k+1) / 100
		split, err := OptimalStatic(fleet, load)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Hybrid(fleet, load, split, 1); err != nil {
			t.Errorf("load %v: %v", load, err)
		}
	}
}
