package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/steelyard-lb/steelyard/scenario"
)

// short is a scenario whose replications take no time, nor do its reports, for there is no mean field to solve.
const short = `classes:
  - {name: fast, servers: 2, speed: 5}
  - {name: slow, servers: 4, speed: 1}
load: 0.7
arrivals: {law: erlang, k: 2}
run: {jobs: 100, replications: 3}
`

// grid are the axes of the tests: 12 points.
func grid() Axes {
	return Axes{Policies: []string{"sed", "jsq(d=2)"}, Loads: []float64{.5, .6}, Plain: true, Program: "test"}
}

type fataler interface {
	Helper()
	Fatal(...any)
}

func planned(t fataler, text string, axes Axes) *Sweep {
	t.Helper()
	return plannedAt(t, "s.yaml", text, axes)
}

func plannedAt(t fataler, file, text string, axes Axes) *Sweep {
	t.Helper()
	s, err := scenario.Parse(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(s, []byte(text), axes)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func ran(t fataler, w *Sweep, dir string, shard Shard) Outcome {
	t.Helper()
	o, err := w.Run(context.Background(), dir, shard, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func gathered(t fataler, dirs ...string) *Collection {
	t.Helper()
	c, err := Gather(context.Background(), dirs, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tabled is everything that can be read of the results in the folders.
func tabled(t fataler, dirs ...string) string {
	t.Helper()
	comparison, err := gathered(t, dirs...).Comparison(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(comparison); err != nil {
		t.Fatal(err)
	}
	if err := comparison.CSV(&b); err != nil {
		t.Fatal(err)
	}
	if err := comparison.Table(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// serial runs a whole sweep into a folder.
func serial(t *testing.T, w *Sweep) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "serial")
	ran(t, w, dir, Whole())
	return dir
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
