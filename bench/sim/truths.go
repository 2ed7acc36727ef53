package main

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// truth is a mean response time known from long runs of other programs, with its error.
type truth struct {
	policy      string
	classes     []sim.Class
	rate        float64
	discipline  string
	mean, error float64
}

// skewed is a fleet with a fifth of its servers five times as fast as the rest, and a mean speed of 1.
func skewed(servers int) []sim.Class {
	return []sim.Class{
		{Name: "fast", Servers: servers / 5, Speed: 5 / 1.8},
		{Name: "slow", Servers: servers - servers/5, Speed: 1 / 1.8},
	}
}

func truths() []truth {
	halves := []sim.Class{{Name: "slow", Servers: 250, Speed: 2. / 3}, {Name: "fast", Servers: 250, Speed: 4. / 3}}
	equal := func(servers int) []sim.Class { return []sim.Class{{Name: "server", Servers: servers, Speed: 1}} }
	const jsq, jiq = "jsq-fs(df=2, ds=2, pf=0.839, ps=1)", "jiq-fs(df=2, ds=2, pf=0.7138, ps=1)"
	return []truth{
		{"jsq(d=2)", equal(100), 90, "fcfs", 2.6457, .0006},
		{"jsq(d=2)", equal(1000), 900, "fcfs", 2.6173, .0003},
		{jsq, skewed(100), 90, "fcfs", 1.739, .003},
		{jsq, skewed(500), 450, "fcfs", 1.6205, .0015},
		{jsq, skewed(5000), 4500, "fcfs", 1.601, .003},
		{jiq, skewed(500), 450, "fcfs", 2.345, .002},
		{"scheme1(d=[2,2])", halves, 450, "fcfs", 1.7633, .0005},
		{"scheme2(d=[2,2])", halves, 450, "fcfs", 1.7534, .0005},
		{"scheme1(d=[2,2])", halves, 450, "ps", 1.7633, .0005},
		{"scheme2(d=[2,2])", halves, 450, "ps", 1.7534, .0005},
	}
}

// printTruths runs each for so many jobs and prints how many standard errors, of both, it is off.
func printTruths(jobs int) error {
	fmt.Printf("%-40s%8s%6s%22s%20s%6s\n", "policy", "servers", "", "mean response", "known", "off")
	for _, x := range truths() {
		spec, err := policy.Parse(x.policy)
		if err != nil {
			return err
		}
		r, err := sim.Run(context.Background(), sim.Config{
			Classes:    x.classes,
			Rate:       x.rate,
			Discipline: x.discipline,
			Policy:     spec.New,
			Length:     sim.Length{Jobs: jobs, Warmup: 400 * int(x.rate), Replications: 4},
			Seed:       1,
		})
		if err != nil {
			return err
		}
		got := r.Response
		off := (got.Mean - x.mean) / math.Hypot(got.StdErr, x.error)
		fmt.Printf("%-40s%8.0f%6s%13.4f +- %.4f%11.4f +- %.4f%6.1f\n",
			x.policy, x.rate/.9, x.discipline, got.Mean, got.StdErr, x.mean, x.error, off)
	}
	return nil
}
