package policy

import steelyard "github.com/steelyard-lb/steelyard"

var hjiq = Entry{
	Name:     "hjiq",
	Summary:  "the fastest idle server that this dispatcher knows of; else one drawn by speed",
	Source:   "hJIQ in Goren, Vargaftik, Moses 2021",
	Messages: "at most 1",
	Examples: []string{"hjiq"},
	Memory:   remembers,
	New:      func(Args) (steelyard.Policy, error) { return &fastestIdle{}, nil },
}

// fastestIdle ranks servers with a token before those without and the faster before the slower.
type fastestIdle struct {
	tokens tokens
	index  *steelyard.Index // length 0: has a token, 1: has none
	heap   heap
	layout *steelyard.Layout
}

// byTokenThenSpeed ranks servers with a token, of length 0, by their rate.
type byTokenThenSpeed struct{ fastest float64 }

func (o byTokenThenSpeed) Rank(k steelyard.Kind, n int) float64 {
	return min(float64(n), 1) + 1/(1+k.Rate/o.fastest)
}

// Bind implements steelyard.Binder.
func (p *fastestIdle) Bind(v *steelyard.View) error {
	p.layout = v.Layout()
	p.tokens.bind(p.layout)
	p.index = v.Private(byTokenThenSpeed{fastest: fastest(p.layout)})
	for i := range p.layout.Len() {
		if !p.tokens.has(i) {
			p.index.Set(i, 1)
		}
	}
	p.heap = make(heap, 0, p.layout.Len())
	return nil
}

// Idle implements steelyard.Idler.
func (p *fastestIdle) Idle(i int) {
	p.tokens.add(i)
	if p.tokens.has(i) {
		p.index.Set(i, 0)
	}
}

func (p *fastestIdle) use(i int) {
	p.tokens.remove(i)
	p.index.Set(i, 1)
}

// Pick implements steelyard.Policy.
func (p *fastestIdle) Pick(v *steelyard.View, _ steelyard.Job) int {
	i, n := v.Best(p.index)
	if i == steelyard.None || n > 0 {
		return v.BySpeed()
	}
	p.use(i)
	return i
}

// PickBatch implements steelyard.Batcher: each job goes to the token whose server has the least of this batch for its speed, the faster
// one among ties. Tokens of servers that get none are kept.
func (p *fastestIdle) PickBatch(v *steelyard.View, jobs int, dst []int) []int {
	p.heap = p.heap[:0]
	for _, i := range p.tokens.front(v) {
		p.heap = append(p.heap, heapItem{second: -p.layout.Kind(int(i)).Capacity(), server: i})
	}
	if len(p.heap) == 0 {
		for range jobs {
			dst = append(dst, v.BySpeed())
		}
		return dst
	}
	p.heap.order()
	for range jobs {
		first := &p.heap[0]
		dst = append(dst, int(first.server))
		if first.key == 0 {
			p.use(int(first.server))
		}
		first.key = steelyard.RoundRank(first.key - 1/first.second)
		p.heap.sink(0)
	}
	return dst
}

// fastest is the rate of the fastest class, 1 if there is none.
func fastest(l *steelyard.Layout) float64 {
	if classes := l.Classes(); len(classes) > 0 {
		return classes[0].Kind.Rate
	}
	return 1
}
