package policy

import steelyard "github.com/steelyard-lb/steelyard"

var random = Entry{
	Name:     "random",
	Summary:  "a server drawn uniformly",
	Source:   "folklore",
	Messages: "0",
	Examples: []string{"random"},
	New:      func(Args) (steelyard.Policy, error) { return uniform{}, nil },
}

type uniform struct{}

// Pick implements steelyard.Policy.
func (uniform) Pick(v *steelyard.View, _ steelyard.Job) int { return v.Any() }

// Rule implements steelyard.Ruled.
func (uniform) Rule([]steelyard.Group) (steelyard.Rule, error) {
	return steelyard.Rule{Query: drawQuery{d: 1}, Choose: smallest{order: byLength{}}}, nil
}
