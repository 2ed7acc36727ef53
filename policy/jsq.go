package policy

import (
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
)

var jsq = Entry{
	Name:     "jsq",
	Summary:  "the shortest queue of all, or of d servers drawn uniformly",
	Source:   "JSQ; SQ(d): Vvedenskaya, Dobrushin, Karpelevich 1996, Mitzenmacher 2001",
	Messages: "d; of all: 1",
	Params:   []Param{drawn, replace, perBatch},
	Examples: []string{"jsq", "jsq(d=2)", "jsq(d=3, replace=true)", "jsq(d=2, sample=round)"},
	New:      func(a Args) (steelyard.Policy, error) { return bestOf(a, byLength{}, false) },
}

// drawn is the parameter d of policies that ask all servers unless told otherwise.
var drawn = Param{
	Name: "d", Doc: "how many servers are asked",
	Numbers: Whole, Min: 1, Max: maxServers, Words: []string{"all"}, Default: "all",
}

// asked is the parameter d of policies that always draw.
var asked = Param{
	Name: "d", Doc: "how many servers are asked",
	Numbers: Whole, Min: 1, Max: maxServers, Default: "2",
}

var replace = Param{
	Name: "replace", Doc: "whether a server may be drawn twice",
	Words: []string{"false", "true"}, Default: "false",
}

// bestOf makes the policy that ranks by order the d servers drawn, or all.
func bestOf(a Args, order steelyard.Order, bySpeed bool) (steelyard.Policy, error) {
	if a.Is("d", "all") {
		return bestOfAll(a, order)
	}
	q := drawQuery{d: a.Int("d"), bySpeed: bySpeed, replace: a.Is("replace", "true")}
	p := sampled{query: q, order: order}
	if a.Is("sample", "round") {
		return &sampledOnce{sampled: p}, nil
	}
	return &p, nil
}

// bestOfAll refuses parameters that say how to draw where nothing is drawn.
func bestOfAll(a Args, order steelyard.Order) (steelyard.Policy, error) {
	for _, p := range []Param{replace, perBatch} {
		if !a.Is(p.Name, p.Default) {
			return nil, fmt.Errorf("%s: want d with it, the number of servers to draw", a.text(p.Name))
		}
	}
	return newBest(order)
}
