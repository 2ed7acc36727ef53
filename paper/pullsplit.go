package paper

import (
	"context"
	"fmt"
	"math"

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

// messageSplits measures the split among four routers.
func messageSplits(ctx context.Context, servers []int, o Options) ([]split, error) {
	const routers = 4
	replications := pick(o, 10, 6, 2)
	values := make([]float64, len(servers)*replications)
	err := eachOf(ctx, len(values), func(k int) (err error) {
		n := servers[k/replications]
		jobs := int(pick(o, 1e6, 150e3, 2e3) * math.Sqrt(float64(n)/100))
		c := pullCase{servers: n, routers: routers, stale: "revoke"}
		values[k], err = c.deviation(ctx, pullLength{jobs: jobs, warmup: pullWarmup(n, pick(o, .08, .04, 0))}, o.Seed+uint64(k%replications))
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

// deviation runs one replication.
func (c pullCase) deviation(ctx context.Context, l pullLength, seed uint64) (float64, error) {
	config, err := c.config(l, seed)
	if err != nil {
		return 0, err
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
		return 0, err
	}
	if r.Interrupted {
		return 0, ctx.Err()
	}
	return math.Sqrt(s.square / s.weight), nil
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
	routers        []*watched
	all            int // messages
	skip           int // arrivals, the warm-up
	square, weight float64
}

// watched is a router whose messages are counted.
type watched struct {
	revocable
	*splitting
	held int
}

func (s *splitting) router(p revocable) *watched {
	w := &watched{revocable: p, splitting: s}
	s.routers = append(s.routers, w)
	return w
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
	w.look()
	if w.held > 0 {
		w.add(-1)
	}
	return w.revocable.Pick(v, j)
}

// look notes the router's share as its own job finds it; arrivals see averages over time.
func (w *watched) look() {
	if w.skip > 0 {
		w.skip--
		return
	}
	if w.all > 0 {
		off := float64(w.held)/float64(w.all) - 1/float64(len(w.routers))
		w.square += off * off
		w.weight++
	}
}

func splitTable(splits []split) Table {
	t := Table{Name: "p2-vanish-split", Header: []string{"routers", "servers", "deviation_of_share", "ci95", "if_all_splits_are_equally_likely"}}
	for _, s := range splits {
		t.add([]string{fmt.Sprint(s.routers)}, float64(s.servers), s.deviation.Mean, s.deviation.HalfWidth(), uniformSplit(s.routers))
	}
	return t
}
