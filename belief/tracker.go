package belief

import "github.com/steelyard-lb/steelyard"

// Tracker keeps a dispatcher's belief on its board. Times are seconds of any one clock.
type Tracker interface {
	// Sent tells of a job of the dispatcher's own that went to server i at the time at.
	Sent(i int, at float64)
	// Done tells of a job of its own that ended at server i at the time at.
	Done(i int, at float64)
	// Report tells that the queue of server i, read at the time at, was n jobs long.
	Report(i, n int, at float64)
	// Relayout follows the board's layout after it has changed.
	Relayout()
}

// NewTracker returns the tracker of a view, nil for views that follow the servers and not the dispatcher (Fresh, Stale).
// dispatchers is how many share the servers.
func NewTracker(v View, b *steelyard.Board, dispatchers int) Tracker {
	switch v.Kind {
	case LocalRaw:
		return NewLocal(b, 1)
	case LocalScaled:
		return NewLocal(b, dispatchers)
	case Reported:
		return NewReports(b)
	}
	return nil
}
