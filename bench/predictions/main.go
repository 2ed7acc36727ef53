// Command predictions holds the fluid models against simulations: 20 random fleets for every policy with a smooth drift, and the rows of
// Table 1 of Gardner et al. 2020 that were left out there. It writes the tables of docs/predictions.md.
//
//	go run ./bench/predictions > docs/predictions.md
package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/steelyard-lb/steelyard/internal/predictions"
)

const (
	fleets   = 20
	caseJobs = 200_000 // in each of four replications, on the smaller fleets
	rowJobs  = 800_000
)

func main() {
	if err := write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "predictions:", err)
		os.Exit(1)
	}
}

func write(w io.Writer) error {
	fmt.Fprintf(w, head, fleets, 4*caseJobs/predictions.Small)
	var all []*predictions.Outcome
	for _, policy := range predictions.Policies() {
		outcomes, err := compare(policy)
		if err != nil {
			return err
		}
		summarise(w, policy, outcomes)
		all = append(all, outcomes...)
	}
	fmt.Fprint(w, casesHead)
	for _, o := range all {
		writeCase(w, o)
	}
	fmt.Fprintf(w, rowsHead, 4*rowJobs)
	for k, row := range predictions.LeftOut() {
		o, err := row.Compare(context.Background(), rowJobs, uint64(k))
		if err != nil {
			return err
		}
		writeRow(w, o)
	}
	return nil
}

const head = `# Predictions beside simulations

The output of ` + "`go run ./bench/predictions`" + `: %d random fleets for each policy, of 200 servers and of 1,000, in 2 to 4 classes (2 for the families of
two), with speeds that span a factor of 2 to 8, at loads from .3 to .95 of what the policy bears on the fleet. Every run has %d jobs per server and the control of the
mean field, which is unbiased whatever the mean field is worth.

*Refined*: fleets whose refined mean is within three standard errors of the simulated one, or within 20 %% of its own term of order 1/k.
*Falls as 1/k*: fleets on which five times the error of the mean field at 1,000 servers is that at 200, within three standard errors or a quarter.
*p99*: the largest error of the p99 of many servers, of fleets of 1,000 at loads up to .9.

An exception is marked (!). Classes of 20 servers show the term of order 1/k^2 at 200 servers, which at 1,000 is a twenty-fifth.

| policy | refined, k=200 | refined, k=1,000 | falls as 1/k | p99 | error of the mean field, k=200; 1,000 (median) | of the refined mean |
|---|---|---|---|---|---|---|
`

const casesHead = `
## Every fleet

The classes are servers x speed, of the fleet of 200; errors are those of the refined mean, in standard errors and relative to the term of order 1/k.

| policy | classes | load | limit | k=200: simulated | refined | off | k=1,000: simulated | refined | off | p99: limit | simulated |
|---|---|---|---|---|---|---|---|---|---|---|---|
`

const rowsHead = `
## Rows that Table 1 leaves out

A fifth of the servers is five times as fast, two of each class are asked; the best parameters and the mean of many servers, beside simulations with
%d jobs.

| family | load | policy | many servers | k=1,000: refined | simulated | k=5,000: refined | simulated | confirmed |
|---|---|---|---|---|---|---|---|---|
`

func compare(policy string) ([]*predictions.Outcome, error) {
	var outcomes []*predictions.Outcome
	for index := range uint64(fleets) {
		c, err := predictions.Draw(policy, index)
		if err != nil {
			return nil, err
		}
		o, err := c.Compare(context.Background(), caseJobs, 1+index)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

func summarise(w io.Writer, policy string, outcomes []*predictions.Outcome) {
	var refined [2]int
	var limitError, refinedError [2][]float64
	falls, p99 := 0, 0.0
	for _, o := range outcomes {
		for k, x := range o.Sizes {
			if o.Refines(k) {
				refined[k]++
			}
			limitError[k] = append(limitError[k], math.Abs(o.Limit/x.Mean-1))
			refinedError[k] = append(refinedError[k], math.Abs(x.Refined/x.Mean-1))
		}
		if o.Falls() {
			falls++
		}
		if o.Load <= .9 {
			p99 = max(p99, o.P99Off())
		}
	}
	n := len(outcomes)
	fmt.Fprintf(w, "| %s | %d of %d | %d of %d | %d of %d | %.2f %% | %.2f %%; %.2f %% | %.3f %%; %.3f %% |\n", policy, refined[0], n, refined[1], n, falls, n,
		100*p99, 100*median(limitError[0]), 100*median(limitError[1]), 100*median(refinedError[0]), 100*median(refinedError[1]))
}

func median(x []float64) float64 {
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

func writeCase(w io.Writer, o *predictions.Outcome) {
	classes := ""
	for _, c := range o.Fleet {
		classes += fmt.Sprintf("%dx%g ", c.Servers, c.Speed)
	}
	fmt.Fprintf(w, "| %s | %s| %.3f | %.5f |", o.Policy, classes, o.Load, o.Limit)
	for k, x := range o.Sizes {
		errors, term := o.Off(k)
		fmt.Fprintf(w, " %.5f +- %.5f | %.5f | %.1f; %.2f%s |", x.Mean, 2*x.StdErr, x.Refined, errors, term, unless(o.Refines(k)))
	}
	fmt.Fprintf(w, " %.4f | %.4f%s |\n", o.LimitP99, o.Sizes[1].P99, unless(o.Load > .9 || o.P99Off() <= .03))
}

// unless marks what is not as predicted.
func unless(met bool) string {
	if met {
		return ""
	}
	return " (!)"
}

func writeRow(w io.Writer, o *predictions.Optimum) {
	word := "no"
	if o.Confirmed() {
		word = "yes"
	}
	fmt.Fprintf(w, "| %s | %.2f | %s | %.5f |", o.Family, o.Load, o.Choice.Policy, o.Choice.MeanResponse)
	for _, x := range o.Sizes {
		fmt.Fprintf(w, " %.5f | %.5f +- %.5f |", x.Refined, x.Mean, 2*x.StdErr)
	}
	fmt.Fprintf(w, " %s |\n", word)
}
