package diffusion

import (
	"fmt"
	"math"
)

// Pool is one of the pools in the limit of many servers.
type Pool struct {
	Rate  float64 // jobs per second a busy server completes (mu_j), > 0
	Share float64 // fraction of all servers (gamma_j), in (0,1]
}

// Regime is a sequence of systems in the Halfin-Whitt regime (Section 2 of the
// paper): pools of fixed shares, and arrivals that leave spare a capacity of Slack
// times sqrt(n).
type Regime struct {
	Pools []Pool  // fastest first, rates strictly falling; sum of Share is 1, sum of Rate*Share is 1
	Slack float64 // beta > 0: the limit of sqrt(n) (1 - lambda)
}

// Check reports pools that are missing, out of order or not normalised, and a slack
// that is not positive.
func (r Regime) Check() error {
	if err := checkPools(r.Pools); err != nil {
		return err
	}
	capacity := r.fastCapacity(len(r.Pools))
	if math.Abs(capacity-1) > 1e-9 {
		return &FieldError{"sum of rate times share", capacity, "1: divide the rates by it"}
	}
	return checkPositive("slack", r.Slack)
}

func checkPools(pools []Pool) error {
	if len(pools) == 0 {
		return &FieldError{"number of pools", 0, "at least one pool"}
	}
	shares := 0.0
	for j, p := range pools {
		if err := checkPositive(fmt.Sprintf("pools[%d].rate", j), p.Rate); err != nil {
			return err
		}
		if !(p.Share > 0 && p.Share <= 1) {
			return &FieldError{fmt.Sprintf("pools[%d].share", j), p.Share, "a fraction of the servers in (0,1]"}
		}
		if j > 0 && p.Rate >= pools[j-1].Rate {
			return &FieldError{fmt.Sprintf("pools[%d].rate", j), p.Rate,
				fmt.Sprintf("below %v: pools are listed fastest first", pools[j-1].Rate)}
		}
		shares += p.Share
	}
	if math.Abs(shares-1) > 1e-9 {
		return &FieldError{"sum of shares", shares, "1"}
	}
	return nil
}

func checkPositive(field string, x float64) error {
	if !(x > 0) || math.IsInf(x, 0) {
		return &FieldError{field, x, "a finite number above 0"}
	}
	return nil
}

// Scaled returns pools whose rates are divided by their mean, so that the mean
// capacity per server is 1 as a Regime wants it.
func Scaled(pools []Pool) []Pool {
	mean := Regime{Pools: pools}.fastCapacity(len(pools))
	scaled := make([]Pool, len(pools))
	for j, p := range pools {
		scaled[j] = Pool{p.Rate / mean, p.Share}
	}
	return scaled
}

// fastCapacity is r_l, the capacity per server of the fastest l pools.
func (r Regime) fastCapacity(l int) float64 {
	sum := 0.0
	for _, p := range r.Pools[:l] {
		sum += p.Rate * p.Share
	}
	return sum
}

func (r Regime) fastest() Pool { return r.Pools[0] }
func (r Regime) slowest() Pool { return r.Pools[len(r.Pools)-1] }
