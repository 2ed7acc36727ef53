package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/steelyard-lb/steelyard/scenario"
)

// TestPlacesThatAreNoFiles wants what bears the name of a file and cannot be one named and left alone, not read.
func TestPlacesThatAreNoFiles(t *testing.T) {
	w := planned(t, short, grid())
	for name, put := range map[string]func(string) error{
		"pipe":    func(file string) error { return syscall.Mkfifo(file, 0o666) },
		"folder":  func(file string) error { return os.Mkdir(file, 0o777) },
		"endless": func(file string) error { return os.Symlink("/dev/zero", file) },
		"vast":    func(file string) error { return errors.Join(os.WriteFile(file, nil, 0o666), os.Truncate(file, 1<<40)) },
	} {
		dir, other := serial(t, w), serial(t, w)
		for _, file := range []string{pointFile(w.Points()[7].Key), planFile(w.ID())} {
			place := filepath.Join(dir, file)
			if err := errors.Join(os.Remove(place), put(place)); err != nil {
				t.Fatal(err)
			}
		}
		c := gathered(t, dir, other)
		if len(c.Damaged) != 2 || len(c.Missing()) != 0 || !strings.Contains(c.Damaged[0].Err.Error(), "damaged: it ") {
			t.Errorf("%s: damaged %v, missing %v", name, c.Damaged, c.Missing())
		}
		o, err := w.Run(context.Background(), dir, Whole(), nil)
		if name == "folder" {
			if err == nil {
				t.Error("a plan in the place of a folder")
			}
		} else if err != nil || len(o.Replaced) != 1 || o.Kept != 11 || tabled(t, dir) != tabled(t, other) {
			t.Errorf("%s: %+v, %v", name, o, err)
		}
	}
}

// TestBoundsOfPlans wants plans that no sweep makes refused, made or stored.
func TestBoundsOfPlans(t *testing.T) {
	s, err := scenario.Parse("s.yaml", []byte(short))
	if err != nil {
		t.Fatal(err)
	}
	for _, load := range []float64{math.NaN(), math.Inf(1), 0, -.5} {
		axes := grid()
		axes.Loads = []float64{.5, load}
		if _, err := New(s, []byte(short), axes); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("loads: got %v, want numbers", load)) {
			t.Errorf("load %v: %v", load, err)
		}
	}
	text := string(planned(t, short, grid()).Plan.encode())
	for _, x := range [][3]string{
		{`"replications":3`, `"replications":0`, "replications: got 0, want a number from 1"},
		{`"replications":3`, `"replications":-1`, "replications: got -1"},
		{`"replications":3`, `"replications":1000000`, "replications: got 1000000"},
		{`"loads":[0.5,`, `"loads":[` + strings.Repeat("0.5,", 10) + strings.Repeat("0.5,", 10000), "want at most 1000000 points"},
		{`"loads":[0.5,`, `"loads":[-1,`, "loads: got -1, want numbers"},
		{`"jobs":100`, `"jobs":-1`, "jobs: got -1, want at most"},
		{`"jobs":100`, `"jobs":2000000000000`, "jobs: got 2000000000000, want at most"},
		{`"format":1`, `"format":1,"color":"red"`, "written otherwise"},
		{`"format":1`, `"format": 1`, "written otherwise"},
		{`"format":1`, `"format":2,"format":1`, "written otherwise"},
	} {
		forged := strings.Replace(text, x[0], x[1], 1)
		if x[2] == "want at most 1000000 points" {
			forged = strings.Replace(forged, `"replications":3`, `"replications":100`, 1)
		}
		if p, err := decodePlan([]byte(forged), nameOf([]byte(forged))); err == nil || !strings.Contains(err.Error(), x[2]) {
			t.Errorf("%.80s: %+v, %v, want %q", x[1], p, err, x[2])
		}
	}
}

// TestLongScenarios wants a scenario that can be read to stay as short in the plan, and refused before it runs if it does not.
func TestLongScenarios(t *testing.T) {
	long := "classes:\n" + strings.Repeat("- name: c\n  servers: 1\n  speed: 5\n", 10_000)
	c, err := canonical([]byte(long), ".")
	if err != nil || len(c.text) > len(long)+10 {
		t.Errorf("%d bytes of %d, %v", len(c.text), len(long), err)
	}
	growing := "job: |2\n  x" + strings.Repeat("\n", 2_500_000) + "  x\n"
	if _, err := canonical([]byte(growing), "."); err == nil || !strings.Contains(err.Error(), "canonical text") {
		t.Errorf("a text that grows: %v", err)
	}
}

// TestDamagedValues wants an intact copy of values to do in place of a damaged one.
func TestDamagedValues(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "sizes.txt"), "1\n2\n5\n")
	w := plannedAt(t, filepath.Join(home, "s.yaml"), short+"job: {law: empirical, file: sizes.txt}\n", grid())
	a, b := serial(t, w), serial(t, w)
	for name := range w.files {
		write(t, filepath.Join(a, name), "7\n")
	}
	if tabled(t, a, b) != tabled(t, b) {
		t.Error("another table")
	}
}

// FuzzCanonical wants the text in a plan to say what the file says, and to be its own canonical text.
func FuzzCanonical(f *testing.F) {
	for _, text := range []string{
		short, "load: 1e-3\nclasses: [{servers: 2, speed: 1e0, name: \"0x10\"}]\n",
		"classes: [{name: 'null', servers: 1, speed: 1.0}, {name: \"7\", servers: 1, speed: 2}, {name: '1e3', servers: 1, speed: .5}]\nload: 0.10\n",
		"classes:\n- name: |-\n    a\n  servers: 1\n  speed: 2\nload: .5\nrun: {warmup: auto}\nevents: [{at: 1, leave: {class: a, servers: 1}}]\n",
	} {
		if _, err := scenario.Parse("s.yaml", []byte(text)); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scenario.Parse("s.yaml", data)
		if err != nil || strings.Contains(string(data), "file") || len(data) > 10_000 {
			return
		}
		c, err := canonical(data, t.TempDir())
		if err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		again, err := scenario.Parse("s.yaml", []byte(c.text))
		if err != nil {
			t.Fatalf("%q as %q: %v", data, c.text, err)
		}
		if again.Rate != s.Rate || !reflect.DeepEqual(again.Fleet, s.Fleet) || again.Length.Warmup != s.Length.Warmup {
			t.Errorf("%q says other than %q", c.text, data)
		}
		if c2, err := canonical([]byte(c.text), "."); err != nil || c2.text != c.text {
			t.Errorf("%q becomes %+v, %v", c.text, c2, err)
		}
	})
}
