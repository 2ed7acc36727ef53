package rounds

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLaw compares with the sorted list of all observations.
func TestLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.IntRange(1, 60), 1, 60).Draw(t, "rounds")
		cut := rapid.IntRange(0, len(all)).Draw(t, "cut")
		var law, rest Law
		total := 0
		for k, x := range all {
			total += x
			if k < cut {
				law.add(x, 1)
			} else {
				rest.add(x, 1)
			}
		}
		law.merge(&rest)
		slices.Sort(all)
		if law.Weight() != float64(len(all)) || math.Abs(law.Mean()-float64(total)/float64(len(all))) > 1e-12 {
			t.Fatalf("weight %g, mean %g of %v", law.Weight(), law.Mean(), all)
		}
		p := rapid.Float64Range(.001, .999).Draw(t, "p")
		least := all[min(len(all)-1, int(math.Ceil(p*float64(len(all))))-1)]
		if x, _ := law.Quantile(p); x != float64(least) {
			t.Fatalf("quantile %g: %g, want %d of %v", p, x, least, all)
		}
		x := rapid.IntRange(-1, 61).Draw(t, "x")
		beyond := 0
		for _, y := range all {
			if y > x {
				beyond++
			}
		}
		if got, want := law.Tail(float64(x)), float64(beyond)/float64(len(all)); math.Abs(got-want) > 1e-12 {
			t.Fatalf("tail %d: %g, want %g", x, got, want)
		}
		var again []int
		for rounds, jobs := range law.All {
			for range jobs {
				again = append(again, rounds)
			}
		}
		if !slices.Equal(again, all) {
			t.Fatalf("all: %v, want %v", again, all)
		}
	})
}

func TestLawResolves(t *testing.T) {
	var law Law
	if x, ok := law.Quantile(.5); x != 0 || ok || law.Mean() != 0 || law.Tail(0) != 0 {
		t.Error("an empty law knows something")
	}
	law.add(3, 9_999)
	if _, ok := law.Quantile(.999); ok {
		t.Error("p99.9 of 9,999 jobs is resolved")
	}
	law.add(1, 1)
	if _, ok := law.Quantile(.999); !ok {
		t.Error("p99.9 of 10,000 jobs is not resolved")
	}
}

// TestQueue compares with a list of jobs.
func TestQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := newQueue()
		var jobs []int32 // rounds of arrival
		var law, want Law
		for round := range int32(rapid.IntRange(1, 60).Draw(t, "rounds")) {
			if n := int32(rapid.IntRange(0, 9).Draw(t, "arrivals")); n > 0 {
				q.push(batch{round, n})
				jobs = append(jobs, slices.Repeat([]int32{round}, int(n))...)
			}
			served := rapid.IntRange(0, len(jobs)).Draw(t, "served")
			sum := q.serve(int32(served), round, &law)
			for _, arrived := range jobs[:served] {
				want.add(int(round-arrived)+1, 1)
				sum -= int64(round-arrived) + 1
			}
			jobs = jobs[served:]
			if sum != 0 {
				t.Fatalf("round %d: sum of response times is off by %d", round, sum)
			}
		}
		if !slices.Equal(trim(law.counts), trim(want.counts)) {
			t.Fatalf("law %v, want %v", law.counts, want.counts)
		}
	})
}

// trim cuts off zeros at the end.
func trim(x []int64) []int64 {
	for len(x) > 0 && x[len(x)-1] == 0 {
		x = x[:len(x)-1]
	}
	return x
}
