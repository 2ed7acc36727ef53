// Command meanfield times the analyser beside a C++ program for the same job: the
// fixed point of SQ(2) at load .9 with its 1/N term (cpp/refine.cc). It prints a
// CSV of median times in microseconds; run.sh compiles and runs both.
//
// usage: meanfield REFINE...
package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/tune"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "meanfield:", err)
		os.Exit(1)
	}
}

func run(programs []string) error {
	fmt.Println("program,microseconds,result")
	for _, program := range programs {
		out, err := exec.Command(program, "5000").Output()
		if err != nil {
			return err
		}
		fmt.Printf("C++ 20 levels (%s),%s\n", program, strings.Join(strings.Fields(string(out)), ","))
	}
	model, err := sq2()
	if err != nil {
		return err
	}
	for name, levels := range map[string]int{"steelyard 20 levels": 20, "steelyard as many as matter": 0} {
		model.Levels = levels
		if err := report(name, 5000, func() (float64, error) { return correction(model) }); err != nil {
			return err
		}
	}
	fleet := meanfield.TwoSpeeds(0.2, 5)
	three := meanfield.Fleet{{Rate: 5, Share: 0.1}, {Rate: 2, Share: 0.3}, {Rate: 0.5, Share: 0.6}}.Scaled()
	if err := report("best (pf; ps) of jsq-fs", 500, func() (float64, error) {
		c, err := tune.FastSlow(fleet, 0.84, steelyard.Shortest, 2, 2)
		return c.MeanResponse, err
	}); err != nil {
		return err
	}
	return report("three classes; gen; d=4", 5, func() (float64, error) {
		c, err := tune.General(three, 0.9, "gen", 4, steelyard.IdleElseUniform)
		return c.MeanResponse, err
	})
}

func sq2() (meanfield.Fluid, error) {
	spec, err := policy.Parse("jsq(d=2)")
	if err != nil {
		return meanfield.Fluid{}, err
	}
	p, err := spec.New()
	if err != nil {
		return meanfield.Fluid{}, err
	}
	return meanfield.FromPolicy(p, []steelyard.Group{{Kind: steelyard.Kind{Rate: 1, Workers: 1}, Servers: 1}}, 0.9)
}

func correction(model meanfield.Fluid) (float64, error) {
	e, err := model.Equilibrium()
	if err != nil {
		return 0, err
	}
	r, err := e.Refine(100)
	return r.Correction, err
}

// report prints the median time of a computation and its result.
func report(name string, repeats int, compute func() (float64, error)) error {
	var times []float64
	result := 0.0
	for range repeats {
		start := time.Now()
		x, err := compute()
		if err != nil {
			return err
		}
		times = append(times, float64(time.Since(start).Nanoseconds())/1000)
		result = x
	}
	slices.Sort(times)
	fmt.Printf("%s,%.3f,%.6f\n", name, times[len(times)/2], result)
	return nil
}
