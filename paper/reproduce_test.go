package paper

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard/chart"
)

// fake is a figure that counts how often it is made.
func fake(id string, runs *int) Figure {
	return Figure{ID: id, Title: "a line", Run: func(context.Context, Options) (*Result, error) {
		*runs++
		line := chart.Chart{
			X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"},
			Series: []chart.Series{{Name: "line", Points: []chart.Point{{X: 1, Y: 2}, {X: 2, Y: 3}}}},
		}
		return &Result{
			Pictures: []Picture{{Panels: chart.Panels{Charts: []chart.Chart{line}}, Size: chart.Size{Width: 120, Height: 90}}},
			Tables:   []Table{{Header: []string{"x", "y"}, Rows: [][]string{{"1", "2"}, {"2", "3"}}}},
			Verdicts: []Verdict{{Claim: "it rises", Published: "rises", Ours: "by 1", Judgement: Agrees}},
		}, nil
	}}
}

// reproduced runs figures and returns which were there already.
func reproduced(t *testing.T, dir string, o Options, figures ...Figure) map[string]bool {
	t.Helper()
	kept := map[string]bool{}
	share := 0.0
	err := Reproduce(context.Background(), dir, figures, o, func(s Step) {
		if s.Share < share || s.Share > 1 {
			t.Errorf("share %g after %g", s.Share, share)
		}
		share = s.Share
		if s.Record != nil {
			kept[s.Figure.ID] = s.Kept
		}
	})
	if err != nil || share != 1 {
		t.Fatalf("share %g, error %v", share, err)
	}
	return kept
}

func TestReproduceKeepsWhatIsThere(t *testing.T) {
	dir, runs := filepath.Join(t.TempDir(), "new", "results"), 0
	a, b := fake("a", &runs), fake("b", &runs)
	reproduced(t, dir, Options{Effort: Tiny}, a)
	for _, name := range []string{"a/a.svg", "a/a.png", "a/a.csv", "a/verdict.json", "index.html", "summary.md"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if kept := reproduced(t, dir, Options{Effort: Tiny}, a, b); !kept["a"] || kept["b"] || runs != 2 {
		t.Errorf("kept %v, made %d times", kept, runs)
	}
	changed := a
	changed.Chosen = []string{"x = 2"}
	for _, c := range []struct {
		why    string
		figure Figure
		o      Options
	}{
		{"another seed", a, Options{Effort: Tiny, Seed: 1}}, {"another effort", a, Options{Effort: Quick}},
		{"another parameter", changed, Options{Effort: Tiny}},
	} {
		if reproduced(t, dir, c.o, c.figure)["a"] {
			t.Errorf("%s: not made anew", c.why)
		}
		if r, ok := Load(dir, "a"); !ok || r.Seed != c.o.Seed || r.Effort != c.o.Effort {
			t.Errorf("%s: %+v", c.why, r)
		}
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*.*"))
	if len(left) != 2 {
		t.Errorf("beside the figures there are %v, want the two pages", left)
	}
}

// What is damaged is not taken for a result.
func TestHalfWrittenIsNoResult(t *testing.T) {
	for what, damage := range map[string]func(dir string) error{
		"a table cut short": func(dir string) error { return os.Truncate(filepath.Join(dir, "a/a.csv"), 5) },
		"a picture missing": func(dir string) error { return os.Remove(filepath.Join(dir, "a/a.png")) },
		"no record":         func(dir string) error { return os.Remove(filepath.Join(dir, "a/verdict.json")) },
		"half a record":     func(dir string) error { return os.Truncate(filepath.Join(dir, "a/verdict.json"), 40) },
		"never renamed":     func(dir string) error { return os.Rename(filepath.Join(dir, "a"), beside(filepath.Join(dir, "a"))) },
		"a file instead": func(dir string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, "a")), os.WriteFile(filepath.Join(dir, "a"), nil, 0o600))
		},
		"a link to nowhere": func(dir string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, "a")), os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "a")))
		},
		"an unknown verdict":               edited("agrees", "agree"),
		"another picture":                  edited(`"name": "a"`, `"name": "../b"`),
		"a file of which it knows nothing": edited(`"tables": [`, `"tables": ["b",`),
		"no verdicts":                      edited(`"verdicts": [`, `"verdicts": [], "were": [`),
	} {
		dir, runs := t.TempDir(), 0
		a := fake("a", &runs)
		reproduced(t, dir, Options{Effort: Tiny}, a)
		if err := damage(dir); err != nil {
			t.Fatal(err)
		}
		if _, ok := Load(dir, "a"); ok {
			t.Errorf("%s: taken for a result", what)
		}
		if reproduced(t, dir, Options{Effort: Tiny}, a); runs != 2 {
			t.Errorf("%s: not made anew", what)
		}
		if _, ok := Load(dir, "a"); !ok {
			t.Errorf("%s: not repaired", what)
		}
	}
}

// When the disk is full after any number of files, what was there stays.
func TestDiskFull(t *testing.T) {
	dir, runs := t.TempDir(), 0
	a := fake("a", &runs)
	reproduced(t, dir, Options{Effort: Tiny, Seed: 1}, a)
	result, err := a.Run(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for room := range 4 {
		written := 0
		s := shelf{dir, func(name string, data []byte) error {
			if written++; written > room {
				os.WriteFile(name, data[:len(data)/2], 0o600)
				return &os.PathError{Op: "write", Path: name, Err: syscall.ENOSPC}
			}
			return writeFile(name, data)
		}}
		_, err := s.file(a, Options{Effort: Tiny, Seed: 2}, result)
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "a: cannot keep the result") {
			t.Errorf("room for %d files: error %v", room, err)
		}
		if r, ok := Load(dir, "a"); !ok || r.Seed != 1 {
			t.Errorf("room for %d files: the old result is lost", room)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*"+partial+"*")); len(left) > 0 {
			t.Errorf("room for %d files: half a result is left: %v", room, left)
		}
		if err := s.publish("index.html", []byte("page")); room == 3 && err == nil {
			t.Error("a page is written on a full disk")
		}
	}
}

// edited damages a record.
func edited(old, by string) func(dir string) error {
	return func(dir string) error {
		file := filepath.Join(dir, "a/verdict.json")
		data, err := os.ReadFile(file)
		if err == nil && !strings.Contains(string(data), old) {
			err = fmt.Errorf("there is no %s in %s", old, data)
		}
		return errors.Join(err, os.WriteFile(file, []byte(strings.Replace(string(data), old, by, 1)), 0o600))
	}
}

// What another build made is made anew, unless it is to be kept.
func TestOtherBuild(t *testing.T) {
	dir, runs := t.TempDir(), 0
	a := fake("a", &runs)
	reproduced(t, dir, Options{Effort: Tiny, Build: "v1"}, a)
	if kept := reproduced(t, dir, Options{Effort: Tiny, Build: "v2", AnyBuild: true}, a); !kept["a"] || runs != 1 {
		t.Errorf("made %d times, kept %v, want the result of v1 kept", runs, kept)
	}
	told := false
	err := Reproduce(context.Background(), dir, []Figure{a}, Options{Effort: Tiny, Build: "v2"}, func(s Step) { told = told || s.Stale })
	if r, ok := Load(dir, "a"); err != nil || !ok || r.Build != "v2" || runs != 2 || !told {
		t.Errorf("error %v, build %q, made %d times, told %t", err, r.Build, runs, told)
	}
	if kept := reproduced(t, dir, Options{Effort: Tiny, Build: "v2"}, a); !kept["a"] {
		t.Error("the result of this build is not kept")
	}
}

// Runs at the same time in one folder leave whole results.
func TestTwoAtOnce(t *testing.T) {
	dir := t.TempDir()
	for round := range 6 {
		var both sync.WaitGroup
		for k := range 2 {
			both.Go(func() {
				runs := 0
				o := Options{Effort: Tiny, Seed: uint64(2*round + k)}
				if err := Reproduce(context.Background(), dir, []Figure{fake("a", &runs), fake("b", &runs)}, o, func(Step) {}); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		for _, id := range []string{"a", "b"} {
			if r, ok := Load(dir, id); !ok || r.Seed/2 != uint64(round) {
				t.Errorf("%s: complete %t, seed %d", id, ok, r.Seed)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*"+partial+"*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// What a killed run left is removed when it is old, and only then.
func TestTidy(t *testing.T) {
	dir, runs := t.TempDir(), 0
	for _, name := range []string{"a.partial-OLD", "a.partial-NEW", "mine"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * abandoned)
	for _, name := range []string{"a.partial-OLD", "mine"} {
		if err := os.Chtimes(filepath.Join(dir, name), before, before); err != nil {
			t.Fatal(err)
		}
	}
	reproduced(t, dir, Options{Effort: Tiny}, fake("a", &runs))
	for name, want := range map[string]bool{"a.partial-OLD": false, "a.partial-NEW": true, "mine": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	runs := 0
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		err := Reproduce(context.Background(), dir, []Figure{fake("a", &runs)}, Options{}, func(Step) {})
		if err == nil || !strings.Contains(err.Error(), "want a folder that can be written") || runs > 0 {
			t.Errorf("%s: error %v, made %d times", dir, err, runs)
		}
	}
}

// A figure that fails does not stop the others; the end of the context does.
func TestFailures(t *testing.T) {
	dir, runs := t.TempDir(), 0
	broken := Figure{ID: "broken", Run: func(context.Context, Options) (*Result, error) { return nil, errors.New("no such policy") }}
	err := Reproduce(context.Background(), dir, []Figure{broken, fake("a", &runs)}, Options{}, func(Step) {})
	if err == nil || !strings.Contains(err.Error(), "broken: no such policy") || runs != 1 {
		t.Errorf("error %v, the other was made %d times", err, runs)
	}
	ctx, cancel := context.WithCancel(context.Background())
	stopping := Figure{ID: "stopping", Run: func(ctx context.Context, _ Options) (*Result, error) { cancel(); return nil, ctx.Err() }}
	err = Reproduce(ctx, dir, []Figure{stopping, fake("b", &runs)}, Options{}, func(Step) {})
	if _, ok := Load(dir, "stopping"); ok || !errors.Is(err, context.Canceled) || runs != 1 {
		t.Errorf("error %v, result %t, others made %d times", err, ok, runs)
	}
}
