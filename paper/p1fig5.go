package paper

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/internal/decide"
)

// p1Fig5 is figure 5 of Goren et al. 2021: how long one dispatching decision takes.
var p1Fig5 = Figure{
	ID:     "p1-fig5",
	Title:  "time of one dispatching decision, on this machine",
	Chosen: chosenDecisions(),
	Timed:  true,
	Run:    runP1Fig5,
}

func runP1Fig5(ctx context.Context, o Options) (*Result, error) {
	program, missing := compiled(ctx, o)
	if program != nil {
		defer program.Close()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	sizes := pick(o, []int{100, 200, 300, 400}, []int{100, 200}, []int{20, 40})
	var list []*speeds
	for k, n := range sizes {
		s, err := measured(ctx, program, n, o.part(k, len(sizes)))
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	var charts []chart.Chart
	table := Table{Header: []string{"program", "servers", "jobs_per_decision", "decisions", "p10_us", "median_us", "p90_us", "p99_us"}}
	for _, s := range list {
		charts = append(charts, s.chart())
		s.rows(&table)
	}
	size := chart.Size{Width: 1000, Height: 380 * float64((len(charts)+1)/2)}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: charts}.SameAxes(), Size: size}},
		Tables:   []Table{table, exponentTable(list)},
		Verdicts: timeVerdicts(list, missing),
		Notes: []string{
			"Ours is the decision by water filling: the level and all draws. Algorithms " +
				"1 and 4, JSQ and SED are in C++, as the paper prints them and by a heap.",
			fmt.Sprintf("Curves end at %d times their median: what takes longer was interrupted by something else on the machine.", mostShown),
			"The table also has policies as dispatchers in rounds use them, which first take the lengths of all queues over from a snapshot.",
		},
	}, nil
}

// compiled is the C++ program; if it is missing, why.
func compiled(ctx context.Context, o Options) (program *decide.Program, missing string) {
	if o.Effort == Tiny {
		return nil, "with so little effort the C++ program is not compiled"
	}
	program, err := decide.Compile(ctx)
	if errors.Is(err, decide.ErrNoCompiler) {
		return nil, err.Error()
	}
	if err != nil {
		return nil, fmt.Sprintf("the C++ program cannot be compiled: %v", err)
	}
	return program, ""
}

// The programs that are timed.
const (
	ourSCD     = "ours"
	algorithm4 = "Algorithm 4"
	algorithm1 = "Algorithm 1"
	heapJSQ    = "JSQ"
	heapSED    = "SED"
)

// rivals are the programs in C++.
func rivals() map[string]decide.Algorithm {
	return map[string]decide.Algorithm{algorithm4: decide.Algorithm4, algorithm1: decide.Algorithm1, heapJSQ: decide.JSQ, heapSED: decide.SED}
}

// programs are the names of those in the picture, and policies those that only the table has.
func programs() []string { return []string{ourSCD, algorithm4, algorithm1, heapJSQ, heapSED} }

func policies() []string { return []string{"scd", "jsq", "sed(rank=q)"} }

// speeds are the times of decisions on a fleet of n servers, in nanoseconds.
type speeds struct {
	n     int
	jobs  float64                // mean of a decision
	times map[string][][]float64 // by program, then by pass
	off   float64                // greatest difference between our probabilities and those of Algorithm 4; NaN if they are not compared
}

// measured times all programs in turn, several times over, so that what disturbs the machine disturbs all.
func measured(ctx context.Context, program *decide.Program, n int, o Options) (*speeds, error) {
	sample := decide.NewSample(o.Seed, n)
	s := &speeds{n: n, jobs: sample.MeanJobs(), times: map[string][][]float64{}, off: math.NaN()}
	if program != nil {
		if err := s.compare(ctx, program, sample); err != nil {
			return nil, err
		}
	}
	repeats, passes := pick(o, 4_000, 2_000, 50), pick(o, 5, 5, 2)
	for pass := range passes {
		s.times[ourSCD] = append(s.times[ourSCD], sample.SCD(repeats))
		for _, name := range policies() {
			times, err := sample.Policy(name, repeats)
			if err != nil {
				return nil, err
			}
			s.times[name] = append(s.times[name], times)
		}
		for _, name := range programs()[1:] {
			if program == nil {
				break
			}
			times, err := program.Times(ctx, rivals()[name], repeats)
			if err != nil {
				return nil, err
			}
			s.times[name] = append(s.times[name], times)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.done(pass+1, passes)
	}
	return s, nil
}

// compare hands the sample to the program and compares its probabilities with ours.
func (s *speeds) compare(ctx context.Context, program *decide.Program, sample decide.Sample) error {
	if err := program.Load(sample); err != nil {
		return err
	}
	theirs, err := program.Probabilities(ctx, decide.Algorithm4)
	if err != nil {
		return err
	}
	s.off = 0
	for i, p := range sample.Probabilities(0) {
		s.off = max(s.off, math.Abs(p-theirs[i]))
	}
	return nil
}
