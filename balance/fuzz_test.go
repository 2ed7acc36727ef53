package balance

import (
	"fmt"
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard"
)

// model is a plain account of a balancer: who is a member, who is drained, which tickets are live.
type model struct {
	members map[string]bool
	drained map[string]bool
	live    []Ticket
	ended   []Ticket
	picked  map[string]uint64
}

func (m *model) inFlight(key string) (n int) {
	for _, t := range m.live {
		if t.Key() == key {
			n++
		}
	}
	return n
}

// open says whether a server could get a job, did it but answer, when those of skip may not.
func (m *model) open(skip string) bool {
	for key := range m.members {
		if !m.drained[key] && key != skip {
			return true
		}
	}
	return false
}

// script plays bytes as operations on a balancer and its model.
type script struct {
	t    testing.TB
	b    *Balancer
	m    model
	now  time.Time
	data []byte
}

const fuzzKeys = 6

func (s *script) next() int {
	if len(s.data) == 0 {
		return 0
	}
	x := s.data[0]
	s.data = s.data[1:]
	return int(x)
}

func (s *script) key() string { return fmt.Sprint("s", s.next()%fuzzKeys) }

func (s *script) step() {
	switch s.next() % 8 {
	case 0, 1:
		s.acquire(steelyard.Job{})
	case 2:
		s.acquire(steelyard.Job{Skip: []int{s.next() % 8}})
	case 3, 4:
		s.done(Outcome(s.next() % 5))
	case 5:
		s.drain(s.key(), s.next()%2 == 0)
	case 6:
		s.update(s.next())
	case 7:
		s.now = s.now.Add(time.Duration(s.next()) * 10 * time.Millisecond)
		if n := len(s.m.ended); n > 0 {
			s.m.ended[s.next()%n].Done(Unreachable)
		}
	}
}

func (s *script) acquire(j steelyard.Job) {
	before := s.b.Snapshot()
	ticket, err := s.b.Acquire(j)
	skip := ""
	if len(j.Skip) > 0 && j.Skip[0] < len(s.b.servers) {
		skip = s.b.servers[j.Skip[0]].key
	}
	if err != nil {
		if len(j.Skip) == 0 && s.m.open("") {
			s.t.Fatalf("got %v, though a member is not drained", err)
		}
		return
	}
	key := ticket.Key()
	if !s.m.members[key] || s.m.drained[key] || key == skip {
		s.t.Fatalf("picked %s: member %v, drained %v, to skip %q", key, s.m.members[key], s.m.drained[key], skip)
	}
	for _, st := range before {
		if st.Key == key && st.State == Out && s.now.Before(st.Until) {
			s.t.Fatalf("picked %s at %v, which is out until %v", key, s.now, st.Until)
		}
	}
	s.m.live = append(s.m.live, ticket)
	s.m.picked[key]++
}

func (s *script) done(o Outcome) {
	if len(s.m.live) == 0 {
		return
	}
	at := s.next() % len(s.m.live)
	ticket := s.m.live[at]
	s.m.live = append(s.m.live[:at], s.m.live[at+1:]...)
	s.m.ended = append(s.m.ended, ticket)
	ticket.Done(o)
}

func (s *script) drain(key string, on bool) {
	change := s.b.Undrain
	if on {
		change = s.b.Drain
	}
	if err := change(key); (err == nil) != s.m.members[key] {
		s.t.Fatalf("drain of %s, member %v: got %v", key, s.m.members[key], err)
	}
	if s.m.members[key] {
		s.m.drained[key] = on
	}
}

// update makes the servers whose bits are set the members.
func (s *script) update(bits int) {
	var servers []Server
	members := make(map[string]bool)
	for i := range fuzzKeys {
		if bits&(1<<i) != 0 {
			server := Server{Key: fmt.Sprint("s", i), Rate: float64(1 + bits>>6)}
			servers = append(servers, server)
			members[server.Key] = true
		}
	}
	if err := s.b.Update(servers); (err == nil) != (len(servers) > 0) {
		s.t.Fatalf("update to %v: got %v", servers, err)
	}
	if len(servers) == 0 {
		return
	}
	s.m.members = members
	for key := range s.m.drained {
		s.m.drained[key] = s.m.drained[key] && members[key]
	}
}

// check compares the snapshot with the model.
func (s *script) check() {
	if live := s.b.verify(s.t); live != len(s.m.live) {
		s.t.Fatalf("%d live tickets, want %d", live, len(s.m.live))
	}
	seen := make(map[string]bool)
	for _, st := range s.b.Snapshot() {
		seen[st.Key] = true
		if want := s.m.inFlight(st.Key); st.InFlight != want {
			s.t.Fatalf("%s: %d in flight, want %d", st.Key, st.InFlight, want)
		}
		if st.Picked > s.m.picked[st.Key] {
			s.t.Fatalf("%s: picked %d times, want at most %d", st.Key, st.Picked, s.m.picked[st.Key])
		}
		if want := s.m.drained[st.Key] || !s.m.members[st.Key]; (st.State == Draining) != want {
			s.t.Fatalf("%s is %v, drained or gone %v", st.Key, st.State, want)
		}
	}
	for key := range s.m.members {
		if !seen[key] {
			s.t.Fatalf("%s is not in the snapshot", key)
		}
	}
}

func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 0, 1, 3, 3, 0, 0, 3, 0, 7, 200, 0, 1})
	f.Add([]byte{0, 3, 3, 0, 6, 3, 0, 0, 6, 12, 0, 6, 65, 0, 3, 0, 0, 6, 63})
	f.Add([]byte{2, 1, 2, 0, 5, 0, 0, 5, 1, 0, 0, 5, 0, 1, 3, 3, 0, 7, 100, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &script{t: t, data: data[:min(len(data), 300)], now: time.Unix(0, 0)}
		s.b = newBalancer(t, Config{Servers: pool(3), Now: func() time.Time { return s.now }, Backoff: Backoff{First: time.Second}})
		s.m = model{
			members: map[string]bool{"s0": true, "s1": true, "s2": true},
			drained: make(map[string]bool), picked: make(map[string]uint64),
		}
		for len(s.data) > 0 {
			s.step()
			s.check()
		}
	})
}
