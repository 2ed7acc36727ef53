package paper

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// split says how unevenly the messages lie: the standard deviation, over time, of the share of all messages that one router holds.
type split struct {
	servers, routers int
	deviation        stats.Estimate
}

// uniformSplit is that deviation if all splits are equally likely.
func uniformSplit(routers int) float64 {
	r := float64(routers)
	return math.Sqrt((r - 1) / (r * r * (r + 1)))
}

// independentSplit is that deviation if each message lies at a router of its own choice.
func independentSplit(routers int, messages float64) float64 {
	r := float64(routers)
	return math.Sqrt((r - 1) / (r * r * messages))
}

// messageSplits measures the split among four routers.
func messageSplits(ctx context.Context, servers []int, o Options) ([]split, error) {
	const routers = 4
	replications := pick(o, 10, 6, 2)
	values := make([]float64, len(servers)*replications)
	err := eachOf(ctx, len(values), func(k int) (err error) {
		n := servers[k/replications]
		jobs := int(pick(o, 1e6, 150e3, 2e3) * math.Sqrt(float64(n)/100))
		c := pullCase{servers: n, routers: routers, stale: "revoke"}
		l := runLength{jobs: jobs, warmup: pullWarmup(n, pick(o, .08, .04, 0))}
		values[k], err = kept(o, key{"split", c, l, k % replications}, func() (float64, error) {
			s, err := c.watch(ctx, l, o.Seed+uint64(k%replications))
			if err != nil {
				return 0, err
			}
			return s.deviation(), nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make([]split, len(servers))
	for k, n := range servers {
		list[k] = split{n, routers, stats.FromReplications(values[k*replications : (k+1)*replications])}
	}
	return list, nil
}

// watch runs one replication of a case with revocation.
func (c pullCase) watch(ctx context.Context, l runLength, seed uint64) (*splitting, error) {
	config, err := c.config(l, seed)
	if err != nil {
		return nil, err
	}
	s := &splitting{skip: l.warmup}
	pull := config.Policy
	config.Policy = func() (steelyard.Policy, error) {
		p, err := pull()
		if err != nil {
			return nil, err
		}
		return s.router(p.(revocable)), nil
	}
	r, err := sim.Run(ctx, config)
	if err != nil {
		return nil, err
	}
	if r.Interrupted {
		return nil, ctx.Err()
	}
	// The simulator also makes policies to see what they need.
	s.routers = slices.DeleteFunc(s.routers, func(w *watched) bool { return w.share.Weight == 0 })
	return s, nil
}

// revocable is PULL whose messages can be withdrawn.
type revocable interface {
	steelyard.Policy
	steelyard.Binder
	steelyard.Idler
	steelyard.Revoker
}

// splitting watches the messages that the routers of one replication hold.
type splitting struct {
	routers []*watched
	all     int // messages
	skip    int // arrivals, the warm-up
}

// watched is a router whose messages are counted.
type watched struct {
	revocable
	*splitting
	held  int
	share stats.Moments // of all messages, as its jobs find it: arrivals see averages over time
}

func (s *splitting) router(p revocable) *watched {
	w := &watched{revocable: p, splitting: s}
	s.routers = append(s.routers, w)
	return w
}

// deviation is that of the share of a router from an equal one.
func (s *splitting) deviation() float64 {
	square := 0.0
	for _, w := range s.routers {
		off := w.share.Mean - 1/float64(len(s.routers))
		square += (w.share.Variance() + off*off) / float64(len(s.routers))
	}
	return math.Sqrt(square)
}

func (w *watched) add(messages int) {
	w.held += messages
	w.all += messages
}

// Idle implements steelyard.Idler.
func (w *watched) Idle(i int) {
	w.add(1)
	w.revocable.Idle(i)
}

// Revoke implements steelyard.Revoker.
func (w *watched) Revoke(i int) {
	w.add(-1)
	w.revocable.Revoke(i)
}

// Pick implements steelyard.Policy.
func (w *watched) Pick(v *steelyard.View, j steelyard.Job) int {
	if w.skip > 0 {
		w.skip--
	} else if w.all > 0 {
		w.share.Add(float64(w.held) / float64(w.all))
	}
	if w.held > 0 {
		w.add(-1)
	}
	return w.revocable.Pick(v, j)
}

func splitTable(splits []split) Table {
	t := Table{Name: "p2-vanish-split", Header: []string{"routers", "servers", "deviation_of_share", "ci95", "if_all_splits_are_equally_likely"}}
	for _, s := range splits {
		t.add([]string{fmt.Sprint(s.routers)}, float64(s.servers), s.deviation.Mean, s.deviation.HalfWidth(), uniformSplit(s.routers))
	}
	return t
}
