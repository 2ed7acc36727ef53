// Command scd times one dispatching decision of SCD, probabilities and draws, on
// fresh states, beside the algorithms of its paper in C++ (package decide) on the
// same states. It prints a CSV of quantiles over decisions in microseconds. It needs
// a C++ compiler.
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/steelyard-lb/steelyard/internal/decide"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "scd:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	program, err := decide.Compile(ctx)
	if err != nil {
		return err
	}
	defer program.Close()
	fmt.Println("program,n,jobs,p10,p50,p90,p99,times_ours")
	for _, n := range []int{100, 200, 300, 400, 1000, 10000} {
		if err := compare(ctx, program, n); err != nil {
			return err
		}
	}
	return nil
}

// compare times all programs on fleets of n servers.
func compare(ctx context.Context, program *decide.Program, n int) error {
	s := decide.NewSample(1, n)
	if err := program.Load(s); err != nil {
		return err
	}
	repeats := max(200, 2_000_000/n)
	ours := s.SCD(repeats)
	report("steelyard scd", s, ours, ours)
	report("steelyard probabilities", s, s.AllProbabilities(repeats), ours)
	for _, algorithm := range []decide.Algorithm{decide.Algorithm4, decide.Algorithm1, decide.JSQ, decide.SED} {
		count := repeats
		if algorithm == decide.Algorithm1 { // O(n^2)
			count = max(1, min(repeats, 200_000_000/n/n))
		}
		if err := agree(ctx, program, s, algorithm); err != nil {
			return err
		}
		times, err := program.Times(ctx, algorithm, count)
		if err != nil {
			return err
		}
		report("C++ "+string(algorithm), s, times, ours)
	}
	return nil
}

// agree checks that a program solves the same problem: its probabilities for the
// first state are ours.
func agree(ctx context.Context, program *decide.Program, s decide.Sample, algorithm decide.Algorithm) error {
	if algorithm != decide.Algorithm4 && algorithm != decide.Algorithm1 {
		return nil
	}
	theirs, err := program.Probabilities(ctx, algorithm)
	if err != nil {
		return err
	}
	for i, p := range s.Probabilities(0) {
		if math.Abs(p-theirs[i]) > 1e-12 {
			return fmt.Errorf("%s: server %d has probability %v, ours %v", algorithm, i, theirs[i], p)
		}
	}
	return nil
}

// report prints one line; times_ours is the ratio of medians.
func report(program string, s decide.Sample, times, ours []float64) {
	fmt.Printf("%s,%d,%.1f", program, len(s.Rate), s.MeanJobs())
	for _, p := range []float64{.1, .5, .9, .99} {
		fmt.Printf(",%.2f", quantile(times, p)/1000)
	}
	fmt.Printf(",%.2f\n", quantile(times, .5)/quantile(ours, .5))
}

func quantile(x []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}
