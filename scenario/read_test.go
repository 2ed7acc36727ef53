package scenario

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/sim"
)

// base is a scenario to which tests append.
const base = "classes:\n  - {name: fast, servers: 2, speed: 5}\n  - {name: slow, servers: 8, speed: 1}\n"

func parse(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := Parse("s.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDefaults(t *testing.T) {
	s := parse(t, base+"load: 0.9\n")
	if s.Rate != .9*18 || s.Load() != .9 || s.Size.String() != "exponential(mean=1)" || s.Gap != nil || s.Policy != nil {
		t.Errorf("rate %v, load %v, size %v, gap %v, policy %v", s.Rate, s.Load(), s.Size, s.Gap, s.Policy)
	}
	if want := (sim.Length{Jobs: 1_000_000, Warmup: -1, Replications: 4}); s.Length != want || s.Seed != 1 || s.Discipline != "fcfs" {
		t.Errorf("length %+v, seed %d, discipline %s", s.Length, s.Seed, s.Discipline)
	}
	if s.Dispatchers.Count != 1 || s.Dispatchers.View != (belief.View{}) || s.Dispatchers.Shares != nil {
		t.Errorf("dispatchers %+v", s.Dispatchers)
	}
	if c := s.Config(); len(c.Classes) != 2 || c.Classes[1].Buffer != 0 || c.Classes[1].Workers != 1 {
		t.Errorf("classes %+v", c.Classes)
	}
}

func TestEverything(t *testing.T) {
	s := parse(t, base+`arrival_rate: 4.5
arrivals: {law: erlang, k: 2}
job: {law: gamma, shape: 0.5, mean: 2}
discipline: ps
dispatchers: {count: 2, view: stale(0.5), message_delay: 0.1}
shares: [0.75, 0.25]
policy: jsq-fs(df=2, ds=2, pf=0.84, ps=1)
start: {queues: [1, 0, 0, 0, 0, 0, 0, 0, 0, 3]}
events:
  - {at: 10, join: {class: slow, servers: 2}}
  - {at: 20, join: {class: new, speed: 3, workers: 2, told: 1}}
  - {at: 30, leave: {class: fast}}
  - {at: 40, fail: {class: new}}
  - {at: 50, speed: {class: slow, servers: 3, to: 0.5, over: 10, told: true}}
windows:
  - {name: early, to: 20}
  - {name: late, from: 20}
run: {jobs: 1e4, warmup: 100, replications: 2, seed: 7, precision: 1%}
expect:
  p99: "<= 8"
  share.fast: "0.714 +- 0.02"
  mean@late: ">= 0.5 x mean@early"
  peak.slow: "<= 1.5 x best(sed | wrr under fresh)"
pending: why not
`)
	if s.Rate != 4.5 || math.Abs(s.Load()-.5) > 1e-12 || s.Size.Mean() != 2 || s.Gap == nil || s.Discipline != "ps" {
		t.Errorf("%+v", s)
	}
	if d := s.Dispatchers; d.Count != 2 || d.View != (belief.View{Kind: belief.Stale, Seconds: .5}) || d.MessageDelay != .1 || d.Shares[0] != .75 {
		t.Errorf("dispatchers %+v", d)
	}
	want := []sim.Event{
		{At: 10, Do: sim.Join, Class: 1, Servers: 2},
		{At: 20, Do: sim.Join, Class: 2, Servers: 1},
		{At: 30, Do: sim.Leave, Class: 0, Servers: 1},
		{At: 40, Do: sim.Fail, Class: 2, Servers: 1},
		{At: 50, Do: sim.SetSpeed, Class: 1, Servers: 3, Speed: .5, Over: 10, Told: true},
	}
	for k, e := range want {
		if s.Events[k] != e {
			t.Errorf("event %d: %+v, want %+v", k, s.Events[k], e)
		}
	}
	if c := s.Config().Classes[2]; c != (sim.Class{Name: "new", Speed: 3, Workers: 2, Told: 1}) {
		t.Errorf("the class that joins: %+v", c)
	}
	if w := s.Windows; w[0] != (sim.Window{Name: "early", To: 20}) || w[1] != (sim.Window{Name: "late", From: 20, To: math.Inf(1)}) {
		t.Errorf("windows %+v", w)
	}
	if want := (sim.Length{Jobs: 10_000, Warmup: 100, Replications: 2, Precision: .01}); s.Length != want || s.Seed != 7 {
		t.Errorf("length %+v, seed %d", s.Length, s.Seed)
	}
	if err := func() error { c := s.Config(); return c.Check() }(); err != nil {
		t.Errorf("the simulator refuses it: %v", err)
	}
	x := s.Expect
	if len(x) != 4 || !x[0].atMost || x[0].bound.number != 8 || x[1].near != .02 || x[2].atMost || x[2].bound.factor != .5 ||
		x[2].bound.metric.Window != "early" || len(x[3].bound.policies) != 2 || x[3].bound.policies[0].view.Kind != belief.Stale ||
		x[3].bound.policies[1].view.Kind != belief.Fresh || s.Pending != "why not" {
		t.Errorf("expect %+v, pending %q", x, s.Pending)
	}
}

func TestJobsAtTheStart(t *testing.T) {
	s := parse(t, base+"policy: jsq\nstart: {jobs: 110}\n")
	if s.Rate != 0 || s.Start.Jobs != 110 || !s.Length.Drain || s.Length.Jobs != 0 || s.Length.Warmup != 0 {
		t.Errorf("%+v", s)
	}
}

func TestObservedSizes(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sizes.txt"), []byte("1\n2\n# three\n3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Parse(filepath.Join(dir, "s.yaml"), []byte(base+"load: 0.5\njob: {law: empirical, file: sizes.txt, mean: 4}\n"))
	if err != nil || s.Size.Mean() != 4 || math.Abs(s.Size.SecondMoment()-4*14./3) > 1e-9 {
		t.Errorf("%v, %v", s, err)
	}
	_, err = Parse(filepath.Join(dir, "s.yaml"), []byte(base+"load: 0.5\njob: {law: empirical, file: none.txt}\n"))
	if err == nil || !strings.Contains(err.Error(), "s.yaml:5: job.file: open ") {
		t.Errorf("got %v", err)
	}
}

// TestMistakes wants for each mistake its exact message.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "1: got an empty file, want one YAML document"},
		{base, "1: load: missing, want a load, or an arrival_rate, or jobs at the start"},
		{base + "load: 0\n", "4: load: got 0, want a number from 1e-06 to 1e+06"},
		{base + "load: .nan\n", "4: load: got .nan, want a number from 1e-06 to 1e+06"},
		{base + "load: 0.9\narrival_rate: 3\n", "5: arrival_rate: given beside load, want one of the two"},
		{base + "arrival_rate: -1\n", "4: arrival_rate: got -1, want a number from 1e-09 to 1e+15"},
		{base + "lod: 0.9\n", "4: lod: unknown field, did you mean load?"},
		{base + "colour: {count: 10}\nload: 1\n", "4: colour: unknown field, want one of " + strings.Join(fields(), ", ")},
		{base + "load: 0.9\njob: exponential\n", "5: job: got exponential, want a mapping with the field law, one of " + laws},
		{base + "load: 0.9\njob: {mean: 1}\n", "5: job: without the field law, want one of " + laws},
		{base + "load: 0.9\njob: {law: expo}\n", "5: job.law: got expo, want " + strings.ReplaceAll(laws, ", ", " or ")},
		{base + "load: 0.9\njob: {law: exponential, mean: 0}\n", "5: job.mean: got 0, want a number from 1e-09 to 1e+09"},
		{base + "load: 0.9\njob: {law: erlang, k: 0}\n", "5: job.k: got 0, want a number from 1 to 1e+06"},
		{base + "load: 0.9\njob: {law: erlang, k: 1.5}\n", "5: job.k: got 1.5, want a whole number in [1, 1e+06]"},
		{base + "load: 0.9\njob: {law: pareto, shape: 1}\n", "5: job.shape: got 1, want a number in (1, 1e+06]"},
		{base + "load: 0.9\njob: {law: exponential, rate: 2}\n", "5: job.rate: unknown field, want one of law, mean"},
		{base + "load: 0.9\narrivals: {law: exponential, mean: 2}\n", "5: arrivals.mean: unknown field, want one of law"},
		{base + "load: 0.9\ndiscipline: lifo\n", "5: discipline: got lifo, want fcfs or ps"},
		{base + "load: 0.9\npolicy: jsq(d=11)\n", `5: policy: got policy "jsq(d=11)": d=11: want at most 10, the number of servers`},
		{base + "load: 0.9\ndispatchers: {count: 0}\n", "5: dispatchers.count: got 0, want a whole number from 1 to 100000"},
		{base + "load: 0.9\ndispatchers: {view: old}\n",
			`5: dispatchers.view: got view "old": want fresh, stale(T), local(raw), local(scaled) or reported(delay)`},
		{base + "load: 0.9\ndispatchers: {view: stale(0)}\n", "5: dispatchers.view: got view stale(0): want a period above 0 seconds"},
		{base + "load: 0.9\nshares: [0.5, 0.5]\n", "5: shares: got 2 of them, want one for each dispatcher, 1"},
		{base + "load: 0.9\ndispatchers: {count: 2}\nshares: [0.5, 0.6]\n", "6: shares: got shares whose sum is 1.1, want 1"},
		{base + "load: 0.9\npolicy: jsk\n", `5: policy: got policy "jsk": unknown policy "jsk", did you mean "jsq"?`},
		{base + "load: 0.9\npolicy: jsq(d=0)\n", `5: policy: got policy "jsq(d=0)": d=0: want a whole number from 1 to 1048576 or all`},
		{base + "load: 0.9\npolicy: scheme1(d=[2,2,2])\n", `5: policy: got policy "scheme1(d=[2,2,2])": scheme1: d=[2,2,2] is for 3 classes of servers, and there are 2`},
		{base + "load: 0.9\nstart: {queues: [1, 2]}\n", "5: start.queues: got 2 of them, want one for each server, 10"},
		{base + "load: 0.9\nstart: {queues: [1], jobs: 3}\n", "5: start.jobs: given beside queues, want one of the two"},
		{base + "load: 0.9\nstart: {jobs: -1}\n", "5: start.jobs: got -1, want a whole number from 1 to 100000000"},
		{base + "load: 0.9\nevents: []\n", "5: events: got an empty list, want a list of at least one of the events"},
		{base + "load: 0.9\nevents:\n  - {at: 3}\n", "6: events[0]: no event, want one of join, leave, fail, speed"},
		{base + "load: 0.9\nevents:\n  - {join: {class: slow}}\n", "6: events[0].at: missing, want a number from 0 to 1e+12"},
		{base + "load: 0.9\nevents:\n  - {at: 3, leave: {class: fats}}\n", "6: events[0].leave.class: unknown class fats, did you mean fast?"},
		{base + "load: 0.9\nevents:\n  - {at: 3, leave: {class: fast}, fail: {class: slow}}\n",
			"6: events[0].fail: a second event in one entry, want an entry for each"},
		{base + "load: 0.9\nevents:\n  - {at: 3, join: {class: new}}\n", "6: events[0].join.speed: missing, want a number from 1e-09 to 1e+09"},
		{base + "load: 0.9\nevents:\n  - {at: 3, join: {class: slow, speed: 2}}\n",
			"6: events[0].join.speed: given for the class slow, which is known already; want another class"},
		{base + "load: 0.9\nevents:\n  - {at: 3, leave: {class: fast, servers: 3}}\n",
			"6: events[0].leave: got 3 servers of class fast, want at most the 2 that are there at 3 s"},
		{base + "load: 0.9\nevents:\n  - {at: 4, speed: {class: fast, to: 2}}\n  - {at: 3, fail: {class: fast, servers: 2}}\n",
			"6: events[0].speed: got 1 servers of class fast, want at most the 0 that are there at 4 s"},
		{base + "load: 0.9\nevents:\n  - {at: 3, join: {class: fast, servers: 10000000}}\n",
			"6: events[0].join: makes 10000010 servers in all, want at most 10000000"},
		{"classes: [{name: a, servers: 2, speed: 1, buffer: 3}]\nstart: {queues: [3, 4]}\n", "2: start.queues[1]: got 4, want at most the buffer of class a, 3"},
		{base + "load: 0.9\ndispatchers: {count: 100000}\nevents:\n  - {at: 3, join: {class: fast, servers: 990}}\n",
			"5: dispatchers.count: got 100000, want at most 2000 for 1000 servers"},
		{base + "arrival_rate: 10\ndispatchers: {view: stale(1e-9)}\n",
			"5: dispatchers.view: got stale(1e-9), want a period of at least 0.0001 seconds, a thousandth of the mean time between jobs, or the view fresh"},
		{base + "load: 0.9\nevents:\n  - {at: 3, speed: {class: slow, to: 0}}\n", "6: events[0].speed.to: got 0, want a number from 1e-09 to 1e+09"},
		{base + "load: 0.9\nwindows:\n  - {name: w, from: 3, to: 2}\n", "6: windows[0].to: got 2, want a time after 3"},
		{base + "load: 0.9\nwindows:\n  - {name: w}\n  - {name: w}\n", "7: windows[1].name: window w was given already, want every window once"},
		{base + "load: 0.9\nrun: {jobs: 0}\n", "5: run.jobs: got 0, want a whole number from 1 to 1000000000000"},
		{base + "load: 0.9\nrun: {warmup: some}\n", "5: run.warmup: got some, want auto, or a whole number from 0 to 1000000000000"},
		{base + "load: 0.9\nrun: {precision: 0.1}\n", "5: run.precision: got 0.1, want a percentage above 0 and below 100, such as 0.1%"},
		{base + "load: 0.9\nrun: {precision: 100%}\n", "5: run.precision: got 100%, want a percentage above 0 and below 100, such as 0.1%"},
		{base + "load: 0.9\nrun: {seed: -1}\n", "5: run.seed: got -1, want a whole number from 0 to 9223372036854775807"},
		{base + "start: {jobs: 3}\nrun: {jobs: 5}\n", "5: run.jobs: given though no jobs arrive, want a load or an arrival_rate besides"},
		{base + "start: {jobs: 3}\narrivals: {law: exponential}\n", "1: load: missing, want a load or an arrival_rate with arrivals"},
		{base + "load: 0.9\nexpect: {p9x: \"<= 1\"}\n", "5: expect.p9x: unknown quantity p9x, did you mean p99?"},
		{base + "load: 0.9\nexpect: {share: \"<= 1\"}\n", "5: expect.share: share without a class, want share.CLASS"},
		{base + "load: 0.9\nexpect: {share.quick: \"<= 1\"}\n", `5: expect."share.quick": unknown class quick, want one of fast, slow`},
		{base + "load: 0.9\nexpect: {mean@w: \"<= 1\"}\n", "5: expect.mean@w: unknown window w, there is none to name"},
		{base + "load: 0.9\nexpect: {p99: 8}\n", "5: expect.p99: got 8, want " + boundWanted},
		{base + "load: 0.9\nexpect: {p99: \"< 8\"}\n", `5: expect.p99: got the text "< 8", want ` + boundWanted},
		{base + "load: 0.9\nexpect: {p99: \"1 +- 0\"}\n", `5: expect.p99: got the text "1 +- 0", want ` + boundWanted},
		{base + "load: 0.9\nexpect: {p99: \"<= 2 x jsk\"}\n",
			`5: expect.p99: got the text "<= 2 x jsk", want a number, a metric or a policy: policy "jsk": unknown policy "jsk", did you mean "jsq"?`},
		{base + "load: 0.9\nexpect: {}\n", "5: expect: got nothing, want at least one metric with its bound"},
		{base + "load: 0.9\npending: later\n", "5: pending: given without expect, want the two together"},
	} {
		_, err := Parse("s.yaml", []byte(c.text))
		if err == nil {
			t.Errorf("%q is taken, want s.yaml:%s", c.text, c.want)
			continue
		}
		if got, want := err.Error(), "s.yaml:"+c.want; got != want {
			t.Errorf("%q:\n got %s\nwant %s", strings.TrimPrefix(c.text, base), got, want)
		}
	}
}

const laws = "exponential, deterministic, erlang, hyperexponential, uniform, pareto, bounded-pareto, lognormal, weibull, gamma, empirical"

// FuzzParse wants of any input either a mistake in one line or a scenario that the simulator takes.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob(fieldScenarios)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(base + "load: 0.9\nexpect: {p99.9@w: \"<= 2 x best(sed under stale(3) | x)\"}\n"))
	f.Add([]byte(base + "arrival_rate: 1e9\njob: {law: lognormal, sigma: 9}\npolicy: static(p=[1,0])\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("f", data)
		if err != nil {
			if text := err.Error(); !strings.HasPrefix(text, "f:") || strings.Contains(text, "\n") {
				t.Fatalf("message %q", text)
			}
			return
		}
		if s.Policy == nil || s.Fleet.Servers() > 1000 {
			return
		}
		c := s.Config()
		if err := c.Check(); err != nil {
			t.Fatalf("the simulator refuses it: %v", err)
		}
	})
}
