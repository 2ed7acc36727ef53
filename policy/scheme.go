package policy

import (
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
)

var scheme1 = Entry{
	Name:     "scheme1",
	Summary:  "asks d[j] servers of each class: the shortest queue, the fastest class among ties",
	Source:   "Scheme 1: Mukhopadhyay, Karthik, Mazumdar 2016",
	Messages: "sum of d",
	Params:   []Param{perClass},
	Examples: []string{"scheme1(d=[2])", "scheme1(d=[2,2])", "scheme1(d=[1,0,2])"},
	New: func(a Args) (steelyard.Policy, error) {
		return newScheme(a, byLength{})
	},
}

var scheme2 = Entry{
	Name:     "scheme2",
	Summary:  "asks d[j] servers of each class: the largest C/q, the fastest class among ties and idle ones",
	Source:   "Scheme 2: Mukhopadhyay, Karthik, Mazumdar 2016",
	Messages: "sum of d",
	Params: []Param{perClass, {
		Name: "plus1", Doc: "whether the job counts itself, C/(q+1): then a busy fast server may beat an idle slow one",
		Words: []string{"false", "true"}, Default: "false",
	}},
	Examples: []string{"scheme2(d=[2])", "scheme2(d=[2,2])", "scheme2(d=[2,2], plus1=true)", "scheme2(d=[1,0,2])"},
	New: func(a Args) (steelyard.Policy, error) {
		if a.Is("plus1", "true") {
			return newScheme(a, byDelay{})
		}
		return newScheme(a, byIdleThenDrain{})
	},
}

var perClass = Param{
	Name: "d", Doc: "how many servers of each class are asked",
	Numbers: WholeList, Max: maxServers,
}

// classQuery is the fixed query of the parameter d, a list with an entry per class.
func classQuery(a Args) (fixedQuery, error) {
	query, total := fixedQuery(a.Ints("d")), 0
	for _, d := range query {
		total += d
	}
	if total == 0 {
		return nil, fmt.Errorf("%s: want at least one server to be asked", a.text("d"))
	}
	return query, nil
}

func newScheme(a Args, order steelyard.Order) (steelyard.Policy, error) {
	query, err := classQuery(a)
	if err != nil {
		return nil, err
	}
	return steelyard.NewRulePolicy(func(g []steelyard.Group) (steelyard.Rule, error) {
		if err := checkClasses(a, "d", g); err != nil {
			return steelyard.Rule{}, err
		}
		return steelyard.Rule{Query: query, Choose: smallest{order: order, fastestFirst: true}}, nil
	}), nil
}
