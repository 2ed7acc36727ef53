package diffusion

import "github.com/steelyard-lb/steelyard/internal/rng"

// chain runs the uniformised Markov chain of the counts: potential events come at the
// constant rate of arrivals plus capacity, and those of idle servers change nothing. Its
// steps see the stationary law of the process in continuous time.
type chain struct {
	System
	*counts
	random rng.Rand
	rate   float64 // of potential events, per second
}

func newChain(s System, c *counts, random rng.Rand) *chain {
	return &chain{s, c, random, s.Arrivals + s.Capacity()}
}

// A change is one event: X_{j,i} of the pool and level goes up or down by 1. Level 0
// means that nothing happened.
type change struct {
	pool, level, by int
}

// step performs one potential event. A single uniform number selects its kind, the pool
// and the server.
func (c *chain) step() change {
	at := c.random.Float64() * c.rate
	if at < c.Arrivals {
		j, i := c.target()
		c.set(j, i, c.atLeast(j, i)+1)
		return change{j, i, 1}
	}
	at -= c.Arrivals
	for j, servers := range c.Servers {
		share := c.Rates[j] * float64(servers)
		if at >= share {
			at -= share
			continue
		}
		i := c.length(j, min(int(at/c.Rates[j]), servers-1))
		if i > 0 {
			c.levels[j][i-1]--
		}
		return change{j, i, -1}
	}
	return change{} // the sum of the shares was rounded down
}
