package policy

import steelyard "github.com/steelyard-lb/steelyard"

// estimates are queue lengths as one dispatcher believes them: what it last saw of each server and what it has sent since. They start
// at 0.
type estimates struct {
	index *steelyard.Index
	kept  []int32 // while the index is made anew
	sent  []int32 // in the batch under way
}

func (e *estimates) bind(v *steelyard.View, order steelyard.Order) {
	n := v.Layout().Len()
	for i := range e.kept {
		e.kept[i] = int32(e.index.Len(i))
	}
	for len(e.kept) < n {
		e.kept, e.sent = append(e.kept, 0), append(e.sent, 0)
	}
	e.kept, e.sent = e.kept[:n], e.sent[:n]
	for i := range n {
		if v.Layout().Class(i) == steelyard.None {
			e.kept[i] = 0
		}
	}
	e.index = v.Private(order)
	e.index.Load(e.kept)
}

// place picks the server that ranks smallest and counts the job there.
func (e *estimates) place(v *steelyard.View) int {
	i, n := v.Best(e.index)
	if i != steelyard.None {
		e.index.Set(i, n+1)
	}
	return i
}

// ask learns the length of queue i.
func (e *estimates) ask(v *steelyard.View, i int) { e.index.Set(i, v.Len(i)) }

// sync learns the lengths at the destinations of a batch, to which its jobs add.
func (e *estimates) sync(v *steelyard.View, batch []int) {
	for _, i := range batch {
		if i != steelyard.None {
			e.sent[i]++
		}
	}
	for _, i := range batch {
		if i != steelyard.None && e.sent[i] > 0 {
			e.index.Set(i, v.Len(i)+int(e.sent[i]))
			e.sent[i] = 0
		}
	}
}
