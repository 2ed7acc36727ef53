package steelyard

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// action is one operation on the model and what it stands for; what its numbers mean is up to the operation.
type action struct {
	op   uint8
	a, b uint16
}

// model is a board with a shared and a private index for every Order, beside a trivial reference.
type model struct {
	t       tester
	board   *Board
	d       *Dispatcher
	names   []string // of Orders
	private []*Index // one per name
	own     []int    // lengths in the private indexes
	order   Order    // of private[0], which is reordered now and then

	kinds    []Kind
	n        []int
	eligible []bool
	palette  []Kind
}

// newModel starts with n servers of a few kinds, so that indexes have the form of buckets, or of many.
func newModel(t tester, n, kinds int) *model {
	m := &model{t: t, names: slices.Sorted(maps.Keys(testOrders))}
	for k := range kinds {
		m.palette = append(m.palette, Kind{Rate: float64(k/3 + 1), Workers: 1 + 2*(k%3)})
	}
	for i := range n {
		m.kinds, m.n, m.eligible = append(m.kinds, m.kind(i)), append(m.n, 0), append(m.eligible, true)
	}
	m.board = NewBoard(m.layout())
	d, err := NewDispatcher(m, m.board, NewRand(1, "model"))
	if err != nil {
		t.Fatalf("NewDispatcher: %v", err)
	}
	m.d = d
	return m
}

func (m *model) kind(i int) Kind { return m.palette[i%len(m.palette)] }

func (m *model) layout() *Layout {
	l, err := NewLayout(m.kinds)
	if err != nil {
		m.t.Fatalf("NewLayout(%v): %v", m.kinds, err)
	}
	return l
}

// Bind implements Binder.
func (m *model) Bind(v *View) error {
	m.private, m.own, m.order = nil, make([]int, len(m.kinds)), testOrders[m.names[0]]
	for _, name := range m.names {
		v.Index(testOrders[name])
		m.private = append(m.private, v.Private(testOrders[name]))
	}
	return nil
}

// Pick implements Policy by the first Order.
func (m *model) Pick(v *View, _ Job) int {
	i, _ := v.Best(v.Index(testOrders[m.names[0]]))
	return i
}

// lengths that lie at the edges of what an Index distinguishes.
var edgeLengths = []int{0, 1, 2, 3, 4, 5, 9, 100, bucketLen - 1, bucketLen, bucketLen + 1, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt, -1, math.MinInt}

func (m *model) length(b uint16) int {
	if b%4 > 0 {
		return int(b/4) % 6
	}
	return edgeLengths[int(b/4)%len(edgeLengths)]
}

func clamped(n int) int { return min(max(n, 0), math.MaxInt32) }

// do plays one action on both sides.
func (m *model) do(x action) {
	if x.op%8 == 7 {
		m.relayout(x)
		return
	}
	if len(m.n) == 0 {
		return
	}
	i := int(x.a) % len(m.n)
	switch x.op % 8 {
	case 0:
		m.board.Set(i, m.length(x.b))
		m.n[i] = clamped(m.length(x.b))
	case 1, 2:
		delta := int(x.b%2)*2 - 1
		m.board.Add(i, delta)
		m.n[i] = clamped(m.n[i] + delta)
	case 3:
		ok := x.b%2 == 0
		m.board.SetEligible(i, ok)
		m.eligible[i] = ok && m.kinds[i] != Kind{}
	case 4:
		m.load(x)
	case 5:
		m.setOwn(i, x.b)
	case 6:
		m.skip(x)
	}
}

func (m *model) load(x action) {
	n := make([]int32, len(m.n))
	for i := range n {
		n[i] = int32(int(x.a)*i%7) - int32(x.b%3)
		m.n[i] = clamped(int(n[i]))
	}
	m.board.Load(n)
}

// setOwn changes a length in the private indexes, or ranks one of them anew.
func (m *model) setOwn(i int, b uint16) {
	if b%16 == 15 {
		m.order = testOrders[m.names[i%len(m.names)]]
		m.private[0].Reorder(m.order)
		return
	}
	m.own[i] = clamped(m.length(b))
	for _, x := range m.private {
		x.Set(i, m.length(b))
	}
}

// skip picks while some servers are skipped, also such as there are none of.
func (m *model) skip(x action) {
	skip := []int{int(x.a) % len(m.n), int(x.b) % len(m.n), int(x.a) % len(m.n), -1, len(m.n), int(x.b % 3)}
	shown := slices.Clone(m.eligible)
	for _, i := range skip {
		if i >= 0 && i < len(shown) {
			shown[i] = false
		}
	}
	want := m.best(testOrders[m.names[0]], m.n, shown)
	got := m.d.Pick(Job{Skip: skip})
	if got == None && len(want) > 0 || got != None && !slices.Contains(want, got) {
		m.t.Fatalf("Pick skipping %v: got %d, want one of %v", skip, got, want)
	}
}

func (m *model) relayout(x action) {
	switch i := int(x.a); {
	case x.b%4 == 0 && len(m.kinds) < 40:
		m.kinds, m.n, m.eligible = append(m.kinds, m.kind(i)), append(m.n, 0), append(m.eligible, true)
	case len(m.kinds) == 0:
	case x.b%4 == 1:
		last := len(m.kinds) - 1
		m.kinds, m.n, m.eligible = m.kinds[:last], m.n[:last], m.eligible[:last]
	case x.b%4 == 2:
		i %= len(m.kinds)
		m.kinds[i], m.eligible[i] = Kind{}, false
	default:
		i %= len(m.kinds)
		if m.kinds[i] == (Kind{}) {
			m.n[i], m.eligible[i] = 0, true
		}
		m.kinds[i] = m.kind(int(x.b) / 4)
	}
	m.board.Relayout(m.layout())
	if err := m.d.Rebind(); err != nil {
		m.t.Fatalf("Rebind: %v", err)
	}
}

// best is the set of servers that Best may return.
func (m *model) best(o Order, n []int, shown []bool) []int {
	least, set := math.Inf(1), []int(nil)
	for i, k := range m.kinds {
		if !shown[i] {
			continue
		}
		r := RoundRank(o.Rank(k, n[i]))
		if !(r < maxRank) {
			r = maxRank
		}
		r = max(r, -maxRank)
		if r < least {
			least, set = r, nil
		}
		if r == least {
			set = append(set, i)
		}
	}
	return set
}

// check compares everything that can be seen, and the order inside.
func (m *model) check() {
	m.t.Helper()
	m.checkBoard()
	for k, name := range m.names {
		o := testOrders[name]
		m.checkIndex(name, m.d.View().Index(o), o, m.n)
		if k == 0 {
			o = m.order
		}
		m.checkIndex(name+", private", m.private[k], o, m.own)
	}
	if len(m.board.shared) != len(m.names) {
		m.t.Fatalf("%d shared indexes for %d Orders", len(m.board.shared), len(m.names))
	}
}

func (m *model) checkBoard() {
	m.t.Helper()
	eligible := []int32{}
	for i := range m.n {
		if m.board.Len(i) != m.n[i] || m.board.Eligible(i) != m.eligible[i] {
			m.t.Fatalf("server %d: length %d, eligible %v; want %d, %v", i, m.board.Len(i), m.board.Eligible(i), m.n[i], m.eligible[i])
		}
		if m.eligible[i] {
			eligible = append(eligible, int32(i))
		}
	}
	if m.board.Eligibles() != len(eligible) {
		m.t.Fatalf("Eligibles: got %d, want %d", m.board.Eligibles(), len(eligible))
	}
	m.checkMembers(&m.board.roster.all, eligible)
	speed := m.board.roster.speed.node[m.board.roster.speed.leaves:]
	for c, class := range m.board.layout.Classes() {
		in := []int32{}
		for _, i := range class.Servers {
			if m.eligible[i] {
				in = append(in, int32(i))
			}
		}
		m.checkMembers(&m.board.roster.classes[c], in)
		if want := class.Kind.Capacity() * float64(len(in)); speed[c] != want {
			m.t.Fatalf("class %d: weight %v, want %v", c, speed[c], want)
		}
	}
}

func (m *model) checkMembers(got *members, want []int32) {
	m.t.Helper()
	if !slices.Equal(slices.Sorted(slices.Values(got.list)), want) {
		m.t.Fatalf("members: got %v, want %v", got.list, want)
	}
	for k, i := range got.list {
		if got.at[i] != int32(k) {
			m.t.Fatalf("server %d stands at %d, its place says %d", i, k, got.at[i])
		}
	}
}

func (m *model) checkIndex(name string, x *Index, o Order, n []int) {
	m.t.Helper()
	want := m.best(o, n, m.eligible)
	law := branches(func(r *Rand) int {
		i, length := x.Best(r)
		if i != None && length != n[i] {
			m.t.Fatalf("%s: Best: length of %d: got %d, want %d", name, i, length, n[i])
		}
		return i
	})
	if len(want) == 0 {
		want = []int{None}
	}
	if got := slices.Sorted(maps.Keys(law)); !slices.Equal(got, want) {
		m.t.Fatalf("%s: Best: one of %v, want one of %v (lengths %v)", name, got, want, n)
	}
	for i, p := range law {
		if math.Abs(p*float64(len(want))-1) > 1e-12 {
			m.t.Fatalf("%s: Best: %d has probability %v among %d", name, i, p, len(want))
		}
	}
	if got, _ := x.Best(m.d.View().Rand()); !slices.Contains(want, got) {
		m.t.Fatalf("%s: Best: got %d, want one of %v", name, got, want)
	}
	if b, ok := x.ranks.(*buckets); ok {
		m.checkBuckets(name, b)
	}
}

// checkBuckets looks whether each class is sorted and its boundaries are where lengths change.
func (m *model) checkBuckets(name string, b *buckets) {
	m.t.Helper()
	for k := range b.classes {
		c := &b.classes[k]
		if got := slices.Sorted(slices.Values(c.list)); len(got) != len(c.Servers) {
			m.t.Fatalf("%s: class %d has servers %v, want %v", name, k, got, c.Servers)
		}
		for at, i := range c.list {
			n := b.lengthIn(c, int(i))
			last := int32(len(c.list))
			if n <= c.top {
				last = c.start[n+1]
			}
			if int32(at) < c.start[n] || int32(at) >= last || b.place[i] != int32(at) {
				m.t.Fatalf("%s: server %d of length %d at %d, place %d, boundaries %v", name, i, n, at, b.place[i], c.start)
			}
		}
		if len(c.start) != c.top+2 {
			m.t.Fatalf("%s: %d boundaries for lengths up to %d", name, len(c.start), c.top)
		}
		if c.ties > 0 && c.high < c.top && rankOf(c.order, c.Kind, c.high+1) == c.rank {
			m.t.Fatalf("%s: length %d ranks as %d does", name, c.high+1, c.low)
		}
	}
}

func TestBoardAgainstModel(t *testing.T) {
	for name, kinds := range map[string]int{"one class": 1, "buckets": 5, "tree": 40} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := newModel(t, rapid.IntRange(0, 24).Draw(t, "servers"), kinds)
				m.check()
				for range rapid.IntRange(1, 40).Draw(t, "actions") {
					m.do(action{rapid.Uint8Range(0, 7).Draw(t, "op"), rapid.Uint16().Draw(t, "a"), rapid.Uint16().Draw(t, "b")})
					m.check()
				}
			})
		})
	}
}

// FuzzBoard replays bytes as actions, five each.
func FuzzBoard(f *testing.F) {
	f.Add(uint8(3), uint8(2), []byte{0, 1, 0, 8, 0, 3, 1, 0, 1, 0, 6, 0, 0, 1, 0})
	f.Add(uint8(20), uint8(40), []byte{7, 1, 0, 2, 0, 7, 1, 0, 3, 0, 4, 9, 0, 1, 0})
	f.Add(uint8(5), uint8(1), []byte{0, 1, 0, 40, 0, 3, 1, 0, 1, 0, 3, 2, 0, 1, 0, 3, 1, 0, 0, 0, 5, 3, 0, 15, 0})
	f.Add(uint8(0), uint8(7), []byte{7, 0, 0, 0, 0, 3, 0, 0, 1, 0, 7, 0, 0, 1, 0})
	f.Fuzz(func(t *testing.T, servers, kinds uint8, ops []byte) {
		m := newModel(t, int(servers)%30, 1+int(kinds)%40)
		for len(ops) >= 5 {
			m.do(action{ops[0], uint16(ops[1]) | uint16(ops[2])<<8, uint16(ops[3]) | uint16(ops[4])<<8})
			m.check()
			ops = ops[5:]
		}
	})
}
