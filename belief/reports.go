package belief

import "github.com/steelyard-lb/steelyard"

// Reports believes the length that a server last reported, plus what the dispatcher itself has sent there since that length was read, less
// those of its own jobs that it saw end since.
type Reports struct {
	board *steelyard.Board
	said  []report
	sends []timeline // per server, the times of own sends after the last report was read
}

// report is the latest of a server.
type report struct {
	n    int32
	done int32 // own jobs that ended since
	read float64
}

// NewReports returns a tracker that begins with empty queues.
func NewReports(b *steelyard.Board) *Reports {
	r := &Reports{board: b}
	r.Relayout()
	return r
}

// Sent implements Tracker.
func (r *Reports) Sent(i int, at float64) {
	r.sends[i].push(at)
	r.show(i)
}

// Done implements Tracker. An end that the last report already shows changes nothing.
func (r *Reports) Done(i int, at float64) {
	if at > r.said[i].read {
		r.said[i].done++
		r.show(i)
	}
}

// Report implements Tracker. A report older than the last one is dropped; a negative length counts as 0.
func (r *Reports) Report(i, n int, at float64) {
	if at < r.said[i].read {
		return
	}
	r.said[i] = report{n: int32(max(n, 0)), read: at}
	r.sends[i].forget(at)
	r.show(i)
}

func (r *Reports) show(i int) {
	s := &r.said[i]
	r.board.Set(i, int(s.n)+r.sends[i].len()-int(s.done))
}

// Relayout implements Tracker.
func (r *Reports) Relayout() {
	n := r.board.Layout().Len()
	r.said = resize(r.said, n)
	r.sends = resize(r.sends, n)
}

// timeline is a queue of times in rising order.
type timeline struct {
	times []float64
	from  int
}

func (t *timeline) push(at float64) {
	if t.from > 0 && len(t.times) == cap(t.times) {
		t.times = t.times[:copy(t.times, t.times[t.from:])]
		t.from = 0
	}
	t.times = append(t.times, at)
}

// forget drops the times up to at.
func (t *timeline) forget(at float64) {
	for t.from < len(t.times) && t.times[t.from] <= at {
		t.from++
	}
	if t.from == len(t.times) {
		t.times, t.from = t.times[:0], 0
	}
}

func (t *timeline) len() int { return len(t.times) - t.from }
