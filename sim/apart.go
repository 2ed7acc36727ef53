package sim

import (
	"context"
	"errors"
	"fmt"
)

// Replicate runs replication index of c alone, 0 the first; it does not depend on how many there are. The Trial is nil if c is known not to be
// stable: see [Combine].
func Replicate(ctx context.Context, c Config, index int) (*Trial, error) {
	e, err := c.choose()
	if err != nil || c.overload() != "" {
		return nil, err
	}
	s := &study{config: &c, engine: e}
	s.progress.total = max(c.Length.Jobs, 1)
	return s.try(ctx, index)
}

// Combine makes of trials, in the order of their indexes, what [Run] finds when it runs as many replications. It fails if a trial is not one
// of c.
func Combine(c Config, trials []*Trial) (*Result, error) {
	e, err := c.choose()
	if err != nil {
		return nil, err
	}
	if verdict := c.overload(); verdict != "" {
		return &Result{Engine: e, Load: c.load(), Verdict: verdict}, nil
	}
	if len(trials) == 0 {
		return nil, errors.New("trials: none, want at least one")
	}
	for k, t := range trials {
		if err := t.of(&c); err != nil {
			return nil, fmt.Errorf("trial %d: %w", k, err)
		}
	}
	return (&study{config: &c, engine: e, trials: trials}).result(), nil
}

// of says why t is not a trial of c.
func (t *Trial) of(c *Config) error {
	switch {
	case t == nil || t.sums == nil:
		return errors.New("empty, want what a replication counted")
	case len(t.sums.class) != len(c.Classes):
		return fmt.Errorf("got %d classes, want %d", len(t.sums.class), len(c.Classes))
	case len(t.sums.window) != len(c.Windows):
		return fmt.Errorf("got %d windows, want %d", len(t.sums.window), len(c.Windows))
	case len(t.batches) != Batches:
		return fmt.Errorf("got %d batches, want %d", len(t.batches), Batches)
	}
	return nil
}
