package policy

import steelyard "github.com/steelyard-lb/steelyard"

var roundrobin = Entry{
	Name:     "roundrobin",
	Summary:  "the servers in turn",
	Source:   "folklore",
	Messages: "0",
	Examples: []string{"roundrobin"},
	Memory:   remembers,
	New:      func(Args) (steelyard.Policy, error) { return &inTurn{}, nil },
}

type inTurn struct{ next int }

// Pick implements steelyard.Policy.
func (p *inTurn) Pick(v *steelyard.View, _ steelyard.Job) int {
	n := v.Layout().Len()
	for range n {
		if p.next >= n {
			p.next = 0
		}
		i := p.next
		p.next++
		if v.Eligible(i) {
			return i
		}
	}
	return steelyard.None
}
