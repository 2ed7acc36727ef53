package balance

import (
	"fmt"
	"slices"

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
	return nil
}

// plan is a membership that is not in force yet.
type plan struct {
	layout  *steelyard.Layout
	servers []*server      // by index
	members map[int]Server // by index
}

// plan finds an index for each of servers: its own, one that is free, or a new one.
func (b *Balancer) plan(servers []Server) (*plan, error) {
	p := &plan{servers: slices.Clone(b.servers), members: make(map[int]Server, len(servers))}
	var newcomers []Server
	for _, s := range servers {
		if i, known := b.index[s.Key]; known {
			p.members[i] = s
		} else {
			newcomers = append(newcomers, s)
		}
	}
	p.place(b, newcomers)
	kinds := make([]steelyard.Kind, len(p.servers))
	for i, s := range p.members {
		kinds[i] = s.kind()
	}
	var err error
	p.layout, err = steelyard.NewLayout(kinds)
	return p, err
}

// place gives newcomers the indexes of servers that have left and have no job any more, then new ones.
func (p *plan) place(b *Balancer, newcomers []Server) {
	made := make([]server, len(newcomers)) // together, to be near in memory
	free := 0
	for k, s := range newcomers {
		for free < len(p.servers) && !p.vacant(free) {
			free++
		}
		if free == len(p.servers) {
			p.servers = append(p.servers, nil)
		}
		made[k] = server{balancer: b, index: free, key: s.Key}
		p.servers[free] = &made[k]
		p.members[free] = s
	}
}

func (p *plan) vacant(i int) bool {
	_, taken := p.members[i]
	return !taken && p.servers[i].left && p.servers[i].inFlight == 0
}

// sameLayout says whether to the policy nothing changes. A newcomer fills a vacant index, so then all members are the same.
func (p *plan) sameLayout(l *steelyard.Layout) bool {
	same := l.Len() == p.layout.Len()
	for i := 0; same && i < l.Len(); i++ {
		same = l.Kind(i) == p.layout.Kind(i)
	}
	return same
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
			s.left, s.trial, s.reasons = true, false, 0
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
