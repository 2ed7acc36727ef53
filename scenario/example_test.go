package scenario_test

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

const fleet = `
classes:
  - {name: fast, servers: 2, speed: 5}
  - {name: slow, servers: 8, speed: 1}
load: 0.7
policy: weighted
run: {jobs: 100000, seed: 1}
`

// A scenario is read, run, and answers with theory beside observation.
func Example() {
	s, err := scenario.Parse("fleet.yaml", []byte(fleet))
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := scenario.Simulate(context.Background(), s, scenario.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range report.Checks {
		if c.Quantity == "mean response" {
			fmt.Printf("mean response by %s %.3f s, observed within 5 %%: %v\n", c.Source, c.Theory, math.Abs(c.Observed/c.Theory-1) < .05)
		}
	}
	// Output:
	// mean response by M/M/1 1.852 s, observed within 5 %: true
}

// A mistake is one line.
func ExampleParse() {
	_, err := scenario.Parse("fleet.yaml", []byte(fleet+"discipline: lifo\n"))
	fmt.Println(err)
	// Output:
	// fleet.yaml:8: discipline: got lifo, want fcfs or ps
}

// All policies of a comparison get the same jobs at the same times.
func ExampleCompare() {
	s, err := scenario.Parse("fleet.yaml", []byte(fleet))
	if err != nil {
		fmt.Println(err)
		return
	}
	policies, err := policy.ParseList("weighted, jsq(d=2), scd")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := scenario.Compare(context.Background(), s, policies, []float64{.8}, scenario.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Unstable())
	d := c.Points[2].Difference
	fmt.Printf("%s is faster than %s beyond doubt: %v\n", c.Points[2].Policy, d.From, d.Mean+d.CI95 < 0)
	// Output:
	// [not stable: jsq(d=2) at load 0.8]
	// scd is faster than weighted beyond doubt: true
}
