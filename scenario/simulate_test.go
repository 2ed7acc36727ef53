package scenario

import (
	"context"
	"encoding/json"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

func simulate(t *testing.T, text string) *Report {
	t.Helper()
	r, err := Simulate(context.Background(), parse(t, text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTheory wants the mean of policies of one choice within four standard errors of what theory says, and the laws of conservation.
func TestTheory(t *testing.T) {
	for _, c := range []struct{ more, source string }{
		{"load: 0.4\npolicy: random\n", "M/M/1"},
		{"load: 0.7\npolicy: weighted\n", "M/M/1"},
		{"load: 0.7\npolicy: hjsq(d=1)\njob: {law: deterministic}\n", "M/G/1"},
		{"load: 0.6\npolicy: static(p=[0.6, 0.4])\njob: {law: erlang, k: 3, mean: 2}\n", "M/G/1"},
		{"load: 0.5\npolicy: weighted\njob: {law: hyperexponential, scv: 4}\n", "M/G/1"},
		{"load: 0.5\npolicy: weighted\njob: {law: uniform}\n", "M/G/1"},
		{"load: 0.6\npolicy: weighted\njob: {law: gamma, shape: 0.5}\ndiscipline: ps\n", "M/G/1-PS"},
	} {
		r := simulate(t, base+c.more+"run: {jobs: 150000, seed: 3}\n")
		rows := map[string]CheckRow{}
		for _, row := range r.Checks {
			rows[row.Quantity] = row
		}
		mean, ok := rows["mean response"]
		if !ok || mean.Source != c.source {
			t.Errorf("%q: %+v, want the mean by %s", c.more, r.Checks, c.source)
			continue
		}
		if off := math.Abs(mean.Observed - mean.Theory); off > 4**r.CI95/1.96 {
			t.Errorf("%q: mean %v +- %v, theory %v", c.more, mean.Observed, *r.CI95, mean.Theory)
		}
		if rows["flow"].Observed != 0 || math.Abs(rows["Little's law"].Observed) > .01 {
			t.Errorf("%q: %+v", c.more, r.Checks)
		}
		if u := rows["utilisation"]; math.Abs(u.Observed-u.Theory) > .01 || u.Theory != r.Load {
			t.Errorf("%q: utilisation %+v", c.more, u)
		}
	}
}

// TestFluid wants the mean field beside the observed mean of policies that look at queues, the nearer the more servers there are.
func TestFluid(t *testing.T) {
	for _, c := range []struct {
		policy, source string
		off            float64
	}{
		{"hjsq(d=2)", "mean field and its 1/N term", .005},
		{"jsq-fs(df=2, ds=2, pf=0.84, ps=1)", "mean field and its 1/N term", .01},
		{"sajsq", "mean field, many servers", .2},
		{"wrr", "", 0},
	} {
		r := simulate(t, "classes:\n  - {servers: 20, speed: 5}\n  - {servers: 80, speed: 1}\nload: 0.7\nrun: {jobs: 100000}\npolicy: "+c.policy+"\n")
		source := ""
		for _, row := range r.Checks {
			if row.Quantity != "mean response" {
				continue
			}
			source = row.Source
			if math.Abs(row.Observed/row.Theory-1) > c.off {
				t.Errorf("%s: observed %v, %s %v", c.policy, row.Observed, row.Source, row.Theory)
			}
		}
		if source != c.source {
			t.Errorf("%s: theory by %q, want %q", c.policy, source, c.source)
		}
	}
}

// TestVerdicts wants no numbers of a fleet that is not stable.
func TestVerdicts(t *testing.T) {
	const quarter = "classes:\n  - {name: fast, servers: 25, speed: 5}\n  - {name: slow, servers: 75, speed: 1}\n"
	for _, c := range []struct{ text, want string }{
		{base + "load: 1\npolicy: jsq\n", "load 1 is not below 1"},
		{base + "load: 0.9\npolicy: random\n", "load 0.9 is not below 0.555556, the most that the policy can bear: 0.8 of the jobs ask"},
		{quarter + "load: 0.7\npolicy: jsq(d=2)\n", "load 0.7 is not below 0.668919, the most that the policy can bear: 0.5606 of the jobs ask " +
			"these classes only, which have 0.375 of the capacity (slow)"},
		{base + "load: 0.9\npolicy: roundrobin\nrun: {jobs: 50000}\n", "the number of jobs grows"},
	} {
		r := simulate(t, c.text)
		if r.Stable || !strings.Contains(r.Verdict, c.want) {
			t.Errorf("%q: stable %v, verdict %q, want %q", c.text, r.Stable, r.Verdict, c.want)
		}
		if r.MeanResponse != nil || r.CI95 != nil || len(r.Quantiles) != len(Levels()) || len(r.Checks) != 0 {
			t.Errorf("%q: %+v has numbers", c.text, r)
		}
		for name, x := range r.Quantiles {
			if x != nil {
				t.Errorf("%q: %s is %v", c.text, name, *x)
			}
		}
		for _, k := range r.Classes {
			if k.MeanResponse != nil || k.P99 != nil {
				t.Errorf("%q: class %+v has numbers", c.text, k)
			}
		}
	}
}

func TestFiniteBuffersBearAnyLoad(t *testing.T) {
	r := simulate(t, "classes:\n  - {name: a, servers: 2, speed: 1, buffer: 3}\nload: 2\npolicy: random\nrun: {jobs: 20000}\n")
	if !r.Stable || r.MeanResponse == nil {
		t.Fatalf("%+v", r)
	}
	// The M/M/1/3 queue at load 2 blocks 2^3 (1 - 2) / (1 - 2^4) of the jobs.
	if got, want := float64(r.Blocked)/float64(r.Jobs), 8./15; math.Abs(got-want) > .01 {
		t.Errorf("blocked %v, want %v", got, want)
	}
}

// TestInfiniteVariance wants the mean infinite only where it is.
func TestInfiniteVariance(t *testing.T) {
	const pareto = "job: {law: pareto, shape: 1.5}\nload: 0.3\nrun: {jobs: 20000}\n"
	for _, c := range []struct {
		more     string
		infinite bool
	}{
		{"policy: random\n", true},
		{"policy: weighted\n", true},
		{"policy: wrr\n", true},
		{"policy: jsq(d=1)\n", true},
		{"policy: jsq(d=2)\n", false},
		{"policy: random\ndiscipline: ps\n", false},
	} {
		r := simulate(t, base+pareto+c.more)
		if r.MeanInfinite != c.infinite || (r.MeanResponse == nil) != c.infinite || (r.CI95 == nil) != c.infinite {
			t.Errorf("%q: infinite %v, mean %v, want %v", c.more, r.MeanInfinite, r.MeanResponse, c.infinite)
		}
		codes := map[stats.Code]bool{}
		for _, w := range r.Warnings {
			codes[w.Code] = true
		}
		if !codes[stats.InfiniteVariance] || codes[InfiniteMean] != c.infinite {
			t.Errorf("%q: warnings %v", c.more, r.Warnings)
		}
	}
}

func TestBlind(t *testing.T) {
	want := map[string]bool{
		"random": true, "weighted": true, "roundrobin": true, "wrr": true, "jsq(d=1)": true, "hjsq(d=1)": true, "static(p=[.5,.5])": true,
		"hybrid(p=[.5,.5], d=1)": true, "jiq-fs(df=1, ds=0)": true, "jsq-fs(df=0, ds=1)": true,
	}
	texts := []string{"jsq(d=1)", "hjsq(d=1)", "static(p=[.5,.5])", "hybrid(p=[.5,.5], d=1)", "jsq-fs(df=1, ds=1, pf=.1, ps=.9)"}
	for _, e := range policy.All() {
		texts = append(texts, e.Examples...)
	}
	s := parse(t, base+"load: 0.5\n")
	for _, text := range texts {
		spec, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		at, err := s.With(spec)
		if err != nil {
			continue // the example is for another number of classes
		}
		name := spec.Name()
		if got := at.blind(); got != (want[text] || want[name]) && name != "static" {
			t.Errorf("%s: blind %v", text, got)
		}
	}
}

// TestCores wants the same bytes from one core and from two, of a report and of a comparison.
func TestCores(t *testing.T) {
	s := parse(t, base+"load: 0.8\npolicy: jsq(d=2)\nrun: {jobs: 20000, replications: 3, seed: 5}\n")
	specs, err := policy.ParseList("jsq,scd,wrr,jiq")
	if err != nil {
		t.Fatal(err)
	}
	bytes := func(cores int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		report, err := Simulate(context.Background(), s.AtLoad(.5), Options{})
		if err != nil {
			t.Fatal(err)
		}
		comparison, err := Compare(context.Background(), s, specs, []float64{.5, .8}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal([]any{report, comparison})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if one, two := bytes(1), bytes(2); one != two {
		t.Errorf("one core gives\n%s\ntwo give\n%s", one, two)
	}
}

func TestInterrupted(t *testing.T) {
	s := parse(t, base+"load: 0.8\npolicy: jsq\nrun: {jobs: 20000, warmup: 0, replications: 8}\n")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Simulate(ctx, s, Options{Progress: func(done, total int) {
		if 2*done > total {
			cancel()
		}
	}})
	if err != nil || !r.Interrupted || r.Replications != 4 || r.MeanResponse == nil {
		t.Errorf("%+v, %v; want the result of 4 replications", r, err)
	}
	if r, err = Simulate(ctx, s, Options{}); err == nil {
		t.Errorf("%+v from a context that has ended", r)
	}
}

func TestNoPolicyAndWrongEngine(t *testing.T) {
	if _, err := Simulate(context.Background(), parse(t, base+"load: 0.5\n"), Options{}); err == nil || !strings.HasPrefix(err.Error(), "policy: missing") {
		t.Errorf("got %v", err)
	}
	s := parse(t, base+"load: 0.5\npolicy: jsq\ndiscipline: ps\n")
	if _, err := Simulate(context.Background(), s, Options{Engine: sim.Lazy}); err == nil || !strings.Contains(err.Error(), `engine "lazy": not exact`) {
		t.Errorf("got %v", err)
	}
}

func TestModelIsAskedOfStationaryFleetsOnly(t *testing.T) {
	asked := 0
	model := func(s *Scenario) Hints {
		asked++
		return Hints{Tails: make([][]float64, len(s.Fleet.Classes))}
	}
	for _, c := range []struct {
		more string
		want int
	}{{"", 1}, {"start: {jobs: 3}\n", 1}, {"events:\n  - {at: 1, leave: {class: slow}}\n", 1}} {
		s := parse(t, base+"load: 0.5\npolicy: jsq\nrun: {jobs: 1000}\n"+c.more)
		if _, err := Simulate(context.Background(), s, Options{Model: model}); err != nil || asked != c.want {
			t.Errorf("%q: asked %d times, %v", c.more, asked, err)
		}
	}
}

// TestTransient wants the interval of a run that is not stationary from whole replications.
func TestTransient(t *testing.T) {
	r := simulate(t, "classes:\n  - {name: a, servers: 1, speed: 2}\njob: {law: deterministic}\npolicy: random\nstart: {jobs: 4}\nrun: {replications: 3}\n")
	if r.MeanResponse == nil || *r.MeanResponse != 1.25 || *r.CI95 != 0 || r.Makespan == nil || *r.Makespan != 2 {
		t.Errorf("mean %v, interval %v, makespan %v; want 1.25, 0 and 2", *r.MeanResponse, r.CI95, r.Makespan)
	}
}
