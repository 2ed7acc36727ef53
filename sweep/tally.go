package sweep

import "sync"

// whole is the share of a piece of work that is finished.
const whole = 1000

// tally tells how far pieces of work are that go on side by side.
type tally struct {
	tell   func(done, total int) // nil: nobody wants to know
	lock   sync.Mutex
	shares []int // of each piece that is done, of whole
	done   int   // their sum
}

func newTally(pieces int, tell func(done, total int)) *tally {
	return &tally{tell: tell, shares: make([]int, pieces)}
}

// advance notes how far a piece is.
func (t *tally) advance(piece, share int) {
	if t.tell == nil {
		return
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.done += share - t.shares[piece]
	t.shares[piece] = share
	t.tell(t.done, len(t.shares)*whole)
}
