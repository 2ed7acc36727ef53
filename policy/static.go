package policy

import (
	"fmt"
	"math"

	steelyard "github.com/steelyard-lb/steelyard"
)

var static = Entry{
	Name:     "static",
	Summary:  "a class drawn with fixed probabilities, then any server of it",
	Source:   "state-independent scheme of Mukhopadhyay, Karthik, Mazumdar 2016; d=1 in Gardner et al. 2020",
	Messages: "0",
	Params:   []Param{split},
	Examples: []string{"static(p=[1])", "static(p=[.3,.7])", "static(p=[.5,.2,.3])"},
	New:      newStatic,
}

var split = Param{
	Name: "p", Doc: "the probability of each class; they sum to 1",
	Numbers: RealList, Max: 1,
}

// fixedSplit draws a class and a server of it, and asks none for its length.
type fixedSplit struct {
	splitRule
}

func newStatic(a Args) (steelyard.Policy, error) {
	rule, err := newSplitRule(a, 1)
	if err != nil {
		return nil, err
	}
	return &fixedSplit{rule}, nil
}

// Bind implements steelyard.Binder.
func (p *fixedSplit) Bind(v *steelyard.View) error {
	_, err := p.Rule(v.Layout().Groups())
	return err
}

// Pick implements steelyard.Policy.
func (p *fixedSplit) Pick(v *steelyard.View, _ steelyard.Job) int {
	c := v.Weighted(p.query.p)
	if v.EligiblesOf(c) == 0 {
		return v.Any()
	}
	return v.AnyOf(c)
}

// splitRule draws a class by fixed probabilities and takes the shortest queue of those asked there.
type splitRule struct {
	args  Args
	query oneClassQuery
}

// newSplitRule requires probabilities that sum to 1, but for what is lost by writing them with a few digits.
func newSplitRule(a Args, d int) (splitRule, error) {
	given, sum := a.Floats("p"), 0.0
	for _, x := range given {
		sum += x
	}
	if math.Abs(sum-1) > 1e-6 {
		return splitRule{}, fmt.Errorf("%s: the sum is %v, want 1", a.text("p"), sum)
	}
	p := make([]float64, len(given))
	for c, x := range given {
		p[c] = x / sum
	}
	return splitRule{args: a, query: oneClassQuery{p: p, d: d}}, nil
}

// Rule implements steelyard.Ruled.
func (p splitRule) Rule(g []steelyard.Group) (steelyard.Rule, error) {
	if err := checkClasses(p.args, "p", g); err != nil {
		return steelyard.Rule{}, err
	}
	return steelyard.Rule{Query: p.query, Choose: smallest{order: byLength{}}}, nil
}

// checkClasses requires one entry of a list for each class of servers.
func checkClasses(a Args, list string, g []steelyard.Group) error {
	if n := len(a.Floats(list)); n != len(g) {
		return fmt.Errorf("%s: %s is for %d classes of servers, and there are %d", a.entry.Name, a.text(list), n, len(g))
	}
	return nil
}
