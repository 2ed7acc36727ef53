package sim

import (
	"context"

	"github.com/steelyard-lb/steelyard/stats"
)

// An automatic warm-up runs stretches of a fifth of the counted length, or of a twentieth if the start is near stationarity already, until
// MSER-5 finds a steady state in the last one, five at most.
const (
	warmupStretches = 5
	warmupPoints    = 60 // into which a stretch is cut
)

// warmUp runs the part that is not counted and returns its arrivals.
func warmUp(ctx context.Context, c *Config, e engine) (int, error) {
	if c.Length.Warmup >= 0 {
		return c.Length.Warmup, advance(ctx, c, e, c.Length.Warmup)
	}
	if c.transient() {
		return 0, nil
	}
	stretch := c.Length.Jobs/5 + 1
	if c.Start.Tails != nil {
		stretch = c.Length.Jobs/20 + 1
	}
	done := 0
	for range warmupStretches {
		steady, err := settle(ctx, c, e, stretch)
		if err != nil {
			return done, err
		}
		done += stretch
		if steady {
			break
		}
	}
	return done, nil
}

// settle runs one stretch and says whether it shows a steady state.
func settle(ctx context.Context, c *Config, e engine, arrivals int) (steady bool, err error) {
	e.clear()
	var jobs []float64
	last := e.mark()
	for k := range warmupPoints {
		if err := advance(ctx, c, e, part(arrivals, k, warmupPoints)); err != nil {
			return false, err
		}
		now := e.mark()
		if m := now.minus(last); m.seconds > 0 {
			jobs = append(jobs, m.length/m.seconds)
		}
		last = now
	}
	_, steady = stats.WarmUp(jobs)
	return steady, nil
}

// transient says whether the run is of a change rather than of a stationary fleet.
func (c *Config) transient() bool {
	return len(c.Events) > 0 || c.Length.Drain || c.Start.Jobs > 0 || c.Start.Queues != nil
}
