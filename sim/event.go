package sim

import (
	"fmt"
	"math"
)

// Action is what an Event does.
type Action int

const (
	// SetSpeed changes the speed of servers, at once or in a ramp.
	SetSpeed Action = iota
	// Join adds servers.
	Join
	// Leave drains servers: they get no more jobs and are gone when they are empty.
	Leave
	// Fail takes servers away with all their jobs, which are lost.
	Fail
)

// Event is a change of the fleet at a given time.
type Event struct {
	At      float64 // seconds
	Do      Action
	Class   int     // index into Config.Classes
	Servers int     // how many servers of the class, those of the smallest index first (Leave, Fail: the largest); 0 is all of them, for Join 1
	Speed   float64 // SetSpeed: the new one
	Over    float64 // SetSpeed: seconds over which the speed moves there in equal steps; 0 is at once
	Told    bool    // SetSpeed: dispatchers are told
}

func (e *Event) check(c *Config) error {
	switch {
	case !(e.At >= 0) || math.IsInf(e.At, 1):
		return fmt.Errorf("at %v: want a finite number of seconds, at least 0", e.At)
	case e.Do < SetSpeed || e.Do > Fail:
		return fmt.Errorf("action %d: unknown", e.Do)
	case e.Class < 0 || e.Class >= len(c.Classes):
		return fmt.Errorf("class %d: want an index below %d", e.Class, len(c.Classes))
	case e.Servers < 0:
		return fmt.Errorf("servers %d: want at least 0", e.Servers)
	case e.Do == SetSpeed && !positive(e.Speed):
		return fmt.Errorf("speed %v: want a positive finite number", e.Speed)
	case !(e.Over >= 0) || math.IsInf(e.Over, 1):
		return fmt.Errorf("over %v: want a finite number of seconds, at least 0", e.Over)
	}
	return nil
}
