package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/tune"
)

// tuned is a choice with what it was made for.
type tuned struct {
	tune.Choice
	Load    float64           `json:"load"`
	Servers int               `json:"servers"`
	Timing  *scenario.Elapsed `json:"timing,omitempty"`
}

func tuneCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune -f FILE --family NAME (--d LIST | --d-total NUMBER)",
		Short: "Find the best parameters of a family of policies",
		Long: `Tune finds the member of a family of policies with the smallest mean response
time on many servers, for the fleet and the load of a scenario: the policy in the
form that scenarios and configurations take. The families are
` + strings.Join(tune.Families(), ", ") + `; classes takes any number of classes of
servers and queries of the kinds ` + strings.Join(tune.QueryFamilies(), ", ") + `. A load that
no member bears exits with status 1.`,
		Example: `  steelyard tune -f scenario.yaml --family jsq-fs --d 2,2
  steelyard tune -f scenario.yaml --family classes --query ind --d-total 4 --out classes.json`,
		Args: noArgs,
	}
	q := questionFlags(cmd)
	flags := cmd.Flags()
	family := flags.String("family", "", "`name` of the family")
	counts := flags.String("d", "", "servers to query per class, the fastest first: a `list` such as 2,2")
	total := flags.Int("d-total", 0, "`number` of servers to query in all, to be divided over the classes")
	query := flags.String("query", "", "`kind` of query of the family classes (default gen)")
	inside := flags.String("inside", insideShortest, "busy server to take inside a class, of the family classes: shortest or `uniform`")
	out := flags.String("out", "", "write the JSON document to this `file` too")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		r := tune.Request{Family: *family, Total: *total, Query: *query}
		if flags.Changed("d-total") && *total < 1 {
			return fmt.Errorf("d-total: got %d, want at least 1", *total)
		}
		if flags.Changed("inside") && *family != "classes" {
			return fmt.Errorf("inside: given with --family %s, want it with --family classes only", *family)
		}
		s, err := q.tuning(cmd, &r, *counts, *inside, *out)
		if err != nil {
			return err
		}
		start := time.Now()
		choice, err := answer(cmd.Context(), func() (tune.Choice, error) { return scenario.Tune(s, r) })
		if errors.Is(err, meanfield.ErrUnstable) || errors.Is(err, meanfield.ErrNoModel) {
			return no("%s: %w", *family, err)
		}
		if err != nil {
			return err
		}
		return q.tell(cmd, tuned{choice, s.Load(), s.Fleet.Servers(), q.elapsed(start)}, *out)
	}
	return cmd
}

// The names of what is done inside a class.
const (
	insideShortest = "shortest"
	insideUniform  = "uniform"
)

// tuning reads the flags and the scenario.
func (q question) tuning(cmd *cobra.Command, r *tune.Request, counts, inside, out string) (*scenario.Scenario, error) {
	if err := readRequest(r, counts, inside); err != nil {
		return nil, err
	}
	if err := checkOutput("out", out); err != nil {
		return nil, err
	}
	s, err := scenarioFile(*q.file)
	if err != nil {
		return nil, err
	}
	return q.atLoad(cmd, s)
}

func readRequest(r *tune.Request, counts, inside string) error {
	switch {
	case r.Family == "":
		return fmt.Errorf("missing flag --family, want one of %s", strings.Join(tune.Families(), ", "))
	case counts != "" && r.Total != 0:
		return errors.New("d-total: given beside --d, want one of the two")
	}
	switch inside {
	case insideShortest:
		r.Inside = steelyard.Shortest
	case insideUniform:
		r.Inside = steelyard.IdleElseUniform
	default:
		return fmt.Errorf("inside: got %q, want %s or %s", inside, insideShortest, insideUniform)
	}
	if counts == "" {
		return nil
	}
	for item := range strings.SplitSeq(counts, ",") {
		d, err := strconv.Atoi(strings.TrimSpace(item))
		if err != nil || d < 0 {
			return fmt.Errorf("d: got %q, want whole numbers separated by commas, one for each class, such as 2,2", item)
		}
		r.D = append(r.D, d)
	}
	return nil
}

// tell writes the choice to the terminal and, if one is named, to a file.
func (q question) tell(cmd *cobra.Command, t tuned, out string) error {
	if out != "" {
		if err := writeOutput(out, func(w io.Writer) error { return writeJSON(w, t) }); err != nil {
			return err
		}
	}
	if *q.asJSON {
		return writeJSON(cmd.OutOrStdout(), t)
	}
	return t.table(cmd.OutOrStdout())
}

func (t tuned) table(w io.Writer) error {
	table := newTable(w)
	fmt.Fprintf(table, "family\t%s\n", t.Family)
	fmt.Fprintf(table, "load\t%.6g on %d servers\n", t.Load, t.Servers)
	if t.Policy != "" {
		fmt.Fprintf(table, "policy\t%s\n", t.Policy)
	}
	fmt.Fprintf(table, "mean response\t%.5g s  (many servers; residual %.1e)\n", t.MeanResponse, t.Residual)
	if h := t.Heuristic; h != nil {
		fmt.Fprintf(table, "heuristic\t%.5g s, %.3f %% more: pf=%s, ps=%.5g\n", h.MeanResponse, 100*h.Excess, orAny(h.PF), h.PS)
	}
	for _, x := range t.Warnings {
		fmt.Fprintf(table, "warning\t%s\n", x)
	}
	return table.Flush()
}

func orAny(x *float64) string {
	if x == nil {
		return "any"
	}
	return strconv.FormatFloat(*x, 'g', 5, 64)
}
