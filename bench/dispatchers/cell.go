package main

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// cell is one situation: a fleet at a load, and dispatchers with what they know.
type cell struct {
	fleet       string
	view        string
	dispatchers int
	load        float64
}

// The grid.
var (
	fleetNames  = []string{"A", "15", "mixed"}
	views       = []string{"fresh", "stale(0.2)", "stale(1)", "stale(5)", "local(scaled)", "local(raw)", "reported(0)", "reported(0.1)", "reported(1)"}
	dispatchers = []int{1, 2, 10, 20, 100}
	loads       = []float64{.5, .7, .8, .9, .95}
)

// ours is held against the others. scd(est=1) takes the smallest (q+1/2)/mu, own jobs since the last snapshot included.
const ours = "scd"

var others = []string{"scd(est=1)", "sed", "hjsq(d=2)", "wrr", "weighted"}

// fleet is the classes of a fleet by name.
func fleet(name string) []sim.Class {
	switch name {
	case "A":
		return []sim.Class{{Servers: 8, Speed: 10}, {Servers: 32, Speed: 1}}
	case "15":
		return []sim.Class{{Servers: 2, Speed: 10}, {Servers: 8, Speed: 1}}
	default:
		return []sim.Class{{Servers: 2, Speed: 8}, {Servers: 4, Speed: 5}, {Servers: 6, Speed: 2}, {Servers: 8, Speed: 1}}
	}
}

// cells lists the grid.
func cells() []cell {
	var list []cell
	for _, f := range fleetNames {
		for _, v := range views {
			for _, m := range dispatchers {
				for _, load := range loads {
					list = append(list, cell{f, v, m, load})
				}
			}
		}
	}
	return list
}

// same is a cell in which the policy does just the same, for those that do not look at queues and those that see the truth.
func (c cell) same(spec string) cell {
	switch {
	case spec == "weighted":
		c.view, c.dispatchers = "fresh", 1
	case spec == "wrr":
		c.view = "fresh"
	case c.view == "fresh":
		c.dispatchers = 1
	}
	return c
}

// sample is what one replication found, in seconds.
type sample struct{ mean, p99 float64 }

// simulate runs one replication. All policies see the same arrivals and sizes.
func (c cell) simulate(spec string, jobs, replication int) (sample, error) {
	s, err := policy.Parse(spec)
	if err != nil {
		return sample{}, err
	}
	view, err := belief.ParseView(c.view)
	if err != nil {
		return sample{}, err
	}
	config := sim.Config{
		Classes:     fleet(c.fleet),
		Policy:      s.New,
		Dispatchers: sim.Dispatchers{Count: c.dispatchers, View: view},
		Length:      sim.Length{Jobs: jobs, Warmup: jobs / 4, Replications: 1},
		Engine:      sim.Events,
		Seed:        uint64(replication + 1),
	}
	for _, k := range config.Classes {
		config.Rate += c.load * float64(k.Servers) * k.Speed
	}
	r, err := sim.Run(context.Background(), config)
	if err != nil {
		return sample{}, fmt.Errorf("%+v, %s: %w", c, spec, err)
	}
	p99, _ := r.Law.Quantile(.99)
	return sample{r.Response.Mean, p99}, nil
}
