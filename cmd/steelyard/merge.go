package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sweep"
)

func mergeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge DIR...",
		Short: "Make a table of the results of a sweep",
		Long: `Merge collects the results that sweep wrote into folders, in any order and however
many there are. It prints the table that compare prints, which does not depend on
how the sweep was cut into shards. Results that are twice there count once, damaged
ones not at all; both are named. If results are missing, they are named with
the shards that compute them, the table is of the policies and loads that are
complete, and the exit status is 1.

With --out the results are collected in a folder instead, which merge takes again.`,
		Example: `  steelyard merge results
  steelyard merge shard-0 shard-1 --csv table.csv --svg picture.svg
  steelyard merge rack-1/shard-0 rack-1/shard-1 --out rack-1/all`,
		Args: wantFolders,
	}
	flags := cmd.Flags()
	plan := flags.String("plan", "", "collect the results of the plan whose `name` begins so")
	out := flags.String("out", "", "collect the results in this `folder`")
	m := mergeRun{files: tableFiles(cmd), json: jsonFlag(cmd)}
	cmd.RunE = func(cmd *cobra.Command, dirs []string) error {
		m.plan = *plan
		if *out != "" {
			return m.collect(cmd, dirs, *out)
		}
		return m.table(cmd, dirs)
	}
	return cmd
}

func wantFolders(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("merge: no folder given, want those that sweep --out wrote")
	}
	return nil
}

// mergeRun is what to make of results.
type mergeRun struct {
	plan  string
	files outputFiles
	json  *bool
}

// gather collects results and names what is twice there or damaged.
func (m mergeRun) gather(cmd *cobra.Command, dirs []string) (*sweep.Collection, error) {
	bar := newProgress(cmd.ErrOrStderr())
	c, err := sweep.Gather(cmd.Context(), dirs, m.plan, bar.update)
	bar.finish()
	if err != nil {
		return nil, mergeError(cmd, err)
	}
	if this := program(); c.Program() != this {
		fmt.Fprintf(cmd.ErrOrStderr(), "steelyard: the results are of the program %s, and this is %s: the table may differ from that of the former\n", c.Program(), this)
	}
	for _, d := range c.Damaged {
		fmt.Fprintf(cmd.ErrOrStderr(), "steelyard: %s does not count: %v\n", d.File, d.Err)
	}
	for _, d := range c.Duplicates {
		fmt.Fprintf(cmd.ErrOrStderr(), "steelyard: %s is a duplicate of %s: %v\n", d.File, d.Used, d.Point)
	}
	return c, nil
}

// mergeError makes of an interruption an error that says so.
func mergeError(cmd *cobra.Command, err error) error {
	if ctx := cmd.Context(); ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return no("interrupted: nothing was merged; the same command begins anew")
	}
	return err
}

// collect writes the results into a folder.
func (m mergeRun) collect(cmd *cobra.Command, dirs []string, out string) error {
	if m.files.given() {
		return errors.New("out: given beside a file for the table, want one of the two")
	}
	c, err := m.gather(cmd, dirs)
	if err != nil {
		return err
	}
	bar := newProgress(cmd.ErrOrStderr())
	err = c.Write(cmd.Context(), out, bar.update)
	bar.finish()
	if err != nil {
		return mergeError(cmd, err)
	}
	have := c.Size() - len(c.Missing())
	if *m.json {
		return writeJSON(cmd.OutOrStdout(), struct {
			Plan   string `json:"plan"`
			Points int    `json:"points"`
			There  int    `json:"there"`
		}{c.Plan(), c.Size(), have})
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d of the %d points of plan %s are in %s\n", have, c.Size(), c.Plan(), out)
	return err
}

// table prints the comparison and writes the files.
func (m mergeRun) table(cmd *cobra.Command, dirs []string) error {
	if err := m.files.check(""); err != nil {
		return err
	}
	c, err := m.gather(cmd, dirs)
	if err != nil {
		return err
	}
	bar := newProgress(cmd.ErrOrStderr())
	table, err := c.Comparison(cmd.Context(), bar.update)
	bar.finish()
	if err != nil {
		return mergeError(cmd, err)
	}
	missing := c.Missing()
	if len(table.Points) > 0 {
		if err := m.files.write(table); err != nil {
			return err
		}
	}
	if err := m.print(cmd.OutOrStdout(), table, missing); err != nil {
		return err
	}
	if len(missing) > 0 {
		return no("%d of %d points are missing:\n%s", len(missing), c.Size(), strings.Join(lackingLines(missing), "\n"))
	}
	return nil
}

// lackingPoint is a missing point as JSON.
type lackingPoint struct {
	Policy      string   `json:"policy"`
	Load        string   `json:"load"`
	Replication int      `json:"replication"`
	Shards      []string `json:"shards"`
}

func (m mergeRun) print(w io.Writer, table *scenario.Comparison, missing []sweep.Missing) error {
	if *m.json {
		var lacking []lackingPoint
		for _, x := range missing {
			lacking = append(lacking, lackingPoint{x.Point.Policy, x.Point.Load, x.Point.Replication, shardNames(x.Shards)})
		}
		return writeJSON(w, struct {
			*scenario.Comparison
			Missing []lackingPoint `json:"missing,omitempty"`
		}{table, lacking})
	}
	if len(table.Points) == 0 {
		return nil
	}
	return printComparison(w, table)
}

func shardNames(shards []sweep.Shard) []string {
	names := []string{}
	for _, s := range shards {
		names = append(names, s.String())
	}
	return names
}
