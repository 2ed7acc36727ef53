// Command sim measures how many jobs per second of processor time the engines simulate, beside small C++ programs for the same job and, where
// it is installed, SimPy. The job is SQ(2), two distinct servers of N exponential FCFS servers, at load 0.9; the mean response time is printed
// as a check. run.sh compiles the programs and runs it from the project's root. With -truths it compares means with published ones instead.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	programs := flag.String("programs", "", "directory of the compiled C++ programs")
	sizes := flag.String("n", "100,10000,1000000", "numbers of servers")
	jobs := flag.Int("jobs", 4_000_000, "jobs per measurement")
	repeats := flag.Int("repeats", 3, "measurements, of which the best counts")
	full := flag.Bool("full", true, "also measure policies that rank all servers")
	known := flag.Bool("truths", false, "instead compare long runs with published means")
	flag.Parse()
	b := bench{programs: *programs, jobs: *jobs, repeats: *repeats}
	run := func() error { return b.run(*sizes, *full) }
	if *known {
		run = func() error { return printTruths(*jobs) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "sim:", err)
		os.Exit(1)
	}
}

// bench is what to measure.
type bench struct {
	programs string
	jobs     int
	repeats  int
}

func (b *bench) run(sizes string, full bool) error {
	for _, text := range strings.Split(sizes, ",") {
		servers, err := strconv.Atoi(text)
		if err != nil || servers < 2 {
			return fmt.Errorf("n %q: want a number of servers, at least 2", text)
		}
		if err := b.table(servers); err != nil {
			return err
		}
	}
	if full {
		return b.fullInformation(10_000)
	}
	return nil
}

// table prints every engine beside its C++ program.
func (b *bench) table(servers int) error {
	fmt.Printf("\nN = %d, million jobs per second of processor time (mean response time)\n", servers)
	fmt.Printf("%-34s%22s%22s%12s\n", "", "steelyard", "C++", "time ratio")
	for _, r := range rows {
		if servers > r.most {
			continue
		}
		ours, theirs, err := b.row(r, servers)
		if err != nil {
			return err
		}
		ratio := "-"
		if theirs.speed > 0 {
			ratio = fmt.Sprintf("%.2f", theirs.speed/ours.speed)
		}
		fmt.Printf("%-34s%22s%22s%12s\n", r.name, ours, theirs, ratio)
	}
	if servers <= 100 {
		fmt.Printf("%-34s%22s%22s\n", "SimPy", "", simpy(servers))
	}
	return nil
}

// row measures one engine and its C++ program in turn, so that both have the same disturbances.
func (b *bench) row(r row, servers int) (ours, theirs rate, err error) {
	repeats := b.repeats
	if servers >= 1_000_000 {
		repeats = 1
	}
	for range repeats {
		x, err := b.engine(r, servers)
		if err != nil {
			return ours, theirs, err
		}
		ours = ours.better(x)
		y, err := b.program(r.program, servers)
		if err != nil {
			return ours, theirs, err
		}
		theirs = theirs.better(y)
	}
	return ours, theirs, nil
}
