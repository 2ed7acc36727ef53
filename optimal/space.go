package optimal

import (
	"math"

	steelyard "github.com/steelyard-lb/steelyard"
)

// space is a fleet's states: every combination of one row per class. A job that arrives leads to a later state.
type space struct {
	classes []steelyard.Class
	limits  []int // per class, the longest queue
	rows    [][]row
	size    int
	most    int // jobs in the last state
}

func newSpace(classes []steelyard.Class, limits []int) *space {
	s := &space{classes: classes, limits: limits, rows: make([][]row, len(classes)), size: 1}
	for c := len(classes) - 1; c >= 0; c-- {
		s.rows[c] = classRows(classes[c], limits[c], s.size)
		s.size *= len(s.rows[c])
		s.most += len(classes[c].Servers) * limits[c]
	}
	return s
}

// sizeOf is the number of states with the given limits, or the greatest int if that is too large.
func sizeOf(classes []steelyard.Class, limits []int) int {
	size := 1.0
	for c, class := range classes {
		size *= float64(multisets(limits[c], len(class.Servers)))
	}
	if size > mostCounted {
		return math.MaxInt
	}
	return int(size)
}

// last is the state in which every queue is at its limit.
func (s *space) last() int { return s.size - 1 }

// find is the state with the given queue lengths of every class.
func (s *space) find(rows []*row) int {
	state := 0
	for c, r := range rows {
		state = state*len(s.rows[c]) + rank(r.lengths)
	}
	return state
}

// walk visits the states in order.
type walk struct {
	space *space
	at    []int // the present row of each class
	rows  []*row
	state int
	jobs  int
	rate  float64 // at which jobs leave
}

func (s *space) walk() *walk {
	return &walk{space: s, at: make([]int, len(s.rows)), rows: make([]*row, len(s.rows)), state: -1}
}

func (w *walk) next() bool {
	w.state++
	if w.state == w.space.size {
		return false
	}
	if w.state > 0 {
		w.step()
	}
	w.jobs, w.rate = 0, 0
	for c, k := range w.at {
		w.rows[c] = &w.space.rows[c][k]
		w.jobs += w.rows[c].jobs
		w.rate += w.rows[c].rate
	}
	return true
}

// step counts up the rows, the last class fastest.
func (w *walk) step() {
	for c := len(w.at) - 1; ; c-- {
		w.at[c]++
		if w.at[c] < len(w.space.rows[c]) {
			return
		}
		w.at[c] = 0
	}
}
