package rounds

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
)

// Class is a number of equal servers.
type Class struct {
	Name    string
	Servers int     // at least 1
	Rate    float64 // mean number of services that one offers in a round
}

// Config is what to simulate.
type Config struct {
	Classes []Class
	Rate    float64 // mean number of jobs that arrive in a round, at all dispatchers together
	// Dispatchers is their number, 0 is 1, and Shares is how much of the arrivals each gets; nil is equal shares.
	Dispatchers int
	Shares      []float64
	// Policy makes one instance for each dispatcher of each replication. If it is a [steelyard.Idler], servers send idle messages, by the
	// rules of Goren et al.: at the end of a round, an idle server that has got a job since its last message, or has never sent one, tells a
	// dispatcher chosen uniformly. If it is a [steelyard.Revoker] as well, a server that is sent a job withdraws its message
	// from a dispatcher that did not use it.
	Policy       func() (steelyard.Policy, error)
	Rounds       int // per replication, all counted, from empty queues on
	Replications int // 0 is 1
	Seed         uint64
	// Progress, if not nil, is called from time to time, by one goroutine at a time, with rounds done and in all.
	Progress func(done, total int)
}

// Check reports the first field that makes no sense.
func (c *Config) Check() error {
	if len(c.Classes) == 0 {
		return fmt.Errorf("classes: none, want at least one")
	}
	for k, x := range c.Classes {
		switch {
		case x.Servers < 1:
			return fmt.Errorf("class %d (%s): servers %d: want at least 1", k, x.Name, x.Servers)
		case !positive(x.Rate):
			return fmt.Errorf("class %d (%s): rate %v: want a positive finite number of services per round", k, x.Name, x.Rate)
		}
	}
	switch {
	case c.Policy == nil:
		return fmt.Errorf("policy: none, want a function that makes one")
	case !positive(c.Rate) || c.Rate > mostPerRound:
		return fmt.Errorf("rate %v: want a positive number of jobs per round, at most %g", c.Rate, mostPerRound)
	case c.Rounds < 1 || c.Rounds > math.MaxInt32:
		return fmt.Errorf("rounds %d: want a number from 1 to %d", c.Rounds, math.MaxInt32)
	case c.Replications < 0:
		return fmt.Errorf("replications %d: want at least 1", c.Replications)
	case c.Dispatchers < 0:
		return fmt.Errorf("dispatchers %d: want at least 1", c.Dispatchers)
	case c.Shares != nil && len(c.Shares) != c.dispatchers():
		return fmt.Errorf("shares: %d of them, want one for each of %d dispatchers", len(c.Shares), c.dispatchers())
	}
	for _, s := range c.Shares {
		if !positive(s) {
			return fmt.Errorf("share %v: want a positive finite number", s)
		}
	}
	return nil
}

// mostPerRound bounds the arrivals of a round, so that queues can be counted in 32 bits for a while.
const mostPerRound = 1e9

func positive(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

func (c *Config) dispatchers() int { return max(c.Dispatchers, 1) }

func (c *Config) replications() int { return max(c.Replications, 1) }

// capacity is the mean number of services that all servers offer in a round.
func (c *Config) capacity() float64 {
	sum := 0.0
	for _, x := range c.Classes {
		sum += float64(x.Servers) * x.Rate
	}
	return sum
}

// load is the arrivals over the capacity.
func (c *Config) load() float64 { return c.Rate / c.capacity() }

// rates are the mean arrivals of each dispatcher in a round.
func (c *Config) rates() []float64 {
	rates, sum := make([]float64, c.dispatchers()), 0.0
	for d := range rates {
		rates[d] = 1
		if c.Shares != nil {
			rates[d] = c.Shares[d]
		}
		sum += rates[d]
	}
	for d := range rates {
		rates[d] *= c.Rate / sum
	}
	return rates
}
