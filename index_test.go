package steelyard

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// Ties must be exactly uniform, for the server that changed last too, however it changed.
func TestTiesUniform(t *testing.T) {
	const n, picks = 20, 500_000
	changes := map[string]func(b *Board, i int){
		"up and down":    func(b *Board, i int) { b.Add(i, 1); b.Add(i, -1) },
		"down and up":    func(b *Board, i int) { b.Add(i, -1); b.Add(i, 1) },
		"from far":       func(b *Board, i int) { b.Set(i, 50); b.Set(i, 1) },
		"out and in":     func(b *Board, i int) { b.SetEligible(i, false); b.SetEligible(i, true) },
		"others come":    func(b *Board, i int) { b.Set((i+1)%n, 5); b.Set((i+1)%n, 1) },
		"out, lower, in": func(b *Board, i int) { b.SetEligible(i, false); b.Set(i, 0); b.Set(i, 1); b.SetEligible(i, true) },
	}
	kinds := map[string]func(i int) Kind{
		"buckets, one class":    func(int) Kind { return Kind{Rate: 1} },
		"buckets, four classes": func(i int) Kind { return Kind{Rate: float64(1 + i%4)} },
		"tree":                  func(i int) Kind { return Kind{Rate: float64(1 + i)} },
	}
	uniform := map[int]float64{}
	for i := range n {
		uniform[i] = 1. / n
	}
	for _, form := range slices.Sorted(maps.Keys(kinds)) {
		for _, change := range slices.Sorted(maps.Keys(changes)) {
			t.Run(form+"/"+change, func(t *testing.T) {
				fleet := make([]Kind, n)
				for i := range fleet {
					fleet[i] = kinds[form](i)
				}
				b := NewBoard(mustLayout(t, fleet...))
				b.Load(slices.Repeat([]int32{1}, n))
				d := mustDispatcher(t, &indexPolicy{order: lenOrder{}}, b, NewRand(3, form+change))
				r := NewRand(4, "changes")
				relative := samples(picks, func() int {
					i := r.IntN(n)
					changes[change](b, i)
					return (d.Pick(Job{}) - i + n) % n // 0 is the server that changed last
				})
				checkCounts(t, relative, uniform)
			})
		}
	}
}

// The server that changed last must not be picked more often than others, whatever the number of ties: two million picks while lengths
// move at random.
func TestTiesUniformOnTheMove(t *testing.T) {
	for name, classes := range map[string]int{"buckets": 3, "tree": 18} {
		t.Run(name, func(t *testing.T) {
			const n, picks = 18, 2_000_000
			b := NewBoard(benchFleet(t, n, classes))
			o := rank(func(_ Kind, n int) float64 { return float64(n / 2) })
			d := mustDispatcher(t, &indexPolicy{order: o}, b, NewRand(5, name))
			r := NewRand(6, "moves")
			var picked, expected, variance float64
			for range picks {
				i := r.IntN(n)
				b.Set(i, r.IntN(4))
				ties := 0
				for k := range n {
					if b.Len(k)/2 == 0 {
						ties++
					}
				}
				if b.Len(i)/2 == 0 {
					p := 1 / float64(ties)
					expected, variance = expected+p, variance+p*(1-p)
					if d.Pick(Job{}) == i {
						picked++
					}
				}
			}
			if diff := picked - expected; diff*diff > 16*variance {
				t.Errorf("the server that changed last was picked %v times, expected %.0f with variance %.0f", picked, expected, variance)
			}
		})
	}
}

// Lengths beyond the buckets' are kept by a tree, until Load or Reorder finds them gone.
func TestIndexForm(t *testing.T) {
	form := func(x *Index) string { return fmt.Sprintf("%T", x.ranks) }
	many := make([]Kind, bucketClasses+1)
	for i := range many {
		many[i].Rate = float64(i + 1)
	}
	if got := form(NewIndex(mustLayout(t, many[1:]...), lenOrder{})); got != "*steelyard.buckets" {
		t.Errorf("%d classes: got %s", bucketClasses, got)
	}
	if got := form(NewIndex(mustLayout(t, many...), lenOrder{})); got != "*steelyard.tree" {
		t.Errorf("%d classes: got %s", bucketClasses+1, got)
	}
	blind := NewIndex(mustLayout(t, many...), blindOrder{})
	if got := form(blind); got != "*steelyard.buckets" || len(blind.ranks.(*buckets).classes) != 1 {
		t.Errorf("%d classes that rank alike: got %s", bucketClasses+1, got)
	}
	blind.Reorder(sedOrder{})
	if got := form(blind); got != "*steelyard.tree" {
		t.Errorf("%d classes that no longer rank alike: got %s", bucketClasses+1, got)
	}
	x := NewIndex(mustLayout(t, rates(1, 1)...), lenOrder{})
	x.Set(0, bucketLen)
	if got := form(x); got != "*steelyard.buckets" {
		t.Errorf("length %d: got %s", bucketLen, got)
	}
	x.Set(0, bucketLen+1)
	if got := form(x); got != "*steelyard.tree" {
		t.Errorf("length %d: got %s", bucketLen+1, got)
	}
	r := NewRand(1, "form")
	if i, n := x.Best(&r); i != 1 || n != 0 {
		t.Errorf("Best: got %d of length %d, want 1 of length 0", i, n)
	}
	x.Set(0, 0)
	x.Reorder(sedOrder{})
	if got := form(x); got != "*steelyard.buckets" {
		t.Errorf("after Reorder: got %s", got)
	}
	x.show(0, false)
	x.Set(0, bucketLen+1)
	if got := form(x); got != "*steelyard.buckets" {
		t.Errorf("long but hidden: got %s", got)
	}
	x.show(0, true)
	if got := form(x); got != "*steelyard.tree" {
		t.Errorf("long and shown again: got %s", got)
	}
}

// Load takes as many lengths as there are; the others keep theirs.
func TestIndexLoad(t *testing.T) {
	x := NewIndex(mustLayout(t, rates(1, 1, 1)...), lenOrder{})
	x.Load([]int32{4, -1, 2})
	x.Load([]int32{3})
	if x.Len(0) != 3 || x.Len(1) != 0 || x.Len(2) != 2 {
		t.Errorf("lengths: got %v, want [3 0 2]", x.n)
	}
}

// Equal Orders share one index; Orders that differ, also by a pointer, do not.
func TestBoardSharesIndexes(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1, 2)...))
	first := &indexPolicy{order: sedOrder{}}
	second := &indexPolicy{order: sedOrder{}}
	other := &indexPolicy{order: rank(sedOrder{}.Rank)}
	for _, p := range []Policy{first, second, other} {
		mustDispatcher(t, p, b, NewRand(1, "share"))
	}
	if first.index != second.index || first.index == other.index {
		t.Errorf("indexes: equal Orders shared %v, different %v", first.index == second.index, first.index == other.index)
	}
}

// A server that is hidden while its length changes comes back with the new one.
func TestHiddenServerChanges(t *testing.T) {
	for _, kinds := range [][]Kind{rates(1, 1, 1), nil} {
		if kinds == nil {
			for i := range bucketClasses + 4 {
				kinds = append(kinds, Kind{Rate: float64(1 + i)})
			}
		}
		b := NewBoard(mustLayout(t, kinds...))
		b.Load(slices.Repeat([]int32{7}, len(kinds)))
		d := mustDispatcher(t, &indexPolicy{order: lenOrder{}}, b, NewRand(1, "hidden"))
		b.SetEligible(1, false)
		for _, n := range []int{200, 3} {
			b.Set(1, n)
			if i := d.Pick(Job{}); i == 1 {
				t.Errorf("a hidden server of length %d was picked", n)
			}
		}
		b.SetEligible(1, true)
		if i := d.Pick(Job{}); i != 1 {
			t.Errorf("got %d, want the server that came back with the shortest queue", i)
		}
	}
}

// A server that leaves does not pay for lengths that queues had long ago.
func TestBucketsForgetLengths(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1, 1)...))
	d := mustDispatcher(t, &indexPolicy{order: sedOrder{}}, b, NewRand(1, "forget"))
	b.Set(0, 4000)
	b.Set(0, 2)
	d.Pick(Job{Skip: []int{1}})
	if top := d.View().Index(sedOrder{}).ranks.(*buckets).classes[0].top; top != 2 {
		t.Errorf("boundaries up to length %d, want 2", top)
	}
}

// Even an Order that breaks its promise, and falls in n, finds a server.
func TestFallingOrderFindsServer(t *testing.T) {
	falls := rank(func(_ Kind, n int) float64 { return float64(n % 3) })
	b := NewBoard(mustLayout(t, rates(1, 1, 2)...))
	d := mustDispatcher(t, &indexPolicy{order: falls}, b, NewRand(1, "falls"))
	r := NewRand(2, "falls")
	for range 10_000 {
		b.Set(r.IntN(3), r.IntN(9))
		if i := d.Pick(Job{}); i == None {
			t.Fatalf("no server found at lengths %v", b.Lens())
		}
	}
}
