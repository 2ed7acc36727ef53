package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim/rounds"
	"github.com/steelyard-lb/steelyard/stats"
)

// roundSystem is a fleet of Goren et al. 2021, Section 6: rates drawn uniformly from [1, most] services per round, known to dispatchers.
type roundSystem struct {
	servers, dispatchers int
	most                 float64
}

func (s roundSystem) String() string { return fmt.Sprintf("(%d, %d)", s.servers, s.dispatchers) }

// fourSystems are those of the paper, by (servers, dispatchers).
func fourSystems(most float64) []roundSystem {
	return []roundSystem{{100, 5, most}, {100, 10, most}, {200, 10, most}, {200, 20, most}}
}

// tailSystem is the one whose tails are shown.
func tailSystem(most float64) roundSystem { return roundSystem{100, 10, most} }

// rates are those of one draw, the same for all systems of so many servers, and the same but for scale whatever the greatest is.
func (s roundSystem) rates(seed uint64, draw int) []float64 {
	random := rng.New(seed, "rates", uint64(s.servers), uint64(draw))
	list := make([]float64, s.servers)
	for k := range list {
		list[k] = 1 + (s.most-1)*random.Float64()
	}
	return list
}

// roundRun is one run: a policy at a load on one draw of the rates.
type roundRun struct {
	roundSystem
	policy string
	load   float64
	draw   int
}

// config has the same arrivals and services for every policy.
func (r roundRun) config(seed uint64, length int) (rounds.Config, error) {
	spec, err := policy.Parse(r.policy)
	c := rounds.Config{Dispatchers: r.dispatchers, Policy: spec.New, Rounds: length, Seed: seed + uint64(r.draw)}
	for _, rate := range r.rates(seed, r.draw) {
		c.Classes = append(c.Classes, rounds.Class{Servers: 1, Rate: rate})
		c.Rate += r.load * rate
	}
	return c, err
}

// roundOutcome is what is kept of a run. Times are rounds.
type roundOutcome struct {
	roundRun
	rounds   int
	law      *rounds.Law
	batches  []float64 // mean response times of stretches of the run
	stable   bool
	messages float64 // per job
}

// mean is the mean response time; NaN where the number of jobs grows.
func (r *roundOutcome) mean() float64 {
	if !r.stable {
		return math.NaN()
	}
	return r.law.Mean()
}

// width is half that of the mean's interval.
func (r *roundOutcome) width() float64 {
	_, width := averageOf(stats.Independent(r.batches, len(r.batches)))
	return width
}

// quantile is NaN where the number of jobs grows or fewer than ten jobs lie beyond.
func (r *roundOutcome) quantile(p float64) float64 {
	x, resolved := r.law.Quantile(p)
	if !r.stable || !resolved {
		return math.NaN()
	}
	return x
}

// behind is how much greater the mean is than that of another policy, averaged over stretches of the same rounds.
func (r *roundOutcome) behind(other *roundOutcome) (difference, width float64) {
	pairs := make([]float64, len(r.batches))
	for k := range pairs {
		pairs[k] = r.batches[k] - other.batches[k]
	}
	return averageOf(stats.Independent(pairs, len(pairs)))
}

// roundTask is a run of so many rounds.
type roundTask struct {
	roundRun
	rounds int
}

// filling says whether the run is too short to tell queues that fill from those that grow without bound.
func (t roundTask) filling() bool { return float64(t.rounds)*(1-t.load) < 10 }

// proved says whether the policy is known to be stable at all loads below 1: with weighted random, every server by itself is.
func (t roundTask) proved() bool { return t.policy == roundWR }

// roundRuns are finished runs.
type roundRuns map[roundRun]*roundOutcome

// inRounds does all of the tasks.
func inRounds(ctx context.Context, tasks []roundTask, o Options) (roundRuns, error) {
	list := make([]*roundOutcome, len(tasks))
	err := counting(ctx, len(tasks), o, func(k int) error {
		c, err := tasks[k].config(o.Seed, tasks[k].rounds)
		if err != nil {
			return err
		}
		r, err := onceInRounds(ctx, c, o, key{tasks[k]})
		if err != nil {
			return fmt.Errorf("%s at load %g: %w", tasks[k].policy, tasks[k].load, err)
		}
		list[k] = &roundOutcome{tasks[k].roundRun, tasks[k].rounds, r.Responses, r.Batches, r.Stable || tasks[k].filling() || tasks[k].proved(), r.MessagesPerJob}
		return nil
	})
	runs := roundRuns{}
	for k, t := range tasks {
		runs[t.roundRun] = list[k]
	}
	return runs, err
}

// onceInRounds is [rounds.Run] of one replication, which is kept.
func onceInRounds(ctx context.Context, c rounds.Config, o Options, name key) (*rounds.Result, error) {
	trial, err := kept(o, name, func() (*rounds.Trial, error) { return rounds.Replicate(ctx, c, 0) })
	if err != nil {
		return nil, err
	}
	return rounds.Combine(c, []*rounds.Trial{trial})
}
