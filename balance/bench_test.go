package balance

import (
	"fmt"
	"sync"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

type twoChoices struct{}

func (twoChoices) Pick(v *steelyard.View, _ steelyard.Job) int {
	best, least := steelyard.None, 0
	for _, i := range v.Sample(2) {
		if n := v.Len(int(i)); best == steelyard.None || n < least {
			best, least = int(i), n
		}
	}
	return best
}

// inFlightPerServer is how many jobs the benchmarks hold: a fleet at a load of .7 or so.
const inFlightPerServer = 2

// client is one goroutine of a benchmark: it holds a number of tickets and, each time, acquires one more and ends the oldest.
type client struct {
	held []Ticket
	at   int
}

func newClient(b *Balancer, held int) *client {
	c := &client{held: make([]Ticket, max(held, 1))}
	for i := range c.held {
		c.held[i], _ = b.Acquire(steelyard.Job{})
	}
	return c
}

func (c *client) step(b *Balancer) {
	ticket, _ := b.Acquire(steelyard.Job{})
	c.held[c.at].Done(OK)
	c.held[c.at] = ticket
	if c.at++; c.at == len(c.held) {
		c.at = 0
	}
}

func BenchmarkAcquireDone(b *testing.B) {
	for name, p := range map[string]func() steelyard.Policy{
		"shortest": func() steelyard.Policy { return &shortest{} },
		"two":      func() steelyard.Policy { return twoChoices{} },
	} {
		for _, n := range []int{10, 100, 1000, 10000} {
			for _, goroutines := range []int{1, 2, 4, 16} {
				b.Run(fmt.Sprintf("%s/n=%d/g=%d", name, n, goroutines), func(b *testing.B) {
					benchmarkPool(b, newBalancer(b, Config{Servers: pool(n), Policy: p()}), n, goroutines)
				})
			}
		}
	}
}

func benchmarkPool(b *testing.B, lb *Balancer, n, goroutines int) {
	clients := make([]*client, goroutines)
	for g := range clients {
		clients[g] = newClient(lb, inFlightPerServer*n/goroutines)
	}
	b.ReportAllocs()
	if goroutines == 1 {
		for b.Loop() {
			clients[0].step(lb)
		}
		return
	}
	b.ResetTimer()
	var wg sync.WaitGroup
	for g, c := range clients {
		steps := b.N / goroutines
		if g < b.N%goroutines {
			steps++
		}
		wg.Go(func() {
			for range steps {
				c.step(lb)
			}
		})
	}
	wg.Wait()
}
