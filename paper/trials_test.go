package paper

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

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
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := readPart[*scenario.Trial](file); ok {
			t.Fatal("a damaged replication is taken")
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
	o := Options{Effort: Quick, Seed: 1, trials: &trials{dir: "x", build: "v1"}}
	s, err := (twoSpeeds{.2, 5}).scenario(10)
	if err != nil {
		t.Fatal(err)
	}
	s = length(s, o, 1000, 2)
	name := func(o Options, s *scenario.Scenario, k int) string { return o.partFile("trial", replicationKey(s, k)) }
	rebuilt, longer, reseeded := o, o, o
	rebuilt.trials, longer.Effort, reseeded.Seed = &trials{dir: "x", build: "v2"}, Full, 2
	names := map[string]bool{name(o, s, 0): true, name(o, s, 1): true, o.partFile("number", replicationKey(s, 0)): true}
	for _, other := range []Options{rebuilt, longer, reseeded} {
		names[name(other, s, 0)] = true
	}
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
		names[name(o, &other, 0)] = true
	}
	if len(names) != 6+len(changes) || names[""] {
		t.Errorf("%d names: %v", len(names), names)
	}
	more := *s
	more.Length.Replications = 9
	if name(o, &more, 1) != name(o, s, 1) {
		t.Error("a replication depends on how many there are")
	}
	hidden := *s
	hidden.Size = struct {
		dist.Law
		more *float64
	}{s.Size, new(float64)}
	if name := name(o, &hidden, 0); name != "" {
		t.Errorf("a pointer hides what decides, and yet there is the name %s", name)
	}
	if name(Options{}, s, 0) != "" {
		t.Error("a name where nothing is kept")
	}
}

// A part is made once, and again if it ended in an error or cannot be stored exactly.
func TestKept(t *testing.T) {
	o := Options{trials: &trials{dir: t.TempDir()}}
	failure := errors.New("failure")
	for name, c := range map[string]struct {
		part float64
		err  error
		made int
	}{
		"plain": {.1 + .2, nil, 1}, "negative zero": {math.Copysign(0, -1), nil, 1}, "least": {math.SmallestNonzeroFloat64, nil, 1},
		"NaN": {math.NaN(), nil, 2}, "infinite": {math.Inf(1), nil, 2}, "failed": {0, failure, 2},
	} {
		made := 0
		for range 2 {
			x, err := kept(o, key{name}, func() (float64, error) { made++; return c.part, c.err })
			if math.Float64bits(x) != math.Float64bits(c.part) || err != c.err {
				t.Errorf("%s: %v, error %v, want %v, %v", name, x, err, c.part, c.err)
			}
		}
		if made != c.made {
			t.Errorf("%s: made %d times, want %d", name, made, c.made)
		}
	}
	o.trials.least = time.Hour
	if _, err := kept(o, key{"short"}, func() (float64, error) { return 1, nil }); err != nil || len(keptFiles(t, o)) != 3 {
		t.Errorf("error %v, kept %v, want three parts", err, keptFiles(t, o))
	}
}

// Many short pieces of work, interrupted anywhere, go on with the parts that had ended.
func TestKeptEach(t *testing.T) {
	const n, size = 1500, 24
	for _, stop := range []int64{1, 2, 400, 1000} {
		o := Options{trials: &trials{dir: t.TempDir()}}
		ctx, cancel := context.WithCancel(context.Background())
		var calls atomic.Int64
		square := func(k int) (int, error) {
			if calls.Add(1) == stop {
				cancel()
			}
			return k * k, nil
		}
		if _, err := keptEach(ctx, o, key{"squares"}, n, square); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want that it was interrupted", err)
		}
		before := calls.Swap(n)
		list, err := keptEach(context.Background(), o, key{"squares"}, n, square)
		again, lost := calls.Load()-n, int64(runtime.GOMAXPROCS(0))*size
		if err != nil || before+again < n || before+again > n+lost {
			t.Errorf("error %v; %d calls and then %d, want from %d to %d in all", err, before, again, n, n+lost)
		}
		for k, x := range list {
			if x != k*k {
				t.Fatalf("%d squared is %d", k, x)
			}
		}
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
