package steelyard

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestScriptPlaysEveryBranch(t *testing.T) {
	tests := map[string]struct {
		draw func(r *Rand) string
		want map[string]float64
	}{
		"no draw":      {func(*Rand) string { return "" }, map[string]float64{"": 1}},
		"one outcome":  {func(r *Rand) string { return fmt.Sprint(r.IntN(1)) }, map[string]float64{"0": 1}},
		"uniform":      {func(r *Rand) string { return fmt.Sprint(r.IntN(3)) }, map[string]float64{"0": 1. / 3, "1": 1. / 3, "2": 1. / 3}},
		"chance":       {func(r *Rand) string { return fmt.Sprint(r.Chance(.25)) }, map[string]float64{"true": .25, "false": .75}},
		"sure":         {func(r *Rand) string { return fmt.Sprint(r.Chance(0), r.Chance(1), r.Chance(2)) }, map[string]float64{"false true true": 1}},
		"weighted":     {func(r *Rand) string { return fmt.Sprint(r.Weighted([]float64{1, 3})) }, map[string]float64{"0": .25, "1": .75}},
		"three":        {func(r *Rand) string { return fmt.Sprint(r.Weighted([]float64{1, 2, 5})) }, map[string]float64{"0": .125, "1": .25, "2": .625}},
		"zero weights": {func(r *Rand) string { return fmt.Sprint(r.Weighted([]float64{0, 2, 0, 6, 0})) }, map[string]float64{"1": .25, "3": .75}},
		"one weight":   {func(r *Rand) string { return fmt.Sprint(r.Weighted([]float64{0, 2, 0})) }, map[string]float64{"1": 1}},
		"nested": {
			func(r *Rand) string {
				a := r.IntN(2)
				if a == 0 {
					return fmt.Sprint(a, r.Weighted([]float64{0, 1, 3}), r.IntN(2))
				}
				return fmt.Sprint(a, r.Chance(.1))
			},
			map[string]float64{"0 1 0": 1. / 16, "0 1 1": 1. / 16, "0 2 0": 3. / 16, "0 2 1": 3. / 16, "1 false": .45, "1 true": .05},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			checkLaw(t, branches(test.draw), test.want)
			r := NewRand(14, name)
			if len(test.want) > 1 {
				checkCounts(t, samples(100_000, func() string { return test.draw(&r) }), test.want)
			} else {
				checkLaw(t, samples(1, func() string { return test.draw(&r) }), test.want)
			}
		})
	}
}

// Prob is known after each draw, and a finished script starts over.
func TestScriptProbAndRewind(t *testing.T) {
	s := NewScript()
	r := s.Rand()
	for pass := range 2 {
		for runs := 1; ; runs++ {
			if s.Prob() != 1 {
				t.Fatalf("probability before any draw: %v", s.Prob())
			}
			r.IntN(4)
			if s.Prob() != .25 {
				t.Fatalf("probability of one of four: %v", s.Prob())
			}
			r.Chance(.5)
			if s.Prob() != .125 {
				t.Fatalf("probability of one of eight: %v", s.Prob())
			}
			if !s.Next() {
				if runs != 8 {
					t.Errorf("pass %d: %d branches, want 8", pass, runs)
				}
				break
			}
		}
	}
}

// A real number has no finite list of outcomes, and weights may leave none: a policy that draws so is told.
func TestScriptRefuses(t *testing.T) {
	draws := map[string]func(r *Rand){
		"Float64":      func(r *Rand) { r.Float64() },
		"IntN(0)":      func(r *Rand) { r.IntN(0) },
		"no weights":   func(r *Rand) { r.Weighted(nil) },
		"zero weights": func(r *Rand) { r.Weighted([]float64{0, 0}) },
		"NaN weights":  func(r *Rand) { r.Weighted([]float64{1, math.NaN()}) },
		"Inf weights":  func(r *Rand) { r.Weighted([]float64{1, math.Inf(1)}) },
	}
	for name, draw := range draws {
		r := NewScript().Rand()
		if !r.Scripted() || r.Source() != nil {
			t.Errorf("a Script's Rand: scripted %v, source %v", r.Scripted(), r.Source())
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			draw(&r)
		}()
	}
}

// Float64 is the source's, and so is what is drawn from the source itself.
func TestRandSource(t *testing.T) {
	r, same := NewRand(1, "source", 2), NewRand(1, "source", 2)
	if a, b := r.Float64(), same.Source().Float64(); a != b {
		t.Errorf("Float64: %v, from the source %v", a, b)
	}
}

// All policies draw from what earlier branches leave behind: hidden servers, shuffled positions, moved lengths. Their laws
// must not depend on it.
func TestPickLaw(t *testing.T) {
	sampling := map[string]Policy{
		"any":      pickFunc(pickAny),
		"of class": pickFunc(func(v *View, _ Job) int { return v.AnyOf(0) }),
		"sample":   pickFunc(func(v *View, _ Job) int { return shorter(v, v.Sample(2)) }),
		"by speed": pickFunc(func(v *View, _ Job) int { return shorter(v, v.SampleBySpeed(3)) }),
		"index":    &indexPolicy{order: lenOrder{}},
	}
	for name, p := range sampling {
		for _, skip := range [][]int{nil, {2}, {0, 4, 2, 2}, {0, 1, 2, 3, 4}} {
			b := NewBoard(mustLayout(t, rates(4, 4, 1, 1, 4)...))
			b.Load([]int32{1, 1, 0, 1, 0})
			s := NewScript()
			d := mustDispatcher(t, p, b, s.Rand())
			law := PickLaw(d, s, Job{Skip: skip})
			sum := 0.0
			for i, prob := range law {
				sum += prob
				if prob > 0 && slices.Contains(skip, i) {
					t.Errorf("%s: skipped server %d has probability %v", name, i, prob)
				}
			}
			want := 1.0
			if len(skip) == 5 {
				want = 0
			}
			if math.Abs(sum-want) > 1e-12 {
				t.Errorf("%s skipping %v: probabilities sum to %v, want %v", name, skip, sum, want)
			}
			if again := PickLaw(d, s, Job{Skip: skip}); !slices.Equal(again, law) {
				t.Errorf("%s skipping %v: law %v, then %v", name, skip, law, again)
			}
		}
	}
}

// A batch placed one by one moves lengths to and fro between branches.
func TestBatchLaw(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1, 1, 1, 1)...))
	s := NewScript()
	d := mustDispatcher(t, &indexPolicy{order: lenOrder{}}, b, s.Rand())
	law := map[string]float64{}
	for {
		law[fmt.Sprint(d.PickBatch(3, nil))] += s.Prob()
		if !s.Next() {
			break
		}
	}
	checkLaw(t, law, orders([]int{0, 1, 2, 3}, func(int) float64 { return 1 }, 3))
}

// The real generator plays the law that the script enumerates.
func TestPickLawIsPlayed(t *testing.T) {
	build := func() *Board {
		b := NewBoard(mustLayout(t, rates(4, 4, 1, 1, 4)...))
		b.Load([]int32{2, 1, 0, 1, 0})
		return b
	}
	for name, pick := range map[string]pickFunc{
		"sample":   func(v *View, _ Job) int { return shorter(v, v.Sample(2)) },
		"by speed": func(v *View, _ Job) int { return shorter(v, v.SampleBySpeed(2)) },
	} {
		s := NewScript()
		want := map[int]float64{}
		for i, p := range PickLaw(mustDispatcher(t, pick, build(), s.Rand()), s, Job{Skip: []int{4}}) {
			if p > 0 {
				want[i] = p
			}
		}
		d := mustDispatcher(t, pick, build(), NewRand(15, name))
		checkCounts(t, samples(200_000, func() int { return d.Pick(Job{Skip: []int{4}}) }), want)
	}
}
