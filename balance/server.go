package balance

import "github.com/steelyard-lb/steelyard"

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

	announced bool // the policy has been told that it is idle

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

// align makes the board agree with what the balancer knows of its servers.
func (b *Balancer) align() {
	for i, s := range b.servers {
		b.show(s)
		b.board.SetEligible(i, s.reasons == 0)
	}
}

// show puts the length of s on the board: the balancer's own jobs there, times the number of balancers that share it. Each of them
// sends an equal share of the jobs, so that is right on average, and one that counted its own alone would overrate the fast servers.
func (b *Balancer) show(s *server) { b.board.Set(s.index, int(s.inFlight)*b.dispatchers) }

// mark adds and takes away reasons why s must not be picked.
func (b *Balancer) mark(s *server, add, remove reasons) {
	s.reasons = s.reasons&^remove | add
	b.board.SetEligible(s.index, s.reasons == 0)
}
