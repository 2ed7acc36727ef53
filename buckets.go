package steelyard

// buckets keeps the servers of each class sorted by length, with the boundaries between lengths.
type buckets struct {
	index   *Index
	classes []bucketClass
	server  []int32 // the classes' blocks one behind the other
	place   []int32 // of each server in its class's block
}

// bucketClass sorts one class. Servers of length n stand at places start[n] .. start[n+1]-1 of list; those from
// start[top+1] on are hidden, as if their length were top+1.
type bucketClass struct {
	kind  Kind
	order Order
	list  []int32
	start []int32
	top   int
	low   int     // the shortest length shown
	high  int     // the greatest length that ranks as low does
	rank  float64 // of low; hidden if no server is shown
	ties  int     // servers of rank
}

func newBuckets(x *Index) *buckets {
	l := x.layout
	b := &buckets{index: x, server: make([]int32, 0, l.Len()), place: make([]int32, l.Len())}
	b.classes = make([]bucketClass, len(l.Classes()))
	for c, class := range l.Classes() {
		from := len(b.server)
		for _, i := range class.Servers {
			b.server = append(b.server, int32(i))
		}
		b.classes[c] = bucketClass{kind: class.Kind, order: x.order, list: b.server[from:]}
		b.sort(&b.classes[c])
	}
	return b
}

// sort orders a class by counting.
func (b *buckets) sort(c *bucketClass) {
	x := b.index
	for _, i := range c.list {
		if x.shown[i] {
			c.top = max(c.top, int(x.n[i]))
		}
	}
	c.start = make([]int32, c.top+2, max(c.top+2, 64))
	length := func(i int32) int {
		if !x.shown[i] {
			return c.top + 1
		}
		return int(x.n[i])
	}
	next := make([]int32, c.top+2)
	for _, i := range c.list {
		next[length(i)]++
	}
	sum := int32(0)
	for n, count := range next {
		c.start[n], next[n] = sum, sum
		sum += count
	}
	sorted := make([]int32, len(c.list))
	for _, i := range c.list {
		n := length(i)
		sorted[next[n]] = i
		b.place[i] = next[n]
		next[n]++
	}
	copy(c.list, sorted)
	c.find(0)
}

func (b *buckets) set(i, from, to int) {
	c := b.classOf(i)
	if to > from {
		c.reach(to)
		b.raise(c, i, from, to)
	} else {
		b.lower(c, i, from, to)
	}
	c.update(to)
}

func (b *buckets) hide(i, n int) {
	c := b.classOf(i)
	b.raise(c, i, n, c.top+1)
	c.find(0)
}

func (b *buckets) show(i, n int) {
	c := b.classOf(i)
	c.reach(n)
	b.lower(c, i, c.top+1, n)
	c.find(0)
}

func (b *buckets) classOf(i int) *bucketClass { return &b.classes[b.index.layout.class[i]] }

// raise moves i up one length at a time: behind the last of its length, whose boundary then falls by one.
func (b *buckets) raise(c *bucketClass, i, from, to int) {
	for n := from; n < to; n++ {
		c.start[n+1]--
		b.swap(c, i, c.start[n+1])
	}
}

// lower moves i down: before the first of its length, whose boundary then rises by one.
func (b *buckets) lower(c *bucketClass, i, from, to int) {
	for n := from; n > to; n-- {
		b.swap(c, i, c.start[n])
		c.start[n]++
	}
}

func (b *buckets) swap(c *bucketClass, i int, to int32) {
	at := b.place[i]
	other := c.list[to]
	c.list[at], c.list[to] = other, int32(i)
	b.place[other], b.place[i] = at, to
}

// reach makes room for lengths up to n.
func (c *bucketClass) reach(n int) {
	for c.top < n {
		c.start = append(c.start, c.start[c.top+1])
		c.top++
		if c.ties > 0 && c.high == c.top-1 && rankOf(c.order, c.kind, c.top) == c.rank {
			c.high = c.top
		}
	}
}

// update mends low and ties after one server came to length n.
func (c *bucketClass) update(n int) {
	switch {
	case n < c.low:
		c.find(n)
	case c.start[c.low+1] == 0:
		c.find(c.low)
	default:
		c.ties = int(c.start[c.high+1])
	}
}

// find looks for the shortest length shown, which is at least from, and for all lengths that rank as it does.
func (c *bucketClass) find(from int) {
	c.low = from
	for c.low <= c.top && c.start[c.low+1] == 0 {
		c.low++
	}
	if c.low > c.top {
		c.low, c.high, c.rank, c.ties = 0, 0, hidden, 0
		return
	}
	c.rank = rankOf(c.order, c.kind, c.low)
	c.high = c.low
	for c.high < c.top && rankOf(c.order, c.kind, c.high+1) == c.rank {
		c.high++
	}
	c.ties = int(c.start[c.high+1])
}

func (b *buckets) best(r *Rand) int {
	rank, ties := hidden, 0
	for c := range b.classes {
		switch class := &b.classes[c]; {
		case class.rank < rank:
			rank, ties = class.rank, class.ties
		case class.rank == rank:
			ties += class.ties
		}
	}
	if ties == 0 {
		return None
	}
	k := 0
	if ties > 1 {
		k = r.IntN(ties)
	}
	return b.at(rank, k)
}

// at returns the k-th server of the given rank.
func (b *buckets) at(rank float64, k int) int {
	for c := range b.classes {
		class := &b.classes[c]
		if class.rank != rank {
			continue
		}
		if k < class.ties {
			return int(class.list[k])
		}
		k -= class.ties
	}
	return None
}
