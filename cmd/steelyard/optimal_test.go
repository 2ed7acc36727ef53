package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/scenario"
)

const smallScenario = `classes:
  - {name: fast, servers: 1, speed: 3}
  - {name: slow, servers: 1, speed: 1}
load: 0.7
policy: scd
run: {jobs: 20000, seed: 1}
`

func TestOptimal(t *testing.T) {
	file := writeFile(t, "s.yaml", smallScenario)
	status, stdout, stderr := execute(t, "optimal", "-f", file, "--policies", "scd,jsq,weighted,random,roundrobin")
	if status != statusDone || stderr != "" {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	for _, want := range []string{
		"optimum      1.02605 s", "fluid bound  0.333333 s", "0.445 %", "weighted    1.66667 s", "exact", "not stable", "above optimum",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("got\n%swant %q in it", stdout, want)
		}
	}
}

func TestOptimalJSON(t *testing.T) {
	file := writeFile(t, "s.yaml", smallScenario)
	status, stdout, stderr := execute(t, "optimal", "-f", file, "--load", ".5", "--json", "--no-timing", "--policies", "weighted,lsq(d=2)")
	if status != statusDone {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	var d scenario.Distances
	if err := json.Unmarshal([]byte(stdout), &d); err != nil {
		t.Fatal(err)
	}
	if d.Optimal == nil || !(*d.Lower <= *d.Optimal && *d.Optimal <= *d.Upper) || d.Boundary.Change > 1e-6 || len(d.Policies) != 2 || d.Timing != nil {
		t.Fatalf("got %s", stdout)
	}
	exact, simulated := d.Policies[0], d.Policies[1]
	if exact.Basis != "exact" || math.Abs(*exact.MeanResponse-1) > 1e-6 || math.Abs(*exact.Excess-(1 / *d.Optimal - 1)) > 1e-6 || exact.CI95 != nil {
		t.Errorf("weighted: got %+v, want the mean 1 of two M/M/1 queues", exact)
	}
	if simulated.Basis != "simulated" || simulated.CI95 == nil || *simulated.Excess <= 0 {
		t.Errorf("lsq: got %+v", simulated)
	}
}

// TestOptimalOfManyServers takes the fluid bound as the yardstick, and says what would fit.
func TestOptimalOfManyServers(t *testing.T) {
	file := writeFile(t, "l.yaml", strings.ReplaceAll(smallScenario, "servers: 1", "servers: 40"))
	status, stdout, stderr := execute(t, "optimal", "-f", file)
	if status != statusDone || stderr != "" {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	for _, want := range []string{"above fluid bound", "simulated", "fleet of 80 servers", "fastest servers would fit"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("got\n%swant %q in it", stdout, want)
		}
	}
}

func TestOptimalMistakes(t *testing.T) {
	for _, c := range []struct {
		old, new string
		status   int
		want     string
	}{
		{"load: 0.7", "load: 1.2", statusNo, "load 1.2: no policy is stable, want less than 1"},
		{"run:", "job: {law: deterministic}\nrun:", statusMalformed, "job sizes are not exponential; want a Poisson stream"},
		{"speed: 1}", "speed: 1, buffer: 3}", statusMalformed, "servers of class slow turn jobs away"},
		{"scd", "sdc", statusMalformed, `did you mean "scd"?`},
		{"policy: scd", `policy: "static(p=[1])"`, statusMalformed, "there are 2"},
	} {
		file := writeFile(t, "s.yaml", strings.Replace(smallScenario, c.old, c.new, 1))
		status, stdout, stderr := execute(t, "optimal", "-f", file)
		if status != c.status || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, stdout %q, stderr %q, want %d and %q", c.new, status, stdout, stderr, c.status, c.want)
		}
	}
	if status, _, stderr := execute(t, "optimal"); status != statusMalformed || !strings.Contains(stderr, "-f FILE") {
		t.Errorf("no file: status %d, stderr %q", status, stderr)
	}
}
