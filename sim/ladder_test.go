package sim

import (
	"context"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/policy"
)

// want fails unless the mean response time is within four standard errors, and extra, of the truth.
func want(t *testing.T, r *Result, truth, extra float64) {
	t.Helper()
	got := r.Response
	if math.Abs(got.Mean-truth) > 4*got.StdErr+extra {
		t.Errorf("%s: mean response %.5f +- %.5f, want %.5f", r.Engine, got.Mean, got.StdErr, truth)
	}
	if math.Abs(r.Little) > .02 {
		t.Errorf("%s: Little's law off by %v", r.Engine, r.Little)
	}
	if r.Flow != 0 {
		t.Errorf("%s: flow off by %d jobs", r.Engine, r.Flow)
	}
	t.Logf("%s: %.5f +- %.5f (truth %.5f), Little %.1e, ratio %.1f", r.Engine, got.Mean, got.StdErr, truth, r.Little, r.Response.VarianceRatio)
}

func run(t *testing.T, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func named(t testing.TB, text string) func() (steelyard.Policy, error) {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec.New
}

func law(t testing.TB, name string, params map[string]float64) dist.Law {
	t.Helper()
	l, err := dist.New(name, params)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestMM1(t *testing.T) {
	r := run(t, Config{
		Classes: []Class{{Servers: 1, Speed: 2}},
		Rate:    1.4,
		Policy:  named(t, "random"),
		Length:  Length{Jobs: 400_000, Warmup: -1},
		Seed:    1,
	})
	want(t, r, 1/(2-1.4), 0)
	for _, p := range []float64{.5, .9, .99} {
		got, ok := r.Law.Quantile(p)
		if truth := -math.Log(1-p) / .6; !ok || math.Abs(got/truth-1) > .05 {
			t.Errorf("quantile %v: %v %v, want %v", p, got, ok, truth)
		}
	}
	if math.Abs(r.Utilisation-.7) > .005 {
		t.Errorf("utilisation %v, want .7", r.Utilisation)
	}
}
