package optimal

// system is a fleet's states and its load.
//
// In the last state all queues are at their limits, and arrivals wait in a common line from which every departure is made up for. That line
// is an M/M/1 queue, so the state can stand for itself and the line of any length behind it: load/(1-load) jobs wait on
// average, and the share 1-load of the departures finds the line empty and leaves the state.
type system struct {
	*space
	arrivals float64 // jobs per second
	load     float64
}

// jobs is the mean number of jobs while in the present state.
func (s *system) jobs(w *walk) float64 {
	if w.state == s.last() {
		return float64(w.jobs) + s.load/(1-s.load)
	}
	return float64(w.jobs)
}

// arrive is the rate of the arrivals that lead to another state.
func (s *system) arrive(w *walk) float64 {
	if w.state == s.last() {
		return 0
	}
	return s.arrivals
}

// speed is the share of the departures that lead to another state.
func (s *system) speed(w *walk) float64 {
	if w.state == s.last() {
		return 1 - s.load
	}
	return 1
}

// leave is the rate of the departures that lead to another state, from class count or all.
func (s *system) leave(w *walk, count int) float64 {
	if count != all {
		return w.rows[count].rate * s.speed(w)
	}
	return w.rate * s.speed(w)
}
