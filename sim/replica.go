package sim

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// replica is what every engine needs for one replication: the fleet, the true lengths, the dispatchers and what is counted.
type replica struct {
	*fleet
	config      *Config
	index       int              // of the replication
	truth       *steelyard.Board // the length of every queue
	dispatchers []*steelyard.Dispatcher
	clock       func() float64 // nil: the engine has no time
	arrivals    arrivals
	sums        sums
	asked       uint64 // at the last clearing
}

// newReplica sets up replication index. board says which board dispatcher d sees.
func newReplica(c *Config, index int) (*replica, error) {
	f, err := newFleet(c)
	if err != nil {
		return nil, err
	}
	return &replica{
		fleet:    f,
		config:   c,
		index:    index,
		truth:    steelyard.NewBoard(f.layout),
		arrivals: newArrivals(c, index),
		sums:     newSums(len(c.Classes), len(c.Windows)),
	}, nil
}

// dispatch makes the dispatchers, the d-th of which sees board(d).
func (r *replica) dispatch(board func(d int) *steelyard.Board) error {
	for d := range r.config.Dispatchers.count() {
		policy, err := r.config.Policy()
		if err != nil {
			return err
		}
		stream := steelyard.NewRand(r.config.Seed, "policy", uint64(r.index), uint64(d))
		dispatcher, err := steelyard.NewDispatcher(policy, board(d), stream)
		if err != nil {
			return err
		}
		dispatcher.Clock(r.clock)
		dispatcher.Share(r.config.Dispatchers.unseen())
		if err := dispatcher.Rebind(); err != nil {
			return err
		}
		r.dispatchers = append(r.dispatchers, dispatcher)
	}
	return nil
}

// stream is a stream of random numbers for a purpose.
func (r *replica) stream(purpose string) rng.Rand {
	return rng.New(r.config.Seed, purpose, uint64(r.index))
}

// startLengths draws or copies the lengths at time 0.
func (r *replica) startLengths() []int {
	start := &r.config.Start
	if start.Queues != nil {
		return start.Queues
	}
	n := make([]int, len(r.class))
	if start.Tails == nil {
		return n
	}
	for c := range r.classes {
		r.spread(n, c, start.Tails[c])
	}
	return n
}

// spread gives class c lengths with the given tails: as evenly as whole numbers allow, in random order.
func (r *replica) spread(n []int, c int, tail []float64) {
	var members []int
	for i, class := range r.class {
		if int(class) == c {
			members = append(members, i)
		}
	}
	random := rng.New(r.config.Seed, "start", uint64(r.index), uint64(c))
	for k := len(members) - 1; k > 0; k-- {
		j := random.IntN(k + 1)
		members[k], members[j] = members[j], members[k]
	}
	offset := random.Float64()
	for k, i := range members {
		u := (float64(k) + offset) / float64(len(members))
		for n[i] < len(tail) && u < tail[n[i]] {
			n[i]++
		}
		if buffer := r.classes[c].Buffer; buffer > 0 {
			n[i] = min(n[i], buffer)
		}
	}
}

// clear forgets what was counted, at the end of the warm-up.
func (r *replica) clear() {
	r.sums = newSums(len(r.classes), len(r.config.Windows))
	r.asked = r.countAsked()
}

func (r *replica) countAsked() uint64 {
	sum := uint64(0)
	for _, d := range r.dispatchers {
		sum += d.Asked()
	}
	return sum
}

// needs joins what the policies use.
func (r *replica) needs() steelyard.Needs {
	var all steelyard.Needs
	for _, d := range r.dispatchers {
		n := d.Needs()
		all.Index = all.Index || n.Index
		all.Done = all.Done || n.Done
		all.Idle = all.Idle || n.Idle
		all.Report = all.Report || n.Report
	}
	return all
}
