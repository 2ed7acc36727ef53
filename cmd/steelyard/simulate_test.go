package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard/scenario"
)

var update = flag.Bool("update", false, "write the golden files")

// shortScenario is a fleet whose runs take milliseconds, by the engine that changes least.
const shortScenario = `classes:
  - {name: fast, servers: 2, speed: 5}
  - {name: slow, servers: 8, speed: 1}
load: 0.8
policy: jsq(d=2)
run: {jobs: 10000, replications: 2, seed: 3}
`

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; -update writes it:\n%s", name, got)
	}
}

func TestExampleScenario(t *testing.T) {
	s, err := scenario.Parse("example.yaml", []byte(exampleScenario))
	if err != nil || s.Policy == nil || s.Load() != .9 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSimulateGolden(t *testing.T) {
	file := writeFile(t, "s.yaml", shortScenario)
	for _, c := range []struct {
		name string
		args []string
	}{
		{"simulate.golden", []string{"--policy", "scd"}},
		{"simulate.json.golden", []string{"--policy", "wrr", "--load", ".5", "--seed", "9", "--jobs", "20000", "--json"}},
	} {
		args := append([]string{"simulate", "-f", file, "--engine", "events", "--plain", "--no-timing"}, c.args...)
		status, stdout, stderr := execute(t, args...)
		if status != statusDone || stderr != "" {
			t.Errorf("%s: status %d, stderr %q", c.name, status, stderr)
		}
		golden(t, c.name, stdout)
	}
}

// TestSimulateJSON wants the fields that programs rely on, and timing unless it is left out.
func TestSimulateJSON(t *testing.T) {
	file := writeFile(t, "s.yaml", shortScenario)
	_, stdout, _ := execute(t, "simulate", "-f", file, "--policy", "scd", "--engine", "events", "--json")
	var document map[string]any
	if err := json.Unmarshal([]byte(stdout), &document); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"policy", "load", "servers", "stable", "mean_response", "ci95", "quantiles", "classes",
		"messages_per_job", "blocked", "warnings", "jobs", "seed", "engine", "timing"} {
		if _, ok := document[field]; !ok {
			t.Errorf("%s is missing in %s", field, stdout)
		}
	}
	quantiles := document["quantiles"].(map[string]any)
	if quantiles["p99.99"] != nil || quantiles["p50"] == nil {
		t.Errorf("quantiles %v, want p99.99 not resolved in 20000 jobs", quantiles)
	}
	if timing := document["timing"].(map[string]any); timing["seconds"] == nil || timing["jobs_per_second"] == nil {
		t.Errorf("timing %v", timing)
	}
}

func TestSimulateUnstable(t *testing.T) {
	file := writeFile(t, "s.yaml", shortScenario)
	status, stdout, stderr := execute(t, "simulate", "-f", file, "--load", "1.1", "--json")
	var report scenario.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	if status != statusNo || report.Stable || report.MeanResponse != nil || !strings.Contains(stderr, "not stable: load 1.1 is not below ") {
		t.Errorf("status %d, %+v, stderr %q", status, report, stderr)
	}
	status, stdout, _ = execute(t, "simulate", "-f", file)
	if status != statusNo || !strings.Contains(stdout, "verdict  not stable: load 0.8 is not below 0.714") {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
}

func TestSimulateNotStationary(t *testing.T) {
	file := writeFile(t, "s.yaml", "classes: [{servers: 50000, speed: 1}]\nload: 0.9\npolicy: wrr\nrun: {jobs: 50000, replications: 2}\n")
	status, stdout, stderr := execute(t, "simulate", "-f", file)
	if status != statusNo || !strings.Contains(stdout, "mean response") || !strings.Contains(stderr, "steelyard: not stationary: ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

// TestScenarioUsage wants status 2, nothing on standard output, and the message.
func TestScenarioUsage(t *testing.T) {
	file := writeFile(t, "s.yaml", shortScenario)
	bare := writeFile(t, "bare.yaml", strings.Replace(shortScenario, "policy: jsq(d=2)\n", "", 1))
	zero := writeFile(t, "zero.yaml", strings.Replace(shortScenario, "speed: 1}", "speed: 0}", 1))
	atOnce := writeFile(t, "once.yaml", "classes: [{servers: 1, speed: 1}]\npolicy: jsq\nstart: {jobs: 3}\n")
	for _, c := range []struct {
		args string
		want string
	}{
		{"simulate", "missing flag -f, want -f FILE with the scenario"},
		{"simulate -f none.yaml", "open none.yaml: no such file or directory"},
		{"simulate -f " + zero, zero + ":3: classes[1].speed: got 0, want a number from 1e-09 to 1e+09"},
		{"simulate -f " + bare, bare + ":1: policy: missing, want the text form of a policy, here or with --policy"},
		{"simulate -f " + file + " --policy jsk", `policy "jsk": unknown policy "jsk", did you mean "jsq"?`},
		{"simulate -f " + file + " --policy scheme1(d=[1,1,1])", `policy "scheme1(d=[1,1,1])": scheme1: d=[1,1,1] is for 3 classes of servers, and there are 2`},
		{"simulate -f " + file + " --load 0", "load: got 0, want a number from 1e-06 to 1e+06"},
		{"simulate -f " + file + " --load NaN", "load: got NaN, want a number from 1e-06 to 1e+06"},
		{"simulate -f " + file + " --jobs 0", "jobs: got 0, want a number from 1 to 1000000000000"},
		{"simulate -f " + file + " --precision 1", `precision: got "1", want a percentage above 0 and below 100, such as 0.1%`},
		{"simulate -f " + file + " --engine fast", `engine "fast": not exact for this fleet and policy; want one of [`},
		{"simulate -f " + atOnce + " --load .5", "load: given though no jobs arrive in the scenario, want one with a load or an arrival_rate"},
		{"compare -f " + file, "missing flag --policies, want --policies A,B,... (see steelyard policies)"},
		{"compare -f " + file + " --policies jsq,,sed", `policies "jsq,,sed": an entry is empty, want policies separated by commas`},
		{"compare -f " + file + " --policies jsq --loads .5,x", `loads: got "x", want numbers separated by commas, such as .5,.7,.9`},
		{"simulate -f " + file + " --load 1e-9", "load: got 1e-09, want a number from 1e-06 to 1e+06"},
		{"simulate -f " + file + " --jobs 1000000000001", "jobs: got 1000000000001, want a number from 1 to 1000000000000"},
		{"compare -f " + file + " --policies jsq --loads -1", "load: got -1, want a number from 1e-06 to 1e+06"},
		{"compare -f " + file + " --policies jsq --loads .5,0.50", "loads: got 0.5 twice, want every load once"},
		{"compare -f " + file + " --policies sed,jsq(),jsq", "policies: got jsq twice, want every policy once"},
		{"compare -f " + file + " --policies jsq --csv " + file, "csv: got " + file + ", want another file than that of the scenario"},
		{"compare -f " + file + " --policies jsq --csv x --svg ./x", "svg: got ./x, want another file than that of csv"},
		{"compare -f " + file + " --policies jsq --csv .", "csv: got ., which is a directory, want a file"},
		{"compare -f " + file + " --policies jsq --csv /nowhere/out.csv", "csv: got /nowhere/out.csv, want a file in a directory that is there"},
		{"compare -f " + atOnce + " --policies jsq --loads .5", "loads: given though no jobs arrive, want none"},
	} {
		status, stdout, stderr := execute(t, strings.Fields(c.args)...)
		if status != statusMalformed || stdout != "" || !strings.HasPrefix(stderr, "steelyard: "+c.want) {
			t.Errorf("%s: status %d, stdout %q, stderr\n%swant\n%s", c.args, status, stdout, stderr, c.want)
		}
	}
}

// TestInterruptedSimulation wants what was finished, and word of it on standard error; with nothing finished, status 1.
func TestInterruptedSimulation(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	file := writeFile(t, "s.yaml", strings.Replace(shortScenario, "jobs: 10000, replications: 2", "jobs: 20000, replications: 100000", 1))
	ctx, cancel := context.WithTimeout(context.Background(), time.Second/3)
	defer cancel()
	var out, errs bytes.Buffer
	status := run(ctx, []string{"simulate", "-f", file, "--policy", "sed", "--engine", "events", "--json"}, &out, &errs)
	var report scenario.Report
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if status != statusDone || !report.Interrupted || report.MeanResponse == nil || report.Jobs != 20_000*int64(report.Replications) ||
		!strings.Contains(errs.String(), "interrupted: the result is that of ") {
		t.Errorf("status %d, %+v, stderr %q", status, report, errs.String())
	}
	out.Reset()
	errs.Reset()
	cancel()
	status = run(ctx, []string{"simulate", "-f", file, "--policy", "sed"}, &out, &errs)
	if status != statusNo || out.Len() > 0 || !strings.Contains(errs.String(), "interrupted before a first replication was finished") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out.String(), errs.String())
	}
}
