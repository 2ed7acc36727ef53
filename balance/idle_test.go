package balance

import (
	"fmt"
	"slices"
	"testing"
)

// listener is a policy that writes down the idle messages it gets.
type listener struct {
	shortest
	got []int
}

func (p *listener) Idle(i int) { p.got = append(p.got, i) }

// expect checks the messages since the last call.
func (p *listener) expect(t *testing.T, when string, want ...int) {
	t.Helper()
	if !slices.Equal(p.got, want) {
		t.Errorf("%s: idle messages of %v, want %v", when, p.got, want)
	}
	p.got = nil
}

func TestIdleServersAreAnnounced(t *testing.T) {
	p := &listener{}
	servers := []Server{{Key: "s0", Rate: 1}, {Key: "s1", Rate: 1, Workers: 2}}
	b := newBalancer(t, Config{Servers: servers, Policy: p})
	p.expect(t, "at first", 0, 1)
	first, second := only(t, b, 0), only(t, b, 1)
	p.expect(t, "one worker of s1 and the one of s0 busy", 1)
	third := only(t, b, 0)
	p.expect(t, "both workers of s1 busy")
	first.Done(OK)
	p.expect(t, "one worker of s1 free", 1)
	third.Done(OK)
	p.expect(t, "both workers of s1 free, of which the policy knows")
	if err := b.Update(servers[1:]); err != nil {
		t.Fatal(err)
	}
	second.Done(OK)
	p.expect(t, "s0 has left")
	if err := b.Update(servers); err != nil {
		t.Fatal(err)
	}
	p.expect(t, "s0 is back", 0)
	q := &listener{}
	if err := b.Switch(q, servers); err != nil {
		t.Fatal(err)
	}
	q.expect(t, "new policy", 0, 1)
}

func TestOneOfSeveralBalancersDoesNotKnowWhoIsIdle(t *testing.T) {
	p := &listener{}
	b := newBalancer(t, Config{Servers: pool(2), Policy: p, Dispatchers: 2})
	acquire(t, b).Done(OK)
	p.expect(t, fmt.Sprint(b.dispatchers, " balancers"))
	b.Share(1)
	p.expect(t, "the other has gone", 0, 1)
	b.Share(3)
	acquire(t, b).Done(OK)
	p.expect(t, "two others have come")
}
