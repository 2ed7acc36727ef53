package conform

import (
	"slices"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

const steps = 1500

// Policy checks what every policy owes, whatever it decides: it picks an eligible server whenever there is one and never another, leaves
// the board alone, allocates nothing, repeats itself with the same seed, shares nothing with other instances and survives a
// change of the fleet. It must bind to at least one of Fleets.
func Policy(t *testing.T, fresh func() (steelyard.Policy, error)) {
	make := func() steelyard.Policy {
		p, err := fresh()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	bound := 0
	for _, f := range Fleets() {
		if newWorld(t, make(), f, 1) == nil {
			continue
		}
		bound++
		t.Run(f.Name, func(t *testing.T) {
			t.Run("picks", func(t *testing.T) { picks(t, make, f) })
			t.Run("relayout", func(t *testing.T) { relayouts(t, make, f) })
			t.Run("allocations", func(t *testing.T) { allocations(t, make(), f) })
			t.Run("board", func(t *testing.T) { leavesBoard(t, make(), f) })
		})
	}
	if bound == 0 {
		t.Error("binds to none of the fleets")
	}
}

// picks runs two instances of one seed in turn, and a third of another seed between them: the first two must agree.
func picks(t testing.TB, make func() steelyard.Policy, f Fleet) {
	a, b, other := newWorld(t, make(), f, 7), newWorld(t, make(), f, 7), newWorld(t, make(), f, 8)
	for range steps {
		a.step()
		other.step()
		b.step()
	}
	if !slices.Equal(a.picks, b.picks) {
		t.Error("the same seed gave different picks")
	}
}

// relayouts lets servers leave, return with another speed, and join.
func relayouts(t testing.TB, make func() steelyard.Policy, f Fleet) {
	w := newWorld(t, make(), f, 9)
	original := append(slices.Clone(f.Kinds), steelyard.Kind{}, steelyard.Kind{})
	for k := range min(len(f.Kinds), 7) {
		gone, changed, more := slices.Clone(original), slices.Clone(original), slices.Clone(original)
		gone[k] = steelyard.Kind{}
		changed[k] = f.Kinds[(k+1)%len(f.Kinds)]
		more[len(f.Kinds)], more[len(f.Kinds)+1] = f.Kinds[k], f.Kinds[k]
		for _, kinds := range [][]steelyard.Kind{gone, changed, more} {
			if w.relayout(kinds) {
				w.drive(steps / 20)
			}
		}
		if !w.relayout(original) {
			t.Fatal("does not bind again to the fleet that it was bound to before")
		}
		w.drive(steps / 20)
	}
}

// allocations counts those of a pick with all that belongs to it.
func allocations(t testing.TB, p steelyard.Policy, f Fleet) {
	w := newWorld(t, p, f, 10)
	skip := []int{0}
	cycle := func() {
		w.picks = w.picks[:0]
		w.d.Round()
		for range 4 {
			i := w.d.Pick(steelyard.Job{})
			w.send(i)
		}
		w.d.Pick(steelyard.Job{Skip: skip})
		w.batch = w.d.PickBatch(8, w.batch[:0])
		for len(w.running) > 0 {
			w.depart()
		}
	}
	for range 200 {
		cycle()
	}
	if got := testing.AllocsPerRun(100, cycle); got > 0 {
		t.Errorf("%v allocations per cycle of picks, want 0", got)
	}
}

// leavesBoard requires that picking changes neither lengths nor eligibility.
func leavesBoard(t testing.TB, p steelyard.Policy, f Fleet) {
	w := newWorld(t, p, f, 11)
	n := w.board.Layout().Len()
	for range 200 {
		w.drive(1)
		before, eligible := slices.Clone(w.board.Lens()), w.eligible()
		w.d.Pick(steelyard.Job{Skip: w.someServers()})
		w.batch = w.d.PickBatch(n, w.batch[:0])
		if !slices.Equal(before, w.board.Lens()) || !slices.Equal(eligible, w.eligible()) {
			t.Fatal("picking changed the board")
		}
	}
}

func (w *world) eligible() []bool {
	list := make([]bool, w.board.Layout().Len())
	for i := range list {
		list[i] = w.board.Eligible(i)
	}
	return list
}

// Drive takes p through a number of random events on f, checking every pick. It does nothing if p does not suit f.
func Drive(t testing.TB, p steelyard.Policy, f Fleet, seed uint64) {
	t.Helper()
	if w := newWorld(t, p, f, seed); w != nil {
		w.drive(steps)
	}
}
