package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/optimal"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

func optimalCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "optimal -f FILE",
		Short: "Find the best possible mean response time of a small fleet, and how far policies stay from it",
		Long: `Optimal computes by dynamic programming the mean response time of the best
dispatcher that sees all queues, for small fleets with Poisson arrivals and
exponential jobs, and the distance of each policy from it: exactly for policies
that remember nothing, by simulation with an interval for others. No job is lost
at the end of the states, and doubling them shows that the end does not matter.
For a fleet with too many states the yardstick is the fluid bound, which no
dispatcher goes below. Without --policies it takes the scenario's. A load of 1 or
more exits with status 1.`,
		Example: `  steelyard optimal -f small.yaml --policies "scd,sed,jsq,weighted"
  steelyard optimal -f small.yaml --load .95 --json`,
		Args: noArgs,
	}
	q := questionFlags(cmd)
	list := cmd.Flags().String("policies", "", "`policies` separated by commas instead of the scenario's")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := scenarioFile(*q.file)
		if err != nil {
			return err
		}
		if s, err = q.atLoad(cmd, s); err != nil {
			return err
		}
		specs, err := chosenPolicies(cmd, s, *list)
		if err != nil {
			return err
		}
		start := time.Now()
		d, err := distances(cmd, s, specs)
		if err != nil {
			return err
		}
		d.Timing = q.elapsed(start)
		if *q.asJSON {
			return writeJSON(cmd.OutOrStdout(), d)
		}
		return printDistances(cmd.OutOrStdout(), d)
	}
	return cmd
}

// chosenPolicies are those of the flag if it was given, else the scenario's, which may have none.
func chosenPolicies(cmd *cobra.Command, s *scenario.Scenario, list string) ([]policy.Spec, error) {
	if cmd.Flags().Changed("policies") {
		return policySpecs(list)
	}
	if s.Policy == nil {
		return nil, nil
	}
	return []policy.Spec{*s.Policy}, nil
}

func distances(cmd *cobra.Command, s *scenario.Scenario, specs []policy.Spec) (*scenario.Distances, error) {
	bar := newProgress(cmd.ErrOrStderr())
	d, err := answer(cmd.Context(), func() (*scenario.Distances, error) {
		return s.Distance(cmd.Context(), specs, scenario.Options{Progress: bar.update, Model: scenario.MeanField})
	})
	bar.finish()
	if errors.As(err, new(*optimal.Overload)) {
		return nil, no("%w", err)
	}
	return d, interruption(cmd.Context(), err)
}

func printDistances(w io.Writer, d *scenario.Distances) error {
	table := newTable(w)
	fmt.Fprintf(table, "load\t%.6g  (%.6g jobs per second, %d servers)\n", d.Load, d.ArrivalRate, d.Servers)
	if d.Optimal != nil {
		fmt.Fprintf(table, "optimum\t%.6g s  (between %.9g and %.9g)\n", *d.Optimal, *d.Lower, *d.Upper)
		fmt.Fprintf(table, "boundary\t%d states, queues up to %v; doubling changed the optimum by %.1g of itself\n",
			d.Boundary.States, d.Boundary.Limits, d.Boundary.Change)
	}
	fmt.Fprintf(table, "fluid bound\t%.6g s  (no dispatcher is below)\n", d.FluidBound)
	if len(d.Policies) > 0 {
		fmt.Fprintf(table, "\npolicy\tmean response\tabove %s\tby\t\n", d.Policies[0].Over)
	}
	for _, p := range d.Policies {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", p.Policy, meanText(p), excessText(p), p.Basis, p.Verdict)
	}
	for _, x := range d.Warnings {
		fmt.Fprintf(table, "warning: %s\n", x.Text)
	}
	for _, p := range d.Policies {
		for _, x := range p.Warnings {
			fmt.Fprintf(table, "warning: %s: %s\n", p.Policy, x.Text)
		}
	}
	return table.Flush()
}

func meanText(p scenario.Distance) string {
	switch {
	case p.MeanResponse == nil:
		return "none"
	case p.CI95 != nil:
		return fmt.Sprintf("%.6g s +- %.2g", *p.MeanResponse, *p.CI95)
	}
	return fmt.Sprintf("%.6g s", *p.MeanResponse)
}

func excessText(p scenario.Distance) string {
	if p.Excess == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f %%", 100**p.Excess)
}
