package decide

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

// The C++ program solves the problem that ours does, and prints a time for every decision.
func TestProgram(t *testing.T) {
	ctx := context.Background()
	program, err := Compile(ctx)
	if errors.Is(err, ErrNoCompiler) {
		t.Log(err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	s := NewSample(1, 30)
	if err := program.Load(s); err != nil {
		t.Fatal(err)
	}
	for _, a := range []Algorithm{Algorithm4, Algorithm1, JSQ, SED} {
		times, err := program.Times(ctx, a, 7)
		if err != nil || len(times) != 7 {
			t.Errorf("%s: %d times, %v", a, len(times), err)
		}
	}
	for _, a := range []Algorithm{Algorithm4, Algorithm1} {
		p, err := program.Probabilities(ctx, a)
		if err != nil || len(p) != len(s.Rate) {
			t.Fatalf("%s: %d probabilities, %v", a, len(p), err)
		}
		for i, want := range s.Probabilities(0) {
			if math.Abs(p[i]-want) > 1e-12 {
				t.Errorf("%s: server %d has the probability %g, want %g", a, i, p[i], want)
			}
		}
	}
	if _, err := program.Times(ctx, JSQ, 0); err == nil {
		t.Error("no error for 0 repeats")
	}
}

func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Compile(context.Background()); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("got %v", err)
	}
}

func TestSample(t *testing.T) {
	s := NewSample(1, 20)
	if !reflect.DeepEqual(s, NewSample(1, 20)) || reflect.DeepEqual(s, NewSample(2, 20)) {
		t.Error("want the same sample of the same seed only")
	}
	capacity, jobs := 0.0, s.MeanJobs()*Dispatchers
	for _, w := range s.Rate {
		capacity += w
	}
	if len(s.Queues) != states || math.Abs(jobs/capacity/load-1) > .05 {
		t.Errorf("%d states; %.3g jobs per round of %.3g services", len(s.Queues), jobs, capacity)
	}
}

func TestOurs(t *testing.T) {
	s := NewSample(1, 20)
	if n := len(s.SCD(5)); n != 5 {
		t.Errorf("%d times", n)
	}
	if n := len(s.AllProbabilities(5)); n != 5 {
		t.Errorf("%d times", n)
	}
	for _, text := range []string{"scd", "jsq", "sed(rank=q)"} {
		if times, err := s.Policy(text, 5); err != nil || len(times) != 5 {
			t.Errorf("%s: %d times, %v", text, len(times), err)
		}
	}
	if _, err := s.Policy("nonsense", 5); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("got %v", err)
	}
}
