package rounds

import (
	"context"
	"errors"
	"fmt"

	"github.com/steelyard-lb/steelyard/sim"
)

// Replicate runs replication index of c alone, 0 the first; it does not depend on how many there are. The Trial is nil if the load is not
// below 1: see [Combine].
func Replicate(ctx context.Context, c Config, index int) (*Trial, error) {
	if err := c.Check(); err != nil || c.overload() != nil {
		return nil, err
	}
	return try(ctx, &c, index, &progress{total: c.Rounds, tell: c.Progress})
}

// Combine makes of trials, in the order of their indexes, what [Run] finds when it runs as many replications. It fails if a trial is not one
// of c.
func Combine(c Config, trials []*Trial) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if r := c.overload(); r != nil {
		return r, nil
	}
	if len(trials) == 0 {
		return nil, errors.New("trials: none, want at least one")
	}
	for k, t := range trials {
		if t == nil || t.sums == nil || len(t.sums.class) != len(c.Classes) {
			return nil, fmt.Errorf("trial %d: want what a replication counted, with %d classes", k, len(c.Classes))
		}
	}
	return c.result(trials), nil
}

// overload is the result at a load that no policy can carry, nil if that is not so.
func (c *Config) overload() *Result {
	load := c.load()
	if load < 1 {
		return nil
	}
	return &Result{Result: sim.Result{
		Engine: Engine, Load: load,
		Verdict: fmt.Sprintf("load %.6g is not below 1: queues grow without bound under every policy", load),
	}}
}
