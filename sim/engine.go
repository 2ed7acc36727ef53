package sim

import (
	"fmt"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/dist"
)

// Engine names a way to simulate.
type Engine string

// The engines, fastest first.
const (
	CTMC   Engine = "ctmc"
	Lazy   Engine = "lazy"
	Events Engine = "events"
)

// engine simulates one replication.
type engine interface {
	// run lets a number of jobs arrive.
	run(arrivals int) error
	// drain serves the jobs that are there, without arrivals.
	drain() error
	// clear begins to count.
	clear()
	// mark is what has been counted so far.
	mark() mark
	// close ends the count.
	close() *sums
}

// start begins replication index on an engine.
func (c *Config) start(e Engine, index int) (engine, error) {
	r, err := newReplica(c, index)
	if err != nil {
		return nil, err
	}
	switch e {
	case CTMC:
		return newChain(r)
	case Lazy:
		return newLazy(r)
	case Events:
		return newEventList(r)
	}
	return nil, fmt.Errorf("engine %q: want %s, %s or %s", e, CTMC, Lazy, Events)
}

// Engines lists the engines that are exact for c, fastest first.
func (c *Config) Engines() ([]Engine, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	needs, err := c.needs()
	if err != nil {
		return nil, err
	}
	engines := []Engine{Events}
	if c.settles(needs) {
		engines = append([]Engine{Lazy}, engines...)
	}
	if c.memoryless(needs) {
		engines = append([]Engine{CTMC}, engines...)
	}
	return engines, nil
}

// settles says whether lazy departures are exact: FCFS by single workers on a fleet that does not change, and policies that want no
// more than single lengths or snapshots.
func (c *Config) settles(n steelyard.Needs) bool {
	view := c.Dispatchers.View.Kind
	seen := view == belief.Stale || view == belief.Fresh && !n.Index
	return seen && c.plain() && !n.Done && !n.Idle && !n.Report
}

// memoryless says whether the queue lengths are a Markov chain that says all: exponential times, FCFS by single workers on a fleet that does
// not change, dispatchers that see the truth at once and policies that do not follow single jobs.
func (c *Config) memoryless(n steelyard.Needs) bool {
	exponential := dist.IsExponential(c.sizeLaw()) && (c.Arrivals == nil || dist.IsExponential(c.Arrivals))
	fresh := c.Dispatchers.View.Kind == belief.Fresh && c.Dispatchers.MessageDelay == 0
	return exponential && fresh && c.plain() && !n.Done && !n.Report && c.Rate > 0 && !c.Length.Drain
}

// plain says whether all servers are single workers under FCFS throughout, whose states nobody wants to see at given times.
func (c *Config) plain() bool {
	d, _ := discipline(c.Discipline)
	for k := range c.Classes {
		if c.Classes[k].workers() > 1 {
			return false
		}
	}
	return d.Name == fcfs.Name && len(c.Events) == 0 && len(c.Windows) == 0 && len(c.Looks.Times) == 0
}

// needs is what the policy uses on this fleet.
func (c *Config) needs() (steelyard.Needs, error) {
	r, err := newReplica(c, 0)
	if err != nil {
		return steelyard.Needs{}, err
	}
	err = r.dispatch(func(int) *steelyard.Board { return r.truth })
	return r.needs(), err
}

// choose is the engine that c asks for, or the fastest exact one.
func (c *Config) choose() (Engine, error) {
	exact, err := c.Engines()
	if err != nil {
		return "", err
	}
	if c.Engine == "" {
		return exact[0], nil
	}
	for _, e := range exact {
		if e == c.Engine {
			return e, nil
		}
	}
	return "", fmt.Errorf("engine %q: not exact for this fleet and policy; want one of %v", c.Engine, exact)
}
