// Command scd times one dispatching decision of SCD, probabilities and draws, on
// fresh states, beside the algorithms of its paper in C++ (cpp/decide.cc) on the same
// states. It prints a CSV of quantiles over decisions in microseconds; run.sh
// compiles and runs both.
//
// usage: scd DECIDE
package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: scd DECIDE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "scd:", err)
		os.Exit(1)
	}
}

func run(decide string) error {
	dir, err := os.MkdirTemp("", "scd")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Println("program,n,jobs,p10,p50,p90,p99,times_ours")
	for _, n := range []int{100, 200, 300, 400, 1000, 10000} {
		if err := compare(decide, filepath.Join(dir, strconv.Itoa(n)), n); err != nil {
			return err
		}
	}
	return nil
}

// compare times all programs on fleets of n servers.
func compare(decide, file string, n int) error {
	s := newSample(n)
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := s.write(out); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	repeats := max(states, 2_000_000/n)
	ours := timeOurs(s, repeats)
	report("steelyard scd", s, ours, ours)
	report("steelyard probabilities", s, timeProbabilities(s, repeats), ours)
	for _, algorithm := range []string{"scd4", "scd1", "jsq", "sed"} {
		count := repeats
		if algorithm == "scd1" { // O(n^2)
			count = max(1, min(repeats, 200_000_000/n/n))
		}
		if err := agree(s, decide, file, algorithm); err != nil {
			return err
		}
		times, err := runTheirs(decide, file, algorithm, count)
		if err != nil {
			return err
		}
		report("C++ "+algorithm, s, times, ours)
	}
	return nil
}

// timeOurs returns the nanoseconds of each decision.
func timeOurs(s sample, repeats int) []float64 {
	solver := waterfill.New(s.rate)
	r := rng.New(1, "bench scd draws")
	jobs := make([]int32, slices.Max(s.arrivals))
	times := make([]float64, repeats)
	for k := range times {
		queue, a := s.queues[k%states], s.arrivals[k%states]
		begin := time.Now()
		solver.Load(queue, .5)
		solver.Draw(jobs[:a], float64(dispatchers*a-1), &r)
		times[k] = float64(time.Since(begin))
	}
	return times
}

func timeProbabilities(s sample, repeats int) []float64 {
	solver := waterfill.New(s.rate)
	p := make([]float64, len(s.rate))
	times := make([]float64, repeats)
	for k := range times {
		begin := time.Now()
		solver.Load(s.queues[k%states], .5)
		solver.Probabilities(p, float64(dispatchers*s.arrivals[k%states]-1))
		times[k] = float64(time.Since(begin))
	}
	return times
}

// agree checks that a program solves the same problem: its probabilities for the
// first state are ours.
func agree(s sample, decide, file, algorithm string) error {
	if algorithm != "scd4" && algorithm != "scd1" {
		return nil
	}
	theirs, err := runTheirs(decide, file, algorithm, 0)
	if err != nil {
		return err
	}
	solver := waterfill.New(s.rate)
	ours := make([]float64, len(s.rate))
	solver.Load(s.queues[0], .5)
	solver.Probabilities(ours, float64(dispatchers*s.arrivals[0]-1))
	for i, p := range ours {
		if math.Abs(p-theirs[i]) > 1e-12 {
			return fmt.Errorf("%s: server %d has probability %v, ours %v", algorithm, i, theirs[i], p)
		}
	}
	return nil
}

// runTheirs returns the numbers that the C++ program prints.
func runTheirs(decide, file, algorithm string, repeats int) ([]float64, error) {
	out, err := exec.Command(decide, file, algorithm, strconv.Itoa(repeats)).Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", decide, algorithm, err)
	}
	var numbers []float64
	for _, line := range bytes.Fields(out) {
		x, err := strconv.ParseFloat(string(line), 64)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

// report prints one line; times_ours is the ratio of medians.
func report(program string, s sample, times, ours []float64) {
	jobs := 0
	for _, a := range s.arrivals {
		jobs += a
	}
	fmt.Printf("%s,%d,%.1f", program, len(s.rate), float64(jobs)/float64(len(s.arrivals)))
	for _, p := range []float64{.1, .5, .9, .99} {
		fmt.Printf(",%.2f", quantile(times, p)/1000)
	}
	fmt.Printf(",%.2f\n", quantile(times, .5)/quantile(ours, .5))
}

func quantile(x []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}
