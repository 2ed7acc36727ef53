package steelyard

import "slices"

// buckets keeps the servers of each class sorted by length, with the boundaries between lengths.
type buckets struct {
	index   *Index
	blind   bool // all servers are in one class
	classes []bucketClass
	class   []int32 // of each server
	place   []int32 // of each server in its class's list
}

func newBuckets(x *Index, blind bool) *buckets {
	l := x.layout
	classes, class := l.Classes(), l.class
	if blind {
		classes, class = l.together(), make([]int32, l.Len())
	}
	b := &buckets{index: x, blind: blind, class: class, place: make([]int32, l.Len()), classes: make([]bucketClass, len(classes))}
	for c, class := range classes {
		b.classes[c] = bucketClass{Class: class, list: make([]int32, len(class.Servers))}
	}
	return b
}

// together is one class of all servers, whose kind is that of any of them; none if there are no servers.
func (l *Layout) together() []Class {
	if len(l.classes) == 0 {
		return nil
	}
	all := Class{Kind: l.classes[0].Kind}
	for i, c := range l.class {
		if c != None {
			all.Servers = append(all.Servers, i)
		}
	}
	return []Class{all}
}

func (b *buckets) sort() {
	for c := range b.classes {
		b.sortClass(&b.classes[c])
	}
}

// sortClass sorts by counting; servers of one length stand in their layout's order.
func (b *buckets) sortClass(c *bucketClass) {
	x := b.index
	c.top = 0
	for _, i := range c.Servers {
		if x.shown[i] {
			c.top = max(c.top, int(x.n[i]))
		}
	}
	c.start = append(c.start[:0], make([]int32, c.top+2)...)
	for _, i := range c.Servers {
		c.start[b.lengthIn(c, i)]++
	}
	end := int32(0)
	for n, count := range c.start {
		end += count
		c.start[n] = end
	}
	for _, i := range slices.Backward(c.Servers) {
		n := b.lengthIn(c, i)
		c.start[n]--
		c.list[c.start[n]], b.place[i] = int32(i), c.start[n]
	}
	c.order, c.rank = x.order, hidden
	c.find(0)
}

func (b *buckets) lengthIn(c *bucketClass, i int) int {
	if !b.index.shown[i] {
		return c.top + 1
	}
	return int(b.index.n[i])
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
	c.trim()
	b.raise(c, i, n, c.top+1)
	c.find(0)
}

func (b *buckets) show(i, n int) {
	c := b.classOf(i)
	c.reach(n)
	b.lower(c, i, c.top+1, n)
	c.find(0)
}

func (b *buckets) classOf(i int) *bucketClass { return &b.classes[b.class[i]] }

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
	if r.Scripted() {
		return b.inOrder(rank, k)
	}
	return b.at(rank, k)
}

// inOrder returns the k-th server of the given rank in the layout's order, so that what a Script plays does not depend on how the
// lengths came about.
func (b *buckets) inOrder(rank float64, k int) int {
	x := b.index
	for i, shown := range x.shown {
		if !shown || rankOf(x.order, x.layout.Kind(i), int(x.n[i])) != rank {
			continue
		}
		if k == 0 {
			return i
		}
		k--
	}
	return None
}

// at returns the k-th server of the given rank in the order they stand.
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
