package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/scenario"
)

func TestCompareGolden(t *testing.T) {
	file := writeFile(t, "s.yaml", shortScenario)
	for _, c := range []struct{ name, loads string }{{"compare.golden", ".5,.8,.9"}, {"compare-one-load.golden", ".7"}} {
		status, stdout, stderr := execute(t, "compare", "-f", file, "--policies", "weighted,jsq(d=2),scd", "--loads", c.loads,
			"--engine", "events", "--plain", "--no-timing")
		if status != statusDone || stderr != "" {
			t.Errorf("%s: status %d, stderr %q", c.name, status, stderr)
		}
		golden(t, c.name, stdout)
	}
}

// TestCompareFiles wants each kind of file with what belongs there, and the same numbers in all.
func TestCompareFiles(t *testing.T) {
	file, dir := writeFile(t, "s.yaml", shortScenario), t.TempDir()
	names := map[string]string{}
	args := []string{"compare", "-f", file, "--policies", "sed,jsq-fs(df=2, ds=2, pf=.5, ps=1)", "--loads", ".5,.7", "--json", "--no-timing"}
	for _, kind := range []string{"csv", "svg", "png"} {
		names[kind] = filepath.Join(dir, "out."+kind)
		args = append(args, "--"+kind, names[kind])
	}
	status, stdout, stderr := execute(t, args...)
	if status != statusDone || stderr != "" {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	var c scenario.Comparison
	if err := json.Unmarshal([]byte(stdout), &c); err != nil || len(c.Points) != 4 || c.Points[1].Difference == nil || c.Timing != nil {
		t.Errorf("%+v, %v", c, err)
	}
	svg, table := read(t, names["svg"]), read(t, names["csv"])
	for _, want := range []string{"sed", "jsq-fs(df=2, ds=2, pf=0.5, ps=1)"} {
		if !strings.Contains(svg, ">"+want+"<") || !strings.Contains(table, want) {
			t.Errorf("%s is missing in the files", want)
		}
	}
	if got := strings.Count(table, "\n"); got != 5 {
		t.Errorf("%d lines in the table:\n%s", got, table)
	}
	if _, err := png.Decode(bytes.NewReader([]byte(read(t, names["png"])))); err != nil {
		t.Error(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestCompareInRounds wants rounds on the axes too.
func TestCompareInRounds(t *testing.T) {
	for _, loads := range [][]float64{{.5}, {.5, .9}} {
		c := &scenario.Comparison{Loads: loads, Policies: []string{"scd"}, Points: []scenario.Point{{Report: &scenario.Report{Rounds: 10}}}}
		for _, picture := range comparisonCharts(c) {
			if picture.X.Unit != "rounds" && picture.Y.Unit != "rounds" {
				t.Errorf("axes %+v and %+v, want times in rounds", picture.X, picture.Y)
			}
		}
	}
}
