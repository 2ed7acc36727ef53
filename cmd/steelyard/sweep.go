package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sweep"
)

func sweepCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sweep -f FILE --policies A,B,... --out DIR [--shard i/n]",
		Short: "Run a comparison in shards, one result file per replication",
		Long: `Sweep runs every replication of every policy at every load, or the slice of them
that a shard stands for, and writes one file for each into a folder. What is there
is kept and what is damaged is replaced, so a sweep that was stopped or killed is
run again by the same command. merge makes the table of compare of the files.

Shards count from 0. Without --shard, the index is that of the scheduler's task:
JOB_COMPLETION_INDEX (Kubernetes Indexed Job), AWS_BATCH_JOB_ARRAY_INDEX, or
SLURM_ARRAY_TASK_ID, with --shards N for their number, which a Slurm array knows
itself. Without any of these all points are run and the table is printed.`,
		Example: `  steelyard sweep -f scenario.yaml --policies sed,scd --loads .5,.7,.9 --out results
  steelyard sweep -f scenario.yaml --policies sed,scd --loads .5,.7,.9 --out results --shard 0/8
  steelyard sweep -f scenario.yaml --policies sed,scd --loads .5,.7,.9 --out results --shards 8`,
		Args: noArgs,
	}
	flags := cmd.Flags()
	s := sweepRun{
		scenarioRun:  replicationFlags(cmd),
		policies:     flags.String("policies", "", "`policies` separated by commas; differences are from the first; the scenario's own if not given"),
		loads:        flags.String("loads", "", "`loads` separated by commas; the scenario's own if not given"),
		replications: flags.Int("replications", 0, "`number` of replications, each with seeds of its own, instead of the scenario's"),
		out:          flags.String("out", "", "`folder` for the results"),
		shard:        flags.String("shard", "", "run shard `i/n` of the points, i from 0 to n-1"),
		shards:       flags.Int("shards", 0, "`number` of shards, of which the scheduler's variables name this one"),
	}
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		w, shard, err := s.plan(cmd)
		if err != nil {
			return err
		}
		if err := s.run(cmd, w, shard, *asJSON); err != nil || shard != sweep.Whole() {
			return err
		}
		return mergeRun{json: asJSON, plan: w.ID()}.table(cmd, []string{*s.out})
	}
	return cmd
}

// sweepRun is the flags of sweep.
type sweepRun struct {
	scenarioRun
	policies, loads, out, shard *string
	replications, shards        *int
}

// plan validates everything.
func (f sweepRun) plan(cmd *cobra.Command) (w *sweep.Sweep, shard sweep.Shard, err error) {
	if *f.file == "" {
		return nil, shard, errNoScenario
	}
	data, err := os.ReadFile(*f.file)
	if err != nil {
		return nil, shard, err
	}
	s, err := scenario.Parse(*f.file, data)
	if err != nil {
		return nil, shard, err
	}
	if err := f.apply(cmd, s); err != nil {
		return nil, shard, err
	}
	if cmd.Flags().Changed("replications") {
		if *f.replications < 1 || *f.replications > scenario.MaxReplications {
			return nil, shard, fmt.Errorf("replications: got %d, want a number from 1 to %d", *f.replications, scenario.MaxReplications)
		}
		s.Length.Replications = *f.replications
	}
	axes, err := f.axes(s)
	if err != nil {
		return nil, shard, err
	}
	if *f.out == "" {
		return nil, shard, errors.New("missing flag --out, want --out DIR with a folder for the results")
	}
	if shard, err = f.slice(cmd); err != nil {
		return nil, shard, err
	}
	w, err = sweep.New(s, data, axes)
	return w, shard, err
}

func (f sweepRun) axes(s *scenario.Scenario) (sweep.Axes, error) {
	axes := sweep.Axes{Engine: *f.engine, Plain: *f.plain, Program: program()}
	list := *f.policies
	if list == "" && s.Policy != nil {
		list = s.Policy.String()
	}
	specs, err := policySpecs(list)
	if err != nil {
		return axes, err
	}
	for _, spec := range specs {
		axes.Policies = append(axes.Policies, spec.String())
	}
	axes.Loads, err = parseLoads(*f.loads)
	return axes, err
}

// slice is the shard to run, and says where it comes from if that is not the command line.
func (f sweepRun) slice(cmd *cobra.Command) (sweep.Shard, error) {
	given := cmd.Flags().Changed
	switch {
	case given("shard") && given("shards"):
		return sweep.Shard{}, errors.New("shard: given beside --shards, want one of the two")
	case given("shard"):
		shard, err := sweep.ParseShard(*f.shard)
		if err != nil {
			return shard, fmt.Errorf("shard: %w", err)
		}
		return shard, nil
	case given("shards") && *f.shards < 1:
		return sweep.Shard{}, fmt.Errorf("shards: got %d, want a number of at least 1", *f.shards)
	}
	shard, from, err := sweep.ShardFromEnvironment(os.Getenv, *f.shards)
	if err != nil {
		return shard, fmt.Errorf("shards: %w", err)
	}
	if from != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "steelyard: shard %v, as %s=%s says\n", shard, from, os.Getenv(from))
	}
	return shard, nil
}

// run computes the shard with a bar and says what was done: of a whole sweep on standard error, for its table follows.
func (f sweepRun) run(cmd *cobra.Command, w *sweep.Sweep, shard sweep.Shard, asJSON bool) error {
	bar := newProgress(cmd.ErrOrStderr())
	o, err := w.Run(cmd.Context(), *f.out, shard, bar.update)
	bar.finish()
	for _, file := range o.Replaced {
		fmt.Fprintf(cmd.ErrOrStderr(), "steelyard: %s was damaged and is replaced\n", file)
	}
	if err != nil && cmd.Context().Err() != nil && errors.Is(err, cmd.Context().Err()) {
		return no("interrupted: %d of %d points are finished in %s; the same command goes on from there", o.Computed+o.Kept, o.Points, *f.out)
	}
	if err != nil {
		return err
	}
	to := cmd.OutOrStdout()
	if shard == sweep.Whole() {
		to = cmd.ErrOrStderr()
	} else if asJSON {
		return writeJSON(to, struct {
			Plan  string `json:"plan"`
			Shard string `json:"shard"`
			sweep.Outcome
		}{w.ID(), shard.String(), o})
	}
	_, err = fmt.Fprintf(to, "shard %v of plan %s: %d points, %d computed, %d kept in %s\n", shard, w.ID(), o.Points, o.Computed, o.Kept, *f.out)
	return err
}
