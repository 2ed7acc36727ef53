package rounds

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// system is one replication.
type system struct {
	config      *Config
	index       int // of the replication
	board       *steelyard.Board
	dispatchers []*steelyard.Dispatcher
	inflow      []*poisson // of each dispatcher
	arrivals    rng.Rand
	services    rng.Rand
	tokens      *tokens // nil if no policy takes idle messages
	batch       []int   // servers that one dispatcher picked

	round   int32
	servers []server
	length  []int32 // of every queue
	added   []int32 // to every queue in the round under way
	sums    sums
}

// server is what the engine keeps of a server besides its length.
type server struct {
	queue
	class int32
	pace  float64 // an exponential number of mean 1 times it, rounded down, is the number of services offered
}

func newSystem(c *Config, index int) (*system, error) {
	s := &system{
		config:   c,
		index:    index,
		inflow:   c.inflow(),
		arrivals: rng.New(c.Seed, "round arrivals", uint64(index)),
		services: rng.New(c.Seed, "round services", uint64(index)),
	}
	var kinds []steelyard.Kind
	for k, class := range c.Classes {
		for range class.Servers {
			kinds = append(kinds, steelyard.Kind{Rate: class.Rate})
			s.servers = append(s.servers, server{newQueue(), int32(k), pace(class.Rate)})
		}
	}
	s.sums.class = make([]classSums, len(c.Classes))
	s.length, s.added = make([]int32, len(kinds)), make([]int32, len(kinds))
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		return nil, err
	}
	s.board = steelyard.NewBoard(layout)
	if err := s.dispatch(); err != nil {
		return nil, err
	}
	s.tokens = newTokens(s.dispatchers, len(kinds), rng.New(c.Seed, "idle messages", uint64(index)))
	return s, nil
}

// pace makes the geometric law of the number of services, P(C >= k) = (mu/(1+mu))^k, out of the exponential one.
func pace(rate float64) float64 { return 1 / math.Log1p(1/rate) }

// inflow is the law of the arrivals of each dispatcher in a round; equal ones are one.
func (c *Config) inflow() []*poisson {
	made := make(map[float64]*poisson)
	var laws []*poisson
	for _, rate := range c.rates() {
		if made[rate] == nil {
			made[rate] = newPoisson(rate)
		}
		laws = append(laws, made[rate])
	}
	return laws
}

// dispatch makes the dispatchers. They share the board, which PickBatch leaves as it was.
func (s *system) dispatch() error {
	for d := range s.inflow {
		p, err := s.config.Policy()
		if err != nil {
			return err
		}
		stream := steelyard.NewRand(s.config.Seed, "policy", uint64(s.index), uint64(d))
		dispatcher, err := steelyard.NewDispatcher(p, s.board, stream)
		if err != nil {
			return err
		}
		dispatcher.Share(len(s.inflow))
		if err := dispatcher.Rebind(); err != nil {
			return err
		}
		s.dispatchers = append(s.dispatchers, dispatcher)
	}
	return nil
}

// mostJobs bounds the jobs in the system, so that lengths fit 32 bits.
const mostJobs = 1 << 30

// run plays a number of rounds.
func (s *system) run(rounds int) error {
	for range rounds {
		s.play()
		if here := s.sums.here(); here > mostJobs {
			return fmt.Errorf("round %d: %d jobs in the system: want at most %d, or fewer rounds of a policy that is not stable", s.round, here, mostJobs)
		}
	}
	return nil
}

// play plays one round.
func (s *system) play() {
	s.board.Load(s.length)
	for _, d := range s.dispatchers {
		d.Round()
	}
	for d := range s.dispatchers {
		s.place(d, s.inflow[d].draw(&s.arrivals))
	}
	s.serve()
	s.round++
}

// place lets dispatcher d place its jobs.
func (s *system) place(d, jobs int) {
	s.sums.arrived += int64(jobs)
	s.batch = s.dispatchers[d].PickBatch(jobs, s.batch[:0])
	for _, i := range s.batch {
		if i == steelyard.None {
			s.sums.nowhere++
			continue
		}
		s.added[i]++
		s.dispatchers[d].Sent(i)
	}
	if s.tokens != nil {
		s.tokens.placed(d, s.batch)
	}
}

// serve takes in the jobs of the round and lets every server offer its services.
func (s *system) serve() {
	for i := range s.servers {
		x, n := &s.servers[i], s.length[i]
		c := &s.sums.class[x.class]
		c.waiting += int64(n)
		c.peak = max(c.peak, n)
		if added := s.added[i]; added > 0 {
			s.added[i] = 0
			c.sent += int64(added)
			x.push(batch{s.round, added})
			n += added
		}
		s.sums.present += int64(n)
		offered := s.services.Exp() * x.pace
		if served := int32(min(offered, float64(n))); served > 0 {
			s.sums.served += int64(served)
			s.sums.took += x.serve(served, s.round, &c.law)
			n -= served
		}
		s.length[i] = n
		if n == 0 && s.tokens != nil {
			s.tokens.idle(i)
		}
	}
}
