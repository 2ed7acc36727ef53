package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/policy"
)

// policyRow is one policy of the table.
type policyRow struct {
	Policy     string         `json:"policy"`
	Summary    string         `json:"summary"`
	Parameters []parameterRow `json:"parameters"`
	Source     string         `json:"source"`
	Messages   string         `json:"messages"` // per job
	Examples   []string       `json:"examples"`
}

type parameterRow struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Range   string `json:"range"`
	Default string `json:"default,omitempty"` // none: it must be given
}

func policiesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policies",
		Short: "List the policies, their parameters, sources and costs",
		Long: `Policies lists every dispatching policy: its parameters with their ranges, the
paper or program it comes from, and how many messages a job costs, a message
being one queue length asked of one server or one message of a server unasked.
A policy is written like jsq(d=2), here, in scenarios and in configurations.`,
		Example: `  steelyard policies
  steelyard policies --json`,
		Args: noArgs,
	}
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		rows := policyRows()
		if *asJSON {
			return writeJSON(cmd.OutOrStdout(), rows)
		}
		return printPolicies(cmd.OutOrStdout(), rows)
	}
	return cmd
}

func policyRows() []policyRow {
	var rows []policyRow
	for _, e := range policy.All() {
		row := policyRow{
			Policy:     e.Name,
			Summary:    e.Summary,
			Parameters: []parameterRow{},
			Source:     e.Source,
			Messages:   e.Messages,
			Examples:   e.Examples,
		}
		for _, p := range e.Params {
			row.Parameters = append(row.Parameters, parameterRow{p.Name, p.Doc, p.Range(), p.Default})
		}
		rows = append(rows, row)
	}
	return rows
}

func printPolicies(w io.Writer, rows []policyRow) error {
	table := newTable(w)
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\n", r.Policy, r.Summary)
		for _, p := range r.Parameters {
			fmt.Fprintf(table, "  %s\t%s: %s%s\n", p.Name, p.Meaning, p.Range, p.otherwise())
		}
		fmt.Fprintf(table, "  messages\t%s\n", r.Messages)
		fmt.Fprintf(table, "  source\t%s\n", r.Source)
		fmt.Fprintf(table, "  examples\t%s\n", strings.Join(r.Examples, "   "))
	}
	return table.Flush()
}

func (p parameterRow) otherwise() string {
	if p.Default == "" {
		return ""
	}
	return "; default " + p.Default
}
