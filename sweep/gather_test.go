package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// forge changes a record and seals it anew, as a program that counts otherwise would.
func forge(t *testing.T, data string, old, replacement string) string {
	t.Helper()
	r, err := decodeRecord([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	result := strings.Replace(string(mustEncode(t, r)), old, replacement, 1)
	_, inner, _ := strings.Cut(result, `"result":`)
	return sealedText(strings.TrimSuffix(inner, "}\n"))
}

func mustEncode(t *testing.T, r *record) []byte {
	t.Helper()
	data, err := r.encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestDuplicates wants results that are twice there named, with the same ones dropped and different ones refused.
func TestDuplicates(t *testing.T) {
	w := planned(t, short, grid())
	a, b := serial(t, w), t.TempDir()
	ran(t, w, b, Shard{1, 4})
	c := gathered(t, a, b, a, filepath.Join(b, "."))
	if len(c.Duplicates) != 3 || len(c.Damaged) != 0 || len(c.Missing()) != 0 {
		t.Fatalf("%d duplicates, damaged %v, missing %v", len(c.Duplicates), c.Damaged, c.Missing())
	}
	d := c.Duplicates[0]
	if filepath.Dir(d.File) != b || filepath.Dir(d.Used) != a || !strings.Contains(d.File, d.Point.Key) || d.Point.Index%4 != 1 {
		t.Errorf("duplicate %+v", d)
	}
	write(t, d.File, forge(t, read(t, d.File), `"peak":`, `"peak":1`))
	_, err := Gather(context.Background(), []string{b, a}, "", nil)
	if err == nil || !strings.Contains(err.Error(), d.File) ||
		!strings.Contains(err.Error(), d.Used) || !strings.Contains(err.Error(), "different results") {
		t.Errorf("two results for a point: %v", err)
	}
	if err := gathered(t, b).Write(context.Background(), a, nil); err == nil || !strings.Contains(err.Error(), "different results") {
		t.Errorf("one result written over another: %v", err)
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

// TestMixedPlans wants results of several plans to be told apart.
func TestMixedPlans(t *testing.T) {
	axes := grid()
	axes.Program, axes.Loads = "another", axes.Loads[:1]
	w, other := planned(t, short, grid()), planned(t, short, axes)
	dir := t.TempDir()
	ran(t, w, dir, Whole())
	ran(t, other, dir, Whole())
	_, err := Gather(context.Background(), []string{dir}, "", nil)
	for _, want := range []string{"2 plans", w.ID(), other.ID(), "another program, loads", dir} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if strings.Count(err.Error(), "with another") != 1 {
		t.Errorf("error %v, want what differs once", err)
	}
	c, err := Gather(context.Background(), []string{dir}, other.ID()[:6], nil)
	if err != nil || c.Plan() != other.ID() || c.Size() != 6 || len(c.Missing()) != 0 {
		t.Errorf("chosen: %+v, %v", c, err)
	}
	if _, err := Gather(context.Background(), []string{dir}, "xyz", nil); err == nil || !strings.Contains(err.Error(), "plan: got xyz, want one of") {
		t.Errorf("unknown plan: %v", err)
	}
}

// TestGatherStopped wants collecting and writing to end when they are told to.
func TestGatherStopped(t *testing.T) {
	dir := serial(t, planned(t, short, grid()))
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Gather(ctx, []string{dir}, "", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("collected: %v", err)
	}
	if err := gathered(t, dir).Write(ctx, t.TempDir(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("written: %v", err)
	}
}

// TestFoldersThatAreNone wants folders without a plan to be refused.
func TestFoldersThatAreNone(t *testing.T) {
	w := planned(t, short, grid())
	planless, foreign := serial(t, w), t.TempDir()
	if err := os.Remove(filepath.Join(planless, planFile(w.ID()))); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(foreign, "notes.txt"), "hello")
	for dir, want := range map[string]string{
		planless:                               "without its file plan-" + w.ID(),
		foreign:                                "got no plan",
		filepath.Join(foreign, "notes.txt"):    "want a folder",
		filepath.Join(foreign, "not", "there"): "want a folder",
	} {
		if _, err := Gather(context.Background(), []string{dir}, "", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", dir, err, want)
		}
	}
	write(t, filepath.Join(planless, planFile(w.ID())), string(w.Plan.encode())+" ")
	if _, err := Gather(context.Background(), []string{planless}, "", nil); err == nil || !strings.Contains(err.Error(), "got content of the hash") {
		t.Errorf("a damaged plan: %v", err)
	}
	if c := gathered(t, planless, serial(t, w)); len(c.Damaged) != 1 || len(c.Missing()) != 0 {
		t.Errorf("a damaged plan beside an intact one: damaged %v", c.Damaged)
	}
}

// TestDamagedResultsDoNotCount wants files that are not what was written named and their points missing.
func TestDamagedResultsDoNotCount(t *testing.T) {
	w := planned(t, short, grid())
	points := w.Points()
	for name, spoil := range spoilers(t, w) {
		dir := serial(t, w)
		file := filepath.Join(dir, pointFile(points[7].Key))
		write(t, file, spoil(read(t, file)))
		c := gathered(t, dir)
		if len(c.Damaged) != 1 || c.Damaged[0].File != file {
			t.Errorf("%s: damaged %v", name, c.Damaged)
		}
		if m := c.Missing(); len(m) != 1 || m[0].Point.Index != 7 {
			t.Errorf("%s: missing %v", name, m)
		}
		if c := gathered(t, dir, serial(t, w)); len(c.Missing()) != 0 {
			t.Errorf("%s: an intact copy does not help: missing %v", name, c.Missing())
		}
	}
	dir := serial(t, w)
	stray := nameOf([]byte("stray"))
	text := forge(t, read(t, filepath.Join(dir, pointFile(points[7].Key))), points[7].Key, stray)
	write(t, filepath.Join(dir, pointFile(stray)), text)
	if c := gathered(t, dir); len(c.Damaged) != 1 || !strings.Contains(c.Damaged[0].Err.Error(), "no point of its plan") {
		t.Errorf("a stray point: %v", c.Damaged)
	}
}

// spoilers make of a result file one that must not be taken for it.
func spoilers(t *testing.T, w *Sweep) map[string]func(string) string {
	dir := serial(t, w)
	other := read(t, filepath.Join(dir, pointFile(w.Points()[3].Key)))
	return map[string]func(string) string{
		"empty":         func(string) string { return "" },
		"cut off":       func(s string) string { return s[:len(s)/2] },
		"no last brace": func(s string) string { return strings.TrimSuffix(s, "}\n") },
		"no last byte":  func(s string) string { return strings.TrimSuffix(s, "\n") },
		"longer":        func(s string) string { return s + s },
		"changed":       func(s string) string { return strings.Replace(s, `"arrived":1`, `"arrived":2`, 1) },
		"another point": func(string) string { return other },
		"zeros":         func(s string) string { return strings.Repeat("\x00", len(s)) },
		"other JSON":    func(string) string { return `{"sha256":"","result":{}}` },
		"no trial":      func(string) string { return sealedText(`{"plan":"` + w.ID() + `","key":"` + w.Points()[7].Key + `"}`) },
	}
}

func sealedText(inner string) string {
	data, _ := seal([]byte(inner)) // what is no JSON has none
	return string(data)
}
