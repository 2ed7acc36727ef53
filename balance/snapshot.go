package balance

import (
	"time"
)

// State says whether a server gets jobs.
type State uint8

const (
	// Up: it does.
	Up State = iota
	// Draining: it gets no more, because of Drain or because it has left the pool.
	Draining
	// Out: it could not be reached and waits for the end of its back-off.
	Out
)

func (s State) String() string { return [...]string{"up", "draining", "out"}[s] }

// MarshalText writes the state as String does.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Status is a server as it is at one moment.
type Status struct {
	Server
	Index    int
	State    State
	Until    time.Time // when the back-off ends, if the state is Out
	InFlight int
	// Picked counts the jobs it was picked for; each is in flight or ended in one of four ways.
	Picked, OK, Failed, Cancelled, Unreachable uint64
}

// Snapshot is the status of every server of the pool, and of those that have left and still have jobs, in the order of their indexes.
func (b *Balancer) Snapshot() []Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]Status, 0, len(b.servers))
	for _, s := range b.servers {
		if !s.left || s.inFlight > 0 {
			list = append(list, b.status(s))
		}
	}
	return list
}

func (b *Balancer) status(s *server) Status {
	st := Status{
		Server:      Server{Key: s.key, Rate: s.kind.Rate, Workers: s.kind.Workers, Class: s.class},
		Index:       s.index,
		InFlight:    int(s.inFlight),
		Picked:      uint64(s.inFlight),
		OK:          s.counts[OK],
		Failed:      s.counts[Failed],
		Cancelled:   s.counts[Cancelled],
		Unreachable: s.counts[Unreachable],
	}
	for _, n := range s.counts {
		st.Picked += n
	}
	switch {
	case s.left || s.reasons&drained != 0:
		st.State = Draining
	case s.reasons&unreachable != 0:
		st.State, st.Until = Out, b.start.Add(s.outage.until)
	}
	return st
}
