package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

// stableLoads is the largest stable loads of policies on one fleet.
type stableLoads struct {
	Servers  int                   `json:"servers"`
	Policies []scenario.StableLoad `json:"policies"`
	Timing   *scenario.Elapsed     `json:"timing,omitempty"`
}

func stabilityCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stability -f FILE",
		Short: "Find the largest stable load of policies on a fleet",
		Long: `Stability says for each policy which share of the capacity of the fleet it can use,
which class of servers saturates first, and how that is known: exact (proved), an
upper bound, the limit of many servers, or simulated, with the loads between
which the answer lies. Without --policies it takes every policy of the table.`,
		Example: `  steelyard stability -f scenario.yaml
  steelyard stability -f scenario.yaml --policies "jsq(d=2),scheme1(d=[2,2])" --json`,
		Args: noArgs,
	}
	flags := cmd.Flags()
	file := flags.StringP("file", "f", "", "scenario `file` (YAML)")
	list := flags.String("policies", "", "`policies` separated by commas; all if not given")
	seed := flags.Uint64("seed", 0, "`seed` of simulations instead of the scenario's")
	noTiming := flags.Bool("no-timing", false, "leave out how long it took: same seed, same bytes")
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := scenarioFile(*file)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("seed") {
			s.Seed = *seed
		}
		specs := s.Forms()
		if cmd.Flags().Changed("policies") {
			if specs, err = policySpecs(*list); err != nil {
				return err
			}
		}
		found, err := findStableLoads(cmd, s, specs)
		if err != nil {
			return err
		}
		if *noTiming {
			found.Timing = nil
		}
		if *asJSON {
			return writeJSON(cmd.OutOrStdout(), found)
		}
		return found.table(cmd.OutOrStdout())
	}
	return cmd
}

func findStableLoads(cmd *cobra.Command, s *scenario.Scenario, specs []policy.Spec) (*stableLoads, error) {
	bar := newProgress(cmd.ErrOrStderr())
	start := time.Now()
	found, err := scenario.StableLoads(cmd.Context(), s, specs, scenario.Options{Progress: bar.update})
	bar.finish()
	if err != nil {
		return nil, interruption(cmd.Context(), err)
	}
	return &stableLoads{s.Fleet.Servers(), found, &scenario.Elapsed{Seconds: time.Since(start).Seconds()}}, nil
}

func (l *stableLoads) table(w io.Writer) error {
	table := newTable(w)
	fmt.Fprintf(table, "policy\tstable below load\tby\tsaturates first\twhy\n")
	for _, x := range l.Policies {
		load := fmt.Sprintf("%.4g", x.Load)
		if b := x.Bracket; b != nil {
			load = fmt.Sprintf("%.3g to %.3g", b[0], b[1])
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", x.Policy, load, x.Basis, orAll(x.Saturates), x.Reason)
	}
	return table.Flush()
}

func orAll(classes []string) string {
	if len(classes) == 0 {
		return "all"
	}
	return strings.Join(classes, ", ")
}
