package policy

import steelyard "github.com/steelyard-lb/steelyard"

var lsq = Entry{
	Name:     "lsq",
	Summary:  "the shortest queue as this dispatcher believes; it asks d servers drawn uniformly, and those it sends to",
	Source:   "LSQ: Vargaftik, Keslassy, Orda 2020, as in Goren, Vargaftik, Moses 2021",
	Messages: "d+1; with rounds d per round and 1 per destination",
	Params:   []Param{asked},
	Examples: []string{"lsq(d=2)"},
	Memory:   remembers,
	New:      func(a Args) (steelyard.Policy, error) { return newLocalQueues(a, byLength{}, false) },
}

var hlsq = Entry{
	Name:     "hlsq",
	Summary:  "the smallest q/mu as this dispatcher believes; it asks d servers drawn by speed, and those it sends to",
	Source:   "hLSQ in Goren, Vargaftik, Moses 2021",
	Messages: "d+1; with rounds d per round and 1 per destination",
	Params:   []Param{asked},
	Examples: []string{"hlsq(d=2)"},
	Memory:   remembers,
	New:      func(a Args) (steelyard.Policy, error) { return newLocalQueues(a, byDrain{}, true) },
}

// localQueues places jobs on estimates. It asks d servers for their lengths in every round, also in those without arrivals, and before
// every job that comes alone; and it learns the lengths at its destinations.
type localQueues struct {
	estimates estimates
	order     steelyard.Order
	bySpeed   bool
	d         int
	one       [1]int
}

func newLocalQueues(a Args, order steelyard.Order, bySpeed bool) (steelyard.Policy, error) {
	return &localQueues{order: order, bySpeed: bySpeed, d: a.Int("d")}, nil
}

// Bind implements steelyard.Binder.
func (p *localQueues) Bind(v *steelyard.View) error {
	p.estimates.bind(v, p.order)
	return nil
}

// Round implements steelyard.Rounder.
func (p *localQueues) Round(v *steelyard.View) { p.refresh(v) }

func (p *localQueues) refresh(v *steelyard.View) {
	sample := v.Sample
	if p.bySpeed {
		sample = v.SampleBySpeed
	}
	for _, i := range sample(p.d) {
		p.estimates.ask(v, int(i))
	}
}

// Pick implements steelyard.Policy.
func (p *localQueues) Pick(v *steelyard.View, _ steelyard.Job) int {
	p.refresh(v)
	p.one[0] = p.estimates.place(v)
	p.estimates.sync(v, p.one[:])
	return p.one[0]
}

// PickBatch implements steelyard.Batcher.
func (p *localQueues) PickBatch(v *steelyard.View, jobs int, dst []int) []int {
	from := len(dst)
	for range jobs {
		dst = append(dst, p.estimates.place(v))
	}
	p.estimates.sync(v, dst[from:])
	return dst
}
