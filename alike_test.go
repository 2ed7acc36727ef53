package steelyard

import (
	"slices"
	"testing"
)

// TestAlike changes lengths and eligibility at random and compares every group with a look at all servers.
func TestAlike(t *testing.T) {
	kinds := []Kind{{Rate: 2}, {Rate: 1}, {Rate: 2}, {Rate: 2}, {Rate: 1}, {}, {Rate: 3}}
	b := NewBoard(mustLayout(t, kinds...))
	p := &indexPolicy{order: sedOrder{}}
	mustDispatcher(t, p, b, NewRand(1, "test"))
	x, r := p.index, NewRand(2, "changes")
	if !x.ByClass() {
		t.Fatal("three classes are not kept by class")
	}
	lens := make([]int32, len(kinds))
	for range 2000 {
		i := r.IntN(len(kinds))
		switch r.IntN(4) {
		case 0:
			b.SetEligible(i, r.IntN(2) == 0)
		case 1:
			for k := range lens {
				lens[k] = int32(r.IntN(5))
			}
			b.Load(lens)
		default:
			b.Set(i, r.IntN(6))
		}
		c, from := r.IntN(3), r.IntN(7)
		servers, n := x.Alike(c, from)
		want, shortest := alike(b, c, from)
		got := slices.Clone(servers)
		slices.Sort(got)
		if !slices.Equal(got, want) || len(want) > 0 && n != shortest {
			t.Fatalf("class %d from %d: got %v of length %d, want %v of %d; lengths %v", c, from, got, n, want, shortest, b.Lens())
		}
	}
}

// alike looks at all servers.
func alike(b *Board, c, from int) (servers []int32, n int) {
	for n = from; n < 10; n++ {
		for _, i := range b.Layout().Classes()[c].Servers {
			if b.Eligible(i) && b.Len(i) == n {
				servers = append(servers, int32(i))
			}
		}
		if servers != nil {
			break
		}
	}
	return servers, n
}

func TestByClass(t *testing.T) {
	l := mustLayout(t, rates(1, 2)...)
	long := NewIndex(l, sedOrder{})
	long.Load([]int32{0, bucketLen + 1})
	for name, c := range map[string]struct {
		index *Index
		want  bool
	}{
		"two classes":       {NewIndex(l, sedOrder{}), true},
		"blind to classes":  {NewIndex(l, blindOrder{}), false},
		"a very long queue": {long, false},
	} {
		if got := c.index.ByClass(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
