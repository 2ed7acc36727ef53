package balance

import (
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard"
)

// BenchmarkBesides measures what is not every day's business, at 1,000 servers and one goroutine.
func BenchmarkBesides(b *testing.B) {
	const n = 1000
	for name, run := range map[string]struct {
		policy steelyard.Policy
		job    steelyard.Job
		change func(*Balancer)
	}{
		"plain":      {policy: &shortest{}},
		"timed":      {policy: &told{}},
		"skip":       {policy: &shortest{}, job: steelyard.Job{Skip: []int{1, 2}}},
		"server-out": {policy: &shortest{}, change: takeOneOut},
	} {
		b.Run(name, func(b *testing.B) {
			lb := newBalancer(b, Config{Servers: pool(n), Policy: run.policy, Backoff: Backoff{First: time.Hour}})
			if run.change != nil {
				run.change(lb)
			}
			c := newClient(lb, inFlightPerServer*n)
			b.ReportAllocs()
			for b.Loop() {
				c.stepJob(lb, run.job)
			}
		})
	}
}

func takeOneOut(b *Balancer) {
	ticket, _ := b.Acquire(steelyard.Job{})
	ticket.Done(Unreachable)
}

// BenchmarkUpdate measures how long a change of membership holds the others up.
func BenchmarkUpdate(b *testing.B) {
	for name, n := range map[string]int{"n=10": 10, "n=1000": 1000, "n=10000": 10000} {
		b.Run(name, func(b *testing.B) {
			lb := newBalancer(b, Config{Servers: pool(n)})
			turn := 0
			for b.Loop() {
				turn++
				if err := lb.Update(pool(n)[turn%2:]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
