package balance

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

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

func (c *client) step(b *Balancer) { c.stepJob(b, steelyard.Job{}) }

func (c *client) stepJob(b *Balancer, j steelyard.Job) {
	ticket, _ := b.Acquire(j)
	c.held[c.at].Done(OK)
	c.held[c.at] = ticket
	if c.at++; c.at == len(c.held) {
		c.at = 0
	}
}

var (
	benchServers    = []int{10, 100, 1000, 10000}
	benchGoroutines = []int{1, 2, 4, 16}
)

// BenchmarkAcquireDone measures one Acquire and one Done under every policy of the table on two classes, or as many as it takes.
func BenchmarkAcquireDone(b *testing.B) {
	for _, e := range policy.All() {
		for _, text := range e.Examples {
			b.Run(strings.ReplaceAll(text, " ", ""), func(b *testing.B) {
				spec, err := policy.Parse(text)
				if err != nil {
					b.Fatal(err)
				}
				classes := classesFor(b, spec)
				benchmarkPolicy(b, spec, func(n int) []Server { return classed(n, classes) })
			})
		}
	}
}

// BenchmarkManyClasses does so where no two servers are of the same speed, so that indexes are trees.
func BenchmarkManyClasses(b *testing.B) {
	for _, text := range []string{"hjsq(d=2)", "sed", "leastconn-w"} {
		b.Run(text, func(b *testing.B) {
			spec, err := policy.Parse(text)
			if err != nil {
				b.Fatal(err)
			}
			benchmarkPolicy(b, spec, func(n int) []Server {
				servers := pool(n)
				for i := range servers {
					servers[i].Rate = 1 + float64(i)/float64(n)
				}
				return servers
			})
		})
	}
}

func benchmarkPolicy(b *testing.B, s policy.Spec, servers func(n int) []Server) {
	for _, n := range benchServers {
		for _, goroutines := range benchGoroutines {
			b.Run(fmt.Sprintf("n=%d/g=%d", n, goroutines), func(b *testing.B) {
				lb := newBalancer(b, Config{Servers: servers(n), Policy: instance(b, s)})
				benchmarkPool(b, lb, n, goroutines)
			})
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
