package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/steelyard-lb/steelyard/scenario"
)

// TestMergeIsTheSerialRun cuts a sweep into any number of shards, runs them in any order into any folders, some of them twice, and merges the
// folders in any order, some of them before the others: it wants the bytes of the serial run, and of compare.
func TestMergeIsTheSerialRun(t *testing.T) {
	axes := grid()
	axes.Loads = nil
	w := planned(t, strings.Replace(short, "replications: 3", "replications: 2", 1), axes)
	want := tabled(t, serial(t, w))
	c, err := scenario.Compare(context.Background(), w.scenario, w.policies, w.Plan.Loads, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if compared, _ := json.Marshal(c); !strings.HasPrefix(want, string(compared)) {
		t.Fatalf("merged\n%s\ncompared\n%s", want, compared)
	}
	home, trial := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		trial++
		place := func(k int) string { return filepath.Join(home, fmt.Sprint(trial, "-", k)) }
		n := rapid.IntRange(1, 6).Draw(t, "shards")
		folders := rapid.IntRange(1, 4).Draw(t, "folders")
		order := rapid.Permutation(slices.Collect(count(n))).Draw(t, "order")
		again := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 2).Draw(t, "again")
		for _, k := range slices.Concat(order, again) {
			dir := place(rapid.IntRange(0, folders-1).Draw(t, "folder"))
			ran(t, w, dir, Shard{k, n})
		}
		var dirs []string
		for k := range folders {
			if _, err := os.Stat(place(k)); err == nil {
				dirs = append(dirs, place(k))
			}
		}
		for len(dirs) > 1 && rapid.Bool().Draw(t, "merge some first") {
			some := rapid.IntRange(1, len(dirs)).Draw(t, "some")
			into := place(folders + len(dirs))
			if err := gathered(t, dirs[:some]...).Write(context.Background(), into, nil); err != nil {
				t.Fatal(err)
			}
			dirs = append(dirs[some:], into)
		}
		if got := tabled(t, rapid.Permutation(dirs).Draw(t, "folders in order")...); got != want {
			t.Fatalf("merged\n%s\nwant\n%s", got, want)
		}
	})
}

func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for k := range n {
			if !yield(k) {
				return
			}
		}
	}
}

// TestShardsWriteTheSameFiles wants the files of all shards together to be those of the serial run.
func TestShardsWriteTheSameFiles(t *testing.T) {
	w := planned(t, short, grid())
	whole, cut := contents(t, serial(t, w)), t.TempDir()
	for k := range 5 {
		ran(t, w, cut, Shard{k, 5})
	}
	parts := contents(t, cut)
	delete(parts, shardsFile(w.ID(), 5))
	if len(whole) != 13 || fmt.Sprint(whole) != fmt.Sprint(parts) {
		t.Errorf("the serial run wrote %d files, the shards %d, or others", len(whole), len(parts))
	}
	merged := t.TempDir()
	if err := gathered(t, cut).Write(context.Background(), merged, nil); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(contents(t, merged)) != fmt.Sprint(contents(t, cut)) {
		t.Error("a merged folder differs from the only one it was made of")
	}
}

// TestRoundsAndUnstable wants the same of rounds and of points that need no run.
func TestRoundsAndUnstable(t *testing.T) {
	rounds := strings.NewReplacer("jobs: 100, ", "", "arrivals: {law: erlang, k: 2}", "rounds: {count: 100}").Replace(short)
	for _, text := range []string{rounds, short} {
		axes := grid()
		axes.Loads = []float64{.6, 1.2}
		w := planned(t, text, axes)
		a, b := t.TempDir(), t.TempDir()
		ran(t, w, a, Shard{0, 2})
		ran(t, w, b, Shard{1, 2})
		got := tabled(t, b, a)
		if got != tabled(t, serial(t, w)) || !strings.Contains(got, "not stable: sed at load 1.2") {
			t.Errorf("merged\n%s", got)
		}
	}
}

// TestMissing wants the missing points with their shards, and the rows that are complete as they are in the whole table.
func TestMissing(t *testing.T) {
	w := planned(t, short, grid())
	dir := t.TempDir()
	ran(t, w, dir, Shard{0, 2})
	ran(t, w, dir, Shard{1, 3})
	var names []string
	for _, m := range gathered(t, dir).Missing() {
		names = append(names, fmt.Sprint(m.Point.Index, m.Shards))
	}
	want := []string{"3 [1/2 0/3]", "5 [1/2 2/3]", "9 [1/2 0/3]", "11 [1/2 2/3]"}
	if !slices.Equal(names, want) {
		t.Errorf("missing %v, want %v", names, want)
	}
	complete := tabled(t, serial(t, w))
	for line := range strings.Lines(tabled(t, dir)) {
		if strings.HasPrefix(line, "0.5,sed,") && !strings.Contains(complete, line) {
			t.Errorf("the row %q is not in\n%s", line, complete)
		}
		if strings.HasPrefix(line, "0.5,jsq") {
			t.Errorf("the row %q of an incomplete point is there", line)
		}
	}
	if got := gathered(t, serial(t, w)).Missing(); got != nil {
		t.Errorf("missing in a whole sweep: %v", got)
	}
}
