package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/scenario"
)

func predictCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "predict -f FILE",
		Short: "Predict a policy from its mean field, without simulating",
		Long: `Predict solves the equations that the policy of a scenario obeys on many servers:
the mean response time with its correction for the fleet's size, quantiles, and
how busy each class is. A fleet that the policy does not keep stable exits with
status 1, and so does a policy without equations, which simulate can still run.
The scenario is a file as for simulate.`,
		Example: `  steelyard predict -f scenario.yaml
  steelyard predict -f scenario.yaml --policy "sed(d=2)" --load .95 --json`,
		Args: noArgs,
	}
	q := questionFlags(cmd)
	text := cmd.Flags().String("policy", "", "`policy` instead of the scenario's")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := scenarioFile(*q.file)
		if err != nil {
			return err
		}
		if s, err = override(cmd, s, *text, *q.load); err != nil {
			return err
		}
		start := time.Now()
		p, err := answer(cmd.Context(), func() (*scenario.Prediction, error) { return scenario.Predict(s) })
		if err != nil {
			return unpredicted(s, err)
		}
		p.Timing = q.elapsed(start)
		if *q.asJSON {
			err = writeJSON(cmd.OutOrStdout(), p)
		} else {
			err = p.Table(cmd.OutOrStdout())
		}
		if err == nil && !p.Stable {
			return no("not stable: %s", p.Verdict)
		}
		return err
	}
	return cmd
}

// answer waits for a computation, until it is interrupted.
func answer[T any](ctx context.Context, compute func() (T, error)) (T, error) {
	var found T
	done := make(chan error, 1)
	go func() {
		var err error
		found, err = compute()
		done <- err
	}()
	select {
	case err := <-done:
		return found, err
	case <-ctx.Done():
		var none T
		return none, no("interrupted: nothing to report")
	}
}

// unpredicted is the answer where the models have none.
func unpredicted(s *scenario.Scenario, err error) error {
	switch {
	case errors.Is(err, meanfield.ErrNoModel):
		return no("%s: %w; want another policy or scenario, or: steelyard simulate -f %s", s.Policy, err, s.File)
	case errors.Is(err, meanfield.ErrAmbiguous):
		return no("%s: %w", s.Policy, err)
	}
	return err
}

// question is the flags of the commands that work out an answer from a scenario.
type question struct {
	file             *string
	load             *float64
	asJSON, noTiming *bool
}

func questionFlags(cmd *cobra.Command) question {
	flags := cmd.Flags()
	return question{
		file:     flags.StringP("file", "f", "", "scenario `file` (YAML)"),
		load:     flags.Float64("load", 0, "`load` instead of the scenario's"),
		asJSON:   jsonFlag(cmd),
		noTiming: flags.Bool("no-timing", false, "leave out how long it took: same input, same bytes"),
	}
}

// elapsed is the time since the start, nil if it is not to be told.
func (q question) elapsed(start time.Time) *scenario.Elapsed {
	if *q.noTiming {
		return nil
	}
	return &scenario.Elapsed{Seconds: time.Since(start).Seconds()}
}

func scenarioFile(name string) (*scenario.Scenario, error) {
	if name == "" {
		return nil, errors.New("missing flag -f, want -f FILE with the scenario")
	}
	return scenario.Load(name)
}

// atLoad is the scenario at the load of the flag, if that was given.
func (q question) atLoad(cmd *cobra.Command, s *scenario.Scenario) (*scenario.Scenario, error) {
	if !cmd.Flags().Changed("load") {
		return s, nil
	}
	if err := checkLoad(*q.load); err != nil {
		return nil, err
	}
	if s.Rate == 0 {
		return nil, fmt.Errorf("load: given though no jobs arrive in %s, want none", s.File)
	}
	return s.AtLoad(*q.load), nil
}
