package conform

import (
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

// world drives a dispatcher through random arrivals, departures and messages and checks every pick.
type world struct {
	t       testing.TB
	d       *steelyard.Dispatcher
	board   *steelyard.Board
	rand    steelyard.Rand
	running []int  // the server of each job under way
	told    []bool // servers whose idle message is out
	batch   []int
	picks   []int
}

// newWorld returns nil if the policy does not suit the fleet.
func newWorld(t testing.TB, p steelyard.Policy, f Fleet, seed uint64) *world {
	b := steelyard.NewBoard(layout(t, f.Kinds))
	d, err := steelyard.NewDispatcher(p, b, steelyard.NewRand(seed, "policy"))
	if err != nil {
		return nil
	}
	d.Share(2)
	w := &world{t: t, d: d, board: b, rand: steelyard.NewRand(seed, "world")}
	w.told = make([]bool, b.Layout().Len())
	w.announce()
	return w
}

// announce sends the idle messages of the start.
func (w *world) announce() {
	for i := range w.board.Layout().Len() {
		w.becomesIdle(i)
	}
}

func (w *world) drive(steps int) {
	w.t.Helper()
	for range steps {
		w.step()
	}
}

// step is one random event.
func (w *world) step() {
	switch w.rand.IntN(10) {
	case 0, 1, 2:
		w.arrive(steelyard.Job{Size: 1})
	case 3:
		w.arrive(steelyard.Job{Skip: w.someServers()})
	case 4:
		w.arriveMany()
	case 5, 6, 7:
		w.depart()
	case 8:
		i := w.rand.IntN(w.board.Layout().Len())
		w.board.SetEligible(i, w.rand.Chance(.7))
	default:
		w.tell()
	}
}

// someServers is none, one, all but one, or all servers.
func (w *world) someServers() []int {
	n := w.board.Layout().Len()
	special := w.rand.IntN(n)
	var list []int
	kind := w.rand.IntN(4)
	for i := range n {
		if kind == 3 || kind == 2 && i != special || kind == 1 && i == special {
			list = append(list, i)
		}
	}
	return list
}

func (w *world) arrive(j steelyard.Job) {
	w.t.Helper()
	i := w.d.Pick(j)
	w.check(i, j)
	w.send(i)
}

func (w *world) arriveMany() {
	w.t.Helper()
	jobs := w.rand.IntN(6)
	w.batch = w.d.PickBatch(jobs, w.batch[:0])
	if len(w.batch) != jobs {
		w.t.Fatalf("batch of %d jobs placed %d", jobs, len(w.batch))
	}
	for _, i := range w.batch {
		w.check(i, steelyard.Job{})
	}
	for _, i := range w.batch {
		w.send(i)
	}
}

// check requires an eligible server that is not skipped, if there is one, and None otherwise.
func (w *world) check(i int, j steelyard.Job) {
	w.t.Helper()
	w.picks = append(w.picks, i)
	skipped := map[int]bool{}
	for _, s := range j.Skip {
		skipped[s] = true
	}
	candidates := 0
	for s := range w.board.Layout().Len() {
		if w.board.Eligible(s) && !skipped[s] {
			candidates++
		}
	}
	switch {
	case candidates == 0 && i != steelyard.None:
		w.t.Fatalf("picked %d where no server may take the job", i)
	case candidates > 0 && i == steelyard.None:
		w.t.Fatalf("picked none of %d servers", candidates)
	case i != steelyard.None && (!w.board.Eligible(i) || skipped[i]):
		w.t.Fatalf("picked %d, which must not take the job", i)
	}
}

func (w *world) send(i int) {
	if i == steelyard.None {
		return
	}
	w.board.Add(i, 1)
	w.d.Sent(i)
	w.running = append(w.running, i)
	if w.told[i] && w.board.Len(i) >= w.board.Layout().Kind(i).Workers && w.rand.Chance(.5) {
		w.d.Revoke(i)
	}
	w.told[i] = false
}

func (w *world) depart() {
	if len(w.running) == 0 {
		return
	}
	k := w.rand.IntN(len(w.running))
	i := w.running[k]
	w.running[k] = w.running[len(w.running)-1]
	w.running = w.running[:len(w.running)-1]
	if w.board.Layout().Class(i) == steelyard.None {
		return
	}
	w.board.Add(i, -1)
	w.d.Done(i, .1)
	w.becomesIdle(i)
}

// becomesIdle sends an idle message unless one is out or the server is busy.
func (w *world) becomesIdle(i int) {
	k := w.board.Layout().Kind(i)
	if !w.told[i] && w.board.Len(i) < k.Workers {
		w.told[i] = true
		w.d.Idle(i)
	}
}

// tell reports a length or marks a new snapshot.
func (w *world) tell() {
	if w.rand.Chance(.5) {
		w.d.Round()
		return
	}
	i := w.rand.IntN(w.board.Layout().Len())
	if w.board.Layout().Class(i) != steelyard.None {
		w.d.Report(i, w.board.Len(i))
	}
}

// relayout changes the fleet and says whether the policy can work on the new one.
func (w *world) relayout(kinds []steelyard.Kind) bool {
	w.board.Relayout(layout(w.t, kinds))
	for len(w.told) < len(kinds) {
		w.told = append(w.told, false)
	}
	for i := range w.told {
		if w.board.Layout().Class(i) == steelyard.None {
			w.told[i] = false
		}
	}
	return w.d.Rebind() == nil
}
