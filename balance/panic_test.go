package balance

import (
	"testing"

	"github.com/steelyard-lb/steelyard"
)

// fragile panics in the hook that is named.
type fragile struct {
	shortest
	breaks string
}

func (p *fragile) at(hook string) {
	if p.breaks == hook {
		panic(hook)
	}
}

func (p *fragile) Pick(v *steelyard.View, j steelyard.Job) int {
	p.at("Pick")
	return p.shortest.Pick(v, j)
}
func (p *fragile) Sent(int)          { p.at("Sent") }
func (p *fragile) Idle(int)          { p.at("Idle") }
func (p *fragile) Done(int, float64) { p.at("Done") }

// panics runs f and says what it panicked with.
func panics(f func()) (with any) {
	defer func() { with = recover() }()
	f()
	return nil
}

func TestPolicyThatPanics(t *testing.T) {
	for hook, job := range map[string]steelyard.Job{"Pick": {Skip: []int{0}}, "Sent": {}, "Idle": {}, "Done": {}} {
		t.Run(hook, func(t *testing.T) {
			p := &fragile{}
			b := newBalancer(t, Config{Servers: pool(2), Policy: p})
			held := only(t, b, 1)
			p.breaks = hook
			got := panics(func() {
				if ticket, err := b.Acquire(job); err == nil {
					ticket.Done(OK)
				}
			})
			if got != hook {
				t.Fatalf("panicked with %v, want %v", got, hook)
			}
			p.breaks = ""
			if live := b.verify(t); live != 1 {
				t.Fatalf("%d live tickets, want 1", live)
			}
			held.Done(OK)
			if got := only(t, b, 1).Server(); got != 0 {
				t.Fatalf("picked %d, want 0", got)
			}
		})
	}
}

// stray picks a server that is not there.
type stray int

func (p stray) Pick(*steelyard.View, steelyard.Job) int { return int(p) }

func TestPolicyThatPicksWrongly(t *testing.T) {
	for _, pick := range []stray{-1, -7, 2, 1 << 40} {
		b := newBalancer(t, Config{Servers: pool(2), Policy: pick})
		if _, err := b.Acquire(steelyard.Job{}); err != ErrNoServer {
			t.Errorf("pick %d: got %v, want ErrNoServer", pick, err)
		}
	}
}
