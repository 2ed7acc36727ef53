package policy

import steelyard "github.com/steelyard-lb/steelyard"

var scd = Entry{
	Name: "scd",
	Summary: "stochastic coordination: jobs placed at once are drawn so that all dispatchers together balance the load; " +
		"a single job goes to the smallest (q+1/2)/mu",
	Source:   "SCD: Goren, Vargaftik, Moses 2021",
	Messages: "1",
	Params:   []Param{totalEstimate},
	Examples: []string{"scd", "scd(est=capacity)", "scd(est=20)"},
	New: func(a Args) (steelyard.Policy, error) {
		return newCoordinated(a, byHalfDelay{}, func(k steelyard.Kind) steelyard.Kind { return k })
	},
}

var twf = Entry{
	Name:     "twf",
	Summary:  "stochastic coordination as if all servers were equally fast; a single job goes to the shortest queue",
	Source:   "TWF: Goren, Vargaftik, Moses 2020",
	Messages: "1",
	Params:   []Param{totalEstimate},
	Examples: []string{"twf", "twf(est=1)"},
	New: func(a Args) (steelyard.Policy, error) {
		return newCoordinated(a, byLength{}, func(steelyard.Kind) steelyard.Kind { return steelyard.Kind{Rate: 1, Workers: 1} })
	},
}
