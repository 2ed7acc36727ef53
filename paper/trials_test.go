package paper

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/scenario"
)

// A comparison that is interrupted anywhere goes on with what it has, and comes out the same.
func TestTrialsAreKept(t *testing.T) {
	whole, err := comparison(context.Background(), t, Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{trials: &trials{dir: filepath.Join(t.TempDir(), "points"), build: "v1"}}
	for n := 1; ; n++ {
		ctx, cancel := context.WithCancel(context.Background())
		o.Progress = func(share float64) {
			if share > .25*float64(n) {
				cancel()
			}
		}
		c, err := comparison(ctx, t, o)
		cancel()
		if files := keptFiles(t, o); err != nil && (!errors.Is(err, context.Canceled) || len(files) == 0) {
			t.Fatalf("error %v, %d replications kept", err, len(files))
		}
		if err == nil {
			if n < 3 || !reflect.DeepEqual(c, whole) {
				t.Errorf("after %d runs:\n%+v, want\n%+v", n, c.Points[1].Report, whole.Points[1].Report)
			}
			break
		}
	}
	if files := keptFiles(t, o); len(files) != 12 {
		t.Errorf("%d replications kept, want those of 2 policies, 2 loads, 3 each", len(files))
	}
	o.trials.drop()
	if files := keptFiles(t, o); len(files) > 0 {
		t.Errorf("left over: %v", files)
	}
}

func comparison(ctx context.Context, t *testing.T, o Options) (*scenario.Comparison, error) {
	t.Helper()
	s, err := (twoSpeeds{.2, 5}).scenario(10)
	if err != nil {
		t.Fatal(err)
	}
	return compared(ctx, length(s, o, 20_000, 3), []string{"jsq(d=2)", "sed(d=2)"}, []float64{.3, .6}, o)
}

func keptFiles(t *testing.T, o Options) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(o.trials.dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// What is damaged, or of another build, is simulated again; a folder that cannot be written stops nothing.
func TestTrialsDamaged(t *testing.T) {
	o := Options{trials: &trials{dir: t.TempDir(), build: "v1"}}
	whole, err := comparison(context.Background(), t, o)
	if err != nil {
		t.Fatal(err)
	}
	for k, file := range keptFiles(t, o) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch k % 3 {
		case 0:
			data = data[:len(data)/2]
		case 1:
			data[len(data)-20] ^= 1
		case 2:
			data = nil
		}
		if err := os.WriteFile(file, data, 0o600); err != nil || readTrial(file) != nil {
			t.Fatalf("error %v, or a damaged replication is taken", err)
		}
	}
	for _, store := range []*trials{o.trials, {dir: o.trials.dir, build: "v2"}, {dir: filepath.Join(keptFiles(t, o)[0], "below")}} {
		if again, err := comparison(context.Background(), t, Options{trials: store}); err != nil || !reflect.DeepEqual(again, whole) {
			t.Errorf("error %v, or it comes out differently", err)
		}
	}
	if n := len(keptFiles(t, o)); n != 24 {
		t.Errorf("%d replications kept, want 12 of either build", n)
	}
}

// Whatever decides the outcome of a replication decides its name; what may hide something has none.
func TestTrialNames(t *testing.T) {
	store := &trials{dir: "x", build: "v1"}
	s, err := (twoSpeeds{.2, 5}).scenario(10)
	if err != nil {
		t.Fatal(err)
	}
	s = length(s, Options{Seed: 1}, 1000, 2)
	names := map[string]bool{store.file(s, 0): true, store.file(s, 1): true, (&trials{dir: "x", build: "v2"}).file(s, 0): true}
	changes := []func(*scenario.Scenario){
		func(s *scenario.Scenario) { s.Seed++ },
		func(s *scenario.Scenario) { s.Length.Jobs++ },
		func(s *scenario.Scenario) { s.Discipline = "ps" },
		func(s *scenario.Scenario) { *s = *s.AtLoad(.9) },
		func(s *scenario.Scenario) { s.Dispatchers.Count = 7 },
		func(s *scenario.Scenario) {
			s.Size = lawOf(t, "hyperexponential", map[string]float64{"mean": 1, "scv": 4})
		},
		func(s *scenario.Scenario) {
			s.Size = lawOf(t, "hyperexponential", map[string]float64{"mean": 1, "scv": 5})
		},
	}
	for _, change := range changes {
		other := *s
		change(&other)
		names[store.file(&other, 0)] = true
	}
	if len(names) != 3+len(changes) || names[""] {
		t.Errorf("%d names: %v", len(names), names)
	}
	longer := *s
	longer.Length.Replications = 9
	if store.file(&longer, 1) != store.file(s, 1) {
		t.Error("a replication depends on how many there are")
	}
	hidden := *s
	hidden.Size = struct {
		dist.Law
		more *float64
	}{s.Size, new(float64)}
	if name := store.file(&hidden, 0); name != "" {
		t.Errorf("a pointer hides what decides, and yet there is the name %s", name)
	}
	if (*trials)(nil).file(s, 0) != "" {
		t.Error("a name where nothing is kept")
	}
}

func lawOf(t *testing.T, name string, params map[string]float64) dist.Law {
	t.Helper()
	law, err := dist.New(name, params)
	if err != nil {
		t.Fatal(err)
	}
	return law
}
