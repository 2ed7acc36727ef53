package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sweep"
)

// sweepArgs is a sweep over two policies and two loads.
func sweepArgs(file, out string, more ...string) []string {
	return append([]string{"sweep", "-f", file, "--policies", "weighted,jsq(d=2)", "--loads", ".5,.7", "--out", out}, more...)
}

// TestSweepIsCompare wants the table, the document and the files of compare, of a whole sweep and of merged shards.
func TestSweepIsCompare(t *testing.T) {
	larger := strings.NewReplacer("servers: ", "servers: 1").Replace(shortScenario) // whose mean field is soon found
	file, dir := writeFile(t, "s.yaml", larger), t.TempDir()
	whole, csv := filepath.Join(dir, "whole"), filepath.Join(dir, "compare.csv")
	compare := []string{"compare", "-f", file, "--policies", "weighted,jsq(d=2)", "--loads", ".5,.7", "--no-timing", "--csv", csv}
	_, table, _ := execute(t, compare...)
	_, document, _ := execute(t, append(compare, "--json")...)
	if status, got, stderr := execute(t, sweepArgs(file, whole)...); status != statusDone || got != table || !strings.Contains(stderr, " computed, 0 kept") {
		t.Errorf("status %d, stderr %q, table\n%s\nwant\n%s", status, stderr, got, table)
	}
	if _, got, stderr := execute(t, sweepArgs(file, whole, "--json")...); got != document || !strings.Contains(stderr, " 0 computed, ") {
		t.Errorf("stderr %q, document\n%s\nwant\n%s", stderr, got, document)
	}
	var shards []string
	for k := range 3 {
		shards = append(shards, filepath.Join(dir, fmt.Sprint(k)))
		status, stdout, stderr := execute(t, sweepArgs(file, shards[k], "--shard", fmt.Sprintf("%d/3", k), "--json")...)
		var o sweep.Outcome
		if err := json.Unmarshal([]byte(stdout), &o); status != statusDone || err != nil || o.Computed != o.Points || o.Computed == 0 || stderr != "" {
			t.Errorf("status %d, %q, %q", status, stdout, stderr)
		}
	}
	merged := filepath.Join(dir, "merged.csv")
	status, got, stderr := execute(t, "merge", shards[2], shards[0], shards[1], "--csv", merged, "--svg", filepath.Join(dir, "m.svg"))
	if status != statusDone || got != table || stderr != "" || read(t, merged) != read(t, csv) {
		t.Errorf("status %d, stderr %q, table\n%s\nwant\n%s", status, stderr, got, table)
	}
}

// TestMergeNames wants what is missing, twice there or damaged named, and partial merges to count as much as what they hold.
func TestMergeNames(t *testing.T) {
	file, dir := writeFile(t, "s.yaml", plainScenario), t.TempDir()
	a, b, both := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "both")
	execute(t, sweepArgs(file, a, "--shard", "0/2")...)
	status, stdout, stderr := execute(t, "merge", a)
	if status != statusNo || stdout != "" || !strings.Contains(stderr, "points are missing:\n  weighted at load 0.5: replication 1 (shard 1/2)") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	var answer struct {
		Interrupted bool
		Points      []any
		Missing     []lackingPoint
	}
	status, stdout, _ = execute(t, "merge", a, "--json")
	if err := json.Unmarshal([]byte(stdout), &answer); status != statusNo || err != nil || !answer.Interrupted || len(answer.Missing) == 0 || answer.Points == nil {
		t.Errorf("status %d, %v, %s", status, err, stdout)
	}
	if m := answer.Missing[0]; m.Policy != "weighted" || m.Load != "0.5" || m.Replication != 1 || m.Shards[0] != "1/2" {
		t.Errorf("missing %+v", m)
	}
	execute(t, sweepArgs(file, b, "--shard", "1/2")...)
	execute(t, sweepArgs(file, b, "--shard", "1/4")...)
	status, stdout, stderr = execute(t, "merge", b, a, "--out", both)
	if status != statusDone || !strings.Contains(stdout, "points of plan") || stderr != "" {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	status, table, stderr := execute(t, "merge", both, a)
	if status != statusDone || strings.Count(stderr, "is a duplicate of "+both) == 0 {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	points, _ := filepath.Glob(filepath.Join(both, "point-*"))
	if err := os.Truncate(points[0], 50); err != nil {
		t.Fatal(err)
	}
	status, _, stderr = execute(t, "merge", both)
	if status != statusNo || !strings.Contains(stderr, points[0]+" does not count: damaged") || !strings.Contains(stderr, "1 of ") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	status, stdout, stderr = execute(t, sweepArgs(file, both)...)
	if status != statusDone || stdout != table || !strings.Contains(stderr, points[0]+" was damaged and is replaced") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

func TestSweepBadUsage(t *testing.T) {
	file, out := writeFile(t, "s.yaml", plainScenario), filepath.Join(t.TempDir(), "out")
	precise := writeFile(t, "p.yaml", strings.Replace(plainScenario, "run: {", "run: {precision: 1%, ", 1))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"sweep"}, "missing flag -f, want -f FILE with the scenario"},
		{[]string{"sweep", "-f", file}, "missing flag --out, want --out DIR with a folder for the results"},
		{[]string{"sweep", "-f", file + "x", "--out", out}, "no such file"},
		{sweepArgs(file, file), "out: got " + file + ", want a folder that can be written"},
		{sweepArgs(file, out, "--shard", "0/0"), "shard: got 0 shards, want 1 to"},
		{sweepArgs(file, out, "--shard", "5/4"), "shard: got shard 5 of 4, want one from 0 to 3: they count from 0"},
		{sweepArgs(file, out, "--shard", "-1/3"), "shard: got shard -1 of 3"},
		{sweepArgs(file, out, "--shard", "a/b"), `shard: got "a/b", want i/n`},
		{sweepArgs(file, out, "--shard", "0/4", "--shards", "4"), "shard: given beside --shards"},
		{sweepArgs(file, out, "--shards", "0"), "shards: got 0, want a number of at least 1"},
		{sweepArgs(file, out, "--shards", "4"), "shards: got 4 shards but none of JOB_COMPLETION_INDEX"},
		{sweepArgs(file, out, "--replications", "0"), "replications: got 0, want a number from 1 to"},
		{sweepArgs(file, out, "--jobs", "0"), "jobs: got 0"},
		{sweepArgs(file, out, "--engine", "abacus"), `engine "abacus": not exact`},
		{sweepArgs(precise, out), "precision: got 1 % in " + precise + ", want a number of replications in a sweep"},
		{[]string{"merge"}, "merge: no folder given"},
		{[]string{"merge", out}, "got " + out + ", want a folder with results of sweep --out"},
		{[]string{"merge", out, "--csv", out + "/x/y"}, "csv: got "},
		{[]string{"merge", out, "--out", out, "--csv", "x"}, "out: given beside a file for the table"},
	} {
		status, stdout, stderr := execute(t, c.args...)
		if status != statusMalformed || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, stdout %q, stderr %q, want %q", c.args, status, stdout, stderr, c.want)
		}
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Error("a folder was made for nothing")
	}
}

// TestSweepAsTask wants the index of a scheduler to be taken, and said.
func TestSweepAsTask(t *testing.T) {
	file, out := writeFile(t, "s.yaml", plainScenario), t.TempDir()
	t.Setenv("JOB_COMPLETION_INDEX", "1")
	status, stdout, stderr := execute(t, sweepArgs(file, out, "--shards", "2")...)
	if status != statusDone || !strings.HasPrefix(stdout, "shard 1/2 of plan ") || !strings.Contains(stderr, "shard 1/2, as JOB_COMPLETION_INDEX=1 says") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	status, _, stderr = execute(t, sweepArgs(file, out)...)
	if status != statusMalformed || !strings.Contains(stderr, "want --shards N") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	if status, _, _ = execute(t, sweepArgs(file, out, "--shard", "0/2")...); status != statusDone {
		t.Errorf("a shard of one's own: status %d", status)
	}
}

// TestSweepKilled kills sweeps in the middle, hard and by SIGTERM, and wants the same command to go on from there to the same bytes.
func TestSweepKilled(t *testing.T) {
	file, dir := writeFile(t, "s.yaml", plainScenario), t.TempDir()
	long := func(out string) []string {
		return sweepArgs(file, out, "--jobs", "40000", "--replications", "16", "--engine", "events")
	}
	_, want, _ := execute(t, long(filepath.Join(dir, "whole"))...)
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		out := filepath.Join(dir, signal.String())
		cmd := command(t, long(out)...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		finished := func() int {
			points, _ := filepath.Glob(filepath.Join(out, "point-*"))
			return len(points)
		}
		for deadline := time.Now().Add(time.Minute); finished() < 3 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		cmd.Process.Signal(signal)
		if err := cmd.Wait(); err == nil {
			t.Errorf("%v: the sweep was over before it was killed", signal)
		}
		kept := finished()
		if signal == syscall.SIGTERM && !regexp.MustCompile(`interrupted: \d+ of 64 points are finished`).MatchString(stderr.String()) {
			t.Errorf("%v: stderr %q", signal, &stderr)
		}
		status, got, errs := execute(t, long(out)...)
		if status != statusDone || got != want || !strings.Contains(errs, fmt.Sprintf("64 points, %d computed, %d kept", 64-kept, kept)) {
			t.Errorf("%v: %d were kept, status %d, stderr %q, table\n%s\nwant\n%s", signal, kept, status, errs, got, want)
		}
	}
}

func TestLackingLines(t *testing.T) {
	point := func(policy string, replication int, shards ...sweep.Shard) sweep.Missing {
		return sweep.Missing{Point: sweep.Point{Policy: policy, Load: "0.5", Replication: replication}, Shards: shards}
	}
	a, b := sweep.Shard{Index: 0, Count: 2}, sweep.Shard{Index: 1, Count: 2}
	got := lackingLines([]sweep.Missing{point("sed", 0, a), point("sed", 1, b), point("sed", 2, a), point("sed", 7, b), point("scd", 4, a), point("jsq", 3)})
	want := []string{
		"  sed at load 0.5: replications 0-2, 7 (shards 0/2, 1/2)",
		"  scd at load 0.5: replication 4 (shard 0/2)",
		"  jsq at load 0.5: replication 3",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestOtherProgram wants results that another program ran to count, and that said.
func TestOtherProgram(t *testing.T) {
	text := plainScenario
	s, err := scenario.Parse("s.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	w, err := sweep.New(s, []byte(text), sweep.Axes{Policies: []string{"weighted"}, Plain: true, Program: "steelyard of old"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := w.Run(t.Context(), dir, sweep.Whole(), nil); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := execute(t, "merge", dir)
	if status != statusDone || stdout == "" || !strings.Contains(stderr, "the results are of the program steelyard of old, and this is "+program()) {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}
