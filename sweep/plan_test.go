package sweep

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/scenario"
)

// TestSamePlan wants files that say the same to make the same plan, and any other to make another.
func TestSamePlan(t *testing.T) {
	id := planned(t, short, grid()).ID()
	for name, text := range map[string]string{
		"comments": "# a fleet\n" + strings.ReplaceAll(short, "\n", " # why\n"),
		"order": "run: {replications: 3, jobs: 100}\narrivals: {k: 2, law: erlang}\nload: " +
			"0.7\nclasses:\n- name: fast\n  speed: 5\n  servers: 2\n- {servers: 4, speed: 1, name: \"slow\"}\n",
		"unused": short + "policy: scd\nexpect: {p99: \"<= 8\"}\npending: who knows\n",
	} {
		if got := planned(t, text, grid()).ID(); got != id {
			t.Errorf("%s: another plan", name)
		}
	}
	seen := []string{id}
	note := func(name, text string, change func(*Axes)) {
		axes := grid()
		change(&axes)
		if got := planned(t, text, axes).ID(); slices.Contains(seen, got) {
			t.Errorf("%s: the same plan", name)
		} else {
			seen = append(seen, got)
		}
	}
	for _, x := range [][2]string{
		{"servers: 2", "servers: 3"}, {"load: 0.7", "load: 0.71"}, {"jobs: 100", "jobs: 101"}, {"replications: 3", "replications: 2"},
		{"100,", "100, seed: 2,"}, {"100,", "100, warmup: 5,"}, {"load: 0.7", "load: 0.7\ndiscipline: ps"}, {"k: 2", "k: 3"},
	} {
		note(x[1], strings.Replace(short, x[0], x[1], 1), func(*Axes) {})
	}
	note("policies", short, func(a *Axes) { a.Policies = []string{"sed"} })
	note("order of policies", short, func(a *Axes) { slices.Reverse(a.Policies) })
	note("loads", short, func(a *Axes) { a.Loads = nil })
	note("engine", short, func(a *Axes) { a.Engine = "events" })
	note("plain", short, func(a *Axes) { a.Plain = false })
	note("program", short, func(a *Axes) { a.Program = "another" })
}

// TestPlanIsStored wants a stored plan to run the same points with the same keys.
func TestPlanIsStored(t *testing.T) {
	w := planned(t, strings.Replace(short, "100,", "100, seed: 7,", 1), grid())
	p, err := decodePlan(w.Plan.encode(), w.ID())
	if err != nil {
		t.Fatal(err)
	}
	again, err := open(p, folder(t.TempDir()))
	if err != nil || again.ID() != w.ID() || !slices.Equal(again.Points(), w.Points()) {
		t.Fatalf("%+v, %v", again, err)
	}
	if again.scenario.Seed != 7 || again.scenario.Length != w.scenario.Length {
		t.Errorf("seed %d, %+v, want 7, %+v", again.scenario.Seed, again.scenario.Length, w.scenario.Length)
	}
	p.Policies = []string{"jsq(d=7)"}
	if _, err := open(p, folder(t.TempDir())); err == nil || !strings.Contains(err.Error(), "want at most 6") {
		t.Errorf("a policy that cannot work on the fleet: %v", err)
	}
	for text, want := range map[string]string{
		"{":                   "unexpected end",
		`{"format":1}`:        "want " + w.ID(),
		`{"format":2}` + "\n": "want 1",
	} {
		id := w.ID()
		if strings.Contains(text, "2") {
			id = nameOf([]byte(text))
		}
		if _, err := decodePlan([]byte(text), id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestDifferences wants every field in which two plans differ named.
func TestDifferences(t *testing.T) {
	one := &Plan{}
	other := &Plan{1, "p", "s", []string{"sed"}, []float64{.5}, 2, 3, 4, "events", true}
	want := []string{"program", "scenario", "policies", "loads", "replications", "jobs", "seed", "engine", "plain"}
	if got := one.differences(other); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := other.differences(other); got != nil {
		t.Errorf("%q from itself", got)
	}
}

// TestFilesOfValues wants the plan to hold the values that a scenario draws from, wherever they lay, and merge to need nothing else.
func TestFilesOfValues(t *testing.T) {
	text := short + "job: {law: empirical, file: sizes.txt}\n"
	home, away := t.TempDir(), t.TempDir()
	write(t, filepath.Join(home, "sizes.txt"), "1\n2\n5\n")
	write(t, filepath.Join(away, "sizes.txt"), "1\n2\n5\n")
	w := plannedAt(t, filepath.Join(home, "s.yaml"), text, grid())
	if moved := plannedAt(t, filepath.Join(away, "t.yaml"), text, grid()); moved.ID() != w.ID() {
		t.Error("the plan depends on where the values lie")
	}
	dir, merged := serial(t, w), filepath.Join(t.TempDir(), "merged")
	want := tabled(t, dir)
	if err := os.RemoveAll(home); err != nil {
		t.Fatal(err)
	}
	if err := gathered(t, dir).Write(context.Background(), merged, nil); err != nil {
		t.Fatal(err)
	}
	if got := tabled(t, merged); got != want {
		t.Errorf("merged\n%s\nwant\n%s", got, want)
	}
	write(t, filepath.Join(away, "sizes.txt"), "1\n2\n6\n")
	if changed := plannedAt(t, filepath.Join(away, "s.yaml"), text, grid()); changed.ID() == w.ID() {
		t.Error("other values, the same plan")
	}
	for name := range w.files {
		write(t, filepath.Join(merged, name), "7\n")
	}
	if _, err := Gather(context.Background(), []string{merged}, "", nil); err == nil || !strings.Contains(err.Error(), "values-") {
		t.Errorf("other values under the name of the first: %v", err)
	}
}

// TestPlansThatCannotRun wants mistakes found before anything is written.
func TestPlansThatCannotRun(t *testing.T) {
	for _, x := range []struct {
		text   string
		change func(*Axes)
		want   string
	}{
		{strings.Replace(short, "jobs: 100", "precision: 1%", 1), func(*Axes) {}, "precision: got 1 % in s.yaml, want a number of replications"},
		{short, func(a *Axes) { a.Engine = "abacus" }, `engine "abacus": not exact for sed`},
		{short, func(a *Axes) { a.Policies = []string{"jsq(d=7)"} }, "want at most 6"},
		{short, func(a *Axes) { a.Policies = []string{"jsq(d=7"} }, "jsq(d=7"},
		{short, func(a *Axes) { a.Policies = nil }, "policies: none"},
		{short, func(a *Axes) { a.Policies = []string{"jsq-fs(d=given, file=none.json)"} }, "none.json"},
	} {
		s, err := scenario.Parse("s.yaml", []byte(x.text))
		if err != nil {
			t.Fatal(err)
		}
		axes := grid()
		x.change(&axes)
		if _, err := New(s, []byte(x.text), axes); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("got %v, want %q", err, x.want)
		}
	}
}
