package scenario

import (
	"cmp"
	"slices"

	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/sim"
)

// mostBeliefs bounds dispatchers times servers: each dispatcher may know something of its own of each server.
const mostBeliefs = 2_000_000

// bounds refuses what the parts of a scenario make together that cannot be run.
func (r *reader) bounds() {
	c := r.s.Config()
	o := section(r.root.Get("dispatchers"), dispatcherFields...)
	n := r.s.Fleet.Servers()
	for _, e := range r.s.Events {
		if e.Do == sim.Join {
			n += e.Servers
		}
	}
	if d := r.s.Dispatchers.Count; d > 1 && d > mostBeliefs/n {
		o.Get("count").Want("at most %d for %d servers", max(1, mostBeliefs/n), n)
	}
	if view := r.s.Dispatchers.View; view.Kind == belief.Stale && view.Seconds < c.LeastPeriod() {
		o.Get("view").Want("a period of at least %.2g seconds, %s", c.LeastPeriod(), sim.WhyLeastPeriod)
	}
}

// replay refuses events that want servers that are not there, or too many, when their time has come.
func (r *reader) replay() {
	there := make([]int, len(r.class))
	for k, c := range r.s.Fleet.Classes {
		there[k] = c.Servers
	}
	total := r.s.Fleet.Servers()
	order := make([]int, len(r.s.Events))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.s.Events[a].At, r.s.Events[b].At) })
	for _, k := range order {
		e := r.s.Events[k]
		if e.Do == sim.Join {
			there[e.Class] += e.Servers
			if total += e.Servers; total > fleet.MaxServers {
				r.places[k].Fail("makes %d servers in all, want at most %d", total, fleet.MaxServers)
			}
			continue
		}
		if n := there[e.Class]; n < max(e.Servers, 1) {
			r.places[k].Fail("got %d servers of class %s, want at most the %d that are there at %g s", max(e.Servers, 1), r.s.classNames()[e.Class], n, e.At)
		}
		if e.Do != sim.SetSpeed {
			there[e.Class] -= e.Servers
			total -= e.Servers
		}
	}
}
