package balance

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/steelyard-lb/steelyard"
)

// shortest is a policy of the tests' own: the shortest queue of all.
type shortest struct{ index *steelyard.Index }

type byLength struct{}

func (byLength) Rank(_ steelyard.Kind, n int) float64 { return float64(n) }

func (p *shortest) Bind(v *steelyard.View) error {
	p.index = v.Index(byLength{})
	return nil
}

func (p *shortest) Pick(v *steelyard.View, _ steelyard.Job) int {
	i, _ := v.Best(p.index)
	return i
}

// pool describes n servers s0, s1, ... of which every second one is twice as fast.
func pool(n int) []Server {
	servers := make([]Server, n)
	for i := range servers {
		servers[i] = Server{Key: fmt.Sprint("s", i), Rate: float64(1 + i%2)}
	}
	return servers
}

func newBalancer(t testing.TB, c Config) *Balancer {
	t.Helper()
	if c.Policy == nil {
		c.Policy = &shortest{}
	}
	b, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func acquire(t testing.TB, b *Balancer) Ticket {
	t.Helper()
	ticket, err := b.Acquire(steelyard.Job{})
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func inFlight(b *Balancer) map[string]int {
	m := make(map[string]int)
	for _, s := range b.Snapshot() {
		m[s.Key] = s.InFlight
	}
	return m
}

func TestAcquireReservesWhatItPicks(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(4)})
	for range 8 {
		acquire(t, b)
	}
	for key, n := range inFlight(b) {
		if n != 2 {
			t.Errorf("%s: %d in flight, want 2", key, n)
		}
	}
}

func TestAcquireSkips(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(3)})
	for range 20 {
		ticket, err := b.Acquire(steelyard.Job{Skip: []int{0, 2, 7, -1}})
		if err != nil || ticket.Server() != 1 || ticket.Key() != "s1" {
			t.Fatalf("got server %d (%s), %v, want 1 (s1)", ticket.Server(), ticket.Key(), err)
		}
	}
	if _, err := b.Acquire(steelyard.Job{Skip: []int{0, 1, 2}}); !errors.Is(err, ErrNoServer) {
		t.Fatalf("all skipped: got %v, want ErrNoServer", err)
	}
	if got := acquire(t, b).Server(); got == 1 {
		t.Fatalf("skipped servers stayed hidden: picked %d", got)
	}
}

func TestDoneCountsOnce(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(2)})
	first, second := acquire(t, b), acquire(t, b)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() { first.Done(OK) })
	}
	wg.Wait()
	if got := inFlight(b)[second.Key()]; got != 1 {
		t.Errorf("%s: %d in flight, want 1", second.Key(), got)
	}
	third := acquire(t, b) // takes the slot of the first
	first.Done(Failed)
	if got := inFlight(b)[third.Key()]; got != 1 {
		t.Errorf("an old ticket ended a new one: %d in flight, want 1", got)
	}
	if first.Key() != third.Key() || first.Server() != third.Server() {
		t.Errorf("first was on %s, third is on %s: want the same", first.Key(), third.Key())
	}
}

func TestZeroTicket(t *testing.T) {
	var ticket Ticket
	ticket.Done(OK)
	if ticket.Server() != steelyard.None || ticket.Key() != "" {
		t.Errorf("got server %d, key %q, want None and none", ticket.Server(), ticket.Key())
	}
	if size := unsafe.Sizeof(ticket); size > 16 {
		t.Errorf("a ticket takes %d bytes, want 16", size)
	}
}

func TestOutcomesAreCounted(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(1)})
	for _, o := range []Outcome{OK, OK, Failed, Cancelled, Unreachable, outcomeCount, 255} {
		acquire(t, b).Done(o)
	}
	acquire(t, b)
	got := b.Snapshot()[0]
	want := Status{
		Server: Server{Key: "s0", Rate: 1, Workers: 1}, InFlight: 1, Picked: 8,
		OK: 2, Failed: 3, Cancelled: 1, Unreachable: 1,
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestNewRefuses(t *testing.T) {
	ok := Config{Servers: pool(2), Policy: &shortest{}}
	for name, tc := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"no policy":            {func(c *Config) { c.Policy = nil }, "policy: got nil"},
		"no server":            {func(c *Config) { c.Servers = nil }, "servers: got none"},
		"no key":               {func(c *Config) { c.Servers[1].Key = "" }, `servers[1] "": key ""`},
		"a key twice":          {func(c *Config) { c.Servers[1].Key = "s0" }, `servers[1]: key "s0": want a key of its own`},
		"rate 0":               {func(c *Config) { c.Servers[0].Rate = 0 }, `servers[0] "s0": rate 0`},
		"negative rate":        {func(c *Config) { c.Servers[0].Rate = -1 }, `servers[0] "s0": rate -1`},
		"rate NaN":             {func(c *Config) { c.Servers[0].Rate = math.NaN() }, `rate NaN`},
		"rate Inf":             {func(c *Config) { c.Servers[0].Rate = math.Inf(1) }, `rate +Inf`},
		"negative workers":     {func(c *Config) { c.Servers[0].Workers = -1 }, `workers -1`},
		"negative dispatchers": {func(c *Config) { c.Dispatchers = -1 }, `dispatchers -1`},
		"negative back-off":    {func(c *Config) { c.Backoff.First = -1 }, `backoff: first -1ns`},
		"back-off turned over": {func(c *Config) { c.Backoff = Backoff{First: 2, Max: 1} }, `backoff: max 1ns`},
		"endless back-off":     {func(c *Config) { c.Backoff.Max = math.MaxInt64 }, `backoff: max 2562047h`},
	} {
		t.Run(name, func(t *testing.T) {
			c := ok
			c.Servers = pool(2)
			tc.change(&c)
			_, err := New(c)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}
