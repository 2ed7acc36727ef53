package balance

import (
	"slices"

	"github.com/steelyard-lb/steelyard"
)

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
