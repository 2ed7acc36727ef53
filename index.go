package steelyard

import "slices"

// Up to these sizes an Index sorts each class into buckets; beyond, it is a tournament tree.
const (
	bucketClasses = 16
	bucketLen     = 4096
)

// Index finds the best server by an Order, with all ties known, whatever the number of servers. It holds no
// randomness: a pick among ties costs one draw. Finding and updating take constant time up to 16 classes, or by a [Blind] order, while
// lengths change by one; otherwise O(log n).
type Index struct {
	layout *Layout
	order  Order
	n      []int32
	shown  []bool
	ranks  ranking
	loaded bool // all lengths are new and not sorted yet
}

// ranking is one way to keep servers sorted.
type ranking interface {
	sort()               // takes over all lengths anew
	set(i, from, to int) // a shown server's length changes
	hide(i, n int)       // a server is no longer eligible
	show(i, n int)       // and is again
	best(r *Rand) int    // None if no server is shown
}

// NewIndex returns an index over lengths of the caller's own, all 0 at first, with every server of l eligible.
func NewIndex(l *Layout, o Order) *Index {
	present := make([]bool, l.Len())
	for i := range present {
		present[i] = l.Class(i) != None
	}
	return newIndex(l, o, make([]int32, l.Len()), present)
}

// newIndex returns an index of its own over the lengths n, in which the given servers are eligible.
func newIndex(l *Layout, o Order, n []int32, shown []bool) *Index {
	x := &Index{layout: l, order: o, n: slices.Clone(n), shown: slices.Clone(shown)}
	x.rebuild()
	return x
}

// rebuild sorts all servers anew, in the form that suits them.
func (x *Index) rebuild() {
	_, blind := x.order.(Blind)
	_, isTree := x.ranks.(*tree)
	sorted, _ := x.ranks.(*buckets)
	switch tall := x.needsTree(blind); {
	case tall && !isTree:
		x.ranks = newTree(x)
	case !tall && (sorted == nil || sorted.blind != blind):
		x.ranks = newBuckets(x, blind)
	}
	x.ranks.sort()
	x.loaded = false
}

func (x *Index) needsTree(blind bool) bool {
	return len(x.layout.Classes()) > bucketClasses && !blind || (len(x.n) > 0 && slices.Max(x.n) > bucketLen)
}

// outgrown says whether a queue of length n does not fit the buckets.
func (x *Index) outgrown(n int) bool {
	if n <= bucketLen {
		return false
	}
	_, ok := x.ranks.(*buckets)
	return ok
}

// Len is the length that the index holds for server i.
func (x *Index) Len(i int) int { return int(x.n[i]) }

// Set gives server i the length n, clamped to 0 .. 2^31-1.
func (x *Index) Set(i, n int) {
	from, to := x.n[i], clampLen(n)
	if to == from {
		return
	}
	x.n[i] = to
	switch {
	case x.loaded || !x.shown[i]:
	case x.outgrown(int(to)):
		x.rebuild()
	default:
		x.ranks.set(i, int(from), int(to))
	}
}

// Load sets all lengths at once. n has one entry per index of the layout. They are sorted when somebody asks for the best.
func (x *Index) Load(n []int32) {
	copy(x.n, n)
	for i := range x.n {
		x.n[i] = max(x.n[i], 0)
	}
	x.loaded = true
}

// Reorder ranks the servers anew by o, for all that share the index.
func (x *Index) Reorder(o Order) {
	x.order = o
	x.rebuild()
}

// show makes server i eligible or not.
func (x *Index) show(i int, shown bool) {
	if x.shown[i] == shown {
		return
	}
	x.shown[i] = shown
	switch n := int(x.n[i]); {
	case x.loaded:
	case !shown:
		x.ranks.hide(i, n)
	case x.outgrown(n):
		x.rebuild()
	default:
		x.ranks.show(i, n)
	}
}

// Best returns an eligible server of the smallest rank, uniformly among ties, and its length; None if there is none.
func (x *Index) Best(r *Rand) (i, n int) {
	if x.loaded {
		x.rebuild()
	}
	i = x.ranks.best(r)
	if i == None {
		return None, 0
	}
	return i, int(x.n[i])
}
