// Package demo runs several policies side by side, each on its own fleet of unequal HTTP backends behind its own balancers, under the
// same open-loop Poisson arrivals over real HTTP on loopback, and measures what their clients see.
package demo

import (
	"context"
	"slices"
	"sync"
	"time"
)

// samplePeriod is the distance between two looks at the backlogs.
const samplePeriod = 100 * time.Millisecond

// Progress is told how far a run is, about ten times a second.
type Progress interface {
	Progress(done time.Duration, stages []Standing)
}

// Standing is how a policy fares so far.
type Standing struct {
	Policy   string
	Mean     float64 // seconds; 0 before the first answer
	Unstable bool
}

// Run raises a fleet for each policy, drives the arrivals through all of them and sums up. When ctx ends it stops early and reports what it
// has. The error is that of Check, or one of this machine: ErrMeans, or that nothing can listen.
func Run(ctx context.Context, c Config, p Progress) (Result, error) {
	if err := c.Check(); err != nil {
		return Result{}, err
	}
	var stages []*stage
	defer func() {
		for _, s := range stages {
			s.close()
		}
	}()
	for _, spec := range c.Policies {
		s, err := raise(c, spec)
		stages = append(stages, s)
		if err != nil {
			return Result{}, explain(err)
		}
	}
	overhead, err := stages[0].idleTime()
	if err != nil {
		return Result{}, explain(err)
	}
	elapsed, late := play(ctx, c, stages, p)
	r := Result{Load: c.Load, Servers: c.servers(), Seconds: elapsed, Overhead: overhead, Late: late}
	for _, s := range stages {
		if err := s.exhausted(); err != nil {
			return Result{}, err
		}
		r.Policies = append(r.Policies, s.outcome(elapsed))
	}
	return r, nil
}

// play drives the arrivals and waits for their answers. It returns for how long they arrived and how late the latest hundredth of them was
// sent, in seconds.
func play(ctx context.Context, c Config, stages []*stage, p Progress) (elapsed, late float64) {
	start := time.Now()
	for _, s := range stages {
		s.start = start
	}
	playing, stop := context.WithCancel(ctx)
	var watcher sync.WaitGroup
	watcher.Go(func() {
		watch(playing, start, stages, p)
		stop()
	})
	var delays []float64
	drive(playing, c, start, func(a arrival) {
		delays = append(delays, time.Since(start.Add(a.at)).Seconds())
		for _, s := range stages {
			s.send(a)
		}
	})
	elapsed = c.Seconds
	if playing.Err() != nil {
		elapsed = min(elapsed, time.Since(start).Seconds())
	}
	stop()
	watcher.Wait()
	settle(ctx, stages)
	slices.Sort(delays)
	return elapsed, quantile(delays, .99)
}

// patience is how long answers may stay out once the last request is sent. A stable fleet's backlog takes far less.
const patience = 30 * time.Second

// settle waits for the answers still due. Those of policies that have proved unstable, or all once ctx has ended, are given up; one that
// does not come in time is an error.
func settle(ctx context.Context, stages []*stage) {
	waiting, stop := context.WithTimeout(ctx, patience)
	defer stop()
	for _, s := range stages {
		if s.giveUp(ctx) {
			s.stop()
		}
		unhook := context.AfterFunc(waiting, func() {
			s.giveUp(ctx)
			s.stop()
		})
		s.jobs.Wait()
		unhook()
	}
}

// watch looks at the stages until ctx ends, none of them is stable, or this machine is out of means.
func watch(ctx context.Context, start time.Time, stages []*stage, p Progress) {
	tick := time.NewTicker(samplePeriod)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		standings, stable := make([]Standing, len(stages)), 0
		for k, s := range stages {
			if s.exhausted() != nil {
				return
			}
			s.watch()
			standings[k] = s.standing()
			if !standings[k].Unstable {
				stable++
			}
		}
		p.Progress(time.Since(start), standings)
		if stable == 0 {
			return
		}
	}
}

// giveUp says whether the answers still due are not worth waiting for; jobs broken off then count neither as answers nor as errors.
func (s *stage) giveUp(ctx context.Context) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if growing(s.backlog, s.config.servers()) {
		s.unstable = true
	}
	s.cut = ctx.Err() != nil || s.lack != nil
	return s.unstable || s.cut
}

func (s *stage) standing() Standing {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Standing{Policy: s.policy.String(), Unstable: s.unstable}
	if len(s.answers) > 0 {
		st.Mean = s.sum / float64(len(s.answers))
	}
	return st
}

// idleTime is the median time of a request without work, while nothing else runs.
func (s *stage) idleTime() (float64, error) {
	const tries = 51
	var took []float64
	for range tries {
		start := time.Now()
		if _, err := s.request(0, 0); err != nil {
			return 0, err
		}
		took = append(took, time.Since(start).Seconds())
	}
	slices.Sort(took)
	return quantile(took, .5), nil
}
