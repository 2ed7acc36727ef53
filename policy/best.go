package policy

import steelyard "github.com/steelyard-lb/steelyard"

// best sends a job to the server that ranks smallest of all, uniformly among ties.
type best struct {
	order steelyard.Order
	index *steelyard.Index
}

func newBest(o steelyard.Order) (steelyard.Policy, error) { return &best{order: o}, nil }

// Bind implements steelyard.Binder.
func (p *best) Bind(v *steelyard.View) error {
	p.index = v.Index(p.order)
	return nil
}

// Pick implements steelyard.Policy.
func (p *best) Pick(v *steelyard.View, _ steelyard.Job) int {
	i, _ := v.Best(p.index)
	return i
}

// Ranking tells models by what the choice among all servers is made.
func (p *best) Ranking() (order steelyard.Order, fastestFirst bool) { return p.order, false }
