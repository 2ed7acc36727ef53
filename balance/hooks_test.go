package balance

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/steelyard-lb/steelyard"
)

// diary is a policy that writes down what it is told.
type diary struct {
	shortest
	lines []string
}

func (p *diary) Sent(i int) { p.lines = append(p.lines, fmt.Sprint("sent ", i)) }
func (p *diary) Done(i int, took float64) {
	p.lines = append(p.lines, fmt.Sprint("done ", i, " ", took))
}

func TestPolicyIsToldWhatItWants(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &diary{}
		b := newBalancer(t, Config{Servers: pool(2), Policy: p})
		first := only(t, b, 1)
		time.Sleep(time.Second)
		second := only(t, b, 0)
		time.Sleep(500 * time.Millisecond)
		first.Done(Cancelled)
		first.Done(OK)
		second.Done(OK)
		want := []string{"sent 0", "sent 1", "done 0 1.5", "done 1 0.5"}
		if !slices.Equal(p.lines, want) {
			t.Errorf("got %q, want %q", p.lines, want)
		}
	})
}

func TestClockIsReadOnlyWhenNeeded(t *testing.T) {
	reads := 0
	b := newBalancer(t, Config{Servers: pool(2), Now: func() time.Time { reads++; return time.Unix(int64(reads), 0) }})
	reads = 0
	acquire(t, b).Done(OK)
	acquire(t, b).Done(Failed)
	if reads != 0 {
		t.Errorf("%d reads of the clock, want none", reads)
	}
}

// crowd is a policy that remembers how many dispatchers it was last bound with.
type crowd struct {
	shortest
	dispatchers int
}

func (p *crowd) Bind(v *steelyard.View) error {
	p.dispatchers = v.Dispatchers()
	return p.shortest.Bind(v)
}

func TestPolicyKnowsItsPeers(t *testing.T) {
	for configured, want := range map[int]int{0: 1, 1: 1, 5: 5} {
		p := &crowd{}
		newBalancer(t, Config{Servers: pool(2), Policy: p, Dispatchers: configured})
		if p.dispatchers != want {
			t.Errorf("dispatchers %d: bound with %d, want %d", configured, p.dispatchers, want)
		}
	}
}

func TestAcquireDoneAllocatesNothing(t *testing.T) {
	for name, p := range map[string]steelyard.Policy{"plain": &shortest{}, "timed": &told{}} {
		b := newBalancer(t, Config{Servers: pool(100), Policy: p})
		for range 300 {
			acquire(t, b)
		}
		skip := []int{3, 4}
		acquire(t, b).Done(OK)
		if got := testing.AllocsPerRun(1000, func() {
			first, _ := b.Acquire(steelyard.Job{})
			second, _ := b.Acquire(steelyard.Job{Skip: skip})
			first.Done(OK)
			second.Done(Failed)
		}); got != 0 {
			t.Errorf("%s: %v allocations, want 0", name, got)
		}
	}
}

// told is a policy that wants to know how long jobs took.
type told struct {
	shortest
	total float64
}

func (p *told) Done(_ int, took float64) { p.total += took }

func TestSwitchBriefsTheNewPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2)})
		first, second := only(t, b, 1), only(t, b, 1)
		time.Sleep(time.Second)
		p := &diary{}
		if err := b.Switch(p, pool(3)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		first.Done(OK)
		only(t, b, 0, 1)
		second.Done(OK)
		want := []string{"sent 0", "sent 0", "done 0 1", "sent 2", "done 0 1"}
		if !slices.Equal(p.lines, want) {
			t.Errorf("got %q, want %q", p.lines, want)
		}
		b.verify(t)
	})
}

func TestRefusedSwitchKeepsThePolicy(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2)})
	only(t, b, 1)
	if err := b.Switch(&picky{}, pool(3)); err == nil {
		t.Fatal("got no error")
	}
	if err := b.Switch(nil, pool(3)); err == nil {
		t.Fatal("no policy: got no error")
	}
	if got := acquire(t, b).Key(); got != "s1" || len(b.Snapshot()) != 2 {
		t.Fatalf("picked %s of %d servers, want s1 of 2", got, len(b.Snapshot()))
	}
	b.verify(t)
}

// lens notes the lengths that it is shown, and sends everything to the first server.
type lens struct{ seen []int }

func (p *lens) Pick(v *steelyard.View, _ steelyard.Job) int {
	p.seen = append(p.seen, v.Len(0))
	return 0
}

// TestShareChangesTheNumberOfBalancers wants the policy bound with the new number and shown the jobs under way times it.
func TestShareChangesTheNumberOfBalancers(t *testing.T) {
	p, q := &lens{}, &crowd{}
	b := newBalancer(t, Config{Servers: pool(2), Policy: p})
	for _, n := range []int{5, 5, 2, 1, 0} {
		acquire(t, b)
		b.Share(n)
	}
	acquire(t, b)
	if want := []int{0, 5, 10, 6, 4, 5}; !slices.Equal(p.seen, want) {
		t.Errorf("lengths shown %v, want %v", p.seen, want)
	}
	if err := b.Switch(q, pool(2)); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{7, 1} {
		if b.Share(n); q.dispatchers != n {
			t.Errorf("bound with %d dispatchers, want %d", q.dispatchers, n)
		}
	}
	b.verify(t)
}

// TestPeersJobsAreEstimated wants the own jobs times the number of balancers on the board, through relayouts too.
func TestPeersJobsAreEstimated(t *testing.T) {
	p := &lens{}
	b := newBalancer(t, Config{Servers: pool(1), Policy: p, Dispatchers: 3})
	first, err := b.Acquire(steelyard.Job{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Acquire(steelyard.Job{}); err != nil {
		t.Fatal(err)
	}
	if err := b.Update(pool(2)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := b.Acquire(steelyard.Job{}); err != nil {
			t.Fatal(err)
		}
		first.Done(OK)
	}
	if want := []int{0, 3, 6, 6}; !slices.Equal(p.seen, want) {
		t.Errorf("lengths shown %v, want %v", p.seen, want)
	}
	if s := b.Snapshot()[0]; s.InFlight != 3 {
		t.Errorf("%d in flight, want 3", s.InFlight)
	}
}
