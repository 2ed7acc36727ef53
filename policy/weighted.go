package policy

import steelyard "github.com/steelyard-lb/steelyard"

var weighted = Entry{
	Name:     "weighted",
	Summary:  "a server drawn with probability proportional to its capacity",
	Source:   "WR in Goren, Vargaftik, Moses 2021",
	Messages: "0",
	Examples: []string{"weighted"},
	New:      func(Args) (steelyard.Policy, error) { return bySpeed{}, nil },
}

type bySpeed struct{}

// Pick implements steelyard.Policy.
func (bySpeed) Pick(v *steelyard.View, _ steelyard.Job) int { return v.BySpeed() }

// Rule implements steelyard.Ruled.
func (bySpeed) Rule([]steelyard.Group) (steelyard.Rule, error) {
	return steelyard.Rule{Query: drawQuery{d: 1, bySpeed: true}, Choose: smallest{order: byLength{}}}, nil
}
