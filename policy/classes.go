package policy

import (
	"errors"
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
)

var classes = Entry{
	Name:     "classes",
	Summary:  "the general framework: draws how many servers of each class are asked, and by which are idle the class that gets the job",
	Source:   "Abdul Jaleel, Wickeham, Doroudi, Gardner 2022",
	Messages: "d",
	Params: []Param{
		{
			Name: "query", Doc: "the kind of query law to tune, as in classes(query=ind, d=4)", Words: []string{"gen", "ind", "iid", "src", "det", "br", "uni"}, Default: "gen",
		},
		{Name: "d", Doc: "how many servers a query to tune asks", Numbers: Whole, Min: 1, Max: mostTuned, Words: []string{given}, Default: given},
		{Name: "inside", Doc: "which busy server of a class", Words: []string{"shortest", "uniform"}, Default: "shortest"},
		{Name: "file", Doc: "what the command tune wrote", Numbers: FileName, Words: []string{noFile}, Default: noFile},
		{Name: "ask", Doc: "for each mix the number of servers asked of each class", Numbers: WholeTable, Max: maxServers, Words: []string{tuned}, Default: tuned},
		{Name: "p", Doc: "the probability of each mix", Numbers: RealTable, Max: 1, Words: []string{tuned}, Default: tuned},
		{
			Name: "send", Doc: "for each mix and fastest idle class (none being the last) the probability of each class",
			Numbers: RealTable, Max: 1, Words: []string{tuned}, Default: tuned,
		},
	},
	Examples: []string{
		"classes(ask=[2], p=[1], send=[1,1])",
		"classes(ask=[2,0,1,1], p=[.5,.5], send=[1,0,0,0,1,0,1,0,.3,.7,.6,.4])",
		"classes(inside=uniform, ask=[2,1,1,1], p=[.25,.75], send=[1,0,0,1,.5,.5,1,0,.3,.7,.6,.4])",
		"classes(ask=[1,1,1], p=[1], send=[1,0,0,.5,.5,0,0,.5,.5,.4,.4,.2])",
	},
	New: newClasses,
}

// The words that stand where something is not given.
const (
	given  = "given"
	noFile = "none"
	tuned  = "tuned"
)

// mostTuned bounds the number of servers asked by a query that is to be tuned.
const mostTuned = 12

// Untuned says whether a policy has parameters that are to be worked out for a fleet and a load, or read from a file, before it can work.
func Untuned(s Spec) bool { return s.Name() == classes.Name && s.args.Is("p", tuned) }

// Plan is the plan that the tables of a policy classes are.
func (s Spec) Plan() (Plan, error) {
	if s.Name() != classes.Name || Untuned(s) {
		return Plan{}, fmt.Errorf("%s: no plan: want classes with its tables", s)
	}
	return readPlan(s.args)
}

func newClasses(a Args) (steelyard.Policy, error) {
	tables := 0
	for _, name := range []string{"ask", "p", "send"} {
		if !a.Is(name, tuned) {
			tables++
		}
	}
	switch {
	case tables > 0 && tables < 3:
		return nil, errors.New("want ask, p and send together, or none of them")
	case tables == 3 && (!a.Is("d", given) || !a.Is("file", noFile)):
		return nil, errors.New("ask, p and send are given: want neither d nor file beside them")
	case tables == 3:
		return newPlanPolicy(a)
	case a.Is("d", given) == a.Is("file", noFile):
		return nil, errors.New("want one of d (to be tuned), file, or the tables ask, p and send")
	}
	return steelyard.NewRulePolicy(func([]steelyard.Group) (steelyard.Rule, error) {
		return steelyard.Rule{}, fmt.Errorf("%s is not tuned: its parameters follow from a fleet and a load; "+
			"want classes(file=FILE), of a file that tune --family classes --out FILE has written", Spec{args: a})
	}), nil
}

func newPlanPolicy(a Args) (steelyard.Policy, error) {
	plan, err := readPlan(a)
	if err != nil {
		return nil, err
	}
	return steelyard.NewRulePolicy(func(g []steelyard.Group) (steelyard.Rule, error) {
		rule := plan.Rule()
		_, err := rule.Query.Limit(g)
		return rule, err
	}), nil
}
