package optimal

import (
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// picks is what a policy does in every state: the probabilities of the states to which an arrival leads.
type picks struct {
	start []int32 // of each state's targets in the lists
	class []int32 // that the job joins
	up    []int32 // offset of where that leads
	prob  []float64
}

// sender sends arrivals as the policy picks.
func (p *picks) sender(l *law) sender {
	return func(w *walk, arrivals float64) {
		for k := p.start[w.state]; k < p.start[w.state+1]; k++ {
			l.add(w, int(p.class[k]), int(p.up[k]), arrivals*p.prob[k])
		}
	}
}

// enumerator plays a policy on a board, branch by branch.
type enumerator struct {
	board      *steelyard.Board
	script     *steelyard.Script
	dispatcher *steelyard.Dispatcher
}

func newEnumerator(l *steelyard.Layout, spec policy.Spec) (*enumerator, error) {
	e := &enumerator{board: steelyard.NewBoard(l), script: steelyard.NewScript()}
	p, err := spec.New()
	if err != nil {
		return nil, err
	}
	e.dispatcher, err = steelyard.NewDispatcher(p, e.board, e.script.Rand())
	return e, err
}

// enumerate works out what the policy picks in every state. A queue at its limit is not eligible.
func (e *enumerator) enumerate(s *space) (*picks, error) {
	p := &picks{start: make([]int32, 1, s.size+1)}
	for w := s.walk(); w.next(); {
		if w.state < s.last() {
			e.show(w)
			if err := e.pick(w, p); err != nil {
				return nil, err
			}
		}
		p.start = append(p.start, int32(len(p.up)))
	}
	return p, nil
}

// show puts the present state on the board.
func (e *enumerator) show(w *walk) {
	for c, r := range w.rows {
		for place, i := range w.space.classes[c].Servers {
			n := int(r.lengths[place])
			if n != e.board.Len(i) {
				e.board.Set(i, n)
			}
			e.board.SetEligible(i, n < w.space.limits[c])
		}
	}
}

func (e *enumerator) pick(w *walk, p *picks) error {
	law := steelyard.PickLaw(e.dispatcher, e.script, steelyard.Job{})
	sum := 0.0
	for c, r := range w.rows {
		servers := w.space.classes[c].Servers
		for _, m := range r.moves {
			x := 0.0
			for _, i := range servers[m.place : m.place+m.servers] {
				x += law[i]
			}
			if x > 0 {
				p.class, p.up, p.prob = append(p.class, int32(c)), append(p.up, int32(m.up)), append(p.prob, x)
				sum += x
			}
		}
	}
	if !(sum > 1-1e-9 && sum < 1+1e-9) {
		return fmt.Errorf("policy: its picks at queue lengths %v have the sum of probabilities %v, want 1", e.board.Lens(), sum)
	}
	return nil
}
