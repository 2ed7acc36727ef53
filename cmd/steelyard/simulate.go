package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// exampleScenario is the file as the help shows it.
const exampleScenario = `classes:
  - {name: fast, servers: 20, speed: 5}
  - {name: slow, servers: 80, speed: 1}
load: 0.9
job: {law: exponential, mean: 1}
policy: jsq-fs(df=2, ds=2, pf=0.84, ps=1)
run: {jobs: 1000000, warmup: auto, replications: 4, seed: 1}
`

func simulateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "simulate -f FILE",
		Short: "Simulate one policy on a fleet",
		Long: `Simulate runs the policy of a scenario and reports the mean response time with
its 95 % confidence interval, quantiles as far as the run resolves them, every
class, and theory beside what was observed. A fleet that the policy does not
keep stable exits with status 1. A scenario looks like this:

` + exampleScenario,
		Example: `  steelyard simulate -f scenario.yaml
  steelyard simulate -f scenario.yaml --policy scd --load .95 --precision 0.1% --json`,
		Args: noArgs,
	}
	run := scenarioFlags(cmd)
	text := cmd.Flags().String("policy", "", "`policy` instead of the scenario's")
	load := cmd.Flags().Float64("load", 0, "`load` instead of the scenario's")
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := run.scenario(cmd)
		if err != nil {
			return err
		}
		if s, err = override(cmd, s, *text, *load); err != nil {
			return err
		}
		report, err := run.simulate(cmd, s)
		if err != nil {
			return err
		}
		if *asJSON {
			err = writeJSON(cmd.OutOrStdout(), report)
		} else {
			err = report.Table(cmd.OutOrStdout())
		}
		if err == nil {
			err = judgement(report)
		}
		return err
	}
	return cmd
}

// judgement is the error of a report that has no stationary numbers.
func judgement(report *scenario.Report) error {
	if !report.Stable {
		return no("not stable: %s", report.Verdict)
	}
	for _, w := range report.Warnings {
		if w.Code == stats.NotStationary {
			return no("not stationary: %s", w.Text)
		}
	}
	return nil
}

// override replaces the scenario's policy and load by those of the flags that were given.
func override(cmd *cobra.Command, s *scenario.Scenario, text string, load float64) (*scenario.Scenario, error) {
	if cmd.Flags().Changed("load") {
		if err := checkLoad(load); err != nil {
			return nil, err
		}
		if s.Rate == 0 {
			return nil, errors.New("load: given though no jobs arrive in the scenario, want one with a load or an arrival_rate")
		}
		s = s.AtLoad(load)
	}
	if cmd.Flags().Changed("policy") {
		spec, err := policy.Parse(text)
		if err != nil {
			return nil, err
		}
		return s.With(spec)
	}
	if s.Policy == nil {
		return nil, fmt.Errorf("%s:1: policy: missing, want the text form of a policy, here or with --policy", s.File)
	}
	return s, nil
}

func checkLoad(load float64) error {
	if !(load >= scenario.MinLoad && load <= scenario.MaxLoad) {
		return fmt.Errorf("load: got %v, want a number from %g to %g", load, scenario.MinLoad, scenario.MaxLoad)
	}
	return nil
}

// scenarioRun is the flags of the commands that simulate a scenario.
type scenarioRun struct {
	file, engine, precision *string
	seed                    *uint64
	jobs                    *int
	noTiming, plain         *bool
}

func scenarioFlags(cmd *cobra.Command) scenarioRun {
	flags := cmd.Flags()
	f := replicationFlags(cmd)
	f.precision = flags.String("precision", "", "run until the interval's half-width is this `percentage` of the mean")
	f.noTiming = flags.Bool("no-timing", false, "leave out how long it took: same seed, same bytes")
	return f
}

// replicationFlags are those that bear on a single replication.
func replicationFlags(cmd *cobra.Command) scenarioRun {
	flags := cmd.Flags()
	return scenarioRun{
		file:   flags.StringP("file", "f", "", "scenario `file` (YAML)"),
		engine: flags.String("engine", "", "simulation `engine`: ctmc, lazy or events; the fastest exact one if not given"),
		seed:   flags.Uint64("seed", 0, "`seed` instead of the scenario's"),
		jobs:   flags.Int("jobs", 0, "`number` of jobs per replication instead of the scenario's"),
		plain:  flags.Bool("plain", false, "neither start at the mean field nor use it as a control"),
	}
}

// scenario reads the file and applies the flags that were given.
func (f scenarioRun) scenario(cmd *cobra.Command) (*scenario.Scenario, error) {
	if *f.file == "" {
		return nil, errNoScenario
	}
	s, err := scenario.Load(*f.file)
	if err != nil {
		return nil, err
	}
	return s, f.apply(cmd, s)
}

// errNoScenario is for commands that are not told which scenario is meant.
var errNoScenario = errors.New("missing flag -f, want -f FILE with the scenario")

// apply puts into the scenario what the flags that were given say.
func (f scenarioRun) apply(cmd *cobra.Command, s *scenario.Scenario) (err error) {
	given := cmd.Flags().Changed
	if given("seed") {
		s.Seed = *f.seed
	}
	if given("jobs") {
		if *f.jobs < 1 || *f.jobs > scenario.MaxJobs || s.Rate == 0 {
			return fmt.Errorf("jobs: got %d, want a number from 1 to %d, in a scenario with arrivals", *f.jobs, scenario.MaxJobs)
		}
		s.Length.Jobs = *f.jobs
	}
	if given("precision") {
		if s.Length.Precision, err = scenario.ParsePrecision(*f.precision); err != nil {
			return fmt.Errorf("precision: got %q, %w", *f.precision, err)
		}
	}
	return nil
}

// options are those of the runs.
func (f scenarioRun) options(bar *progress) scenario.Options {
	o := scenario.Options{Engine: sim.Engine(*f.engine), Progress: bar.update, Model: scenario.MeanField}
	if *f.plain {
		o.Model = nil
	}
	return o
}

// simulate runs the scenario with a progress bar.
func (f scenarioRun) simulate(cmd *cobra.Command, s *scenario.Scenario) (*scenario.Report, error) {
	bar := newProgress(cmd.ErrOrStderr())
	start := time.Now()
	report, err := scenario.Simulate(cmd.Context(), s, f.options(bar))
	bar.finish()
	if err != nil {
		return nil, interruption(cmd.Context(), err)
	}
	if !*f.noTiming {
		report.Time(time.Since(start).Seconds())
	}
	if report.Interrupted {
		fmt.Fprintf(cmd.ErrOrStderr(), "steelyard: interrupted: the result is that of %d replications that were finished\n", report.Replications)
	}
	return report, nil
}
