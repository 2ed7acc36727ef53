package policy

import (
	"math"

	steelyard "github.com/steelyard-lb/steelyard"
)

// shallow draws one server by water filling of a small volume. Servers of one class and length hold the same water, so it goes through the
// groups of such servers, the lowest first, until the water does not reach the next: most servers are never looked at.
type shallow struct {
	cursor []cursor // per class
	group  []group
	water  []float64 // per group
}

// cursor stands at the lowest group of a class that the water has not reached.
type cursor struct {
	kind    steelyard.Kind
	servers []int32
	n       int     // jobs at each
	floor   float64 // (q+1/2)/mu, +Inf if there are no more
}

// group is a number of servers of one capacity that the water has reached; base is q+1/2.
type group struct {
	servers        []int32
	capacity, base float64
}

func newShallow(l *steelyard.Layout) *shallow {
	s := &shallow{}
	for _, class := range l.Classes() {
		s.cursor = append(s.cursor, cursor{kind: class.Kind})
	}
	return s
}

// draw returns a server with the probability of its share of the volume. x must be by class and have an eligible server.
func (s *shallow) draw(v *steelyard.View, x *steelyard.Index, volume float64) int {
	level := s.fill(x, volume)
	s.water = s.water[:0]
	for _, g := range s.group {
		s.water = append(s.water, max(g.capacity*level-g.base, 0)*float64(len(g.servers)))
	}
	servers := s.group[v.Weighted(s.water)].servers
	return int(servers[v.IntN(len(servers))])
}

// fill finds the groups that the volume reaches, and its level.
func (s *shallow) fill(x *steelyard.Index, volume float64) (level float64) {
	for c := range s.cursor {
		s.cursor[c].move(x, c, 0)
	}
	s.group = s.group[:0]
	base, width := 0., 0.
	for {
		c := s.lowest()
		at := &s.cursor[c]
		if math.IsInf(at.floor, 1) || volume+base <= at.floor*width {
			return (volume + base) / width
		}
		g := group{at.servers, at.kind.Capacity(), at.base()}
		base += g.base * float64(len(g.servers))
		width += g.capacity * float64(len(g.servers))
		s.group = append(s.group, g)
		at.move(x, c, at.n+1)
	}
}

func (s *shallow) lowest() int {
	c := 0
	for k := range s.cursor {
		if s.cursor[k].floor < s.cursor[c].floor {
			c = k
		}
	}
	return c
}

// move goes to the shortest length of class c from a given one on.
func (at *cursor) move(x *steelyard.Index, c, from int) {
	at.servers, at.n = x.Alike(c, from)
	at.floor = math.Inf(1)
	if len(at.servers) > 0 {
		at.floor = at.base() / at.kind.Capacity()
	}
}

// base is half a job more than those that a job finds before it: with idle workers as if all but one of them were busy.
func (at *cursor) base() float64 { return float64(max(at.n, at.kind.Workers-1)) + .5 }
