package balance

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/steelyard-lb/steelyard"
)

// only acquires a server that is none of skip.
func only(t *testing.T, b *Balancer, skip ...int) Ticket {
	t.Helper()
	ticket, err := b.Acquire(steelyard.Job{Skip: skip})
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func stateOf(b *Balancer, key string) State {
	for _, s := range b.Snapshot() {
		if s.Key == key {
			return s.State
		}
	}
	return Draining
}

func wantState(t *testing.T, b *Balancer, key string, want State) {
	t.Helper()
	if got := stateOf(b, key); got != want {
		t.Fatalf("%s is %v, want %v", key, got, want)
	}
}

// quickest and longest are the bounds of a back-off.
func quickest(d time.Duration) time.Duration { return time.Duration(float64(d) * (1 - jitter)) }
func longest(d time.Duration) time.Duration  { return time.Duration(float64(d) * (1 + jitter)) }

func TestUnreachableServerLeavesForLongerAndLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second, Max: 5 * time.Second}})
		for _, delay := range []time.Duration{1, 2, 4, 5, 5} {
			delay *= time.Second
			only(t, b, 1).Done(Unreachable)
			wantState(t, b, "s0", Out)
			time.Sleep(quickest(delay) - 1)
			if got := only(t, b).Server(); got != 1 {
				t.Fatalf("back before %v", quickest(delay))
			}
			wantState(t, b, "s0", Out)
			time.Sleep(longest(delay) - quickest(delay) + 1)
			only(t, b, 0) // any Acquire gives it its trial
			wantState(t, b, "s0", Up)
		}
	})
}

func TestOneTrialAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second}})
		only(t, b, 1).Done(Unreachable)
		time.Sleep(longest(time.Second))
		trial := only(t, b, 1)
		if _, err := b.Acquire(steelyard.Job{Skip: []int{1}}); err != ErrNoServer {
			t.Fatalf("a second job beside the trial: got %v, want ErrNoServer", err)
		}
		time.Sleep(longest(time.Second))
		only(t, b, 1) // the trial lasts: another may try
		trial.Done(OK)
		wantState(t, b, "s0", Up)
		only(t, b, 1)
		only(t, b, 1) // as many as one likes
		only(t, b, 1).Done(Unreachable)
		time.Sleep(longest(time.Second)) // success has reset the back-off
		only(t, b, 1)
	})
}

func TestFirstTrialEndsTheSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second}})
		only(t, b, 1).Done(Unreachable)
		time.Sleep(longest(time.Second))
		trial := only(t, b, 1)
		time.Sleep(longest(time.Second))
		only(t, b, 0) // lets s0 have its second trial
		trial.Done(OK)
		only(t, b, 1) // which this is not any more
		wantState(t, b, "s0", Up)
	})
}

func TestLastServerNeedsNoTrial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second}})
		only(t, b, 1).Done(Unreachable)
		time.Sleep(longest(time.Second))
		only(t, b, 0) // lets s0 have its trial
		if err := b.Drain("s1"); err != nil {
			t.Fatal(err)
		}
		only(t, b)
		if err := b.Undrain("s1"); err != nil {
			t.Fatal(err)
		}
		only(t, b, 1)
		wantState(t, b, "s0", Up)
	})
}

func TestCancelledTrialTellsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second}})
		only(t, b, 1).Done(Unreachable)
		time.Sleep(longest(time.Second))
		only(t, b, 1).Done(Cancelled)
		wantState(t, b, "s0", Out)
		time.Sleep(longest(time.Second)) // not longer than before
		only(t, b, 1).Done(Failed)       // it answered
		wantState(t, b, "s0", Up)
	})
}

func TestJobsSentBeforeAnOutageTellNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second}})
		early := make([]Ticket, 12)
		for i := range early {
			early[i] = only(t, b, 1)
		}
		for _, ticket := range early[:10] {
			ticket.Done(Unreachable) // at once: one failure
		}
		early[10].Done(OK)
		wantState(t, b, "s0", Out)
		time.Sleep(longest(time.Second))
		trial := only(t, b, 1)
		early[11].Done(Unreachable)
		trial.Done(OK)
		wantState(t, b, "s0", Up)
	})
}

func TestLastServerIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second, Max: 4 * time.Second}})
		only(t, b, 1).Done(Unreachable)
		for range 100 {
			only(t, b, 0).Done(Unreachable)
		}
		wantState(t, b, "s0", Out)
		wantState(t, b, "s1", Up)
		time.Sleep(longest(time.Second))
		trial, kept := only(t, b, 1), only(t, b, 0)
		trial.Done(OK)
		kept.Done(Unreachable) // not the last any more
		wantState(t, b, "s0", Up)
		wantState(t, b, "s1", Out)
		time.Sleep(longest(2 * time.Second)) // its second failure, not its hundredth
		only(t, b, 0)
	})
}

func TestUnreachableServerReturnsWhenTheOthersGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(3), Backoff: Backoff{First: time.Minute, Max: time.Hour}})
		only(t, b, 1, 2).Done(Unreachable)
		time.Sleep(40 * time.Second)
		only(t, b, 0, 2).Done(Unreachable)
		if err := b.Drain("s2"); err != nil {
			t.Fatal(err)
		}
		if got := only(t, b).Key(); got != "s0" {
			t.Fatalf("got %s, want s0, which has waited longest", got)
		}
	})
}

func TestSuccessEndsTheBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBalancer(t, Config{Servers: pool(2), Backoff: Backoff{First: time.Second}})
		only(t, b, 1).Done(Unreachable)
		time.Sleep(longest(time.Second))
		trial := only(t, b, 1)
		time.Sleep(500 * time.Millisecond)
		trial.Done(OK)
		only(t, b, 1).Done(Unreachable)
		time.Sleep(quickest(time.Second) - 1) // a new one begins
		only(t, b)
		wantState(t, b, "s0", Out)
	})
}

func TestDrainedServerCanFail(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2)})
	ticket := only(t, b, 1)
	if err := b.Drain("s0"); err != nil {
		t.Fatal(err)
	}
	ticket.Done(Unreachable)
	if err := b.Undrain("s0"); err != nil {
		t.Fatal(err)
	}
	wantState(t, b, "s0", Out)
}

func TestDrainedServerIsNotKept(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2)})
	for _, key := range []string{"s0", "s1"} {
		if err := b.Drain(key); err != nil {
			t.Fatal(err)
		}
		wantState(t, b, key, Draining)
	}
	if _, err := b.Acquire(steelyard.Job{}); err != ErrNoServer {
		t.Fatalf("all drained: got %v, want ErrNoServer", err)
	}
	if err := b.Undrain("s1"); err != nil {
		t.Fatal(err)
	}
	if got := only(t, b).Key(); got != "s1" {
		t.Fatalf("got %s, want s1", got)
	}
	if err := b.Drain("s9"); err == nil {
		t.Fatal("unknown key: got no error")
	}
}

func TestBackoffFollowsTheInjectedClock(t *testing.T) {
	now := time.Unix(1000, 0)
	b := newBalancer(t, Config{
		Servers: pool(2), Backoff: Backoff{First: time.Minute, Max: time.Hour},
		Now: func() time.Time { return now },
	})
	only(t, b, 1).Done(Unreachable)
	until := b.Snapshot()[0].Until
	if d := until.Sub(now); d < quickest(time.Minute) || d > longest(time.Minute) {
		t.Fatalf("out for %v, want %v to %v", d, quickest(time.Minute), longest(time.Minute))
	}
	now = until.Add(-1)
	if _, err := b.Acquire(steelyard.Job{Skip: []int{1}}); err != ErrNoServer {
		t.Fatalf("1 ns early: got %v, want ErrNoServer", err)
	}
	now = until
	only(t, b, 1)
}
