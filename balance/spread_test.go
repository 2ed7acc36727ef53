package balance

import (
	"slices"
	"sync"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// TestConcurrentPicksSeeOneAnother lets 64 goroutines acquire while nothing ends: shortest queues must stay level.
func TestConcurrentPicksSeeOneAnother(t *testing.T) {
	const goroutines, each, servers = 64, 10, 4
	b := newBalancer(t, Config{Servers: pool(servers)})
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			for range each {
				if _, err := b.Acquire(steelyard.Job{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for key, n := range inFlight(b) {
		if n != goroutines*each/servers {
			t.Errorf("%s: %d in flight, want %d", key, n, goroutines*each/servers)
		}
	}
}

// TestSharesUnderChurn replaces the list of five equal servers every 20 jobs, in another order and with other rates.
func TestSharesUnderChurn(t *testing.T) {
	const jobs, every, servers = 2400, 20, 5
	forEachPolicy(t, func(t *testing.T, s policy.Spec, _ int) {
		list := classed(servers, 1)
		b, err := New(Config{Servers: list, Policy: instance(t, s)})
		if err != nil {
			return // it wants more classes than one
		}
		var held []Ticket
		for job := range jobs {
			if job%every == 0 {
				slices.Reverse(list)
				for i := range list {
					list[i].Rate = float64(1 + job/every%2)
				}
				if err := b.Update(list); err != nil {
					t.Fatal(err)
				}
			}
			held = append(held, acquire(t, b))
			if len(held) == 2*servers {
				held[0].Done(OK)
				held = held[1:]
			}
		}
		b.verify(t)
		for _, st := range b.Snapshot() {
			if share := float64(st.Picked) / jobs; share < .16 || share > .24 {
				t.Errorf("%s: a share of %.3f, want .16 to .24", st.Key, share)
			}
		}
	})
}
