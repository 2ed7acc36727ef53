package belief

import "github.com/steelyard-lb/steelyard"

// Local believes that a queue holds the dispatcher's own jobs, times a factor for those of its peers.
type Local struct {
	board *steelyard.Board
	own   []int32
	times int
}

// NewLocal returns a tracker that shows times the dispatcher's own count; with times the number of dispatchers the estimate is
// right on average when they share the traffic equally.
func NewLocal(b *steelyard.Board, times int) *Local {
	return &Local{board: b, own: make([]int32, b.Layout().Len()), times: max(times, 1)}
}

// Sent implements Tracker.
func (l *Local) Sent(i int, _ float64) { l.add(i, 1) }

// Done implements Tracker.
func (l *Local) Done(i int, _ float64) { l.add(i, -1) }

// Report implements Tracker: what servers report is not used.
func (l *Local) Report(int, int, float64) {}

func (l *Local) add(i int, delta int32) {
	l.own[i] = max(l.own[i]+delta, 0)
	l.board.Set(i, int(l.own[i])*l.times)
}

// Own is the number of the dispatcher's own jobs at server i.
func (l *Local) Own(i int) int { return int(l.own[i]) }

// Relayout implements Tracker.
func (l *Local) Relayout() { l.own = resize(l.own, l.board.Layout().Len()) }

// resize gives a slice per server the length n, with zeros for servers that come.
func resize[T any](x []T, n int) []T {
	for len(x) < n {
		var zero T
		x = append(x, zero)
	}
	return x[:n]
}
