package steelyard

// Lengths answers how long a queue is when a policy asks. An owner that knows lengths only on demand puts one before
// its board: see [Dispatcher.Ask].
type Lengths interface {
	Len(i int) int
}

// View is what one policy sees of the servers, and its source of randomness. All drawing methods return eligible
// servers only, and None, or no servers, if there are none.
type View struct {
	board   *Board
	rand    Rand
	asks    Lengths // nil: the board
	asked   uint64
	peers   int
	clock   func() float64
	need    Needs
	draw    sampler
	private []*Index // since it was last bound
}

// Layout is the current layout.
func (v *View) Layout() *Layout { return v.board.layout }

// Dispatchers is the number of dispatchers whose jobs the board does not show, this one included: see [Dispatcher.Share].
func (v *View) Dispatchers() int { return v.peers }

// Now is the owner's time in seconds, from any beginning; 0 for ever if the owner has no clock.
func (v *View) Now() float64 {
	if v.clock == nil {
		return 0
	}
	return v.clock()
}

// Len asks server i for the length of its queue. It counts as one message.
func (v *View) Len(i int) int {
	v.asked++
	if v.asks != nil {
		return v.asks.Len(i)
	}
	return int(v.board.n[i])
}

// Known is the length of queue i as the board has it, without asking: for policies that bound an Index, and those that work on a snapshot.
func (v *View) Known(i int) int { return int(v.board.n[i]) }

// Total is the number of jobs at all servers as the board has it, without asking.
func (v *View) Total() int { return int(v.board.total) }

// Eligible says whether server i may be picked.
func (v *View) Eligible(i int) bool { return v.board.eligible[i] }

// Eligibles is the number of servers that may be picked.
func (v *View) Eligibles() int { return len(v.board.roster.all.list) }

// EligiblesOf is the number of servers of class c that may be picked.
func (v *View) EligiblesOf(c int) int { return len(v.board.roster.classes[c].list) }

// Index returns the index that ranks all servers by o on the board's lengths. Call it in Bind only; equal Orders share one index.
func (v *View) Index(o Order) *Index {
	v.need.Index = true
	return v.board.index(o)
}

// Private returns an index by o over lengths that the policy itself sets, all 0 at first. Call it in Bind only.
func (v *View) Private(o Order) *Index {
	x := v.board.privateIndex(o)
	v.private = append(v.private, x)
	return x
}

// Best returns an eligible server of x's smallest rank, uniform among ties, and its length in x.
func (v *View) Best(x *Index) (i, n int) { return x.Best(&v.rand) }

// Rand is the view's randomness.
func (v *View) Rand() *Rand { return &v.rand }

// IntN returns a uniform integer in [0, n). n must be at least 1.
func (v *View) IntN(n int) int { return v.rand.IntN(n) }

// Chance is true with probability p.
func (v *View) Chance(p float64) bool { return v.rand.Chance(p) }

// Weighted returns i with probability weights[i] / sum(weights).
func (v *View) Weighted(weights []float64) int { return v.rand.Weighted(weights) }
