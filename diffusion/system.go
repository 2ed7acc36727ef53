package diffusion

import (
	"fmt"
	"math"
)

// System is a finite number of servers under SA-JSQ: FCFS, exponential service,
// Poisson arrivals, jobs to the fastest of the shortest queues.
type System struct {
	Servers  []int     // per pool, fastest first (N_j)
	Rates    []float64 // per pool: jobs per second of a busy server (mu_j), strictly falling
	Arrivals float64   // jobs per second in all (n lambda), below the capacity
}

// System returns the system with n servers: N_j is gamma_j n rounded so that the sum is
// n, and arrivals are the capacity of these servers less Slack times sqrt(n), so that
// rounding does not disturb the slack. It fails if a pool would be empty or nothing
// would arrive.
func (r Regime) System(n int) (System, error) {
	if err := r.Check(); err != nil {
		return System{}, err
	}
	s, err := Allot(r.Pools, n)
	if err != nil {
		return System{}, err
	}
	s.Arrivals = s.Capacity() - r.Slack*math.Sqrt(float64(n))
	if s.Arrivals <= 0 {
		return System{}, &FieldError{"servers", n, fmt.Sprintf("more than the square of the slack, %v", r.Slack*r.Slack)}
	}
	return s, nil
}

// Allot splits n servers over the pools by largest remainder. Arrivals remain to be set.
func Allot(pools []Pool, n int) (System, error) {
	if err := checkPools(pools); err != nil {
		return System{}, err
	}
	s := System{Servers: make([]int, len(pools)), Rates: make([]float64, len(pools))}
	left := n
	for j, p := range pools {
		s.Rates[j] = p.Rate
		s.Servers[j] = int(p.Share * float64(n))
		left -= s.Servers[j]
	}
	for range left {
		s.Servers[shortest(pools, s.Servers, n)]++
	}
	for j, servers := range s.Servers {
		if servers < 1 {
			return System{}, &FieldError{"servers", n, fmt.Sprintf("enough to give pool %d, of share %v, one", j, pools[j].Share)}
		}
	}
	return s, nil
}

// shortest is the pool whose number of servers falls most short of its share.
func shortest(pools []Pool, servers []int, n int) int {
	best, most := 0, math.Inf(-1)
	for j, p := range pools {
		if short := p.Share*float64(n) - float64(servers[j]); short > most+1e-9 {
			best, most = j, short
		}
	}
	return best
}

// Check reports pools that are empty or out of order, and (wrapping ErrUnstable)
// arrivals that are not below the capacity.
func (s System) Check() error {
	if len(s.Servers) == 0 || len(s.Servers) != len(s.Rates) {
		return &FieldError{"number of pools", len(s.Servers), fmt.Sprintf("at least 1, and one per rate (%d)", len(s.Rates))}
	}
	for j, servers := range s.Servers {
		if servers < 1 {
			return &FieldError{fmt.Sprintf("servers[%d]", j), servers, "at least 1"}
		}
		if err := checkPositive(fmt.Sprintf("rates[%d]", j), s.Rates[j]); err != nil {
			return err
		}
		if j > 0 && s.Rates[j] >= s.Rates[j-1] {
			return &FieldError{fmt.Sprintf("rates[%d]", j), s.Rates[j], fmt.Sprintf("below %v: pools are listed fastest first", s.Rates[j-1])}
		}
	}
	if err := checkPositive("arrivals", s.Arrivals); err != nil {
		return err
	}
	if capacity := s.Capacity(); s.Arrivals >= capacity {
		return fmt.Errorf("arrivals are %v: want below the capacity, %v: %w", s.Arrivals, capacity, ErrUnstable)
	}
	return nil
}

// Size is the number of servers, n.
func (s System) Size() int {
	n := 0
	for _, servers := range s.Servers {
		n += servers
	}
	return n
}

// Capacity is the sum of the service rates of all servers, in jobs per second.
func (s System) Capacity() float64 {
	sum := 0.0
	for j, servers := range s.Servers {
		sum += s.Rates[j] * float64(servers)
	}
	return sum
}

// scale is sqrt(n), what counts are divided by.
func (s System) scale() float64 { return math.Sqrt(float64(s.Size())) }

// scaled returns the scaled process at the counts; it has the given number of levels.
func (s System) scaled(c *counts, levels int) State {
	y := NewState(len(s.Servers), levels)
	scale := s.scale()
	for j := range y {
		y[j][0] = float64(c.atLeast(j, 1)-s.Servers[j]) / scale
		for i := 2; i <= levels; i++ {
			y[j][i-1] = float64(c.atLeast(j, i)) / scale
		}
	}
	return y
}

// unscaled returns the counts nearest to a scaled state.
func (s System) unscaled(y State) (*counts, error) {
	if err := y.check(len(s.Servers)); err != nil {
		return nil, err
	}
	c := newCounts(s.Servers)
	for j := range y {
		above := s.Servers[j]
		for i, value := range y[j] {
			x := int(math.Round(value * s.scale()))
			if i == 0 {
				x += s.Servers[j]
			}
			if x < 0 || x > above {
				return nil, &FieldError{fmt.Sprintf("state[%d][%d]", j, i), value, fmt.Sprintf("a number of servers from 0 to %d once scaled, not %d", above, x)}
			}
			c.set(j, i+1, x)
			above = x
		}
	}
	return c, nil
}
