package balance

import (
	"fmt"
	"math"
	"time"

	"github.com/steelyard-lb/steelyard"
)

// Backoff is how long a server that cannot be reached stays out: First, then twice as long each time it fails its trial, at
// most Max, each drawn uniformly from 0.8 to 1.2 times that.
type Backoff struct {
	First time.Duration // 0 means 500 ms
	Max   time.Duration // 0 means 30 s
}

const (
	defaultFirst = 500 * time.Millisecond
	defaultMax   = 30 * time.Second
	jitter       = 0.2

	longestBackoff = 365 * 24 * time.Hour
)

func (b Backoff) withDefaults() Backoff {
	if b.First == 0 {
		b.First = defaultFirst
	}
	if b.Max == 0 {
		b.Max = max(defaultMax, b.First)
	}
	return b
}

func (b Backoff) check() error {
	if b.First < 0 {
		return fmt.Errorf("first %v: want a positive duration, or 0 for %v", b.First, defaultFirst)
	}
	if b.Max < b.First || b.Max > longestBackoff {
		return fmt.Errorf("max %v: want %v (first) to %v, or 0 for %v", b.Max, b.First, longestBackoff, defaultMax)
	}
	return nil
}

const never = time.Duration(math.MaxInt64)

// outages is the pool's part of the back-off.
type outages struct {
	backoff Backoff
	rand    steelyard.Rand
	wake    time.Duration // no outage ends before
}

// outage is a server's part. The epoch grows each time the server fails, so that what tickets of earlier epochs
// tell, which were sent before, is known to be old.
type outage struct {
	strikes uint32 // failures in a row
	epoch   uint32
	until   time.Duration
}

func newOutages(b Backoff, seed uint64) outages {
	return outages{backoff: b, rand: steelyard.NewRand(seed, "backoff"), wake: never}
}

// delay is how long a server is out that has failed a number of times in a row.
func (o *outages) delay(strikes uint32) time.Duration {
	d := float64(o.backoff.First)
	for range strikes - 1 {
		if d *= 2; d >= float64(o.backoff.Max) {
			break
		}
	}
	d = min(d, float64(o.backoff.Max))
	return time.Duration(d * (1 - jitter + 2*jitter*o.rand.Float64()))
}

// learn draws from the end of a job, sent in the given epoch of its server, whether the server can be reached.
func (b *Balancer) learn(s *server, o Outcome, epoch uint32) {
	if epoch != s.outage.epoch {
		return
	}
	switch {
	case o == Unreachable:
		b.fail(s)
	case o != Cancelled && s.outage.strikes > 0:
		s.outage.strikes, s.outage.until, s.trial = 0, 0, false
		b.mark(s, 0, unreachable)
	}
}

// fail takes s out. A server that was kept in as the last one gets one strike per back-off, however many jobs fail meanwhile.
func (b *Balancer) fail(s *server) {
	now := b.clock()
	s.outage.epoch++
	if s.reasons&unreachable != 0 || now >= s.outage.until {
		s.outage.strikes++
		s.outage.until = now + b.outages.delay(s.outage.strikes)
	}
	b.takeOut(s)
}

// takeOut makes s wait for the end of its back-off, unless it is the last server that may be picked.
func (b *Balancer) takeOut(s *server) {
	s.trial = false
	if b.board.Eligible(s.index) && b.board.Eligibles() == 1 {
		return
	}
	b.mark(s, unreachable, 0)
	b.outages.wake = min(b.outages.wake, s.outage.until)
}

// reopen gives servers whose back-off is over their trial.
func (b *Balancer) reopen() {
	now := b.clock()
	if now < b.outages.wake {
		return
	}
	b.outages.wake = never
	for _, s := range b.servers {
		switch {
		case s.reasons&unreachable == 0:
		case now >= s.outage.until:
			s.trial = true
			b.mark(s, 0, unreachable)
		default:
			b.outages.wake = min(b.outages.wake, s.outage.until)
		}
	}
}

// beginTrial takes s out again behind the one job that tries it. Success brings it back at once, and if the job lasts longer than the
// back-off, another may try.
func (b *Balancer) beginTrial(s *server) {
	s.outage.until = b.clock() + b.outages.delay(s.outage.strikes)
	b.takeOut(s)
}

// keepOne brings back the unreachable server whose back-off ends first if no other is left.
func (b *Balancer) keepOne() {
	if b.board.Eligibles() > 0 {
		return
	}
	var first *server
	for _, s := range b.servers {
		if s.reasons == unreachable && !s.left && (first == nil || s.outage.until < first.outage.until) {
			first = s
		}
	}
	if first != nil {
		b.mark(first, 0, unreachable)
	}
}
