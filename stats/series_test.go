package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// TestSeriesPoints: every point is the mean of its own stretch of observations,
// and few are left over.
func TestSeriesPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 20).Draw(t, "points")
		x := rapid.SliceOfN(rapid.Float64Range(0, 100), 0, 300).Draw(t, "x")
		s := NewSeries(most)
		for _, v := range x {
			s.Add(v)
		}
		points, size := s.Points(), s.BatchSize()
		if len(points) > max(2, most+most%2) || len(x)-len(points)*size >= size || len(points)*size > len(x) {
			t.Fatalf("%d points of %d for %d observations", len(points), size, len(x))
		}
		for i, p := range points {
			var m Moments
			for _, v := range x[i*size : (i+1)*size] {
				m.Add(v)
			}
			if math.Abs(p-m.Mean) > 1e-12*(1+m.Mean) {
				t.Fatalf("point %d is %v, want %v", i, p, m.Mean)
			}
		}
	})
}

func TestSeriesDoesNotAllocate(t *testing.T) {
	s := NewSeries(64)
	if n := testing.AllocsPerRun(10000, func() { s.Add(1) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWarmUp(t *testing.T) {
	r := rng.New(36, "warmup")
	series := func(n int, drift func(i int) float64) []float64 {
		x := autoregressive(&r, .3, n)
		for i := range x {
			x[i] += drift(i)
		}
		return x
	}
	tests := []struct {
		name     string
		points   []float64
		lo, hi   int
		steady   bool
		meanNear float64
	}{
		{"stationary", series(2000, func(int) float64 { return 0 }), 0, 600, true, 10},
		{"decays", series(2000, func(i int) float64 { return 30 * math.Exp(-float64(i)/60) }), 100, 700, true, 10},
		{"rises from empty", series(2000, func(i int) float64 { return -10 * math.Exp(-float64(i)/60) }), 60, 700, true, 10},
		{"grows without end", series(2000, func(i int) float64 { return float64(i) / 20 }), 1000, 1000, false, 0},
		{"too short", series(40, func(int) float64 { return 0 }), 0, 0, false, 0},
		{"constant", make([]float64, 200), 0, 0, true, 0},
	}
	for _, c := range tests {
		drop, steady := WarmUp(c.points)
		if steady != c.steady || drop < c.lo || drop > c.hi || drop%5 != 0 {
			t.Errorf("%s: drop %d, steady %v, want %d to %d, %v", c.name, drop, steady, c.lo, c.hi, c.steady)
		}
		if e := FromSeries(c.points[drop:]); c.meanNear > 0 && math.Abs(e.Mean-c.meanNear) > 5*e.StdErr {
			t.Errorf("%s: mean after warm-up %v +- %v", c.name, e.Mean, e.StdErr)
		}
	}
}

func BenchmarkSeriesAdd(b *testing.B) {
	s := NewSeries(2048)
	for b.Loop() {
		s.Add(1)
	}
}
