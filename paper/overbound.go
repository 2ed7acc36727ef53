package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// boundedCase is a policy on pools with so many servers in all, whose mean number of jobs is set against the bound of filling the fastest
// pools first, which no policy beats.
type boundedCase struct {
	pools   []diffusion.Pool
	servers int
	load    float64
	policy  string
}

func (c boundedCase) fleet() meanfield.Fleet {
	var f meanfield.Fleet
	for _, p := range c.pools {
		f = append(f, meanfield.Class{Rate: p.Rate, Share: p.Share})
	}
	return f
}

// bound is the mean response time of the fluid that fills the fastest pools first.
func (c boundedCase) bound() (float64, error) {
	p, err := meanfield.FastFirst(c.fleet(), c.load*c.fleet().Capacity())
	return p.MeanResponse, err
}

// scenario is the case; its numbers of servers are whole if the shares allow it.
func (c boundedCase) scenario() (*scenario.Scenario, error) {
	var classes []string
	for k, p := range c.pools {
		classes = append(classes, fmt.Sprintf("{name: pool%d, servers: %d, speed: %.17g}", k+1, int(math.Round(p.Share*float64(c.servers))), p.Rate))
	}
	s, err := scenarioOf("classes: [%s]\nload: %.17g\n", strings.Join(classes, ", "), c.load)
	if err != nil {
		return nil, err
	}
	spec, err := policy.Parse(c.policy)
	if err != nil {
		return nil, err
	}
	return s.With(spec)
}

// config is the case as the simulator takes it, near its mean field at the start if that is known.
func (c boundedCase) config() (sim.Config, error) {
	s, err := c.scenario()
	if err != nil {
		return sim.Config{}, err
	}
	config := s.Config()
	config.Start.Tails = scenario.MeanField(s).Tails
	return config, nil
}

// over is how many jobs a run had above the bound, on average over time.
//
// Let pool m be the slowest that the bound fills in part. As the sum of mu_j busy_j is the arrival rate, the mean number of jobs is the bound
// plus
//
//	sum_{j<m} (mu_j/mu_m - 1) idle_j + sum_{j>m} (1 - mu_j/mu_m) busy_j + waiting jobs,
//
// which has no negative term, and varies little.
func (c boundedCase) over(classes []sim.Class, r *sim.Result) float64 {
	marginal, left := 0, c.load*c.fleet().Capacity()
	for left -= c.pools[0].Rate * c.pools[0].Share; left > 0 && marginal < len(c.pools)-1; {
		marginal++
		left -= c.pools[marginal].Rate * c.pools[marginal].Share
	}
	sum := 0.0
	for j, class := range r.Classes {
		servers := float64(classes[j].Servers)
		busy := class.Busy * servers
		ratio := c.pools[j].Rate / c.pools[marginal].Rate
		sum += class.Length - busy
		if j < marginal {
			sum += (ratio - 1) * (servers - busy)
		} else {
			sum += (1 - ratio) * busy
		}
	}
	return sum
}

// boundedRun is what the replications of a case showed; those of cases with one fleet and load see the same arrivals.
type boundedRun struct {
	boundedCase
	above []float64 // per replication: mean number of jobs less the bound
}

func (r boundedRun) excess() stats.Estimate { return stats.FromReplications(r.above) }

// scaledBy is the excess over a number, such as that of jobs per second.
func (r boundedRun) scaledBy(unit float64) stats.Estimate {
	e := r.excess()
	e.Mean, e.StdErr = e.Mean/unit, e.StdErr/unit
	return e
}

// runBounded runs cases, of which length says how long, on all cores.
func runBounded(ctx context.Context, cases []boundedCase, length func(c boundedCase) runLength, o Options) ([]boundedRun, error) {
	runs := make([]boundedRun, len(cases))
	configs := make([]sim.Config, len(cases))
	err := eachOf(ctx, len(cases), func(k int) (err error) {
		configs[k], err = cases[k].config()
		runs[k] = boundedRun{cases[k], make([]float64, length(cases[k]).replications)}
		return err
	})
	if err != nil {
		return nil, err
	}
	type part struct{ run, replication int }
	var parts []part
	for k, r := range runs {
		for i := range r.above {
			parts = append(parts, part{k, i})
		}
	}
	return runs, counting(ctx, len(parts), o, func(k int) (err error) {
		p := parts[k]
		c, l, config := cases[p.run], length(cases[p.run]), configs[p.run]
		config.Seed = o.Seed + uint64(p.replication)
		runs[p.run].above[p.replication], err = kept(o, key{c, l, p.replication}, func() (float64, error) { return c.once(ctx, config, l) })
		return err
	})
}

// once runs one replication and returns how many jobs it had above the bound.
func (c boundedCase) once(ctx context.Context, config sim.Config, l runLength) (float64, error) {
	config.Engine = sim.CTMC
	config.Length = sim.Length{Jobs: l.jobs, Warmup: l.warmup, Replications: 1}
	r, err := sim.Run(ctx, config)
	if err != nil {
		return 0, err
	}
	if r.Interrupted {
		return 0, ctx.Err()
	}
	return c.over(config.Classes, r), nil
}
