package meanfield_test

import (
	"fmt"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
)

// Twenty fast and eighty slow servers at load .9: the limit of many servers, the
// mean refined for a hundred of them, and a quantile.
func ExamplePredict() {
	spec, err := policy.Parse("jsq-fs(df=2, ds=2, pf=0.84, ps=1)")
	if err != nil {
		panic(err)
	}
	p, err := spec.New()
	if err != nil {
		panic(err)
	}
	groups := []steelyard.Group{
		{Kind: steelyard.Kind{Rate: 5, Workers: 1}, Servers: 20},
		{Kind: steelyard.Kind{Rate: 1, Workers: 1}, Servers: 80},
	}
	arrivals := 0.9 * (20*5 + 80*1) / 100 // jobs per second per server
	o, err := meanfield.Predict(p, groups, arrivals)
	if err != nil {
		panic(err)
	}
	p99, err := o.FCFS().Quantile(0.99)
	if err != nil {
		panic(err)
	}
	e, err := o.Equilibrium()
	if err != nil {
		panic(err)
	}
	r, err := e.Refine(100)
	if err != nil {
		panic(err)
	}
	fmt.Printf("mean %.4f s, of 100 servers %.4f s, p99 %.3f s\n", o.MeanResponse, r.MeanResponse, p99)
	// Output: mean 0.8863 s, of 100 servers 0.9519 s, p99 4.521 s
}

// Uniform sampling does not see the speeds, and loses the slow class first.
func ExampleStableLoad() {
	spec, err := policy.Parse("jsq(d=2)")
	if err != nil {
		panic(err)
	}
	p, err := spec.New()
	if err != nil {
		panic(err)
	}
	groups := []steelyard.Group{
		{Kind: steelyard.Kind{Rate: 10, Workers: 1}, Servers: 20},
		{Kind: steelyard.Kind{Rate: 1, Workers: 1}, Servers: 80},
	}
	s, err := meanfield.StableLoad(p, groups)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.4f, class %v (%s): %s\n", s.Load, s.Saturated, s.Certainty, s.Reason)
	// Output: 0.4476, class [1] (exact): 0.6384 of the jobs ask these classes only, which have 0.2857 of the capacity
}
