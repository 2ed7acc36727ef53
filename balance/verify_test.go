package balance

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// verify checks what must hold between any two operations and returns the number of live tickets.
func (b *Balancer) verify(t testing.TB) int {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	live := len(b.slots.list)
	for at := b.slots.next; int(at) < len(b.slots.list); at = b.slots.list[at].next {
		live--
	}
	sum, undrained := 0, false
	for i, s := range b.servers {
		sum += int(s.inFlight)
		undrained = undrained || !s.left && s.reasons&drained == 0
		if s.inFlight < 0 {
			t.Errorf("%s: %d in flight", s.key, s.inFlight)
		}
		if got := b.board.Len(i); got != int(s.inFlight) {
			t.Errorf("%s: the board has %d, in flight are %d", s.key, got, s.inFlight)
		}
		if got, want := b.board.Eligible(i), s.reasons == 0 && !s.left; got != want {
			t.Errorf("%s: eligible %v, want %v (reasons %b, left %v)", s.key, got, want, s.reasons, s.left)
		}
		if s.index != i || b.index[s.key] != i {
			t.Errorf("%s: index %d at place %d, %d in the map", s.key, s.index, i, b.index[s.key])
		}
		if s.reasons&unreachable != 0 && s.outage.until < b.outages.wake {
			t.Errorf("%s: out until %v, the next wake is %v", s.key, s.outage.until, b.outages.wake)
		}
	}
	if sum != live {
		t.Errorf("%d in flight, %d live tickets", sum, live)
	}
	if undrained && b.board.Eligibles() == 0 {
		t.Errorf("no server may be picked, though one is not drained")
	}
	return live
}
