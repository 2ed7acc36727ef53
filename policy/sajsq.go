package policy

import steelyard "github.com/steelyard-lb/steelyard"

var sajsq = Entry{
	Name:     "sajsq",
	Summary:  "the shortest queue of all and, among those, the fastest server",
	Source:   "SA-JSQ: Bhambay, Bueke, Mukhopadhyay 2023",
	Messages: "1",
	Examples: []string{"sajsq"},
	New:      func(Args) (steelyard.Policy, error) { return &shortestThenFastest{}, nil },
}

type shortestThenFastest struct{ best }

// Bind implements steelyard.Binder.
func (p *shortestThenFastest) Bind(v *steelyard.View) error {
	p.order = byLengthThenSpeed{fastest: fastest(v.Layout())}
	return p.best.Bind(v)
}

// Ranking implements the method of best; it does not need a layout.
func (p *shortestThenFastest) Ranking() (order steelyard.Order, fastestFirst bool) {
	return byLength{}, true
}
