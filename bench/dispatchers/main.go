// Command dispatchers compares scd with other policies where several dispatchers share a fleet: over fleets, what the dispatchers see of the
// queues, numbers of dispatchers and loads. All policies see the same arrivals and sizes.
//
// "dispatchers run" simulates the grid and prints a CSV, a line for each cell, policy and replication; with -quick it runs a fiftieth of
// the jobs, to see that it works. "dispatchers tables" reads that CSV and prints the tables of docs/many-dispatchers.md. run.sh does both.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	quick := flag.Bool("quick", false, "run a fiftieth of the jobs")
	flag.Parse()
	if err := run(flag.Args(), *quick); err != nil {
		fmt.Fprintln(os.Stderr, "dispatchers:", err)
		os.Exit(1)
	}
}

const (
	jobs         = 50_000
	replications = 4
)

func run(args []string, quick bool) error {
	switch {
	case len(args) == 1 && args[0] == "run":
		n := jobs
		if quick {
			n /= 50
		}
		found, err := simulate(n, replications)
		if err != nil {
			return err
		}
		return write(os.Stdout, found)
	case len(args) == 1 && args[0] == "tables":
		found, err := read(os.Stdin)
		if err != nil {
			return err
		}
		tables(os.Stdout, found)
		return nil
	}
	return fmt.Errorf("arguments %q: want run or tables", args)
}
