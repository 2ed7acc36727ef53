package demo

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// walk is the backlog of a queue with the given drift a sample, reflected at 0.
func walk(n int, start, drift, spread float64) []float64 {
	r := rng.New(1, "walk")
	x, path := start, make([]float64, n)
	for k := range path {
		x = max(0, x+drift+spread*r.Norm())
		path[k] = x
	}
	return path
}

func TestGrowing(t *testing.T) {
	filling := make([]float64, 300) // an empty fleet that fills up to 90 jobs
	for k := range filling {
		filling[k] = 90 * (1 - math.Exp(-float64(k)/60))
	}
	tests := []struct {
		name    string
		backlog []float64
		want    bool
	}{
		{"empty", nil, false},
		{"too few samples", walk(20, 0, 5, 1), false},
		{"steady", walk(300, 20, -.2, 1.5), false},
		{"busy and wandering", walk(300, 30, -.02, 1.5), false},
		{"filling", filling, false},
		{"slow growth", walk(300, 0, .7, 3), true},
		{"fast growth", walk(100, 0, 4, 3), true},
	}
	for _, tt := range tests {
		if got := growing(tt.backlog, 10); got != tt.want {
			t.Errorf("%s: growing = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestTrend(t *testing.T) {
	slope, err := trend([]float64{1, 3, 5, 7, 9})
	if math.Abs(slope-2) > 1e-12 || err > 1e-12 {
		t.Errorf("line of slope 2: slope %v, error %v", slope, err)
	}
	// By hand: mean 1, sxy = -1.5*(-1) + -.5*1 + .5*(-1) + 1.5*1 = 2, sxx = 5.
	slope, err = trend([]float64{0, 2, 0, 2})
	if math.Abs(slope-.4) > 1e-12 || math.Abs(err-math.Sqrt(3.2/2/5)) > 1e-12 {
		t.Errorf("slope %v, error %v, want 0.4 and %v", slope, err, math.Sqrt(.32))
	}
}

func TestOverflowed(t *testing.T) {
	if overflowed(400, 10) || !overflowed(401, 10) {
		t.Error("10 servers overflow with more than 400 jobs")
	}
}
