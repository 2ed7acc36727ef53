package balance

import (
	"fmt"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// forEachPolicy runs f for every example of the table of policies, with a number of classes that suits it.
func forEachPolicy(t *testing.T, f func(t *testing.T, s policy.Spec, classes int)) {
	for _, e := range policy.All() {
		for _, text := range e.Examples {
			t.Run(text, func(t *testing.T) {
				spec, err := policy.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				f(t, spec, classesFor(t, spec))
			})
		}
	}
}

// classesFor is a number of classes that the policy can work on, two if it can.
func classesFor(t testing.TB, s policy.Spec) int {
	t.Helper()
	var err error
	for _, classes := range []int{2, 1, 3} {
		if _, err = New(Config{Servers: classed(12, classes), Policy: instance(t, s)}); err == nil {
			return classes
		}
	}
	t.Fatalf("%v: %v", s, err)
	return 0
}

func instance(t testing.TB, s policy.Spec) steelyard.Policy {
	t.Helper()
	p, err := s.New()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// classed describes n servers of a number of classes, the rates being in ratio 5.
func classed(n, classes int) []Server {
	servers := make([]Server, n)
	rate := []float64{1, 5, 25}
	for i := range servers {
		servers[i] = Server{Key: fmt.Sprint("s", i), Rate: rate[i%classes], Workers: 1 + i%classes}
	}
	return servers
}

func TestEveryPolicyServes(t *testing.T) {
	forEachPolicy(t, func(t *testing.T, s policy.Spec, classes int) {
		b := newBalancer(t, Config{Servers: classed(12, classes), Policy: instance(t, s)})
		var held []Ticket
		for range 100 {
			held = append(held, acquire(t, b))
		}
		if err := b.Update(classed(18, classes)[6:]); err != nil {
			t.Fatal(err)
		}
		for _, ticket := range held {
			ticket.Done(OK) // some at servers that have left
			if got := acquire(t, b); got.Server() < 6 {
				t.Fatalf("picked %s, which has left", got.Key())
			}
		}
		if live := b.verify(t); live != 100 {
			t.Fatalf("%d live tickets, want 100", live)
		}
	})
}

func TestEveryPolicyKeepsTheLast(t *testing.T) {
	forEachPolicy(t, func(t *testing.T, s policy.Spec, classes int) {
		for last := range classes {
			b := newBalancer(t, Config{Servers: classed(2*classes, classes), Policy: instance(t, s)})
			for i := range 2 * classes {
				if i != last {
					if err := b.Drain(fmt.Sprint("s", i)); err != nil {
						t.Fatal(err)
					}
				}
			}
			for range 30 {
				ticket := acquire(t, b)
				if ticket.Server() != last {
					t.Fatalf("picked %d, want %d, which alone is left", ticket.Server(), last)
				}
				ticket.Done(Unreachable)
			}
		}
	})
}
