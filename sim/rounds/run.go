package rounds

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/steelyard-lb/steelyard/sim"
)

// Run simulates c. It fails if c makes no sense, if the policy cannot work on the servers, or if ctx ends before all replications have.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if r := c.overload(); r != nil {
		return r, nil
	}
	trials, err := runAll(ctx, &c)
	if err != nil {
		return nil, err
	}
	return c.result(trials), nil
}

// Trial is what one replication counted. JSON stores it exactly, so that replications can be run apart and combined.
type Trial struct {
	sums    *sums
	stretch [sim.Batches]stretch
}

// stretch is what was counted in a stretch of rounds.
type stretch struct {
	rounds, served, took, present int64
}

// runAll runs all replications on all cores. Each has its own streams of random numbers and its own place in the list, so the outcome does not
// depend on how many cores there are.
func runAll(ctx context.Context, c *Config) ([]*Trial, error) {
	n := c.replications()
	trials, errs := make([]*Trial, n), make([]error, n)
	bar := progress{total: n * c.Rounds, tell: c.Progress}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			for k := next.Add(1) - 1; k < int64(n); k = next.Add(1) - 1 {
				trials[k], errs[k] = try(ctx, c, int(k), &bar)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return trials, nil
}

// try runs one replication.
func try(ctx context.Context, c *Config, index int, bar *progress) (*Trial, error) {
	s, err := newSystem(c, index)
	if err != nil {
		return nil, err
	}
	t := &Trial{}
	var before stretch
	for k := range t.stretch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rounds := (k+1)*c.Rounds/sim.Batches - k*c.Rounds/sim.Batches
		if err := s.run(rounds); err != nil {
			return nil, err
		}
		now := stretch{int64(s.round), s.sums.served, s.sums.took, s.sums.present}
		t.stretch[k] = stretch{int64(rounds), now.served - before.served, now.took - before.took, now.present - before.present}
		before = now
		bar.add(rounds)
	}
	t.sums = s.close()
	return t, nil
}

// progress counts what is done on all cores.
type progress struct {
	lock        sync.Mutex
	done, total int
	tell        func(done, total int)
}

func (p *progress) add(rounds int) {
	if p.tell == nil {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.done += rounds
	p.tell(p.done, p.total)
}
