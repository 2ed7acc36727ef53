package balance

import "github.com/steelyard-lb/steelyard"

// Ticket is the reservation of one server for one job. It is a small value to be copied freely; the zero Ticket reserves
// nothing.
type Ticket struct {
	server           *server
	slot, generation uint32
}

// Outcome is how a job ended.
type Outcome uint8

const (
	// OK: the server did the job.
	OK Outcome = iota
	// Failed: the server was reached but failed at it.
	Failed
	// Cancelled: the job was given up for a reason that says nothing of the server, such as a client that went away.
	Cancelled
	// Unreachable: there was no connection to the server, and it has seen nothing of the job.
	Unreachable
	outcomeCount
)

// counts is how many jobs ended in each way.
type counts [outcomeCount]uint64

// Server is the index of the reserved server, for Job.Skip; steelyard.None for the zero Ticket. It stays right after Done.
func (t Ticket) Server() int {
	if t.server == nil {
		return steelyard.None
	}
	return t.server.index
}

// Key is the key of the reserved server, "" for the zero Ticket. It stays right after Done.
func (t Ticket) Key() string {
	if t.server == nil {
		return ""
	}
	return t.server.key
}

// Done gives the reservation back. It must be called when the job has wholly ended, for a response at the end of its body. Only the
// first call for a ticket counts, whichever copy and goroutine it comes from. An outcome that is none of the above counts as Failed.
func (t Ticket) Done(o Outcome) {
	if t.server != nil {
		t.server.balancer.done(t, o)
	}
}

func (b *Balancer) done(t Ticket, o Outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	slot := &b.slots.list[t.slot]
	if slot.generation != t.generation {
		return
	}
	epoch, sent := slot.epoch, slot.sent
	b.slots.free(t.slot)
	s := t.server
	s.inFlight--
	b.show(s)
	if o >= outcomeCount {
		o = Failed
	}
	s.counts[o]++
	b.learn(s, o, epoch)
	if b.idles {
		b.announce(s, s.inFlight)
	}
	if b.timed {
		b.dispatcher.Done(s.index, max(b.clock()-sent, 0).Seconds())
	}
}
