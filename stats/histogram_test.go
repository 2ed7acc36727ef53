package stats

import (
	"encoding/json"
	"math"
	"reflect"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

func lognormals(purpose string, n int) []float64 {
	r := rng.New(32, purpose)
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Exp(2 * r.Norm())
	}
	return x
}

func histogramOf(x ...float64) *Histogram {
	h := new(Histogram)
	for _, v := range x {
		h.Add(v)
	}
	return h
}

// TestQuantileError: within 0.8 % of the order statistic, over many decades.
func TestQuantileError(t *testing.T) {
	x := lognormals("quantiles", 200000)
	h := histogramOf(x...)
	sort.Float64s(x)
	for _, p := range []float64{.0001, .01, .1, .5, .9, .99, .999, .9999} {
		got, resolved := h.Quantile(p)
		want := x[int(math.Ceil(p*float64(len(x))))-1]
		if !resolved || math.Abs(got/want-1) > 1./128 {
			t.Errorf("p=%v: %v, resolved %v, want %v", p, got, resolved, want)
		}
		if tail := h.Tail(got); math.Abs(tail-(1-p)) > 1e-9 {
			t.Errorf("p=%v: tail at the quantile %v", p, tail)
		}
	}
}

func TestQuantileResolution(t *testing.T) {
	h := histogramOf(lognormals("resolution", 10000)...)
	tests := []struct {
		p        float64
		resolved bool
	}{{.5, true}, {.99, true}, {.9989, true}, {.9991, false}, {.9999, false}, {.002, true}, {.0005, false}}
	for _, c := range tests {
		if _, resolved := h.Quantile(c.p); resolved != c.resolved {
			t.Errorf("p=%v of 10000: resolved %v", c.p, resolved)
		}
	}
	// One observation of weight 1e6 is one observation.
	h = new(Histogram)
	h.AddWeighted(3, 1e6)
	if _, resolved := h.Quantile(.5); resolved {
		t.Error("a median of one heavy observation is resolved")
	}
	if v, resolved := new(Histogram).Quantile(.5); v != 0 || resolved {
		t.Errorf("empty: %v, %v", v, resolved)
	}
}

// TestHistogramOddValues: what is no positive number counts as 0 or as the
// largest, and never makes a NaN.
func TestHistogramOddValues(t *testing.T) {
	h := histogramOf(0, -1, math.NaN(), 1e-30, 2, math.Inf(1))
	if h.Weight() != 6 || math.IsNaN(h.Mean()) || math.IsInf(h.Mean(), 0) {
		t.Errorf("weight %v, mean %v", h.Weight(), h.Mean())
	}
	if v, _ := h.Quantile(.5); v != 0 {
		t.Errorf("median %v, want 0", v)
	}
	if v, _ := h.Quantile(5. / 6); math.Abs(v-2) > .02 {
		t.Errorf("5/6-quantile %v, want 2", v)
	}
	if v, _ := h.Quantile(1); v < largest || v > 1.01*largest {
		t.Errorf("largest %v", v)
	}
	if v, _ := histogramOf(0, 0).Quantile(.9); v != 0 {
		t.Errorf("quantile of zeros %v", v)
	}
	if tail := h.Tail(1); !near(tail, 1./3, 1e-12) {
		t.Errorf("tail at 1 is %v, want 1/3", tail)
	}
}

// TestHistogramMerge: any partition, merged in any order, equals the whole bit
// by bit; stored and read back likewise.
func TestHistogramMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Whole numbers, so that the sum of the observations is exact too.
		x := rapid.SliceOfN(rapid.IntRange(-1, 1<<40), 1, 60).Draw(t, "x")
		owner := rapid.SliceOfN(rapid.IntRange(0, 2), len(x), len(x)).Draw(t, "owner")
		var whole Histogram
		var parts [3]Histogram
		for i, v := range x {
			whole.Add(float64(v))
			parts[owner[i]].Add(float64(v))
		}
		for _, order := range [][3]int{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}} {
			var merged Histogram
			for _, i := range order {
				merged.Merge(&parts[i])
			}
			if !sameHistogram(&merged, &whole) {
				t.Fatalf("merged %+v, whole %+v", merged, whole)
			}
		}
		data, err := json.Marshal(&whole)
		if err != nil {
			t.Fatal(err)
		}
		var read Histogram
		if err := json.Unmarshal(data, &read); err != nil || !sameHistogram(&read, &whole) {
			t.Fatalf("%v: read %+v, wrote %+v", err, read, whole)
		}
	})
}

func sameHistogram(a, b *Histogram) bool {
	list := func(h *Histogram) (all []Bucket) {
		for x := range h.Buckets {
			all = append(all, x)
		}
		return all
	}
	return a.low == b.low && a.weight == b.weight && a.squares == b.squares && a.total == b.total &&
		reflect.DeepEqual(list(a), list(b))
}

func FuzzHistogramJSON(f *testing.F) {
	f.Add([]byte(`{"low":1,"weight":3,"squares":3,"total":4,"buckets":[[131072,2]]}`))
	f.Add([]byte(`{"buckets":[[-5,1]]}`))
	f.Add([]byte(`{"buckets":[[1e300,1]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var h, again Histogram
		if json.Unmarshal(data, &h) != nil {
			return
		}
		written, err := json.Marshal(&h)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &again); err != nil || !sameHistogram(&h, &again) {
			t.Fatalf("%v: %s", err, written)
		}
	})
}

func TestHistogramDoesNotAllocate(t *testing.T) {
	x := lognormals("allocations", 1000)
	h := histogramOf(x...)
	i := 0
	if n := testing.AllocsPerRun(1000, func() { h.Add(x[i%len(x)]); i++ }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHistogramAdd(b *testing.B) {
	x := lognormals("bench", 1024)
	h := histogramOf(x...)
	i := 0
	for b.Loop() {
		h.Add(x[i%1024])
		i++
	}
}

func BenchmarkMomentsAdd(b *testing.B) {
	x := lognormals("bench", 1024)
	var m Moments
	i := 0
	for b.Loop() {
		m.Add(x[i%1024])
		i++
	}
}
