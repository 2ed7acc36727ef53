package balance

import (
	"errors"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

func keys(b *Balancer) string {
	var list []string
	for _, s := range b.Snapshot() {
		list = append(list, s.Key)
	}
	return strings.Join(list, " ")
}

func update(t *testing.T, b *Balancer, keys string) {
	t.Helper()
	var servers []Server
	for _, key := range strings.Fields(keys) {
		servers = append(servers, Server{Key: key, Rate: 1})
	}
	if err := b.Update(servers); err != nil {
		t.Fatal(err)
	}
}

func TestUpdateKeepsCounts(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(3)})
	tickets := []Ticket{only(t, b, 1, 2), only(t, b, 1, 2), only(t, b, 0, 2)}
	update(t, b, "s1 s0")
	if got := inFlight(b); got["s0"] != 2 || got["s1"] != 1 {
		t.Fatalf("in flight %v, want s0 2 and s1 1", got)
	}
	if got := acquire(t, b).Key(); got != "s1" {
		t.Fatalf("picked %s, want s1: the policy has lost the lengths", got)
	}
	for _, ticket := range tickets {
		ticket.Done(OK)
	}
	if s := b.Snapshot()[0]; s.Key != "s0" || s.OK != 2 || s.Picked != 2 || s.InFlight != 0 {
		t.Fatalf("got %+v, want s0 with 2 done", s)
	}
}

func TestLeavingServerDrains(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2)})
	ticket := only(t, b, 1)
	update(t, b, "s1")
	wantState(t, b, "s0", Draining)
	for range 10 {
		if got := acquire(t, b).Key(); got != "s1" {
			t.Fatalf("picked %s, which has left", got)
		}
	}
	update(t, b, "s1 a") // its index is not free
	if got := keys(b); got != "s0 s1 a" {
		t.Fatalf("got %q, want s0 s1 a", got)
	}
	ticket.Done(OK)
	if got := keys(b); got != "s1 a" {
		t.Fatalf("got %q, want s1 a", got)
	}
	update(t, b, "s1 a b") // now it is
	if got := keys(b); got != "b s1 a" {
		t.Fatalf("got %q, want b s1 a", got)
	}
	ticket.Done(OK)
	if ticket.Key() != "s0" || inFlight(b)["b"] != 0 {
		t.Fatalf("an old ticket of %s: %v in flight", ticket.Key(), inFlight(b))
	}
}

func TestReturningServerFindsItsIndexAndJobs(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(3)})
	ticket := only(t, b, 0, 2)
	only(t, b, 0, 2).Done(Failed)
	update(t, b, "s0 s2")
	update(t, b, "s2 s1 s0")
	s := b.Snapshot()[1]
	if s.Key != "s1" || s.Index != 1 || s.InFlight != 1 || s.Failed != 1 || s.State != Up {
		t.Fatalf("got %+v, want s1 up with 1 in flight and 1 failed", s)
	}
	if got := []string{acquire(t, b).Key(), acquire(t, b).Key()}; got[0] == "s1" || got[1] == "s1" {
		t.Fatalf("picked %v: the policy has lost the length of s1", got)
	}
	ticket.Done(OK)
	if got := acquire(t, b).Key(); got != "s1" {
		t.Fatalf("picked %s, want s1", got)
	}
}

func TestStateSurvivesUpdateButNotLeaving(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(4)})
	if err := b.Drain("s0"); err != nil {
		t.Fatal(err)
	}
	only(t, b, 2, 3).Done(Unreachable)
	update(t, b, "s0 s1 s2")
	wantState(t, b, "s0", Draining)
	wantState(t, b, "s1", Out)
	update(t, b, "s2")
	update(t, b, "s0 s1 s2")
	wantState(t, b, "s0", Up)
	wantState(t, b, "s1", Up)
}

func TestTicketFromBeforeLeavingTellsNothing(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2)})
	ticket := only(t, b, 1)
	update(t, b, "s1")
	update(t, b, "s0 s1")
	ticket.Done(Unreachable)
	wantState(t, b, "s0", Up)
}

func TestUpdateKeepsOneServer(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2)})
	only(t, b, 1).Done(Unreachable)
	update(t, b, "s0")
	if got := acquire(t, b).Key(); got != "s0" {
		t.Fatalf("picked %s, want s0, the only one", got)
	}
}

func TestUpdateChangesRates(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(1)})
	if err := b.Update([]Server{{Key: "s0", Rate: 3, Workers: 2, Class: "fast"}}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.Snapshot()[0].Server, (Server{Key: "s0", Rate: 3, Workers: 2, Class: "fast"}); got != want {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	if got, want := b.board.Layout().Kind(0), (steelyard.Kind{Rate: 3, Workers: 2}); got != want {
		t.Fatalf("the policy sees %+v, want %+v", got, want)
	}
}

var errTooMany = errors.New("two servers are enough")

// picky refuses pools of more than two servers, by an error or a panic.
type picky struct {
	shortest
	panics bool
	binds  int
}

func (p *picky) Bind(v *steelyard.View) error {
	p.binds++
	servers := 0
	for _, c := range v.Layout().Classes() {
		servers += len(c.Servers)
	}
	if servers > 2 && p.panics {
		panic(errTooMany)
	}
	if servers > 2 {
		return errTooMany
	}
	return p.shortest.Bind(v)
}

// attempt updates and turns a panic into an error.
func attempt(b *Balancer, servers []Server) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = p.(error)
		}
	}()
	return b.Update(servers)
}

func TestRefusedUpdateChangesNothing(t *testing.T) {
	for name, panics := range map[string]bool{"error": false, "panic": true} {
		t.Run(name, func(t *testing.T) {
			b := newBalancer(t, Config{Servers: pool(2), Policy: &picky{panics: panics}})
			only(t, b, 1)
			only(t, b, 0).Done(Unreachable)
			before := b.Snapshot()
			if err := attempt(b, pool(5)[1:]); !errors.Is(err, errTooMany) {
				t.Fatalf("got %v, want %v", err, errTooMany)
			}
			if err := attempt(b, nil); err == nil {
				t.Fatal("no servers: got no error")
			}
			after := b.Snapshot()
			if len(after) != 2 || after[0] != before[0] || after[1] != before[1] {
				t.Fatalf("got %+v, want %+v", after, before)
			}
			if got := acquire(t, b).Key(); got != "s0" {
				t.Fatalf("picked %s, want s0: s1 is out", got)
			}
			b.verify(t)
		})
	}
}

func TestRefusedUpdateLeavesThePolicyAtWork(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2), Policy: &picky{}})
	if err := b.Update(pool(3)); err == nil {
		t.Fatal("got no error")
	}
	for range 6 {
		acquire(t, b)
	}
	if got := inFlight(b); got["s0"] != 3 || got["s1"] != 3 {
		t.Errorf("in flight %v, want 3 at each", got)
	}
}

func TestUpdateThatChangesNothingDoesNotBind(t *testing.T) {
	p := &picky{}
	b := newBalancer(t, Config{Servers: pool(2), Policy: p})
	binds := p.binds
	servers := pool(2)
	servers[0].Class = "slow"
	if err := b.Update(servers); err != nil {
		t.Fatal(err)
	}
	if p.binds != binds {
		t.Errorf("the policy was bound %d times more", p.binds-binds)
	}
	if got := b.Snapshot()[0].Class; got != "slow" {
		t.Errorf("class %q, want slow", got)
	}
}
