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
	outages    outages
	index      map[string]int // of each key in servers
	clock      func() time.Duration
	start      time.Time
}

// server is one member, or former member, of the pool. Its first three fields never change.
type server struct {
	balancer *Balancer
	index    int
	key      string

	inFlight int32
	reasons  reasons
	trial    bool // back after an outage: the next pick is the only one until it succeeds
	outage   outage
	counts   counts

	kind  steelyard.Kind
	class string
	left  bool // not a member any more
}

// reasons are what keeps a server from being picked; it is eligible if there are none.
type reasons uint8

const (
	drained     reasons = 1 << iota // by Drain
	unreachable                     // until the end of its back-off
)

// New returns a balancer over the servers of c. It fails if a server is described wrongly or the policy cannot work on them.
func New(c Config) (*Balancer, error) {
	if c.Policy == nil {
		return nil, errors.New("balance: policy: got nil, want a steelyard.Policy")
	}
	if c.Dispatchers < 0 {
		return nil, fmt.Errorf("balance: dispatchers %d: want at least 1, or 0 for 1", c.Dispatchers)
	}
	out, err := newOutages(c.Backoff, c.Seed)
	if err != nil {
		return nil, fmt.Errorf("balance: %w", err)
	}
	b := &Balancer{outages: out}
	b.setClock(c.Now)
	if err := b.open(c); err != nil {
		return nil, fmt.Errorf("balance: %w", err)
	}
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

// open fills the pool for the first time.
func (b *Balancer) open(c Config) error {
	if err := checkServers(c.Servers); err != nil {
		return err
	}
	p, err := b.plan(c.Servers)
	if err != nil {
		return err
	}
	b.board = steelyard.NewBoard(p.layout)
	b.dispatcher, err = steelyard.NewDispatcher(c.Policy, b.board, steelyard.NewRand(c.Seed, "policy"))
	if err != nil {
		return err
	}
	if c.Dispatchers > 1 {
		b.dispatcher.Share(c.Dispatchers)
		if err := b.dispatcher.Rebind(); err != nil {
			return err
		}
	}
	b.adopt(p)
	return nil
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
	b.dispatcher.Sent(i) // before the reservation, which a panic here would lose
	s := b.servers[i]
	if s.trial {
		b.beginTrial(s)
	}
	return b.reserve(s), nil
}

func (b *Balancer) reserve(s *server) Ticket {
	s.inFlight++
	b.board.Add(s.index, 1)
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

// align makes the board agree with what the balancer knows of its servers.
func (b *Balancer) align() {
	for i, s := range b.servers {
		b.board.Set(i, int(s.inFlight))
		b.board.SetEligible(i, s.reasons == 0)
	}
}

// mark adds and takes away reasons why s must not be picked.
func (b *Balancer) mark(s *server, add, remove reasons) {
	s.reasons = s.reasons&^remove | add
	b.board.SetEligible(s.index, s.reasons == 0)
}
