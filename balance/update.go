package balance

import (
	"fmt"

	"github.com/steelyard-lb/steelyard"
)

// Update makes servers the members of the pool. A server that stays, as told by its key, keeps its index, its jobs, its counts and
// its state; its rate, workers and class may change. One that leaves gets no more jobs and its tickets stay valid; if it returns
// before its index has gone to another, it finds its counts again. On an error, such as a policy that cannot work on the new
// classes, everything stays as it was.
func (b *Balancer) Update(servers []Server) error { return b.change(servers, nil) }

// Switch is Update with another policy. The new policy is told of the jobs under way as if it had just sent them.
func (b *Balancer) Switch(p steelyard.Policy, servers []Server) error {
	if p == nil {
		return fmt.Errorf("balance: %w", errNoPolicy)
	}
	return b.change(servers, p)
}

// change makes servers the members. policy is nil if it stays.
func (b *Balancer) change(servers []Server, policy steelyard.Policy) error {
	if err := checkServers(servers); err != nil {
		return fmt.Errorf("balance: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	p, err := b.plan(servers)
	if err != nil {
		return fmt.Errorf("balance: %w", err)
	}
	if policy != nil || !p.sameLayout(b.board.Layout()) {
		if err := b.install(p, policy); err != nil {
			return fmt.Errorf("balance: %w", err)
		}
	}
	b.adopt(p)
	b.keepOne()
	b.announceAll(policy != nil)
	return nil
}

// Share changes the number of balancers that share the servers, this one included; see [Config].Dispatchers. The policy sees its
// jobs under way times the new number, and stays. A number below 1 counts as 1.
func (b *Balancer) Share(dispatchers int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	dispatchers = max(dispatchers, 1)
	if dispatchers == b.dispatchers {
		return
	}
	b.dispatchers = dispatchers
	b.dispatcher.Share(dispatchers)
	_ = b.dispatcher.Rebind() // the policy has worked on this layout before
	b.align()
	b.announceAll(true)
}

// install puts p before the policy, or before a new one, or leaves everything as it was.
func (b *Balancer) install(p *plan, policy steelyard.Policy) error {
	old, layout := b.servers, b.board.Layout()
	bound := false
	defer func() {
		if !bound {
			b.relayout(old, layout)
			_ = b.dispatcher.Rebind() // the policy has worked on this layout before
		}
	}()
	b.relayout(p.servers, p.layout)
	d, err := b.bind(policy)
	if err != nil {
		return err
	}
	b.dispatcher, bound = d, true
	return nil
}

func (b *Balancer) relayout(servers []*server, l *steelyard.Layout) {
	b.servers = servers
	b.board.Relayout(l)
	b.align()
}

func (b *Balancer) bind(policy steelyard.Policy) (*steelyard.Dispatcher, error) {
	if policy == nil {
		return b.dispatcher, b.dispatcher.Rebind()
	}
	d, err := b.dispatch(policy)
	if err != nil {
		return nil, err
	}
	for i, s := range b.servers {
		for range s.inFlight {
			d.Sent(i)
		}
	}
	return d, nil
}

// adopt brings the servers' own state into line with p, which is in force.
func (b *Balancer) adopt(p *plan) {
	b.servers = p.servers
	b.time(b.dispatcher.Needs().Done)
	b.index = make(map[string]int, len(p.servers))
	for i, s := range p.servers {
		b.index[s.key] = i
		m, member := p.members[i]
		if !member {
			s.left, s.trial, s.reasons, s.announced = true, false, 0, false
			s.outage = outage{epoch: s.outage.epoch + 1} // its tickets tell nothing any more
			continue
		}
		s.left, s.kind, s.class = false, m.kind(), m.Class
	}
}

// time makes jobs timed or not; those under way that were not count from now.
func (b *Balancer) time(timed bool) {
	if timed && !b.timed {
		now := b.clock()
		for k := range b.slots.list {
			b.slots.list[k].sent = now
		}
	}
	b.timed = timed
}
