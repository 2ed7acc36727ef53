package policy

import steelyard "github.com/steelyard-lb/steelyard"

var hjsq = Entry{
	Name:     "hjsq",
	Summary:  "the smallest q/mu of d servers drawn by speed (speed-weighted random-2)",
	Source:   "hJSQ(d) in Goren, Vargaftik, Moses 2021",
	Messages: "d",
	Params:   []Param{asked, replace, perBatch},
	Examples: []string{"hjsq(d=2)", "hjsq(d=2, replace=true)", "hjsq(d=2, sample=round)"},
	New:      func(a Args) (steelyard.Policy, error) { return bestOf(a, byDrain{}, true) },
}
