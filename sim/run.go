package sim

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/steelyard-lb/steelyard/belief"
)

// Batches is how many batches the counted part of a replication is cut into.
const Batches = 20

// Trial is what one replication counted. JSON stores it exactly, so that replications can be run apart and combined.
type Trial struct {
	sums    *sums
	batches []mark
	warmup  int
}

// Run simulates c. It fails if c makes no sense, if the policy cannot work on the fleet, or if ctx ends before one replication has;
// when ctx ends later, the result is that of the replications finished and says so.
func Run(ctx context.Context, c Config) (*Result, error) {
	e, err := c.choose()
	if err != nil {
		return nil, err
	}
	if verdict := c.overload(); verdict != "" {
		return &Result{Engine: e, Load: c.load(), Verdict: verdict}, nil
	}
	s := &study{config: &c, engine: e}
	s.progress.total = c.replications() * max(c.Length.Jobs, 1)
	more := c.replications()
	for more > 0 && err == nil {
		err = s.extend(ctx, more)
		more = s.wanted()
	}
	interrupted := err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) && len(s.trials) > 0
	if err != nil && !interrupted {
		return nil, err
	}
	r := s.result()
	r.Interrupted = interrupted
	return r, nil
}

func (c *Config) replications() int {
	if c.Length.Replications == 0 {
		return 4
	}
	return c.Length.Replications
}

// study is the replications of one configuration.
type study struct {
	config   *Config
	engine   Engine
	trials   []*Trial
	progress progress
}

// extend runs more replications on all cores. Each has its own streams of random numbers and its own place in the list, so the outcome
// does not depend on how many cores there are.
func (s *study) extend(ctx context.Context, more int) error {
	from := len(s.trials)
	trials := make([]*Trial, more)
	errs := make([]error, more)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), more) {
		wait.Go(func() {
			for k := next.Add(1) - 1; k < int64(more); k = next.Add(1) - 1 {
				trials[k], errs[k] = s.try(ctx, from+int(k))
			}
		})
	}
	wait.Wait()
	for k, t := range trials {
		if errs[k] != nil {
			return errs[k]
		}
		s.trials = append(s.trials, t)
	}
	return nil
}

// try runs one replication.
func (s *study) try(ctx context.Context, index int) (*Trial, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e, err := s.config.start(s.engine, index)
	if err != nil {
		return nil, err
	}
	t := &Trial{}
	if t.warmup, err = warmUp(ctx, s.config, e); err != nil {
		return nil, err
	}
	if t.warmup > 0 {
		e.clear()
	}
	if err := s.count(ctx, e, t); err != nil {
		return nil, err
	}
	if s.config.Length.Drain {
		if err := e.drain(); err != nil {
			return nil, err
		}
	}
	t.sums = e.close()
	return t, nil
}

// count runs the part that is counted.
func (s *study) count(ctx context.Context, e engine, t *Trial) error {
	last := e.mark()
	for b := range Batches {
		jobs := part(s.config.Length.Jobs, b, Batches)
		if err := advance(ctx, s.config, e, jobs); err != nil {
			return err
		}
		now := e.mark()
		t.batches = append(t.batches, now.minus(last))
		last = now
		s.progress.add(jobs, s.config.Progress)
	}
	return nil
}

// stride is the number of arrivals after which a run looks whether it is to end: soon even where each arrival takes a look at all servers, many
// idle steps of a chain, or many snapshots. It depends on the configuration alone, lest rounding differ from run to run.
func (c *Config) stride() int {
	n := float64(c.servers())
	most := min(max(2e6/n, 1000), 20_000, max(1, 1e6*c.load()))
	if view := c.Dispatchers.View; view.Kind == belief.Stale {
		most = min(most, 1e8*c.Rate*view.Seconds/n)
	}
	return max(1, int(most))
}

// advance lets a number of jobs arrive unless ctx ends.
func advance(ctx context.Context, c *Config, e engine, arrivals int) error {
	stride := c.stride()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if arrivals <= stride {
			return e.run(arrivals)
		}
		if err := e.run(stride); err != nil {
			return err
		}
		arrivals -= stride
	}
}

// part is the k-th of n parts of jobs, as equal as can be.
func part(jobs, k, n int) int { return (k+1)*jobs/n - k*jobs/n }

// progress counts what is done on all cores.
type progress struct {
	lock        sync.Mutex
	done, total int
}

func (p *progress) add(jobs int, tell func(done, total int)) {
	if tell == nil {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.done += jobs
	tell(p.done, p.total)
}

func (p *progress) grow(jobs int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.total += jobs
}
