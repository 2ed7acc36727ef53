package policy

import steelyard "github.com/steelyard-lb/steelyard"

var led = Entry{
	Name:     "led",
	Summary:  "the smallest q/mu as this dispatcher believes; for each job it asks, with probability p, any one server",
	Source:   "LED: Zhou, Shroff, Wierman 2021",
	Messages: "p",
	Params: []Param{{
		Name: "p", Doc: "the chance of asking a server before a job is placed",
		Numbers: Real, Max: 1, Default: "0.1",
	}},
	Examples: []string{"led(p=0.1)", "led(p=1)"},
	Memory:   remembers,
	New: func(a Args) (steelyard.Policy, error) {
		return &localEstimates{refresh: a.Float("p")}, nil
	},
}

// localEstimates places jobs on estimates that grow by its own jobs and are now and then replaced by the truth.
type localEstimates struct {
	estimates estimates
	refresh   float64
}

// Bind implements steelyard.Binder.
func (p *localEstimates) Bind(v *steelyard.View) error {
	p.estimates.bind(v, byDrain{})
	return nil
}

// Pick implements steelyard.Policy.
func (p *localEstimates) Pick(v *steelyard.View, _ steelyard.Job) int {
	if v.Chance(p.refresh) {
		if i := v.Any(); i != steelyard.None {
			p.estimates.ask(v, i)
		}
	}
	return p.estimates.place(v)
}
