package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim/rounds"
)

// system is a fleet of the evaluation: rates uniform on [1, most], drawn anew for every seed.
type system struct {
	servers, dispatchers int
	most                 float64
}

// config sets up one run.
func (s system) config(text string, load float64, length int, seed uint64) (rounds.Config, error) {
	spec, err := policy.Parse(text)
	if err != nil {
		return rounds.Config{}, err
	}
	c := rounds.Config{Dispatchers: s.dispatchers, Policy: spec.New, Rounds: length, Seed: seed}
	random := rng.New(seed, "rates", uint64(s.servers))
	for range s.servers {
		rate := 1 + (s.most-1)*random.Float64()
		c.Classes = append(c.Classes, rounds.Class{Servers: 1, Rate: rate})
		c.Rate += load * rate
	}
	return c, nil
}

// cell is one policy at one load, averaged over draws of the rates.
type cell struct {
	policy    string
	load      float64
	stable    bool // in every draw
	mean      float64
	quantiles []float64 // at levels
	messages  float64
	draws     []draw
}

// draw is what one draw of the rates showed.
type draw struct {
	mean      float64
	quantiles []float64
}

// levels are the quantiles that are shown.
var levels = []float64{.5, .9, .95, .99, .999, .9999}

// study runs policies on a system.
type study struct {
	system
	policies []string
	loads    []float64
	rounds   int // of each run
	draws    int // of the rates
}

// run gives one cell for each load and policy, in that order. It uses all cores.
func (s study) run() ([]cell, error) {
	var cells []cell
	for _, load := range s.loads {
		for _, p := range s.policies {
			cells = append(cells, cell{policy: p, load: load, stable: true, quantiles: make([]float64, len(levels))})
		}
	}
	results := make([]*rounds.Result, len(cells)*s.draws)
	err := onAllCores(len(results), func(k int) (err error) {
		c, draw := &cells[k/s.draws], k%s.draws
		config, err := s.config(c.policy, c.load, s.rounds, uint64(1+draw))
		if err == nil {
			results[k], err = rounds.Run(context.Background(), config)
		}
		fmt.Fprintf(os.Stderr, "%d servers, %d dispatchers, rates to %g: %s at %g, draw %d\n", s.servers, s.dispatchers, s.most, c.policy, c.load, draw)
		return err
	})
	for k, r := range results {
		if err == nil {
			cells[k/s.draws].add(r, float64(s.draws))
		}
	}
	return cells, err
}

func (c *cell) add(r *rounds.Result, draws float64) {
	c.stable = c.stable && r.Stable
	c.mean += r.Law.Mean() / draws
	c.messages += r.MessagesPerJob / draws
	one := draw{mean: r.Law.Mean()}
	for k, p := range levels {
		x, _ := r.Responses.Quantile(p)
		c.quantiles[k] += x / draws
		one.quantiles = append(one.quantiles, x)
	}
	c.draws = append(c.draws, one)
}

// onAllCores calls do for 0 .. n-1 and returns the first error.
func onAllCores(n int, do func(k int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				errs[k] = do(k)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
