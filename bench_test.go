package steelyard

import (
	"fmt"
	"testing"
)

// benchFleet has n servers of the given number of speeds.
func benchFleet(tb testing.TB, n, classes int) *Layout {
	tb.Helper()
	kinds := make([]Kind, n)
	for i := range kinds {
		kinds[i] = Kind{Rate: 1 + float64(i%classes)}
	}
	return mustLayout(tb, kinds...)
}

// BenchmarkPick measures a pick and two updates: a random job leaves and a new one comes.
func BenchmarkPick(b *testing.B) {
	policies := []struct {
		name   string
		policy func() Policy
	}{
		{"index", func() Policy { return &indexPolicy{order: sedOrder{}} }},
		{"any", func() Policy { return pickFunc(pickAny) }},
		{"sample2", func() Policy { return pickFunc(func(v *View, _ Job) int { return shorter(v, v.Sample(2)) }) }},
		{"speed2", func() Policy { return pickFunc(func(v *View, _ Job) int { return shorter(v, v.SampleBySpeed(2)) }) }},
	}
	for _, p := range policies {
		for _, n := range []int{10, 100, 1000, 10_000, 100_000} {
			for _, classes := range []int{4, n} {
				form := "4"
				if classes == n {
					form = "all"
				}
				b.Run(fmt.Sprintf("%s/n=%d/speeds=%s", p.name, n, form), func(b *testing.B) {
					board := NewBoard(benchFleet(b, n, classes))
					benchPicks(b, mustDispatcher(b, p.policy(), board, NewRand(1, "bench")), 2*n)
				})
			}
		}
	}
}

// benchPicks keeps the given number of jobs in the system; they leave in the order of an independent draw.
func benchPicks(b *testing.B, d *Dispatcher, jobs int) {
	board := d.Board()
	at := make([]int, jobs)
	for k := range at {
		at[k] = d.Pick(Job{})
		board.Add(at[k], 1)
	}
	r := NewRand(2, "bench")
	b.ReportAllocs()
	for b.Loop() {
		k := r.IntN(jobs)
		board.Add(at[k], -1)
		at[k] = d.Pick(Job{})
		board.Add(at[k], 1)
	}
}

// BenchmarkSkip measures a pick that skips one server, beside one that does not.
func BenchmarkSkip(b *testing.B) {
	for name, skip := range map[string][]int{"none": nil, "one": {3}} {
		b.Run(name, func(b *testing.B) {
			d := mustDispatcher(b, &indexPolicy{order: sedOrder{}}, NewBoard(benchFleet(b, 100, 4)), NewRand(1, "bench"))
			b.ReportAllocs()
			for b.Loop() {
				d.Pick(Job{Skip: skip})
			}
		})
	}
}

// BenchmarkRelayout measures what a change of the fleet costs its owner: a new layout, the board and the policy on it.
func BenchmarkRelayout(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			l := benchFleet(b, n, n)
			d := mustDispatcher(b, &indexPolicy{order: sedOrder{}}, NewBoard(l), NewRand(1, "bench"))
			var kinds []Kind
			for i := range l.Len() {
				kinds = append(kinds, l.Kind(i))
			}
			for b.Loop() {
				d.Board().Relayout(mustLayout(b, kinds...))
				if err := d.Rebind(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
