package steelyard

// Up to these sizes an Index sorts each class into buckets; beyond, it is a tournament tree.
const (
	bucketClasses = 16
	bucketLen     = 4096
)

// Index finds the best server by an Order, with all ties known, whatever the number of servers. It holds no
// randomness: a pick among ties costs one draw. Finding and updating take constant time up to 16 classes while lengths
// change by one; otherwise O(log n).
type Index struct {
	layout *Layout
	order  Order
	n      []int32
	shown  []bool
	ranks  ranking
}

// ranking is one way to keep servers sorted.
type ranking interface {
	set(i, from, to int) // a shown server's length changes
	hide(i, n int)       // a server is no longer eligible
	show(i, n int)       // and is again
	best(r *Rand) int    // None if no server is shown
}

// NewIndex returns an index over lengths of the caller's own, all 0 at first, with every server of l eligible.
func NewIndex(l *Layout, o Order) *Index {
	x := &Index{layout: l, order: o, n: make([]int32, l.Len()), shown: make([]bool, l.Len())}
	for i := range x.shown {
		x.shown[i] = l.Class(i) != None
	}
	x.rebuild()
	return x
}

// rebuild makes the ranking from the lengths, in the form that suits them.
func (x *Index) rebuild() {
	long := false
	for _, n := range x.n {
		long = long || n > bucketLen
	}
	if long || len(x.layout.Classes()) > bucketClasses {
		x.ranks = newTree(x)
		return
	}
	x.ranks = newBuckets(x)
}

// Len is the length that the index holds for server i.
func (x *Index) Len(i int) int { return int(x.n[i]) }

// Set gives server i the length n. A negative length counts as 0.
func (x *Index) Set(i, n int) {
	n = max(n, 0)
	from := int(x.n[i])
	if n == from {
		return
	}
	x.n[i] = int32(n)
	if !x.shown[i] {
		return
	}
	if _, ok := x.ranks.(*buckets); ok && n > bucketLen {
		x.ranks = newTree(x)
		return
	}
	x.ranks.set(i, from, n)
}

// Load sets all lengths at once. n has one entry per index of the layout.
func (x *Index) Load(n []int32) {
	copy(x.n, n)
	for i := range x.n {
		x.n[i] = max(x.n[i], 0)
	}
	x.rebuild()
}

// Reorder ranks the servers anew by o.
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
	if !shown {
		x.ranks.hide(i, int(x.n[i]))
		return
	}
	if _, ok := x.ranks.(*buckets); ok && x.n[i] > bucketLen {
		x.ranks = newTree(x)
		return
	}
	x.ranks.show(i, int(x.n[i]))
}

// Best returns an eligible server of the smallest rank, uniformly among ties, and its length; None if there is none.
func (x *Index) Best(r *Rand) (i, n int) {
	i = x.ranks.best(r)
	if i == None {
		return None, 0
	}
	return i, int(x.n[i])
}
