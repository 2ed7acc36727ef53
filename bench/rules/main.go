// Command rules compares dispatching rules with the exact optimum on a grid of small fleets and loads, and by simulation on a large one.
// It prints the tables of docs/index-rule.md.
//
// usage: rules [exact | simulated]
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/optimal"
	"github.com/steelyard-lb/steelyard/policy"
)

// cell is one fleet at one load.
type cell struct {
	layout  *steelyard.Layout
	load    float64
	optimum float64
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "rules:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	parts := map[string]func() error{"exact": exact, "simulated": simulated}
	if len(args) == 0 {
		args = []string{"exact", "simulated"}
	}
	for _, name := range args {
		part, ok := parts[name]
		if !ok {
			return fmt.Errorf("%q: want exact or simulated", name)
		}
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func exact() error {
	for _, g := range grids() {
		if err := g.table(); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
	}
	return nil
}

// solve finds the optimum of a fleet, given by its rates, at a load.
func solve(rates []float64, load float64) (cell, error) {
	kinds := make([]steelyard.Kind, len(rates))
	for i, rate := range rates {
		kinds[i] = steelyard.Kind{Rate: rate, Workers: 1}
	}
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		return cell{}, err
	}
	best, err := optimal.Solve(l, load*l.Capacity(), options)
	if err != nil {
		return cell{}, err
	}
	warn(fmt.Sprintf("%v at %v: optimum", rates, load), best.Warnings)
	return cell{l, load, best.Response}, nil
}

// options allow more states and fewer digits than the default, for fleets of many servers.
var options = optimal.Options{States: 1 << 21, Tolerance: 1e-4}

// excess is how far above the optimum a rule is, as a fraction of it.
func (c cell) excess(rule string) (float64, error) {
	spec, err := policy.Parse(at(rule, c.load))
	if err != nil {
		return 0, err
	}
	m, err := optimal.Evaluate(c.layout, c.load*c.layout.Capacity(), spec, options)
	if err != nil {
		return 0, err
	}
	warn(spec.String(), m.Warnings)
	return m.Response/c.optimum - 1, nil
}

// at puts the load in a rule.
func at(rule string, load float64) string {
	return strings.ReplaceAll(rule, "LOAD", fmt.Sprint(load))
}

func warn(what string, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(os.Stderr, "%s: %s\n", what, w)
	}
}
