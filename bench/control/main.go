// Command control measures what the mean field does for the simulator: how much the martingale control lowers the variance of the mean
// response time, how long a mean to a tenth of a percent takes on one core, and that controlled means agree with plain ones. The job is
// SQ(2) on servers of one speed, and policies of two classes, at load 0.9.
//
//	go run ./bench/control
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sim"
)

func main() {
	runtime.GOMAXPROCS(1)
	if err := report(); err != nil {
		fmt.Fprintln(os.Stderr, "control:", err)
		os.Exit(1)
	}
}

func report() error {
	for _, part := range []func() error{gain, precision, bias} {
		if err := part(); err != nil {
			return err
		}
		fmt.Println()
	}
	return nil
}

const alike = "classes: [{name: a, servers: %d, speed: 1}]\nload: 0.9\npolicy: jsq(d=2)\n"

func simulate(text string, model scenario.Model, length sim.Length, seed uint64) (*scenario.Report, error) {
	s, err := scenario.Parse("bench", []byte(text))
	if err != nil {
		return nil, err
	}
	s.Length, s.Seed = length, seed
	return scenario.Simulate(context.Background(), s, scenario.Options{Model: model})
}

// gain measures variances from the spread of means over independent runs, which no estimate of an interval can flatter.
func gain() error {
	fmt.Println("| servers | runs | jobs per run | variance of job averages | with the control | ratio |")
	fmt.Println("|---|---|---|---|---|---|")
	const runs = 400
	for _, servers := range []int{100, 1000} {
		text := fmt.Sprintf(alike, servers)
		length := sim.Length{Jobs: 400 * servers, Warmup: 40 * servers, Replications: 4}
		var averages, controlled []float64
		for seed := range uint64(runs) {
			r, err := simulate(text, scenario.MeanField, length, 1+seed)
			if err != nil {
				return err
			}
			controlled = append(controlled, *r.MeanResponse)
			averages = append(averages, r.Law().Mean())
		}
		a, c := variance(averages), variance(controlled)
		fmt.Printf("| %d | %d | %d | %.2e | %.2e | %.0f |\n", servers, runs, 4*length.Jobs, a, c, a/c)
	}
	return nil
}

func variance(x []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return sum / float64(len(x)-1)
}

// precision times runs that end when the interval is a tenth of a percent of the mean to either side, the mean field included.
func precision() error {
	fmt.Println("| servers | mean | +- | jobs | seconds on one core (median; least of 9) |")
	fmt.Println("|---|---|---|---|---|")
	for _, servers := range []int{100, 1000} {
		text := fmt.Sprintf(alike, servers)
		length := sim.Length{Jobs: 600_000, Warmup: 30_000, Replications: 4, Precision: .001}
		if servers == 1000 {
			length.Jobs, length.Warmup = 100_000, 50_000
		}
		var seconds []float64
		var last *scenario.Report
		for seed := range uint64(9) {
			start := time.Now()
			r, err := simulate(text, scenario.MeanField, length, 1+seed)
			if err != nil {
				return err
			}
			seconds, last = append(seconds, time.Since(start).Seconds()), r
		}
		slices.Sort(seconds)
		fmt.Printf("| %d | %.5f | %.5f | %d | %.3f; %.3f |\n", servers, *last.MeanResponse, *last.CI95, last.Jobs, seconds[4], seconds[0])
	}
	return nil
}

// bias compares controlled means with plain ones from an empty fleet, in standard errors.
func bias() error {
	fmt.Println("| servers | policy | controlled | plain, 8 times as long | difference in standard errors |")
	fmt.Println("|---|---|---|---|---|")
	worst, seed := 0.0, uint64(0)
	for _, servers := range []int{10, 100} {
		for _, policy := range []string{"jsq(d=2, replace=true)", "sed(d=2)", "hjsq(d=2)", "jsq-fs(df=2, ds=2, pf=.7)", "scheme1(d=[2,2])"} {
			text := fmt.Sprintf("classes: [{name: fast, servers: %d, speed: 2}, {name: slow, servers: %d, speed: 1}]\nload: 0.8\npolicy: %s\n",
				servers/2, servers/2, policy)
			length := sim.Length{Jobs: 200_000, Warmup: 20_000, Replications: 4}
			a, err := simulate(text, scenario.MeanField, length, seed+1)
			if err != nil {
				return err
			}
			length.Jobs, length.Warmup = 1_600_000, 200_000
			b, err := simulate(text, nil, length, seed+2)
			if err != nil {
				return err
			}
			z := 1.96 * (*a.MeanResponse - *b.MeanResponse) / math.Hypot(*a.CI95, *b.CI95)
			worst, seed = max(worst, math.Abs(z)), seed+2
			fmt.Printf("| %d | %s | %.5f +- %.5f | %.5f +- %.5f | %.1f |\n", servers, policy, *a.MeanResponse, *a.CI95, *b.MeanResponse, *b.CI95, z)
		}
	}
	if worst > 4 {
		return fmt.Errorf("a controlled mean is %.1f standard errors off", worst)
	}
	return nil
}
