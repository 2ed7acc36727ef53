package steelyard

import (
	"fmt"
	"testing"
)

// sedOrder is shortest expected delay for servers of one worker: (q+1)/mu.
type sedOrder struct{}

func (sedOrder) Rank(k Kind, n int) float64 { return float64(n+1) / k.Rate }

// indexPolicy goes to the best by one Order.
type indexPolicy struct {
	order Order
	index *Index
}

func (p *indexPolicy) Bind(v *View) error { p.index = v.Index(p.order); return nil }

func (p *indexPolicy) Pick(v *View, _ Job) int {
	i, _ := v.Best(p.index)
	return i
}

// pickFunc is a policy without state.
type pickFunc func(v *View, j Job) int

func (f pickFunc) Pick(v *View, j Job) int { return f(v, j) }

// benchFleet has n servers of the given number of speeds.
func benchFleet(tb testing.TB, n, classes int) *Layout {
	tb.Helper()
	kinds := make([]Kind, n)
	for i := range kinds {
		kinds[i] = Kind{Rate: 1 + float64(i%classes)}
	}
	return mustLayout(tb, kinds...)
}

func mustLayout(tb testing.TB, kinds ...Kind) *Layout {
	tb.Helper()
	l, err := NewLayout(kinds)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func mustDispatcher(tb testing.TB, p Policy, b *Board, r Rand) *Dispatcher {
	tb.Helper()
	d, err := NewDispatcher(p, b, r)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// BenchmarkPick measures a pick and two updates: a random job leaves and a new one comes.
func BenchmarkPick(b *testing.B) {
	policies := []struct {
		name   string
		policy func() Policy
	}{
		{"index", func() Policy { return &indexPolicy{order: sedOrder{}} }},
		{"any", func() Policy { return pickFunc(func(v *View, _ Job) int { return v.Any() }) }},
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

func shorter(v *View, s []int32) int {
	i, k := int(s[0]), int(s[1])
	if v.Len(k) < v.Len(i) {
		return k
	}
	return i
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
