package sim

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
)

// views is what dispatchers believe when they do not see the truth.
type views struct {
	site     *eventList
	view     belief.View
	trackers []belief.Tracker // one per dispatcher; nil if all see one snapshot
	boards   []*steelyard.Board
	refresh  float64 // when the next snapshot is taken
	mail     fifo[answer]
}

// answer tells a dispatcher that one of its jobs has ended.
type answer struct {
	due, read float64
	to        int32
	server    int32
	n         int32 // left there
}

// openViews makes the dispatchers, each on the board that its view wants.
func (e *eventList) openViews() error {
	view := e.config.Dispatchers.View
	if view.Kind == belief.Fresh {
		return e.dispatch(func(int) *steelyard.Board { return e.truth })
	}
	v := &views{site: e, view: view, refresh: never}
	if view.Kind == belief.Stale {
		v.refresh = 0
		v.boards = []*steelyard.Board{steelyard.NewBoard(e.layout)}
	} else {
		for range e.config.Dispatchers.count() {
			b := steelyard.NewBoard(e.layout)
			v.boards = append(v.boards, b)
			v.trackers = append(v.trackers, belief.NewTracker(view, b, e.config.Dispatchers.count()))
		}
	}
	e.views = v
	return e.dispatch(v.board)
}

// board is what dispatcher d sees.
func (v *views) board(d int) *steelyard.Board { return v.boards[min(d, len(v.boards)-1)] }

func (v *views) sent(d, i int) {
	if v.trackers != nil {
		v.trackers[d].Sent(i, v.site.now)
	}
}

// done is called when a job of dispatcher d has ended at server i and n remain.
func (v *views) done(d, i, n int) {
	if v.trackers == nil {
		return
	}
	a := answer{read: v.site.now, to: int32(d), server: int32(i), n: int32(n)}
	if v.view.Kind == belief.Reported {
		v.site.sums.unasked++
		if v.view.Seconds > 0 {
			a.due = a.read + v.view.Seconds
			v.mail.push(a)
			v.site.other = min(v.site.other, a.due)
			return
		}
	}
	v.tell(a)
}

func (v *views) tell(a answer) {
	t := v.trackers[a.to]
	t.Done(int(a.server), a.read)
	t.Report(int(a.server), int(a.n), a.read)
}

// next is when a dispatcher learns something.
func (v *views) next() float64 {
	if v.mail.n == 0 {
		return v.refresh
	}
	return min(v.refresh, v.mail.at(0).due)
}

// update lets the next answer or snapshot arrive.
func (v *views) update() {
	if v.mail.n > 0 && v.mail.at(0).due <= v.refresh {
		v.tell(v.mail.pop())
		return
	}
	v.boards[0].Load(v.site.truth.Lens())
	v.site.sums.unasked += int64(len(v.site.class))
	v.refresh += v.view.Seconds
	for _, d := range v.site.dispatchers {
		d.Round()
	}
}

// relayout follows a change of the fleet.
func (v *views) relayout(l *steelyard.Layout) {
	for d, b := range v.boards {
		b.Relayout(l)
		if v.trackers != nil {
			v.trackers[d].Relayout()
		}
	}
}
