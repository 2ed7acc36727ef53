package demo

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/proxy/h1"
	"github.com/steelyard-lb/steelyard/roundtrip"
)

// answerTimeout bounds how long a job may take; a queue that long is lost anyway.
const answerTimeout = 5 * time.Minute

// stage is one policy's own fleet behind its own balancers, and what was measured there.
type stage struct {
	config   Config
	policy   policy.Spec
	backends []*backend
	fronts   []*front
	client   *http.Client
	start    time.Time
	ctx      context.Context
	stop     context.CancelFunc
	jobs     sync.WaitGroup

	mu       sync.Mutex
	answers  []answer
	errors   int
	err      error     // the first of them
	lack     error     // one that shows that this machine is out of means
	backlog  []float64 // in jobs, sampled every samplePeriod
	unstable bool
	cut      bool    // broken off before its time
	sum      float64 // of the answers' times
}

// answer is one finished job.
type answer struct {
	at   time.Duration // when it was due, since the start
	took float64       // seconds from then to the end of the response
	fast bool
}

// raise starts the fleet and the balancers of a policy. The caller must close the stage, also after an error.
func raise(c Config, p policy.Spec) (*stage, error) {
	s := &stage{config: c, policy: p}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.client = &http.Client{Timeout: answerTimeout, Transport: &h1.Transport{MaxIdle: 4096}}
	for i := range c.servers() {
		b, err := startBackend(c.class(i))
		if err != nil {
			return s, err
		}
		s.backends = append(s.backends, b)
	}
	for m := range c.Balancers {
		f, err := startFront(c, p, m, s.backends)
		if err != nil {
			return s, err
		}
		s.fronts = append(s.fronts, f)
	}
	return s, nil
}

func (s *stage) close() {
	s.stop()
	s.jobs.Wait()
	s.client.CloseIdleConnections()
	for _, f := range s.fronts {
		f.close()
	}
	for _, b := range s.backends {
		b.close()
	}
}

// send starts one job, unless the policy has been found unstable.
func (s *stage) send(a arrival) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unstable {
		return
	}
	s.jobs.Add(1)
	go s.serve(a)
}

func (s *stage) serve(a arrival) {
	defer s.jobs.Done()
	class, err := s.request(a.balancer, a.work)
	took := time.Since(s.start.Add(a.at)).Seconds()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.unstable || s.cut:
		return
	case err != nil:
		s.fail(err)
		return
	}
	s.sum += took
	s.answers = append(s.answers, answer{at: a.at, took: took, fast: class == "fast"})
}

func (s *stage) fail(err error) {
	s.errors++
	if s.err == nil {
		s.err = err
	}
	if s.lack == nil && roundtrip.Exhausted(err) {
		s.lack = err
	}
}

// request sends a job through a balancer and returns the class of the server that did it.
func (s *stage) request(balancer int, work float64) (class string, err error) {
	req, err := http.NewRequestWithContext(s.ctx, http.MethodGet, s.fronts[balancer].url, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set(workHeader, strconv.FormatFloat(work, 'g', -1, 64))
	resp, err := s.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return "", err
	}
	if resp.StatusCode != http.StatusNoContent {
		return "", fmt.Errorf("status %s", resp.Status)
	}
	return resp.Header.Get(classHeader), nil
}

// watch samples the backlog, which is taken from the servers' clocks, so that a machine too busy to answer in time does
// not pass for a long queue. It stops a policy whose fleet overflows.
func (s *stage) watch() {
	now, backlog := time.Now(), 0.0
	for _, b := range s.backends {
		backlog += b.waiting(now)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.backlog = append(s.backlog, backlog)
	if !s.unstable && overflowed(backlog, s.config.servers()) {
		s.unstable = true
		s.stop()
	}
}
