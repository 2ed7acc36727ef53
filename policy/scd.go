package policy

import steelyard "github.com/steelyard-lb/steelyard"

var scd = Entry{
	Name:     "scd",
	Summary:  "stochastic coordination; a single job goes to the smallest (q+1/2)/mu",
	Source:   "SCD: Goren, Vargaftik, Moses 2021",
	Messages: "1",
	Examples: []string{"scd"},
	New:      func(Args) (steelyard.Policy, error) { return newBest(byHalfDelay{}) },
}
