package sim

import (
	"fmt"
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
	return []Engine{Events}, nil
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
