package main

import (
	"context"
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

// paperScenario is the fleet of Table 1 of Gardner et al. 2020: a fifth of the servers is five times as fast, the mean capacity is 1.
const paperScenario = `classes:
  - {name: fast, servers: 20, speed: 5}
  - {name: slow, servers: 80, speed: 1}
normalise: true
load: 0.84
policy: jsq-fs(df=2, ds=2, pf=1, ps=1)
`

func decode(t *testing.T, text string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
}

func TestPredict(t *testing.T) {
	file := writeFile(t, "s.yaml", paperScenario)
	status, stdout, _ := execute(t, "predict", "-f", file, "--json")
	var p scenario.Prediction
	decode(t, stdout, &p)
	if status != statusDone || !p.Stable || p.MeanResponse == nil || math.Abs(*p.MeanResponse-1.21731) > 1e-5 {
		t.Errorf("status %d, %+v; want the published mean 1.21731", status, p)
	}
	if p.MeanResponseRefined == nil || *p.MeanResponseRefined <= *p.MeanResponse || *p.Residual > 1e-10 || p.Timing == nil {
		t.Errorf("%+v; want a refined mean that is larger, a residual and a time", p)
	}
	if *p.MessagesPerJob != 4 || p.Quantiles["p99.9"] == nil || p.Classes[0].Name != "fast" || math.Abs(p.Classes[0].Share+p.Classes[1].Share-1) > 1e-12 {
		t.Errorf("%+v; want 4 messages, quantiles, and shares that sum to 1", p)
	}
	_, table, _ := execute(t, "predict", "-f", file, "--load", ".5", "--policy", "sed(d=2)")
	if !strings.Contains(table, "refined for 100 servers") || !strings.Contains(table, "p99.9 ") {
		t.Errorf("got\n%s", table)
	}
}

func TestPredictSaysNo(t *testing.T) {
	file := writeFile(t, "s.yaml", paperScenario)
	for _, c := range []struct {
		args       []string
		want, code string
	}{
		{[]string{"--load", "1.5"}, "load 1.5 is not below 1", ""},
		{[]string{"--policy", "jsq(d=2)"}, "load 0.84 is not below 0.696203, the most that the policy can bear", "out-of-reach"},
		{[]string{"--policy", "jsq-fs(pf=1)", "--load", ".91"}, "not stable", "out-of-reach"},
		{[]string{"--policy", "roundrobin"}, "steelyard simulate -f " + file, ""},
	} {
		status, stdout, stderr := execute(t, slices.Concat([]string{"predict", "--json", "-f", file}, c.args)...)
		if status != statusNo || !strings.Contains(stderr, c.want) || !strings.Contains(stdout, c.code) {
			t.Errorf("%v: status %d, stderr %q, stdout\n%s\nwant status 1 with %q and %q", c.args, status, stderr, stdout, c.want, c.code)
		}
	}
}

func TestPredictOtherSizes(t *testing.T) {
	for _, c := range []struct {
		lines, policy string
		want          float64
	}{
		{"job: {law: deterministic}", "random", 1 + .8/(2*.2)},                                                // M/D/1
		{"job: {law: deterministic}\ndiscipline: ps", "random", 5},                                            // M/G/1-PS
		{"job: {law: hyperexponential, scv: 4}", "random", 1 + .8*5/(2*.2)},                                   // M/H2/1
		{"job: {law: exponential, mean: 2}", "random", 10},                                                    // M/M/1
		{"job: {law: exponential, mean: 2}\ndiscipline: ps", "random", 10},                                    // M/M/1-PS
		{"job: {law: hyperexponential, scv: 4}", "classes(inside=uniform, ask=[1], p=[1], send=[1,1])", 11.0}, // M/H2/1 again
	} {
		file := writeFile(t, "s.yaml", "classes: [{name: a, servers: 10, speed: 1}]\nload: 0.8\n"+c.lines+"\n")
		status, stdout, stderr := execute(t, "predict", "--json", "-f", file, "--policy", c.policy)
		if status != statusDone {
			t.Errorf("%s: status %d, %s", c.lines, status, stderr)
			continue
		}
		var p scenario.Prediction
		decode(t, stdout, &p)
		if math.Abs(*p.MeanResponse/c.want-1) > 1e-9 {
			t.Errorf("%s with %s: mean %v, want %v", c.lines, c.policy, *p.MeanResponse, c.want)
		}
	}
	file := writeFile(t, "s.yaml", "classes: [{name: a, servers: 10, speed: 1}]\nload: 0.8\njob: {law: deterministic}\n")
	if status, _, stderr := execute(t, "predict", "-f", file, "--policy", "jsq(d=2)"); status != statusNo || !strings.Contains(stderr, "simulate") {
		t.Errorf("jsq(d=2) with constant sizes: status %d, %q", status, stderr)
	}
}

func TestTune(t *testing.T) {
	file := writeFile(t, "s.yaml", paperScenario)
	for _, c := range []struct {
		args         []string
		pf, ps, mean float64
	}{
		{[]string{"--family", "jsq-fs", "--d", "2,2"}, 1, 1, 1.21731},
		{[]string{"--family", "jiq-fs", "--d", "2,2"}, .8774, 1, 1.54720},
		{[]string{"--family", "jsq-fs", "--d", "2,2", "--load", ".98"}, .59746, 1, 3.24338},
	} {
		status, stdout, stderr := execute(t, slices.Concat([]string{"tune", "--json", "-f", file}, c.args)...)
		if status != statusDone {
			t.Fatalf("%v: status %d, %s", c.args, status, stderr)
		}
		var got tuned
		decode(t, stdout, &got)
		if math.Abs(*got.PF-c.pf) > 1e-3 || math.Abs(*got.PS-c.ps) > 1e-3 || math.Abs(got.MeanResponse/c.mean-1) > 1e-5 || got.Heuristic == nil {
			t.Errorf("%v: pf %v, ps %v, mean %v, heuristic %v; want %v", c.args, *got.PF, *got.PS, got.MeanResponse, got.Heuristic, c)
		}
		if spec, err := policy.Parse(got.Policy); err != nil || spec.Name() != got.Family {
			t.Errorf("%v: policy %q, %v", c.args, got.Policy, err)
		}
	}
}

// TestTunedFile has what tune writes read back by every command that takes a policy.
func TestTunedFile(t *testing.T) {
	file := writeFile(t, "s.yaml", paperScenario+"run: {jobs: 2000}\n")
	plan := filepath.Join(filepath.Dir(file), "plan.json")
	status, table, stderr := execute(t, "tune", "-f", file, "--family", "classes", "--query", "det", "--d-total", "3", "--out", plan)
	if status != statusDone || !strings.Contains(table, "policy         classes(ask=[") {
		t.Fatalf("status %d, %s\n%s", status, stderr, table)
	}
	for _, text := range []string{"classes(file=plan.json)", "classes(query=det, d=3)"} {
		for _, command := range []string{"predict", "simulate"} {
			if status, stdout, stderr := execute(t, command, "-f", file, "--policy", text); status != statusDone || !strings.Contains(stdout, text) {
				t.Errorf("%s with %s: status %d, %s", command, text, status, stderr)
			}
		}
	}
	if status, _, stderr := execute(t, "simulate", "-f", file, "--policy", "classes(d=3)", "--load", "1.2"); status != statusNo || !strings.Contains(stderr, "want below 1") {
		t.Errorf("load 1.2: status %d, %s", status, stderr)
	}
	if status, _, stderr := execute(t, "simulate", "-f", file, "--policy", "classes(file=missing.json)"); status != statusMalformed || !strings.Contains(stderr, "missing.json") {
		t.Errorf("missing file: status %d, %s", status, stderr)
	}
}

// TestWrongQuestions holds bad input to a message that says what would be right.
func TestWrongQuestions(t *testing.T) {
	file := writeFile(t, "s.yaml", paperScenario)
	one := writeFile(t, "one.yaml", "classes: [{name: a, servers: 3, speed: 1}]\nload: .5\n")
	for _, c := range []struct {
		line, want string
		status     int
	}{
		{"tune --d 2,2 -f " + file, "missing flag --family", statusMalformed},
		{"tune --family jsq --d 2,2 -f " + file, "want one of jiq-fs, jsq-fs", statusMalformed},
		{"tune --family jsq-fs -f " + file, "want two counts", statusMalformed},
		{"tune --family jsq-fs --d 2 -f " + file, "want two counts", statusMalformed},
		{"tune --family jsq-fs --d 2,x -f " + file, `got "x"`, statusMalformed},
		{"tune --family jsq-fs --d 2,2 --d-total 4 -f " + file, "one of the two", statusMalformed},
		{"tune --family jsq-fs --d 21,2 -f " + file, "at most 20", statusMalformed},
		{"tune --family jsq-fs --d 2,2 --load 1 -f " + file, "want below 1", statusNo},
		{"tune --family jsq-fs --d 2,2 --load -1 -f " + file, "load: got -1", statusMalformed},
		{"tune --family jsq-fs --d 2,2 -f " + one, "2 for a two-class family", statusMalformed},
		{"tune --family classes --d-total 4 -f " + one, "at most 3", statusMalformed},
		{"tune --family classes --query any --d-total 2 -f " + one, "want one of det", statusMalformed},
		{"tune --family classes --inside longest --d-total 2 -f " + one, "want shortest or uniform", statusMalformed},
		{"tune --family static --out /nowhere/f.json -f " + one, "a directory that is there", statusMalformed},
		{"tune --family jsq-fs --d-total 0 -f " + file, "d-total: got 0, want at least 1", statusMalformed},
		{"tune --family jsq-fs --d-total 200 -f " + file, "at most 100, the number of servers", statusMalformed},
		{"tune --family jsq-fs --d 2,2 --query gen -f " + file, "of the family classes", statusMalformed},
		{"tune --family jsq-fs --d 2,2 --inside uniform -f " + file, "with --family classes only", statusMalformed},
		{"tune --family classes --d 2,2,2 -f " + file, "2 counts, one per class", statusMalformed},
		{"tune --family static --d 2,2 -f " + file, "1 or none", statusMalformed},
		{"tune --family hybrid --d-total 21 -f " + file, "at most 20", statusMalformed},
		{"predict", "missing flag -f", statusMalformed},
		{"predict -f " + one, "policy: missing", statusMalformed},
		{"predict --policy jsq-fs -f " + one, "two classes", statusMalformed},
		{"predict --policy jsq-fs(pf=2) -f " + file, "want a number from 0 to 1", statusMalformed},
		{"predict --policy scheme1(d=[2]) -f " + file, "for 1 classes of servers, and there are 2", statusMalformed},
		{"predict --policy scheme1(d=[30,2]) -f " + file, "asks 30 servers", statusMalformed},
		{"stability --policies nonsense -f " + file, "unknown policy", statusMalformed},
		{"stability", "missing flag -f", statusMalformed},
	} {
		status, stdout, stderr := execute(t, strings.Fields(c.line)...)
		if status != c.status || !strings.Contains(stderr, c.want) || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want status %d and one line with %q", c.line, status, stdout, stderr, c.status, c.want)
		}
	}
}

// A computation that cannot be stopped does not keep an interrupted command from ending.
func TestInterruptedAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	_, err := answer(ctx, func() (int, error) { <-never; return 1, nil })
	if exitStatus(err) != statusNo {
		t.Errorf("got %v", err)
	}
}

func TestStability(t *testing.T) {
	file := writeFile(t, "s.yaml", "classes:\n  - {name: fast, servers: 2, speed: 5}\n  - {name: slow, servers: 8, speed: 1}\nload: .5\n")
	status, stdout, stderr := execute(t, "stability", "-f", file, "--policies", "random,jsq(d=2),sed,jiq-fs(pf=.9),roundrobin", "--json")
	if status != statusDone {
		t.Fatalf("status %d, %s", status, stderr)
	}
	var got stableLoads
	decode(t, stdout, &got)
	want := []struct {
		load  float64
		basis string
	}{{8. / 18 / .8, "exact"}, {8. / 18 / (56. / 90), "exact"}, {1, "exact"}, {.9, "fluid limit"}, {5. / 9, "simulated"}}
	for k, x := range got.Policies {
		saturates := "slow"
		switch x.Basis {
		case "fluid limit":
			saturates = "fast"
		case "simulated":
			if b := x.Bracket; b == nil || !(b[0] < want[k].load && want[k].load < b[1] && b[1]-b[0] < .05) {
				t.Errorf("%+v: want a bracket around %v", x, want[k])
			}
			want[k].load = x.Load
		}
		if x.Load < .9 && (len(x.Saturates) != 1 || x.Saturates[0] != saturates) {
			t.Errorf("%+v: want the class %s to saturate", x, saturates)
		}
		if math.Abs(x.Load-want[k].load) > 1e-9 && x.Basis != "fluid limit" || x.Basis != want[k].basis || x.Reason == "" {
			t.Errorf("%+v: want %v", x, want[k])
		}
	}
	if _, table, _ := execute(t, "stability", "-f", file, "--policies", "random"); !strings.Contains(table, "0.5556") || !strings.Contains(table, "exact") {
		t.Errorf("got\n%s", table)
	}
}

func TestCapacityWarning(t *testing.T) {
	file := writeFile(t, "c.yaml", `listen: 127.0.0.1:0
pools:
  - name: web
    policy: random
    servers:
      - {address: 10.0.0.1:80, speed: 3, class: fast}
      - {address: 10.0.0.2:80, class: slow}
`)
	status, stdout, stderr := execute(t, "validate", "-c", file)
	if status != statusDone || !strings.Contains(stdout, "ok") || !strings.Contains(stderr, "only below load 0.5: class slow saturates first") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}
