package steelyard

import (
	"math"
	"slices"
)

// Board holds what a dispatcher, or several that share it, sees of the servers: how long each queue is and which
// servers are eligible. It belongs to one owner, who alone changes it, under a lock of its own where there is concurrency.
type Board struct {
	layout   *Layout
	n        []int32
	eligible []bool
	roster   roster
	shared   []*Index // over n, one per Order
	private  []*Index // over lengths of the policies' own
	commons  []common // other things that policies share
	version  uint64   // changes so far
	total    int64    // sum of n
}

// NewBoard returns a board on which all queues are empty and all servers of l are eligible.
func NewBoard(l *Layout) *Board {
	b := &Board{}
	b.grow(l)
	b.build(l)
	return b
}

// Relayout swaps the layout. Lengths and eligibility stay with their index, servers that come are empty and eligible, vacant
// indexes are not eligible. Every dispatcher on the board must Rebind before its next Pick.
func (b *Board) Relayout(l *Layout) {
	b.grow(l)
	b.build(l)
}

// grow makes room for the indexes of l; a server that takes a vacant index starts afresh.
func (b *Board) grow(l *Layout) {
	for i := range l.Len() {
		isNew := i >= len(b.n) || b.layout.Class(i) == None
		if i >= len(b.n) {
			b.n = append(b.n, 0)
			b.eligible = append(b.eligible, false)
		}
		switch {
		case l.Class(i) == None:
			b.eligible[i] = false
		case isNew:
			b.n[i], b.eligible[i] = 0, true
		}
	}
	b.n, b.eligible = b.n[:l.Len()], b.eligible[:l.Len()]
	b.total = 0
	for _, n := range b.n {
		b.total += int64(n)
	}
}

func (b *Board) build(l *Layout) {
	b.layout = l
	b.roster = newRoster(l, func(i int) bool { return b.eligible[i] })
	b.shared, b.private, b.commons = nil, nil, nil
	b.version++
}

// Layout is the board's current layout.
func (b *Board) Layout() *Layout { return b.layout }

// Len is the length of queue i.
func (b *Board) Len(i int) int { return int(b.n[i]) }

// Lens is the length of every queue. The caller must not change it.
func (b *Board) Lens() []int32 { return b.n }

// clampLen is n as the length of a queue.
func clampLen(n int) int32 { return int32(min(max(n, 0), math.MaxInt32)) }

// Set gives queue i the length n, clamped to 0 .. 2^31-1.
func (b *Board) Set(i, n int) {
	length := clampLen(n)
	b.total += int64(length) - int64(b.n[i])
	b.n[i] = length
	b.version++
	for _, x := range b.shared {
		x.Set(i, n)
	}
}

// Add changes the length of queue i by delta, as Set does.
func (b *Board) Add(i, delta int) {
	n := int(b.n[i]) + delta
	if len(b.shared) > 0 || uint(n) > math.MaxInt32 {
		b.Set(i, n)
		return
	}
	b.n[i] = int32(n)
	b.total += int64(delta)
	b.version++
}

// Load sets all lengths at once. n has one entry per index.
func (b *Board) Load(n []int32) {
	copy(b.n, n)
	b.version++
	b.total = 0
	for i := range b.n {
		b.n[i] = max(b.n[i], 0)
		b.total += int64(b.n[i])
	}
	for _, x := range b.shared {
		x.Load(b.n)
	}
}

// Eligible says whether server i may be picked.
func (b *Board) Eligible(i int) bool { return b.eligible[i] }

// SetEligible makes server i eligible or not. A vacant index stays not eligible.
func (b *Board) SetEligible(i int, ok bool) {
	if b.eligible[i] == ok || b.layout.Class(i) == None {
		return
	}
	b.eligible[i] = ok
	b.version++
	if ok {
		b.roster.add(i)
	} else {
		b.roster.remove(i)
	}
	for _, x := range b.shared {
		x.show(i, ok)
	}
	for _, x := range b.private {
		x.show(i, ok)
	}
}

// Eligibles is the number of servers that may be picked.
func (b *Board) Eligibles() int { return len(b.roster.all.list) }

// index returns the shared index for o.
func (b *Board) index(o Order) *Index {
	for _, x := range b.shared {
		if x.order == o {
			return x
		}
	}
	x := newIndex(b.layout, o, b.n, b.eligible)
	b.shared = append(b.shared, x)
	return x
}

// privateIndex returns an index over lengths of a policy's own that follows the board's eligibility.
func (b *Board) privateIndex(o Order) *Index {
	x := newIndex(b.layout, o, make([]int32, len(b.n)), b.eligible)
	b.private = append(b.private, x)
	return x
}

// drop lets go of private indexes.
func (b *Board) drop(own []*Index) {
	b.private = slices.DeleteFunc(b.private, func(x *Index) bool { return slices.Contains(own, x) })
}
