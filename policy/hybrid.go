package policy

import steelyard "github.com/steelyard-lb/steelyard"

var hybrid = Entry{
	Name:     "hybrid",
	Summary:  "a class drawn with fixed probabilities, then the shortest queue of d servers of it",
	Source:   "hybrid SQ(d) of Mukhopadhyay, Karthik, Mazumdar 2016",
	Messages: "d",
	Params:   []Param{split, asked},
	Examples: []string{"hybrid(p=[1], d=2)", "hybrid(p=[.3,.7], d=2)", "hybrid(p=[.5,0,.5], d=1)"},
	New:      newHybrid,
}

func newHybrid(a Args) (steelyard.Policy, error) {
	rule, err := newSplitRule(a, a.Int("d"))
	if err != nil {
		return nil, err
	}
	return steelyard.NewRulePolicy(rule.Rule), nil
}
