package optimal

import (
	"math"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

func servers(t testing.TB, rates ...float64) *steelyard.Layout {
	t.Helper()
	kinds := make([]steelyard.Kind, len(rates))
	for i, rate := range rates {
		kinds[i] = steelyard.Kind{Rate: rate, Workers: 1}
	}
	return layout(t, kinds...)
}

func layout(t testing.TB, kinds ...steelyard.Kind) *steelyard.Layout {
	t.Helper()
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func parse(t testing.TB, text string) policy.Spec {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// best solves for the optimum and wants no warning.
func best(t testing.TB, l *steelyard.Layout, load float64) *Optimum {
	t.Helper()
	r, err := Solve(l, load*l.Capacity(), Options{})
	if err != nil || len(r.Warnings) > 0 {
		t.Fatalf("load %v: %v, %+v", load, err, r)
	}
	return r
}

// mean evaluates a policy and wants no warning.
func mean(t testing.TB, l *steelyard.Layout, load float64, text string) *Mean {
	t.Helper()
	r, err := Evaluate(l, load*l.Capacity(), parse(t, text), Options{})
	if err != nil || len(r.Warnings) > 0 {
		t.Fatalf("%s at load %v: %v, %+v", text, load, err, r)
	}
	return r
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: got %.12g, want %.12g within %.0e of it", what, got, want, tolerance)
	}
}
