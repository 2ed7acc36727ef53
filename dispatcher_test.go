package steelyard

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// recorder has every optional hook and writes down what it is told.
type recorder struct {
	told []string
	err  error
}

func (p *recorder) Pick(v *View, _ Job) int       { return v.Any() }
func (p *recorder) Bind(*View) error              { p.tell("bind"); return p.err }
func (p *recorder) Sent(i int)                    { p.tell("sent", i) }
func (p *recorder) Done(i int, took float64)      { p.tell("done", i, took) }
func (p *recorder) Idle(i int)                    { p.tell("idle", i) }
func (p *recorder) Revoke(i int)                  { p.tell("revoke", i) }
func (p *recorder) Report(i, n int)               { p.tell("report", i, n) }
func (p *recorder) Round(*View)                   { p.tell("round") }
func (p *recorder) tell(what string, args ...any) { p.told = append(p.told, what+fmt.Sprint(args...)) }

func (p *recorder) PickBatch(_ *View, jobs int, dst []int) []int {
	p.tell("batch", jobs)
	return append(dst, 1, 0)
}

func TestHooks(t *testing.T) {
	p := &recorder{}
	d := mustDispatcher(t, p, NewBoard(mustLayout(t, rates(1, 1)...)), NewRand(1, "hooks"))
	d.Sent(1)
	d.Done(1, .5)
	d.Idle(0)
	d.Revoke(0)
	d.Report(1, 7)
	d.Round()
	if got := d.PickBatch(2, []int{5}); !slices.Equal(got, []int{5, 1, 0}) {
		t.Errorf("PickBatch: got %v, want what the Batcher appends", got)
	}
	if err := d.Rebind(); err != nil {
		t.Errorf("Rebind: %v", err)
	}
	want := []string{"bind", "sent1", "done1 0.5", "idle0", "revoke0", "report1 7", "round", "batch2", "bind"}
	if !slices.Equal(p.told, want) {
		t.Errorf("told %q, want %q", p.told, want)
	}
	if got, want := d.Needs(), (Needs{Done: true, Idle: true, Report: true}); got != want {
		t.Errorf("Needs: got %+v, want %+v", got, want)
	}
	if d.Policy() != p {
		t.Error("Policy is not the one given")
	}
}

// A policy without hooks is told nothing, and needs nothing.
func TestNoHooks(t *testing.T) {
	d := mustDispatcher(t, pickFunc(pickAny), NewBoard(mustLayout(t, rates(1)...)), NewRand(1, "none"))
	d.Sent(0)
	d.Done(0, 1)
	d.Idle(0)
	d.Revoke(0)
	d.Report(0, 1)
	d.Round()
	if err := d.Rebind(); err != nil || d.Needs() != (Needs{}) {
		t.Errorf("Rebind: %v; Needs: %+v, want none", err, d.Needs())
	}
	d = mustDispatcher(t, &indexPolicy{order: sedOrder{}}, d.Board(), NewRand(1, "index"))
	if got := d.Needs(); got != (Needs{Index: true}) {
		t.Errorf("Needs: got %+v, want an index only", got)
	}
}

func TestNewDispatcherFails(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1)...))
	if d, err := NewDispatcher(nil, b, NewRand(1, "")); d != nil || err == nil {
		t.Errorf("without a policy: got %v, %v; want an error", d, err)
	}
	want := errors.New("wants two classes")
	if d, err := NewDispatcher(&recorder{err: want}, b, NewRand(1, "")); d != nil || !errors.Is(err, want) {
		t.Errorf("policy that cannot be bound: got %v, %v; want its error", d, err)
	}
}

// A pick that is not an eligible server is no pick.
func TestPickChecksPolicy(t *testing.T) {
	b := NewBoard(mustLayout(t, Kind{Rate: 1}, Kind{}, Kind{Rate: 1}))
	b.SetEligible(2, false)
	for _, pick := range []int{None, -9, 1, 2, 3, 1 << 40} {
		d := mustDispatcher(t, pickFunc(func(*View, Job) int { return pick }), b, NewRand(1, ""))
		if got := d.Pick(Job{}); got != None {
			t.Errorf("policy picks %d: got %d, want None", pick, got)
		}
	}
}

func TestSkip(t *testing.T) {
	const n = 6
	for _, skip := range [][]int{{}, {2}, {2, 2, 2}, {0, 5}, {-1, n, 1 << 40}, {5, 4, 3, 2, 1}, {0, 1, 2, 3, 4, 5}, {3}} {
		b := NewBoard(benchFleet(t, n, 2))
		b.SetEligible(3, false)
		d := mustDispatcher(t, &indexPolicy{order: sedOrder{}}, b, NewRand(1, "skip"))
		var free []int
		for i := range n {
			if i != 3 && !slices.Contains(skip, i) {
				free = append(free, i)
			}
		}
		before := slices.Clone(b.roster.all.list)
		for range 50 {
			got := d.Pick(Job{Skip: skip})
			if len(free) == 0 && got != None || len(free) > 0 && !slices.Contains(free, got) {
				t.Errorf("skipping %v: got %d, want one of %v", skip, got, free)
			}
		}
		if b.Eligible(3) || b.Eligibles() != n-1 || !slices.Equal(b.roster.all.list, before) {
			t.Errorf("skipping %v changed who is eligible: %v, was %v", skip, b.roster.all.list, before)
		}
	}
}

// PickBatch of a policy that is no Batcher shows each job those before it, and leaves the board as it was.
func TestPickBatchOneByOne(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1, 1, 1)...))
	b.Load([]int32{0, 2, 5})
	d := mustDispatcher(t, &indexPolicy{order: lenOrder{}}, b, NewRand(1, "batch"))
	got := d.PickBatch(4, []int{9})
	if !slices.Equal(got[:3], []int{9, 0, 0}) || slices.Contains(got, 2) || len(got) != 5 {
		t.Errorf("got %v, want 9, then 0, 0 and two of 0 and 1", got)
	}
	slices.Sort(got)
	if !slices.Equal(got, []int{0, 0, 0, 1, 9}) && !slices.Equal(got, []int{0, 0, 1, 1, 9}) {
		t.Errorf("got %v, want lengths to be level", got)
	}
	if !slices.Equal(b.Lens(), []int32{0, 2, 5}) {
		t.Errorf("lengths after: %v", b.Lens())
	}
	if got := d.PickBatch(0, nil); len(got) != 0 {
		t.Errorf("PickBatch of no job: got %v", got)
	}
}

// asked answers 10 i.
type asked struct{}

func (asked) Len(i int) int { return 10 * i }

func TestMessages(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1, 1)...))
	b.Load([]int32{3, 4})
	d := mustDispatcher(t, pickFunc(pickAny), b, NewRand(1, ""))
	v := d.View()
	if v.Len(1) != 4 || v.Known(0) != 3 || d.Asked() != 1 { // Known asks nobody
		t.Errorf("Len %d, Known %d, %d asked; want 4, 3, 1", v.Len(1), v.Known(0), d.Asked())
	}
	asked0 := d.Asked()
	d.Ask(asked{})
	if v.Len(1) != 10 || v.Known(1) != 4 || d.Asked() != asked0+1 {
		t.Errorf("with a source: Len %d, Known %d, %d asked", v.Len(1), v.Known(1), d.Asked())
	}
	d.Ask(nil)
	if v.Len(1) != 4 {
		t.Errorf("without a source again: Len %d", v.Len(1))
	}
	if v.Dispatchers() != 1 {
		t.Errorf("Dispatchers: got %d, want 1 unless said", v.Dispatchers())
	}
	if d.Share(5); v.Dispatchers() != 5 {
		t.Errorf("Dispatchers: got %d, want 5", v.Dispatchers())
	}
}

// The same seed gives the same picks.
func TestPicksRepeat(t *testing.T) {
	run := func() (picks []int) {
		b := NewBoard(benchFleet(t, 20, 3))
		d := mustDispatcher(t, &indexPolicy{order: sedOrder{}}, b, NewRand(99, "repeat", 4))
		for k := range 200 {
			i := d.Pick(Job{Skip: []int{k % 20}})
			b.Add(i, 1)
			b.Add(k%20, -1)
			picks = append(picks, i)
		}
		return picks
	}
	if a, b := run(), run(); !reflect.DeepEqual(a, b) {
		t.Errorf("picks differ: %v and %v", a, b)
	}
}

func TestViewShowsBoard(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(2, 1, 2)...))
	b.SetEligible(2, false)
	v := mustDispatcher(t, pickFunc(pickAny), b, NewRand(1, "view")).View()
	if v.Layout() != b.Layout() || v.Eligible(2) || !v.Eligible(1) || v.Eligibles() != 2 || v.EligiblesOf(0) != 1 || v.EligiblesOf(1) != 1 {
		t.Errorf("eligible: %d, %d of class 0, %d of class 1", v.Eligibles(), v.EligiblesOf(0), v.EligiblesOf(1))
	}
	own := *v.Rand()
	if n, c, w := v.IntN(1000), v.Chance(.5), v.Weighted([]float64{1, 2, 3}); n != own.IntN(1000) || c != own.Chance(.5) || w != own.Weighted([]float64{1, 2, 3}) {
		t.Error("the view does not draw from its Rand")
	}
}

// Binding a policy again leaves none of its old private indexes on the board, and those of others in place.
func TestRebindDropsPrivateIndexes(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1, 1)...))
	var first, second privatePolicy
	d := mustDispatcher(t, &first, b, NewRand(1, "first"))
	other := mustDispatcher(t, &second, b, NewRand(1, "second"))
	for range 3 {
		if err := d.Rebind(); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.private) != 2 {
		t.Errorf("%d private indexes, want one of each policy", len(b.private))
	}
	for _, d := range []*Dispatcher{d, other} {
		if i := d.Pick(Job{Skip: []int{1}}); i != 0 {
			t.Errorf("got %d, want the server that is not skipped", i)
		}
	}
}

// privatePolicy ranks by lengths of its own.
type privatePolicy struct{ index *Index }

func (p *privatePolicy) Bind(v *View) error { p.index = v.Private(lenOrder{}); return nil }

func (p *privatePolicy) Pick(v *View, _ Job) int {
	i, _ := v.Best(p.index)
	return i
}
