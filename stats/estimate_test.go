package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

func TestStudentQuantile(t *testing.T) {
	for _, degrees := range []float64{1, 1.5, 2, 3, 7.3, 28.5, 100, 1e4, 1e6} {
		law := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}
		for _, p := range []float64{.01, .25, .5, .6, .9, .975, .995, .9999} {
			got := StudentQuantile(p, degrees)
			if back := law.CDF(got); math.Abs(back-p) > 1e-10 {
				t.Errorf("quantile(%v, %v) = %v, where the law has %v", p, degrees, got, back)
			}
			if mirror := StudentQuantile(1-p, degrees); math.Abs(mirror+got) > 1e-9*(1+math.Abs(got)) {
				t.Errorf("quantile(%v, %v) = %v, quantile(1-p) = %v", p, degrees, got, mirror)
			}
		}
	}
	tests := []struct{ p, degrees, want float64 }{ // printed tables
		{.975, 1, 12.7062}, {.975, 3, 3.18245}, {.975, 10, 2.22814}, {.995, 30, 2.75}, {.975, math.Inf(1), 1.95996},
	}
	for _, c := range tests {
		if got := StudentQuantile(c.p, c.degrees); math.Abs(got-c.want) > 6e-6*c.want {
			t.Errorf("quantile(%v, %v) = %v, want %v", c.p, c.degrees, got, c.want)
		}
	}
}

func TestFromReplications(t *testing.T) {
	e := FromReplications([]float64{1, 2, 3, 6})
	if e.Mean != 3 || !near(e.StdErr, math.Sqrt(14./3/4), 1e-15) || e.Degrees != 3 {
		t.Errorf("%+v", e)
	}
	if want := e.StdErr * 3.182446305; !near(e.HalfWidth(), want, 1e-9) {
		t.Errorf("half-width %v, want %v", e.HalfWidth(), want)
	}
	for _, values := range [][]float64{nil, {5}} {
		if e := FromReplications(values); !math.IsInf(e.HalfWidth(), 1) || e.Within(1) || math.IsNaN(e.Mean) {
			t.Errorf("%v: %+v, half-width %v", values, e, e.HalfWidth())
		}
	}
	if e := FromReplications([]float64{2, 2, 2}); e.HalfWidth() != 0 || !e.Within(0) {
		t.Errorf("equal values: %+v, half-width %v", e, e.HalfWidth())
	}
	if e := Difference([]float64{5, 7, 9}, []float64{4, 5, 8}); !near(e.Mean, 4./3, 1e-15) || !near(e.StdErr, 1./3, 1e-12) {
		t.Errorf("difference: %+v", e)
	}
}

func TestAverage(t *testing.T) {
	got := Average(Estimate{1, .3, 10}, Estimate{3, .4, 20})
	if got.Mean != 2 || !near(got.StdErr, .25, 1e-12) {
		t.Errorf("%+v", got)
	}
	if want := math.Pow(.25, 4) / (math.Pow(.15, 4)/10 + math.Pow(.2, 4)/20); !near(got.Degrees, want, 1e-12) {
		t.Errorf("degrees %v, want %v", got.Degrees, want)
	}
	for _, parts := range [][]Estimate{nil, {{1, math.Inf(1), 0}, {2, 1, 5}}} {
		if e := Average(parts...); !math.IsInf(e.HalfWidth(), 1) || math.IsNaN(e.Mean) {
			t.Errorf("%v: %+v", parts, e)
		}
	}
	if e := Average(Estimate{4, 0, 3}, Estimate{6, 0, 3}); e.Mean != 5 || e.HalfWidth() != 0 {
		t.Errorf("exact parts: %+v", e)
	}
}

// autoregressive is a stationary AR(1) series of mean 10: its neighbours have the
// correlation c, and n Var(mean) tends to (1+c)/(1-c).
func autoregressive(r *rng.Rand, c float64, n int) []float64 {
	x := make([]float64, n)
	state := r.Norm()
	for i := range x {
		x[i] = 10 + state
		state = c*state + math.Sqrt(1-c*c)*r.Norm()
	}
	return x
}

// TestIntervalsCover: of 1000 intervals at 95 %, as many hold the true mean as a
// binomial law allows (four deviations, and one per cent for the approximation).
func TestIntervalsCover(t *testing.T) {
	tests := []struct {
		name        string
		correlation float64
		estimate    func(x []float64) Estimate
	}{
		{"replications", 0, func(x []float64) Estimate { return FromReplications(x[:5]) }},
		{"batches, independent", 0, FromSeries},
		{"batches, correlated", .8, FromSeries},
		{"batches, two runs", .8, func(x []float64) Estimate {
			return Average(FromSeries(x[:500]), FromSeries(x[500:]))
		}},
		{"controlled", 0, func(x []float64) Estimate {
			return WithControls(x[:30], Control{x[30:60], 10}).Estimate
		}},
	}
	for _, c := range tests {
		r := rng.New(33, c.name)
		const runs = 1000
		covered, width := 0.0, 0.0
		for range runs {
			e := c.estimate(autoregressive(&r, c.correlation, 1000))
			if math.Abs(e.Mean-10) <= e.HalfWidth() {
				covered++
			}
			width += e.HalfWidth() / runs
		}
		if got := covered / runs; math.Abs(got-.95) > 4*math.Sqrt(.95*.05/runs)+.01 {
			t.Errorf("%s: %v of the intervals cover, mean half-width %v", c.name, got, width)
		}
	}
}

// TestSeriesStandardError: overlapping batch means find the variance of the mean
// of a correlated series.
func TestSeriesStandardError(t *testing.T) {
	r := rng.New(34, "obm")
	var variance Moments
	const n = 2000
	for range 300 {
		e := FromSeries(autoregressive(&r, .5, n))
		variance.Add(n * e.StdErr * e.StdErr)
	}
	if se := variance.StdDev() / math.Sqrt(300); math.Abs(variance.Mean-3) > 4*se+.05 {
		t.Errorf("n Var(mean) = %v +- %v, want 3", variance.Mean, se)
	}
	for _, points := range [][]float64{nil, {1}, make([]float64, 9)} {
		if e := FromSeries(points); !math.IsInf(e.HalfWidth(), 1) || math.IsNaN(e.Mean) {
			t.Errorf("%d points: %+v", len(points), e)
		}
	}
	if e := FromSeries(make([]float64, 100)); e.HalfWidth() != 0 {
		t.Errorf("constant series: %+v", e)
	}
}

func TestBatchCorrelation(t *testing.T) {
	r := rng.New(35, "correlation")
	if c := BatchCorrelation(autoregressive(&r, 0, 10000)); math.Abs(c) > 3/math.Sqrt(batches) {
		t.Errorf("independent: %v", c)
	}
	if c := BatchCorrelation(autoregressive(&r, .999, 10000)); c < .3 {
		t.Errorf("batches shorter than the memory: %v", c)
	}
	if c := BatchCorrelation(make([]float64, 100)); c != 0 {
		t.Errorf("constant: %v", c)
	}
	if c := BatchCorrelation(autoregressive(&r, .999, 39)); c != 0 {
		t.Errorf("too few points: %v", c)
	}
}

func TestBatchMeans(t *testing.T) {
	points := []float64{1, 3, 2, 4, 10, 20, 99}
	for count, want := range map[int][]float64{3: {2, 3, 15}, 1: {139. / 7}, 7: points, 50: points} {
		got := BatchMeans(points, count)
		if len(got) != len(want) {
			t.Fatalf("%d batches: %v, want %v", count, got, want)
		}
		for i := range want {
			if !near(got[i], want[i], 1e-15) {
				t.Errorf("%d batches: %v, want %v", count, got, want)
			}
		}
	}
	if got := BatchMeans(nil, 5); len(got) != 0 {
		t.Errorf("no points: %v", got)
	}
}
