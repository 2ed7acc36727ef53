package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/internal/closest"
	"github.com/steelyard-lb/steelyard/paper"
)

func reproduceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "reproduce [ID... | all] --out DIR",
		Short: "Reproduce the papers' figures, tables and claims",
		Long: `Reproduce makes figures and tables of the five papers anew and judges each
published number or claim: it agrees, it differs, or the run cannot tell. The
folder gets index.html and summary.md, and for each figure a folder with pictures
(SVG, PNG), numbers (CSV) and verdict.json. A figure that is there already with
the same options is kept, and of an interrupted one the simulations that had
ended, or groups of short ones, so that the same command goes on where it
stopped. What another version of the program made is made anew, unless --keep;
remove a figure's folder to run it again. The exit status does not depend on the
verdicts. --list shows the IDs.`,
		Example: `  steelyard reproduce --list
  steelyard reproduce p0-fig3 p0-table1 --quick --out results
  steelyard reproduce all --out results`,
		Args: cobra.ArbitraryArgs,
	}
	flags := cmd.Flags()
	list := flags.Bool("list", false, "list the figures")
	quick := flags.Bool("quick", false, "short simulations at few loads: minutes for all instead of an hour")
	out := flags.String("out", "", "`folder` for the results")
	keep := flags.Bool("keep", false, "keep figures that another version of this program made")
	seed := flags.Uint64("seed", 1, "`number` that makes a run repeatable")
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *list {
			return listFigures(cmd.OutOrStdout(), *asJSON)
		}
		figures, err := figuresOf(args)
		if err != nil {
			return err
		}
		if *out == "" {
			return errors.New("missing flag --out, want --out DIR with a folder for the results")
		}
		o := paper.Options{Effort: paper.Full, Seed: *seed, Build: buildName(), AnyBuild: *keep}
		if *quick {
			o.Effort = paper.Quick
		}
		return reproduce(cmd, figures, o, *out, *asJSON)
	}
	return cmd
}

// figuresOf finds the figures by their IDs; all stands for all of them.
func figuresOf(ids []string) ([]paper.Figure, error) {
	if len(ids) == 0 {
		return nil, errors.New("no figure given, want IDs or all (see steelyard reproduce --list)")
	}
	var figures []paper.Figure
	for _, f := range paper.All() {
		if slices.Contains(ids, f.ID) || slices.Contains(ids, everything) {
			figures = append(figures, f)
		}
	}
	for _, id := range ids {
		if _, ok := paper.Lookup(id); !ok && id != everything {
			return nil, fmt.Errorf("unknown figure %q, %s", id, closest.Advice(strings.ToLower(id), append(paper.IDs(), everything)))
		}
	}
	return figures, nil
}

// everything stands for all figures.
const everything = "all"

func listFigures(w io.Writer, asJSON bool) error {
	type line struct {
		ID     string   `json:"id"`
		Title  string   `json:"title"`
		Chosen []string `json:"chosen"`
	}
	lines := []line{}
	for _, f := range paper.All() {
		lines = append(lines, line{f.ID, f.Title, append([]string{}, f.Chosen...)})
	}
	if asJSON {
		return writeJSON(w, lines)
	}
	table := newTable(w)
	for _, l := range lines {
		fmt.Fprintf(table, "%s\t%s\n", l.ID, l.Title)
	}
	return table.Flush()
}

// reproduce runs the figures with a bar and prints a line for each that is finished.
func reproduce(cmd *cobra.Command, figures []paper.Figure, o paper.Options, dir string, asJSON bool) error {
	bar := newProgress(cmd.ErrOrStderr())
	records := []paper.Record{}
	err := paper.Reproduce(cmd.Context(), dir, figures, o, func(s paper.Step) {
		const whole = 10_000
		bar.describe(s.Figure.ID)
		bar.update(int(s.Share*whole), whole)
		if s.Stale {
			bar.clear()
			fmt.Fprintf(cmd.ErrOrStderr(), "%-18s is there, made by another version: made anew (--keep keeps it)\n", s.Figure.ID)
		}
		if s.Record != nil {
			records = append(records, *s.Record)
			bar.clear()
			fmt.Fprintln(cmd.ErrOrStderr(), outcome(s, o.Build))
		}
	})
	bar.finish()
	if errors.Is(err, context.Canceled) {
		return no("interrupted: %d of %d figures are finished in %s; the same command goes on from there", len(records), len(figures), dir)
	}
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(cmd.OutOrStdout(), records)
	}
	return printVerdicts(cmd.OutOrStdout(), records, dir)
}

func outcome(s paper.Step, build string) string {
	kept := ""
	r := s.Record
	if s.Kept {
		kept = " (was there already)"
	}
	if r.Build != build {
		kept = fmt.Sprintf(" (was there already, made by %s)", cmp.Or(r.Build, "an unknown version"))
	}
	return fmt.Sprintf("%-18s %2d agree, %2d differ, %2d open%s", r.ID, r.Count(paper.Agrees), r.Count(paper.Differs), r.Count(paper.Open), kept)
}

func printVerdicts(w io.Writer, records []paper.Record, dir string) error {
	for _, r := range records {
		fmt.Fprintf(w, "%s: %s\n", r.ID, r.Title)
		for _, v := range r.Verdicts {
			fmt.Fprintf(w, "  %-7s  %s\n           published: %s; ours: %s\n", v.Judgement, v.Claim, v.Published, v.Ours)
			if v.Why != "" {
				fmt.Fprintf(w, "           why: %s\n", v.Why)
			}
		}
	}
	_, err := fmt.Fprintf(w, "\nPictures and numbers: %s\n", filepath.Join(dir, "index.html"))
	return err
}
