package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/paper"
)

func TestReproduceBadUsage(t *testing.T) {
	file := writeFile(t, "file", "")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{}, "no figure given, want IDs or all (see steelyard reproduce --list)"},
		{[]string{"p0-table"}, `unknown figure "p0-table", did you mean p0-table1?`},
		{[]string{"P0-Table1"}, `unknown figure "P0-Table1", did you mean p0-table1?`},
		{[]string{"p0-fig3", "nonsense", "--out", file + "s"}, `unknown figure "nonsense", want one of p0-fig3, `},
		{[]string{"p0-table1"}, "missing flag --out, want --out DIR with a folder for the results"},
		{[]string{"p0-table1", "--out", file}, "want a folder that can be written"},
		{[]string{"p0-table1", "--out", filepath.Join(file, "x")}, "want a folder that can be written"},
	} {
		status, stdout, stderr := execute(t, append([]string{"reproduce"}, c.args...)...)
		if status != statusMalformed || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, stdout %q, stderr %q, want %q", c.args, status, stdout, stderr, c.want)
		}
	}
	if _, err := os.Stat(file + "s"); !os.IsNotExist(err) {
		t.Error("a folder was made for nothing")
	}
}

func TestReproduceList(t *testing.T) {
	status, stdout, _ := execute(t, "reproduce", "--list")
	if lines := strings.Count(stdout, "\n"); status != statusDone || lines != len(paper.All()) || !strings.Contains(stdout, "p0-table1 ") {
		t.Errorf("status %d, %d lines: %s", status, lines, stdout)
	}
	_, stdout, _ = execute(t, "reproduce", "--list", "--json")
	var list []paper.Record
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || len(list) != len(paper.All()) || list[0].Title == "" {
		t.Errorf("error %v: %s", err, stdout)
	}
}

// The program has a name that is the same each time, and is told from others also where its version is not.
func TestBuildName(t *testing.T) {
	name := buildName()
	if name != buildName() || !strings.HasPrefix(name, currentVersion().Version) || strings.Contains(name, "unknown") {
		t.Errorf("%q, then %q", name, buildName())
	}
	if len(ownHash()) != 12 {
		t.Errorf("hash %q", ownHash())
	}
}

// A result of another version is made anew, or kept if so asked; either is told.
func TestReproduceOtherVersion(t *testing.T) {
	dir := t.TempDir()
	args := []string{"reproduce", "p0-fig8", "--quick", "--out", dir}
	execute(t, args...)
	file := filepath.Join(dir, "p0-fig8", "verdict.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), buildName(), "v0.0.1", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, stderr := execute(t, append(args, "--keep")...); !strings.Contains(stderr, "(was there already, made by v0.0.1)") {
		t.Errorf("kept: %s", stderr)
	}
	if _, _, stderr := execute(t, args...); !strings.Contains(stderr, "made by another version: made anew") {
		t.Errorf("made anew: %s", stderr)
	}
}

// A figure is made once, and found again.
func TestReproduce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	status, first, stderr := execute(t, "reproduce", "p0-fig8", "--quick", "--out", dir)
	if status != statusDone || !strings.Contains(first, "agrees") || !strings.Contains(stderr, "p0-fig8") || strings.Contains(stderr, "already") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, first, stderr)
	}
	for _, name := range []string{"index.html", "summary.md", "p0-fig8/p0-fig8.csv", "p0-fig8/p0-fig8.svg", "p0-fig8/p0-fig8.png", "p0-fig8/verdict.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	status, second, stderr := execute(t, "reproduce", "p0-fig8", "--quick", "--out", dir)
	if status != statusDone || second != first || !strings.Contains(stderr, "was there already") {
		t.Errorf("again: status %d, stdout %q, stderr %q", status, second, stderr)
	}
	_, stdout, _ := execute(t, "reproduce", "p0-fig8", "--quick", "--out", dir, "--json")
	var records []paper.Record
	if err := json.Unmarshal([]byte(stdout), &records); err != nil || len(records) != 1 || len(records[0].Verdicts) == 0 || records[0].Effort != paper.Quick {
		t.Errorf("error %v: %s", err, stdout)
	}
}
