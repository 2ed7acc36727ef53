package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

func near(a, b, relative float64) bool {
	return math.Abs(a-b) <= relative*math.Max(math.Abs(a), math.Abs(b))
}

func TestMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-1e3, 1e6), 2, 50).Draw(t, "x")
		cut := rapid.IntRange(0, len(x)).Draw(t, "cut")
		var whole, left, right Moments
		for i, v := range x {
			whole.Add(v)
			if i < cut {
				left.Add(v)
			} else {
				right.Add(v)
			}
		}
		mean, variance := stat.MeanVariance(x, nil)
		left.Merge(right)
		for name, m := range map[string]Moments{"whole": whole, "merged": left} {
			if m.Weight != float64(len(x)) || math.Abs(m.Mean-mean) > 1e-9*(1+math.Abs(mean)) || math.Abs(m.Variance()-variance) > 1e-9*(1+variance) {
				t.Fatalf("%s: %+v, variance %v, want mean %v, variance %v", name, m, m.Variance(), mean, variance)
			}
		}
	})
}

func TestMomentsWeighted(t *testing.T) {
	x, w := []float64{1, 4, 2, 9}, []float64{.5, 2, 0, 3.5}
	var m Moments
	for i := range x {
		m.AddWeighted(x[i], w[i])
	}
	mean, _ := stat.PopMeanVariance(x, w)
	_, variance := stat.PopMeanVariance(x, w)
	if !near(m.Mean, mean, 1e-15) || !near(m.PopulationVariance(), variance, 1e-15) || m.Weight != 6 {
		t.Errorf("%+v, variance %v, want %v, %v", m, m.PopulationVariance(), mean, variance)
	}
}

// TestMomentsEmpty: no observations, no NaN.
func TestMomentsEmpty(t *testing.T) {
	var m, o Moments
	m.Merge(o)
	m.AddWeighted(5, 0)
	if m != (Moments{}) || m.Variance() != 0 || m.PopulationVariance() != 0 || m.StdDev() != 0 {
		t.Errorf("%+v", m)
	}
	m.Add(7)
	if m.Variance() != 0 || m.Mean != 7 {
		t.Errorf("one observation: %+v", m)
	}
}

// TestMomentsLargeOffset: a spread far smaller than the mean survives.
func TestMomentsLargeOffset(t *testing.T) {
	r := rng.New(31, "offset")
	var m Moments
	for range 100000 {
		m.Add(1e9 + r.Norm())
	}
	if math.Abs(m.Variance()-1) > 4*math.Sqrt(2./100000) {
		t.Errorf("variance %v, want 1", m.Variance())
	}
}
