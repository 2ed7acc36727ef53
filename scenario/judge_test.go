package scenario

import (
	"context"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// TestFilling wants a run that is too short for its fleet to be called not stationary rather than not stable.
func TestFilling(t *testing.T) {
	const large = "classes:\n  - {servers: 20000, speed: 5}\n  - {servers: 80000, speed: 1}\nload: 0.9\nrun: {jobs: 100000, replications: 2}\n"
	for _, name := range []string{"weighted", "sed", "hjsq(d=2)", "wrr"} {
		r := simulate(t, large+"policy: "+name+"\n")
		found := false
		for _, w := range r.Warnings {
			found = found || w.Code == stats.NotStationary
		}
		if !r.Stable || r.Verdict != "" || !found {
			t.Errorf("%s: stable %v, verdict %q, warnings %v", name, r.Stable, r.Verdict, r.Warnings)
		}
	}
}

func TestPrecision(t *testing.T) {
	s := parse(t, base+"load: 0.6\npolicy: sed\nrun: {jobs: 5000, replications: 2, precision: 1%}\n")
	r, err := Simulate(context.Background(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if *r.CI95 > .01**r.MeanResponse || r.Replications <= 2 {
		t.Errorf("%v +- %v after %d replications", *r.MeanResponse, *r.CI95, r.Replications)
	}
}

func TestParsePrecision(t *testing.T) {
	for text, want := range map[string]float64{"0.1%": .001, " 5 % ": .05, "99.9%": .999} {
		if got, err := ParsePrecision(text); err != nil || got < want*.999999 || got > want*1.000001 {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "%", "0%", "100%", "-1%", "NaN%", "Inf%", "0.1", "1%%"} {
		if got, err := ParsePrecision(text); err == nil {
			t.Errorf("%q is taken as %v", text, got)
		}
	}
}

// TestOutcomes wants every relation judged, and told in one line where it is not met.
func TestOutcomes(t *testing.T) {
	s := parse(t, "classes:\n  - {name: a, servers: 1, speed: 2}\njob: {law: deterministic}\npolicy: random\nstart: {jobs: 4}\nrun: {replications: 2}\n"+`expect:
  mean: "1.25 +- 0.01"
  makespan: "<= 1.99"
  p50: ">= 2 x mean"
  share.a: ">= 1"
  length.a: "<= 1.0 x jsq under stale(3)"
  p99.99: "<= 3"
`)
	outcomes, err := Check(context.Background(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []struct {
		met  bool
		text string
	}{
		{true, `s.yaml:8: expect.mean: got 1.25, want 1.25 +- 0.01`},
		{false, `s.yaml:9: expect.makespan: got 2, want <= 1.99`},
		{false, `s.yaml:10: expect.p50: p50: too few jobs to resolve it, want >= 2 x mean`},
		{true, `s.yaml:11: expect."share.a": got 1, want >= 1`},
		{true, `s.yaml:12: expect."length.a": got 2.5, want <= 1.0 x jsq under stale(3), which is 2.5`},
		{false, `s.yaml:13: expect."p99.99": p99.99: too few jobs to resolve it, want <= 3`},
	} {
		if o := outcomes[k]; o.Met != want.met || o.String() != want.text {
			t.Errorf("met %v, %s; want %v, %s", o.Met, o, want.met, want.text)
		}
	}
}

func TestRivalsThatAreNotStable(t *testing.T) {
	const text = base + "load: 0.9\npolicy: sed\nrun: {jobs: 5000, replications: 2}\nexpect: {mean: \"<= "
	for bound, met := range map[string]bool{"random": false, "best(random | wrr)": true} {
		outcomes, err := Check(context.Background(), parse(t, text+bound+"\"}\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if o := outcomes[0]; o.Met != met || (o.Problem == "random is not stable") == met {
			t.Errorf("%s: %+v", bound, o)
		}
	}
	unstable := parse(t, strings.Replace(text, "0.9", "1.1", 1)+"random\"}\n")
	outcomes, err := Check(context.Background(), unstable, Options{})
	if err != nil || outcomes[0].Met || !strings.HasPrefix(outcomes[0].Problem, "not stable: load 1.1") {
		t.Errorf("%+v, %v", outcomes, err)
	}
}

// TestRivalsUnderAnotherView wants the view that a bound names, beside the scenario's own.
func TestRivalsUnderAnotherView(t *testing.T) {
	outcomes, err := Check(context.Background(), parse(t, base+"load: 0.7\npolicy: sed\ndispatchers: {view: stale(5)}\nrun: {jobs: 5000, replications: 2}\n"+
		"expect: {mean: \">= 2 x sed under fresh\", p90: \"<= 1.0 x sed\"}\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if !o.Met {
			t.Error(o)
		}
	}
	if o := outcomes[1]; o.Measured != o.Limit {
		t.Errorf("a policy differs from itself: %v", o)
	}
}

func TestMaxShare(t *testing.T) {
	r := &sim.Result{
		Classes: []sim.ClassResult{{Share: .2}, {Share: .5}, {Share: .3}},
		Windows: []sim.WindowResult{{Jobs: 10, Classes: []int64{7, 2, 1}}, {Classes: make([]int64, 3)}},
	}
	for window, want := range map[int]float64{-1: .5, 0: .7} {
		if got, err := maxShare(r, -1, window); got != want || err != nil {
			t.Errorf("window %d: %v, %v, want %v", window, got, err, want)
		}
	}
	if got, err := maxShare(r, -1, 1); err == nil {
		t.Errorf("a window without jobs has the share %v", got)
	}
}

// TestNotResolved wants the first quantile named that too few jobs are behind.
func TestNotResolved(t *testing.T) {
	s := parse(t, base+"load: 0.5\npolicy: sed\nrun: {jobs: 500, replications: 1}\n")
	r, err := Simulate(context.Background(), s, Options{Engine: sim.Events})
	if err != nil {
		t.Fatal(err)
	}
	if r.Quantiles["p95"] == nil || r.Quantiles["p99"] != nil {
		t.Errorf("quantiles %v", r.Quantiles)
	}
	found := false
	for _, w := range r.Warnings {
		found = found || w == stats.Warning{Code: stats.NotResolved, Text: "too few jobs for the quantiles from p99 on"}
	}
	if !found {
		t.Errorf("warnings %v", r.Warnings)
	}
}
