// Command steelyard balances load over servers of unequal speed, and predicts,
// simulates and compares the policies that do it.
//
// It exits with status 0 when it did what was asked, 1 when the answer to a
// well-formed question is no (an unstable system, an address in use), and 2
// when the command line or a file is malformed. Results go to standard output,
// progress and logs to standard error.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // so that a second signal ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := checkCommand(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	if err != nil {
		fmt.Fprintln(stderr, "steelyard:", err)
	}
	return exitStatus(err)
}
