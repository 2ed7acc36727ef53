package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/steelyard-lb/steelyard/internal/closest"
)

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "steelyard",
		Short: "Load balancing for servers of unequal speed",
		Long: `Steelyard balances load over servers of unequal speed. The policies that it
runs live are, line for line, those that it simulates and predicts.

Exit status: 0 done; 1 the answer is no (unstable, load >= 1); 2 bad usage or
malformed input.`,
		Args:          noArgs,
		RunE:          wantCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(explainFlag)
	root.AddCommand(commands()...)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

// wantCommand answers a command line without a command.
func wantCommand(cmd *cobra.Command, _ []string) error {
	cmd.SetOut(cmd.ErrOrStderr())
	if err := cmd.Help(); err != nil {
		return err
	}
	return errors.New("no command given, want one of those above")
}

// checkCommand refuses an unknown command before its flags are looked at, which
// would be held against the root.
func checkCommand(root *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] == "help" {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], "__") {
		return nil
	}
	var known []string
	for _, c := range root.Commands() {
		if c.Name() == args[0] || c.HasAlias(args[0]) {
			return nil
		}
		known = append(known, c.Name())
	}
	return fmt.Errorf("unknown command %q, %s", args[0], closest.Advice(args[0], known))
}

// explainFlag adds to an error about an unknown flag the one that was meant.
func explainFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%s%w", who(cmd), err)
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	given := "--" + unknown.GetSpecifiedName()
	if len(unknown.GetSpecifiedName()) == 1 {
		given = given[1:]
	}
	return fmt.Errorf("%sunknown flag %s, %s", who(cmd), given, closest.Advice(given, known))
}

// who names a subcommand at the head of a message.
func who(cmd *cobra.Command) string {
	if cmd.HasParent() {
		return cmd.Name() + ": "
	}
	return ""
}

// noArgs refuses arguments that are not flags.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%sunexpected argument %q, want flags only (see %s --help)", who(cmd), args[0], cmd.CommandPath())
	}
	return nil
}
