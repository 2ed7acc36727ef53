package balance

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/steelyard-lb/steelyard"
)

// Config says how to make a Balancer.
type Config struct {
	// Servers are the first members of the pool, at least one.
	Servers []Server
	// Policy picks among them. It belongs to the Balancer from then on.
	Policy steelyard.Policy
	// Seed starts the random draws. The policy draws from steelyard.NewRand(Seed, "policy"). Balancers that share servers
	// want different seeds.
	Seed uint64
	// Dispatchers is the number of balancers that share the servers, this one included. 0 means 1. The policy sees the jobs in
	// flight here times this number. Only a balancer that is alone can tell its policy which servers are idle.
	Dispatchers int
	// Backoff is how long a server that cannot be reached stays out.
	Backoff Backoff
	// Now is the clock; nil means time.Now. It must not call the Balancer.
	Now func() time.Time
}

// Server is a member of the pool.
type Server struct {
	// Key names the server, for instance host:port. It is unique in the pool, and a server is the same as long as its key is.
	Key string
	// Rate is the speed of one worker in jobs per second, or relative to the other servers. It must be positive.
	Rate float64
	// Workers is the number of jobs it works on at once. 0 means 1.
	Workers int
	// Class is a label that Snapshot shows. The policy's classes are formed by Rate and Workers alone.
	Class string
}

func (c Config) withDefaults() Config {
	if c.Dispatchers == 0 {
		c.Dispatchers = 1
	}
	c.Backoff = c.Backoff.withDefaults()
	return c
}

func (c Config) check() error {
	if c.Policy == nil {
		return errNoPolicy
	}
	if c.Dispatchers < 0 {
		return fmt.Errorf("dispatchers %d: want at least 1, or 0 for 1", c.Dispatchers)
	}
	if err := c.Backoff.check(); err != nil {
		return fmt.Errorf("backoff: %w", err)
	}
	return checkServers(c.Servers)
}

var errNoPolicy = errors.New("policy: got nil, want a steelyard.Policy")

func (s Server) kind() steelyard.Kind {
	return steelyard.Kind{Rate: s.Rate, Workers: max(s.Workers, 1)}
}

func (s Server) check() error {
	if s.Key == "" {
		return errors.New(`key "": want a name that no other server has`)
	}
	if !(s.Rate > 0) || math.IsInf(s.Rate, 0) {
		return fmt.Errorf("rate %v: want a positive number of jobs per second", s.Rate)
	}
	if s.Workers < 0 {
		return fmt.Errorf("workers %d: want at least 1, or 0 for 1", s.Workers)
	}
	return nil
}

// checkServers fails on the first server that cannot be a member.
func checkServers(servers []Server) error {
	if len(servers) == 0 {
		return errors.New("servers: got none, want at least one")
	}
	seen := make(map[string]int, len(servers))
	for at, s := range servers {
		if err := s.check(); err != nil {
			return fmt.Errorf("servers[%d] %q: %w", at, s.Key, err)
		}
		if first, twice := seen[s.Key]; twice {
			return fmt.Errorf("servers[%d]: key %q: want a key of its own, servers[%d] has it", at, s.Key, first)
		}
		seen[s.Key] = at
	}
	return nil
}
