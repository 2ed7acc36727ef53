package policy

import steelyard "github.com/steelyard-lb/steelyard"

var wjsq = Entry{
	Name:     "wjsq",
	Summary:  "the shortest queue of d servers drawn by speed",
	Source:   "WJSQ-d: Gardner et al. 2020; Chen, Ye 2012",
	Messages: "d",
	Params:   []Param{asked, replace, perBatch},
	Examples: []string{"wjsq(d=2)", "wjsq(d=3, replace=true)", "wjsq(d=2, sample=round)"},
	New:      func(a Args) (steelyard.Policy, error) { return bestOf(a, byLength{}, true) },
}
