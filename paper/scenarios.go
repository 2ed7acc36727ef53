package paper

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sim"
)

// scenarioOf reads a scenario from a text such as a file holds.
func scenarioOf(format string, args ...any) (*scenario.Scenario, error) {
	return scenario.Parse("scenario of a figure", fmt.Appendf(nil, format, args...))
}

// length gives a scenario the run that the options ask for; jobs are per replication.
func length(s *scenario.Scenario, o Options, jobs, replications int) *scenario.Scenario {
	c := *s
	c.Seed = o.Seed
	c.Length = sim.Length{Jobs: jobs, Warmup: jobs / 4, Replications: replications}
	return &c
}

// compared runs policies at loads on the same arrivals and sizes.
func compared(ctx context.Context, s *scenario.Scenario, policies []string, loads []float64, o Options) (*scenario.Comparison, error) {
	specs, err := policy.ParseList(strings.Join(policies, ","))
	if err != nil {
		return nil, err
	}
	points, err := scenario.Points(s, specs, loads)
	if err != nil {
		return nil, err
	}
	reports := make([]*scenario.Report, len(points))
	for k, at := range points {
		if reports[k], err = o.part(k, len(points)).simulate(ctx, at); err != nil {
			return nil, err
		}
	}
	return scenario.Collect(s, specs, loads, reports), nil
}

// simulated runs one policy at one load.
func simulated(ctx context.Context, s *scenario.Scenario, text string, load float64, o Options) (*scenario.Report, error) {
	spec, err := policy.Parse(text)
	if err != nil {
		return nil, err
	}
	at, err := s.AtLoad(load).With(spec)
	if err != nil {
		return nil, err
	}
	return o.simulate(ctx, at)
}

// observed runs one policy at one load without what theory knows of stability.
func observed(ctx context.Context, s *scenario.Scenario, text string, load float64, o Options) (*sim.Result, error) {
	spec, err := policy.Parse(text)
	if err != nil {
		return nil, err
	}
	at, err := s.AtLoad(load).With(spec)
	if err != nil {
		return nil, err
	}
	list, err := replications(ctx, o, at, func(s *scenario.Scenario, k int, progress func(done, total int)) (*sim.Trial, error) {
		c := s.Config()
		c.Progress = progress
		return sim.Replicate(ctx, c, k)
	})
	if err != nil {
		return nil, err
	}
	return sim.Combine(at.Config(), list)
}

// eachOf calls do for 0, ..., n-1 on all cores and returns the first error in that order. What do writes for k must be its own.
func eachOf(ctx context.Context, n int, do func(k int) error) error {
	errs := make([]error, n)
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for k := range next {
				if errs[k] = ctx.Err(); errs[k] == nil {
					errs[k] = do(k)
				}
			}
		})
	}
	for k := range n {
		next <- k
	}
	close(next)
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
