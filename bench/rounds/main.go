// Command rounds does the long runs of the round engine.
//
// "rounds tables" repeats the evaluation of Goren, Vargaftik and Moses (2021): it prints docs/rounds.md, some ten minutes of two
// cores. With -quick it runs a fiftieth of the rounds, to see that it works.
//
// "rounds speed PROGRAM" measures how many jobs are simulated in a second of processor time, beside a small C++ program for the same job
// (cpp/rounds.cc) and beside figures recorded elsewhere; run.sh compiles and runs it.
//
// It is run from the project's root.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	quick := flag.Bool("quick", false, "run a fiftieth of the rounds")
	flag.Parse()
	if err := run(flag.Args(), *quick); err != nil {
		fmt.Fprintln(os.Stderr, "rounds:", err)
		os.Exit(1)
	}
}

func run(args []string, quick bool) error {
	switch {
	case len(args) == 1 && args[0] == "tables":
		scale := 1
		if quick {
			scale = 50
		}
		return tables(os.Stdout, scale)
	case len(args) == 2 && args[0] == "speed":
		return speed(os.Stdout, args[1])
	}
	return fmt.Errorf("arguments %q: want tables, or speed PROGRAM", args)
}
