package balance

import (
	"math/rand/v2"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// twin is the trivial owner of a board: what a simulator does, without a balancer.
type twin struct {
	board      *steelyard.Board
	dispatcher *steelyard.Dispatcher
}

func newTwin(t *testing.T, servers []Server, p steelyard.Policy, seed uint64) *twin {
	t.Helper()
	board := steelyard.NewBoard(layoutOf(t, servers))
	d, err := steelyard.NewDispatcher(p, board, steelyard.NewRand(seed, "policy"))
	if err != nil {
		t.Fatal(err)
	}
	w := &twin{board: board, dispatcher: d}
	w.announce()
	return w
}

// announce says that every server with a free worker is idle. The policies know those they have been told of before.
func (w *twin) announce() {
	for i := range w.board.Layout().Len() {
		if w.board.Len(i) < w.board.Layout().Kind(i).Workers {
			w.dispatcher.Idle(i)
		}
	}
}

func layoutOf(t *testing.T, servers []Server) *steelyard.Layout {
	t.Helper()
	kinds := make([]steelyard.Kind, len(servers))
	for i, s := range servers {
		kinds[i] = s.kind()
	}
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (w *twin) acquire(j steelyard.Job) int {
	i := w.dispatcher.Pick(j)
	if i != steelyard.None {
		w.dispatcher.Sent(i)
		w.board.Add(i, 1)
	}
	w.announce()
	return i
}

func (w *twin) done(i int) {
	w.board.Add(i, -1)
	w.dispatcher.Done(i, 0)
	w.announce()
}

func (w *twin) update(t *testing.T, servers []Server) {
	t.Helper()
	w.board.Relayout(layoutOf(t, servers))
	if err := w.dispatcher.Rebind(); err != nil {
		t.Fatal(err)
	}
	w.announce()
}

const (
	replayServers = 12
	replayOps     = 2000
	replaySeed    = 7
)

// TestReplay gives the same operations to a balancer and to its twin: they must pick the same servers.
func TestReplay(t *testing.T) {
	forEachPolicy(t, func(t *testing.T, s policy.Spec, classes int) {
		servers := classed(replayServers, classes)
		b := newBalancer(t, Config{Servers: servers, Policy: instance(t, s), Seed: replaySeed})
		w := newTwin(t, servers, instance(t, s), replaySeed)
		r := rand.New(rand.NewPCG(replaySeed, 0))
		var held []Ticket
		for op := range replayOps {
			switch k := r.IntN(100); {
			case k < 50:
				held = append(held, replayAcquire(t, b, w, r, op)...)
			case k < 92 && len(held) > 0:
				at := r.IntN(len(held))
				held[at].Done(OK)
				w.done(held[at].Server())
				held = append(held[:at], held[at+1:]...)
			case k < 98:
				replayDrain(t, b, w, r)
			default:
				for i := range servers {
					servers[i].Rate *= 1.5
				}
				if err := b.Update(servers); err != nil {
					t.Fatal(err)
				}
				w.update(t, servers)
			}
		}
	})
}

func replayAcquire(t *testing.T, b *Balancer, w *twin, r *rand.Rand, op int) []Ticket {
	t.Helper()
	j := steelyard.Job{}
	for r.IntN(3) == 0 {
		j.Skip = append(j.Skip, r.IntN(replayServers))
	}
	ticket, err := b.Acquire(j)
	if got, want := ticket.Server(), w.acquire(j); got != want {
		t.Fatalf("operation %d: the balancer picks %d, the dispatcher %d", op, got, want)
	}
	if err != nil {
		return nil
	}
	return []Ticket{ticket}
}

func replayDrain(t *testing.T, b *Balancer, w *twin, r *rand.Rand) {
	t.Helper()
	i := r.IntN(replayServers)
	change, eligible := b.Drain, false
	if r.IntN(2) == 0 {
		change, eligible = b.Undrain, true
	}
	if err := change(b.servers[i].key); err != nil {
		t.Fatal(err)
	}
	w.board.SetEligible(i, eligible)
}
