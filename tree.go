package steelyard

// tree is a tournament: a leaf per server, each inner node the better of its two children and the number of leaves that
// tie there. Setting a length and drawing among ties take log n steps.
type tree struct {
	index  *Index
	node   []match
	leaves int
}

type match struct {
	rank float64
	ties int32
	best int32 // one server of that rank
}

func newTree(x *Index) *tree {
	t := &tree{index: x, leaves: 1}
	for t.leaves < len(x.n) {
		t.leaves *= 2
	}
	t.node = make([]match, 2*t.leaves)
	return t
}

func (t *tree) sort() {
	x := t.index
	for i := range t.leaves {
		t.node[t.leaves+i] = match{rank: hidden}
		if i < len(x.n) && x.shown[i] {
			t.node[t.leaves+i] = t.leaf(i, int(x.n[i]))
		}
	}
	for k := t.leaves - 1; k > 0; k-- {
		t.node[k] = better(&t.node[2*k], &t.node[2*k+1])
	}
}

func (t *tree) leaf(i, n int) match {
	return match{rank: rankOf(t.index.order, t.index.layout.Kind(i), n), ties: 1, best: int32(i)}
}

func better(a, b *match) match {
	switch {
	case a.rank < b.rank:
		return *a
	case b.rank < a.rank:
		return *b
	}
	m := *a
	m.ties += b.ties
	return m
}

func (t *tree) set(i, _, to int) { t.put(i, t.leaf(i, to)) }
func (t *tree) hide(i, _ int)    { t.put(i, match{rank: hidden}) }
func (t *tree) show(i, n int)    { t.put(i, t.leaf(i, n)) }

// put replaces a leaf and plays its matches anew, up to the first whose outcome stays.
func (t *tree) put(i int, m match) {
	k := t.leaves + i
	t.node[k] = m
	for k > 1 {
		k /= 2
		m := better(&t.node[2*k], &t.node[2*k+1])
		if m == t.node[k] {
			return
		}
		t.node[k] = m
	}
}

func (t *tree) best(r *Rand) int {
	root := &t.node[1]
	if root.ties == 0 {
		return None
	}
	if root.ties == 1 {
		return int(root.best)
	}
	left := int32(r.IntN(int(root.ties)))
	k := 1
	for k < t.leaves {
		k *= 2
		if t.node[k].rank != root.rank {
			k++
		} else if left >= t.node[k].ties {
			left -= t.node[k].ties
			k++
		}
	}
	return k - t.leaves
}
