package sim

import (
	"fmt"
	"math"
)

// Looks shows the states of a run at given times to whoever wants other numbers of them than those of a [Result].
type Looks struct {
	// Times are seconds from the start of a replication, its warm-up included. They must not fall. Those after the last arrival are not looked
	// at.
	Times []float64
	// See gets the number of the replication, that of the time, and the length of each server's queue, in the order of the classes, servers
	// that joined later at the end. It must not keep or change lengths. Replications run at the same time.
	See func(replication, k int, lengths []int32)
}

func (l *Looks) check() error {
	if len(l.Times) > 0 && l.See == nil {
		return fmt.Errorf("times without a function that sees the states")
	}
	last := 0.0
	for k, t := range l.Times {
		if !(t >= last) || math.IsInf(t, 1) {
			return fmt.Errorf("time %d: %v, want finite numbers of seconds, at least 0, that do not fall", k, t)
		}
		last = t
	}
	return nil
}

// next is the time of the next look, seen of which have been.
func (l *Looks) next(seen int) float64 {
	if seen == len(l.Times) {
		return never
	}
	return l.Times[seen]
}

// look shows the state now.
func (e *eventList) look() {
	e.config.Looks.See(e.index, e.looks, e.truth.Lens())
	e.looks++
}
