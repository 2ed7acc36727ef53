package balance

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard"
)

const (
	stressGoroutines = 64
	stressRounds     = 6
	stressOps        = 150
)

// worker does random things to a balancer and remembers the tickets it holds.
type worker struct {
	b     *Balancer
	r     *rand.Rand
	held  []Ticket
	ended []Ticket
	seen  map[string]bool // keys of servers picked in this round
}

func (w *worker) op() error {
	switch k := w.r.IntN(100); {
	case k < 45:
		return w.acquire()
	case k < 85:
		w.done()
	case k < 92:
		w.doneAgain()
	case k < 94:
		_ = w.b.Drain(pool(8)[w.r.IntN(7)].Key) // may have left
	case k < 97:
		_ = w.b.Undrain(pool(8)[w.r.IntN(7)].Key)
	case k < 99:
		servers := pool(8)[w.r.IntN(5):]
		servers[0].Rate = float64(1 + w.r.IntN(3))
		return w.b.Update(servers)
	default:
		w.b.Snapshot()
	}
	return nil
}

func (w *worker) acquire() error {
	j := steelyard.Job{}
	if w.r.IntN(4) == 0 {
		j.Skip = []int{w.r.IntN(10)}
	}
	t, err := w.b.Acquire(j)
	if errors.Is(err, ErrNoServer) {
		return nil
	}
	if err != nil {
		return err
	}
	w.held = append(w.held, t)
	w.seen[t.Key()] = true
	return nil
}

// done ends a ticket, often from two goroutines at once.
func (w *worker) done() {
	if len(w.held) == 0 {
		return
	}
	k := w.r.IntN(len(w.held))
	t, o := w.held[k], Outcome(w.r.IntN(int(outcomeCount)))
	w.held[k] = w.held[len(w.held)-1]
	w.held = w.held[:len(w.held)-1]
	w.ended = append(w.ended, t)
	if w.r.IntN(4) > 0 {
		t.Done(o)
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { t.Done(o) })
	t.Done(OK)
	wg.Wait()
}

func (w *worker) doneAgain() {
	if len(w.ended) > 0 {
		w.ended[w.r.IntN(len(w.ended))].Done(Unreachable)
	}
}

func TestStress(t *testing.T) {
	b := newBalancer(t, Config{Servers: pool(8), Backoff: Backoff{First: 50 * time.Microsecond, Max: time.Millisecond}})
	workers := make([]*worker, stressGoroutines)
	for g := range workers {
		workers[g] = &worker{b: b, r: rand.New(rand.NewPCG(1, uint64(g)))}
	}
	for round := range stressRounds {
		stressRound(t, b, workers)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	for _, w := range workers {
		for _, ticket := range w.held {
			ticket.Done(Cancelled)
		}
	}
	if live := b.verify(t); live != 0 {
		t.Errorf("%d tickets live at the end", live)
	}
}

// stressRound lets all workers loose, then counts. s7 is always a member and is drained, against the workers' will, for the round.
func stressRound(t *testing.T, b *Balancer, workers []*worker) {
	if err := b.Drain("s7"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, w := range workers {
		w.seen = make(map[string]bool)
		wg.Go(func() {
			for range stressOps {
				if err := w.op(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 20 {
		b.verify(t)
	}
	wg.Wait()
	held := 0
	for _, w := range workers {
		held += len(w.held)
		if w.seen["s7"] {
			t.Error("a drained server was picked")
		}
	}
	if live := b.verify(t); live != held {
		t.Errorf("%d live tickets, the workers hold %d", live, held)
	}
}
