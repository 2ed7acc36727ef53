package balance

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/steelyard-lb/steelyard"
)

// ErrNoServer is what Acquire returns when no server may take the job: all are drained or to be skipped.
var ErrNoServer = errors.New("balance: no server may take the job")

// Balancer spreads jobs over a pool of servers. All its methods may be called by any number of goroutines.
type Balancer struct {
	mu         sync.Mutex
	board      *steelyard.Board
	dispatcher *steelyard.Dispatcher
	servers    []*server // by index; one that left stays until its index is needed
	slots      slots
	timed      bool // the policy wants to know how long jobs took
	idles      bool // it takes idle messages, and the balancer knows who is idle
	outages    outages
	index      map[string]int // of each key in servers

	seed        uint64
	dispatchers int
	clock       func() time.Duration
	start       time.Time
}

// New returns a balancer over the servers of c. It fails if a server is described wrongly or the policy cannot work on them.
func New(c Config) (*Balancer, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("balance: %w", err)
	}
	b := &Balancer{seed: c.Seed, dispatchers: c.Dispatchers, outages: newOutages(c.Backoff, c.Seed)}
	b.setClock(c.Now)
	p, err := b.plan(c.Servers)
	if err != nil {
		return nil, fmt.Errorf("balance: %w", err)
	}
	b.board = steelyard.NewBoard(p.layout)
	if b.dispatcher, err = b.dispatch(c.Policy); err != nil {
		return nil, fmt.Errorf("balance: %w", err)
	}
	b.adopt(p)
	b.announceAll(true)
	return b, nil
}

// setClock makes the clock from now. Times are kept as durations since the start.
func (b *Balancer) setClock(now func() time.Time) {
	if now == nil {
		b.start = time.Now()
		b.clock = func() time.Duration { return time.Since(b.start) } // cheaper than time.Now
		return
	}
	b.start = now()
	b.clock = func() time.Duration { return now().Sub(b.start) }
}

// dispatch binds p to the board.
func (b *Balancer) dispatch(p steelyard.Policy) (*steelyard.Dispatcher, error) {
	d, err := steelyard.NewDispatcher(p, b.board, steelyard.NewRand(b.seed, "policy"))
	if err != nil || b.dispatchers <= 1 {
		return d, err
	}
	d.Share(b.dispatchers)
	return d, d.Rebind()
}

// Acquire picks a server for j and reserves it, in one step, so that concurrent picks see one another. The
// ticket must be given back by its Done. The error is ErrNoServer if no server may take the job.
func (b *Balancer) Acquire(j steelyard.Job) (Ticket, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.outages.wake != never {
		b.reopen()
	}
	i := b.pick(j)
	if i == steelyard.None {
		return Ticket{}, ErrNoServer
	}
	s := b.servers[i]
	b.tell(s) // before the reservation, which a panic would lose
	if s.trial {
		b.beginTrial(s)
	}
	return b.reserve(s), nil
}

// tell lets the policy know that a job goes to s.
func (b *Balancer) tell(s *server) {
	b.dispatcher.Sent(s.index)
	if b.idles {
		s.announced = false
		b.announce(s, s.inFlight+1)
	}
}

func (b *Balancer) reserve(s *server) Ticket {
	s.inFlight++
	b.show(s)
	slot, generation := b.slots.take(s.outage.epoch)
	if b.timed {
		b.slots.list[slot].sent = b.clock()
	}
	return Ticket{server: s, slot: slot, generation: generation}
}

// pick asks the policy. Should it panic, servers that it was not to see are brought back.
func (b *Balancer) pick(j steelyard.Job) int {
	if len(j.Skip) == 0 {
		return b.dispatcher.Pick(j)
	}
	picked := false
	defer func() {
		if !picked {
			b.align()
		}
	}()
	i := b.dispatcher.Pick(j)
	picked = true
	return i
}
