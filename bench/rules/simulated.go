package main

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/optimal"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// simulated prints mean response times on 20 fast servers of speed 5 and 80 of speed 1: with full information, asking a few of each
// class, and with several dispatchers.
func simulated() error {
	for _, part := range []struct {
		name  string
		rules []string
		by    sim.Dispatchers
	}{
		{"20 fast, 80 slow", []string{"jsq", "sajsq", "sed", "scd", "whittle(load=LOAD)"}, sim.Dispatchers{}},
		{"20 fast, 80 slow, two of each asked", []string{
			"jsq-fs(df=2, ds=2, pf=0.84, ps=1)", "scheme1(d=[2,2])", "scheme2(d=[2,2], plus1=true)", "scheme2(d=[2,2])", "whittle(load=LOAD, d=[2,2])",
		}, sim.Dispatchers{}},
		{"20 fast, 80 slow, 10 dispatchers by own counts", []string{"jsq", "sed", "scd", "hjsq(d=2)", "whittle(load=LOAD)"},
			sim.Dispatchers{Count: 10, View: belief.View{Kind: belief.LocalScaled}}},
		{"20 fast, 80 slow, 10 dispatchers by reports", []string{"jsq", "sed", "scd", "hjsq(d=2)", "whittle(load=LOAD)"},
			sim.Dispatchers{Count: 10, View: belief.View{Kind: belief.Reported}}},
	} {
		fmt.Printf("\n%s: mean response time, seconds\n", part.name)
		for _, rule := range part.rules {
			if err := simulate(rule, part.by); err != nil {
				return err
			}
		}
	}
	return bounds()
}

var largeLoads = []float64{.3, .5, .7, .9, .95}

const fast, slow, speed, capacity = 20, 80, 5, 180.0

func simulate(rule string, by sim.Dispatchers) error {
	fmt.Printf("%-34s", rule)
	for _, load := range largeLoads {
		spec, err := policy.Parse(at(rule, load))
		if err != nil {
			return err
		}
		r, err := sim.Run(context.Background(), sim.Config{
			Classes: []sim.Class{{Name: "fast", Servers: fast, Speed: speed}, {Name: "slow", Servers: slow, Speed: 1}},
			Rate:    load * capacity, Policy: spec.New, Dispatchers: by, Length: sim.Length{Jobs: 200_000, Warmup: -1}, Seed: 1,
		})
		if err != nil {
			return err
		}
		if !r.Stable {
			fmt.Printf("  %17s", "not stable")
			continue
		}
		fmt.Printf("  %.4f +- %.4f", r.Response.Mean, r.Response.HalfWidth())
	}
	fmt.Println()
	return nil
}

// bounds prints what no dispatcher goes below.
func bounds() error {
	var kinds []steelyard.Kind
	for _, rate := range mixed(fast, speed, slow) {
		kinds = append(kinds, steelyard.Kind{Rate: rate, Workers: 1})
	}
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		return err
	}
	fmt.Printf("\n%-34s", "fluid bound")
	for _, load := range largeLoads {
		b, err := optimal.FluidBound(l, load*capacity)
		if err != nil {
			return err
		}
		fmt.Printf("  %-16.4f", b)
	}
	fmt.Println()
	return nil
}
