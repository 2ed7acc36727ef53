package paper

import (
	"context"
	"sync"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// pullCase is a fleet with Stolyar's PULL: the chosen pools, so many routers.
type pullCase struct {
	servers int
	routers int
	stale   string    // what becomes of a message whose server got a job otherwise: revoke or keep
	endless bool      // servers turn no job away
	shares  []float64 // of the arrivals, per router; nil: equal
	byShare bool      // messages go to routers in proportion to their shares
}

// What is measured of a pullCase. Probabilities and rates are per arrival, lost ones included.
const (
	busyFast  = iota // busy servers, of pool 1
	busySlow         // of pool 2
	waiting          // P(a job finds another at its server, and waits)
	blocking         // P(a job finds a full server)
	either           // P(one of the two)
	messages         // pull-messages
	withdrawn        // messages withdrawn
	pullMeasures
)

// measureNames are the names of the measures in tables.
func measureNames() [pullMeasures]string {
	return [pullMeasures]string{"busy_pool1", "busy_pool2", "p_wait", "p_block", "p_wait_or_block", "messages", "withdrawn"}
}

// pullRun is what the replications of a case showed.
type pullRun struct {
	pullCase
	of [pullMeasures]stats.Estimate
}

// runLength is how long a case is run: so many jobs after a warm-up, in each of so many replications.
type runLength struct{ jobs, warmup, replications int }

// pullWarmup is a warm-up of so many times the n^2 jobs in which messages spread over routers: nothing but chance brings routers together.
func pullWarmup(servers int, times float64) int {
	n := float64(servers)
	return int(50*n + times*n*n)
}

// runPull runs cases, of which length says how long, on all cores.
func runPull(ctx context.Context, cases []pullCase, length func(c pullCase) runLength, o Options) ([]pullRun, error) {
	type part struct{ run, replication int }
	var parts []part
	values := make([][][pullMeasures]float64, len(cases))
	for k, c := range cases {
		values[k] = make([][pullMeasures]float64, length(c).replications)
		for r := range values[k] {
			parts = append(parts, part{k, r})
		}
	}
	err := counting(ctx, len(parts), o, func(k int) (err error) {
		p := parts[k]
		c := cases[p.run]
		values[p.run][p.replication], err = kept(o, key{c, length(c), p.replication}, func() ([pullMeasures]float64, error) {
			return c.once(ctx, length(c), o.Seed+uint64(p.replication))
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	runs := make([]pullRun, len(cases))
	for k, c := range cases {
		runs[k] = pullRun{pullCase: c}
		for m := range runs[k].of {
			runs[k].of[m] = stats.FromReplications(column(values[k], func(v [pullMeasures]float64) float64 { return v[m] }))
		}
	}
	return runs, nil
}

// column takes one number of each row.
func column[T any](rows []T, of func(T) float64) []float64 {
	list := make([]float64, len(rows))
	for k, row := range rows {
		list[k] = of(row)
	}
	return list
}

// config is the case as the simulator takes it.
func (c pullCase) config(l runLength, seed uint64) (sim.Config, error) {
	spec, err := policy.Parse("pull(stale=" + c.stale + ")")
	if err != nil {
		return sim.Config{}, err
	}
	pools := chosenPools(c.servers)
	for k := range pools {
		if c.endless {
			pools[k].Buffer = 0
		}
	}
	return sim.Config{
		Classes:     pools,
		Rate:        chosenPullLoad * float64(c.servers),
		Dispatchers: sim.Dispatchers{Count: c.routers, Shares: c.shares, IdleByShare: c.byShare},
		Policy:      spec.New,
		Length:      sim.Length{Jobs: l.jobs, Warmup: l.warmup, Replications: 1},
		Engine:      sim.CTMC,
		Seed:        seed,
	}, nil
}

// once runs one replication.
func (c pullCase) once(ctx context.Context, l runLength, seed uint64) (v [pullMeasures]float64, err error) {
	config, err := c.config(l, seed)
	if err != nil {
		return v, err
	}
	r, err := sim.Run(ctx, config)
	if err != nil {
		return v, err
	}
	if r.Interrupted {
		return v, ctx.Err()
	}
	blocked := float64(r.Blocked) / float64(r.Jobs)
	v[busyFast], v[busySlow] = r.Classes[0].Busy, r.Classes[1].Busy
	v[waiting], v[blocking] = foundBusy(r)*(1-blocked), blocked
	v[either] = v[waiting] + v[blocking]
	v[messages], v[withdrawn] = r.MessagesPerJob, r.RevokedPerJob
	return v, nil
}

// foundBusy is the share of the jobs taken that found another at their server, which the chain of queue lengths counts.
func foundBusy(r *sim.Result) float64 {
	idle, all := 0.0, 0.0
	for _, c := range r.Law.(*stats.ResponseLaw).Classes {
		for k, weight := range c.Weight {
			all += weight
			if k == 0 {
				idle += weight
			}
		}
	}
	if all == 0 {
		return 0
	}
	return (all - idle) / all
}

// limit is the limit of many servers.
func (c pullCase) limit() (meanfield.PullPrediction, error) {
	m := meanfield.Pull{Arrivals: chosenPullLoad, Shares: c.shares, ByShare: c.byShare, Keep: c.stale == "keep"}
	for _, pool := range chosenPools(c.servers) {
		m.Fleet = append(m.Fleet, meanfield.Class{Rate: pool.Speed, Share: float64(pool.Servers) / float64(c.servers)})
		buffer := pool.Buffer
		if c.endless {
			buffer = 0
		}
		m.Buffers = append(m.Buffers, buffer)
	}
	return m.Predict()
}

// buffers says which buffers the case has.
func (c pullCase) buffers() string {
	if c.endless {
		return "infinite"
	}
	return "finite"
}

// row appends the numbers of the run.
func (r pullRun) row(t *Table, words ...string) {
	names := measureNames()
	for m, e := range r.of {
		width := 0.0
		if e.StdErr > 0 {
			width = e.HalfWidth()
		}
		t.add(append(append([]string{}, words...), names[m]), float64(r.servers), e.Mean, width)
	}
}

// counting is eachOf that tells progress.
func counting(ctx context.Context, n int, o Options, do func(k int) error) error {
	var lock sync.Mutex
	finished := 0
	return eachOf(ctx, n, func(k int) error {
		if err := do(k); err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		finished++
		o.done(finished, n)
		return nil
	})
}
