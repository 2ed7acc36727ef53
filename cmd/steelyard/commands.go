package main

import "github.com/spf13/cobra"

// commands is the table of subcommands, in the order of the help text. A
// subcommand is one file, named after it, and one line here.
//
// The file holds a function that returns a *cobra.Command with Use, Short,
// Long, Example, Args (noArgs, unless it takes some) and RunE, and in RunE only
// flags and wiring. RunE writes results to cmd.OutOrStdout(), with --json
// through writeJSON, and anything else to cmd.ErrOrStderr(); it stops when
// cmd.Context() is cancelled, which SIGINT and SIGTERM do. Of the errors it
// returns, those made by no(...) exit with status 1, all others with 2.
func commands() []*cobra.Command {
	return []*cobra.Command{
		demoCommand(),
		simulateCommand(),
		compareCommand(),
		sweepCommand(),
		mergeCommand(),
		predictCommand(),
		stabilityCommand(),
		tuneCommand(),
		optimalCommand(),
		reproduceCommand(),
		serveCommand(),
		validateCommand(),
		policiesCommand(),
		versionCommand(),
	}
}
