package steelyard

// bucketClass sorts one class. Servers of length n stand at places start[n] .. start[n+1]-1 of list; those from
// start[top+1] on are hidden, as if their length were top+1.
type bucketClass struct {
	Class
	order Order
	list  []int32
	start []int32
	top   int
	low   int     // the shortest length shown
	high  int     // the greatest length that ranks as low does
	rank  float64 // of low; hidden if no server is shown
	ties  int     // servers of rank
}

// reach makes room for lengths up to n.
func (c *bucketClass) reach(n int) {
	if n <= c.top {
		return
	}
	for ; c.top < n; c.top++ {
		c.start = append(c.start, c.start[c.top+1])
	}
	c.widen()
}

// trim gives up lengths that no server has any more, since a server to be hidden passes all above its own.
func (c *bucketClass) trim() {
	for c.top > 0 && c.start[c.top] == c.start[c.top+1] {
		c.top--
	}
	c.start = c.start[:c.top+2]
	c.high = min(c.high, c.top)
}

// widen raises high as far as ranks equal low's.
func (c *bucketClass) widen() {
	for c.high < c.top && rankOf(c.order, c.Kind, c.high+1) == c.rank {
		c.high++
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
	if rank := rankOf(c.order, c.Kind, c.low); rank != c.rank || c.low > c.high {
		c.rank, c.high = rank, c.low
		c.widen()
	}
	c.ties = int(c.start[c.high+1])
}
