package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

func compareCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare -f FILE --policies A,B,...",
		Short: "Compare policies on the same arrivals and sizes",
		Long: `Compare runs several policies of one fleet, at one load or several, with the same
arrivals and sizes for all. It prints a table with the paired differences from
the first policy and their 95 % confidence intervals, and a plot: of the mean
response time over the load, or at a single load of P(response time > t). Points
at which a policy does not keep the fleet stable are named.`,
		Example: `  steelyard compare -f scenario.yaml --policies jsq,sed,scd
  steelyard compare -f scenario.yaml --policies "weighted,hjsq(d=2),scd" --loads .5,.7,.9 --csv out.csv --svg out.svg`,
		Args: noArgs,
	}
	run := scenarioFlags(cmd)
	flags := cmd.Flags()
	policies := flags.String("policies", "", "`policies` to compare, separated by commas; differences are from the first")
	loads := flags.String("loads", "", "`loads` separated by commas; the scenario's own if not given")
	files := tableFiles(cmd)
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := run.compare(cmd, *policies, *loads, files)
		if err != nil {
			return err
		}
		if err := files.write(c); err != nil {
			return err
		}
		if *asJSON {
			return writeJSON(cmd.OutOrStdout(), c)
		}
		return printComparison(cmd.OutOrStdout(), c)
	}
	return cmd
}

// compare validates everything and runs the comparison with a progress bar.
func (f scenarioRun) compare(cmd *cobra.Command, policies, loads string, files outputFiles) (*scenario.Comparison, error) {
	s, err := f.scenario(cmd)
	if err != nil {
		return nil, err
	}
	specs, err := policySpecs(policies)
	if err != nil {
		return nil, err
	}
	levels, err := parseLoads(loads)
	if err != nil {
		return nil, err
	}
	if err := files.check(*f.file); err != nil {
		return nil, err
	}
	bar := newProgress(cmd.ErrOrStderr())
	start := time.Now()
	c, err := scenario.Compare(cmd.Context(), s, specs, levels, f.options(bar))
	bar.finish()
	if err != nil {
		return nil, interruption(cmd.Context(), err)
	}
	if !*f.noTiming {
		c.Time(time.Since(start).Seconds())
	}
	if c.Interrupted {
		fmt.Fprintf(cmd.ErrOrStderr(), "steelyard: interrupted: the results are those of %d points that were finished\n", len(c.Points))
	}
	return c, nil
}

func policySpecs(list string) ([]policy.Spec, error) {
	if strings.TrimSpace(list) == "" {
		return nil, fmt.Errorf("missing flag --policies, want --policies A,B,... (see steelyard policies)")
	}
	specs, err := policy.ParseList(list)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for _, s := range specs {
		if seen[s.String()] {
			return nil, fmt.Errorf("policies: got %v twice, want every policy once", s)
		}
		seen[s.String()] = true
	}
	return specs, nil
}

func parseLoads(list string) ([]float64, error) {
	if list == "" {
		return nil, nil
	}
	var loads []float64
	for item := range strings.SplitSeq(list, ",") {
		load, err := strconv.ParseFloat(strings.TrimSpace(item), 64)
		if err != nil {
			return nil, fmt.Errorf("loads: got %q, want numbers separated by commas, such as .5,.7,.9", item)
		}
		if err := checkLoad(load); err != nil {
			return nil, err
		}
		if slices.Contains(loads, load) {
			return nil, fmt.Errorf("loads: got %v twice, want every load once", load)
		}
		loads = append(loads, load)
	}
	return loads, nil
}

// outputFiles are the files that a command writes besides its standard output.
type outputFiles []outputFile

type outputFile struct {
	flag  string
	name  *string
	write func(io.Writer, *scenario.Comparison) error
}

// tableFiles are the flags that name files for a comparison.
func tableFiles(cmd *cobra.Command) outputFiles {
	flags := cmd.Flags()
	return outputFiles{
		{"csv", flags.String("csv", "", "write the table to this `file`"), writeCSV},
		{"svg", flags.String("svg", "", "write the picture to this `file`"), writeSVG},
		{"png", flags.String("png", "", "write the picture to this `file`"), writePNG},
	}
}

// given says whether a file is named.
func (files outputFiles) given() bool {
	return slices.ContainsFunc(files, func(f outputFile) bool { return *f.name != "" })
}

// check refuses, before anything is computed, files that cannot be written, and those that would take the place of the scenario or of one another.
func (files outputFiles) check(source string) error {
	taken := make(map[string]string)
	if source != "" {
		taken[filepath.Clean(source)] = "the scenario"
	}
	for _, f := range files {
		if err := checkOutput(f.flag, *f.name); err != nil {
			return err
		}
		if *f.name == "" {
			continue
		}
		name := filepath.Clean(*f.name)
		if other, twice := taken[name]; twice {
			return fmt.Errorf("%s: got %s, want another file than that of %s", f.flag, *f.name, other)
		}
		taken[name] = f.flag
	}
	return nil
}

func (files outputFiles) write(c *scenario.Comparison) error {
	for _, f := range files {
		if *f.name == "" {
			continue
		}
		if err := writeOutput(*f.name, func(w io.Writer) error { return f.write(w, c) }); err != nil {
			return err
		}
	}
	return nil
}

func writeCSV(w io.Writer, c *scenario.Comparison) error { return c.CSV(w) }

func printComparison(w io.Writer, c *scenario.Comparison) error {
	if err := c.Table(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return comparisonCharts(c)[0].Text(w, 100, 24)
}
