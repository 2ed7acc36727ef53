package steelyard

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestNewLayoutRefuses(t *testing.T) {
	tests := []struct {
		kind Kind
		want string
	}{
		{Kind{Rate: math.NaN()}, "rate NaN"},
		{Kind{Rate: math.Inf(1)}, "rate +Inf"},
		{Kind{Rate: -1}, "rate -1"},
		{Kind{Rate: 1e-101}, "rate 1e-101"},
		{Kind{Rate: 1e101}, "rate 1e+101"},
		{Kind{Workers: 2}, "rate 0"},
		{Kind{Rate: 1, Workers: -1}, "workers -1"},
	}
	for _, test := range tests {
		l, err := NewLayout([]Kind{{Rate: 1}, test.kind})
		if err == nil || !strings.HasPrefix(err.Error(), "server 1: "+test.want+": want") {
			t.Errorf("NewLayout(%v) = %v, %v; want an error about server 1, %s", test.kind, l, err, test.want)
		}
	}
}

func TestLayout(t *testing.T) {
	l := mustLayout(t, Kind{Rate: 1}, Kind{Rate: 5, Workers: 1}, Kind{}, Kind{Rate: 5, Workers: 3}, Kind{Rate: 1, Workers: 1})
	want := []Class{
		{Kind{Rate: 5, Workers: 3}, []int{3}},
		{Kind{Rate: 5, Workers: 1}, []int{1}},
		{Kind{Rate: 1, Workers: 1}, []int{0, 4}},
	}
	if got := l.Classes(); !reflect.DeepEqual(got, want) {
		t.Errorf("Classes: got %v, want %v", got, want)
	}
	for i, c := range []int{2, 1, None, 0, 2} {
		if l.Class(i) != c {
			t.Errorf("Class(%d): got %d, want %d", i, l.Class(i), c)
		}
	}
	if l.Len() != 5 || l.Capacity() != 22 || l.Kind(0).Workers != 1 || l.Kind(2) != (Kind{}) {
		t.Errorf("got %d indexes, capacity %v, kinds %v and %v", l.Len(), l.Capacity(), l.Kind(0), l.Kind(2))
	}
	groups := []Group{{want[0].Kind, 1}, {want[1].Kind, 1}, {want[2].Kind, 2}}
	if got := l.Groups(); !reflect.DeepEqual(got, groups) {
		t.Errorf("Groups: got %v, want %v", got, groups)
	}
}

// The layout is a value of its own: what the caller does to its kinds later does not reach it.
func TestLayoutCopiesKinds(t *testing.T) {
	kinds := rates(1, 2)
	l := mustLayout(t, kinds...)
	kinds[0].Rate = 9
	if l.Kind(0).Rate != 1 {
		t.Errorf("Kind(0) changed to %v", l.Kind(0))
	}
}

func TestEmptyLayouts(t *testing.T) {
	for name, l := range map[string]*Layout{"no index": mustLayout(t), "vacant": mustLayout(t, Kind{}, Kind{})} {
		b := NewBoard(l)
		d := mustDispatcher(t, &indexPolicy{order: sedOrder{}}, b, NewRand(1, "empty"))
		v := d.View()
		if i := d.Pick(Job{Skip: []int{0, 5}}); i != None {
			t.Errorf("%s: Pick: got %d, want None", name, i)
		}
		if i := v.Any(); i != None {
			t.Errorf("%s: Any: got %d, want None", name, i)
		}
		if i := v.BySpeed(); i != None {
			t.Errorf("%s: BySpeed: got %d, want None", name, i)
		}
		if s := append(v.Sample(3), v.SampleBySpeed(3)...); len(s) > 0 {
			t.Errorf("%s: samples: got %v, want none", name, s)
		}
		if got := d.PickBatch(2, nil); !reflect.DeepEqual(got, []int{None, None}) {
			t.Errorf("%s: PickBatch: got %v, want None twice", name, got)
		}
		if l.Len() > 0 {
			b.SetEligible(0, true)
			b.Set(0, bucketLen+1)
			b.Load([]int32{1, 2})
		}
		if b.Eligibles() != 0 {
			t.Errorf("%s: %d servers are eligible", name, b.Eligibles())
		}
	}
}

// A server that leaves and comes back starts afresh; one that only changes its speed keeps its queue.
func TestRelayoutKeepsCounts(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(1, 2, 3)...))
	for i := range 3 {
		b.Set(i, 10+i)
	}
	b.SetEligible(1, false)
	b.Relayout(mustLayout(t, Kind{}, Kind{Rate: 7}, Kind{Rate: 3}, Kind{Rate: 1}))
	if b.Eligible(0) || b.Eligible(1) || !b.Eligible(2) || !b.Eligible(3) {
		t.Errorf("eligible: vacant %v, drained %v, kept %v, new %v", b.Eligible(0), b.Eligible(1), b.Eligible(2), b.Eligible(3))
	}
	if b.Len(1) != 11 || b.Len(2) != 12 || b.Len(3) != 0 {
		t.Errorf("lengths: got %v, want 11, 12 and 0 behind the first", b.Lens())
	}
	b.Relayout(mustLayout(t, Kind{Rate: 1}))
	if b.Len(0) != 0 || !b.Eligible(0) || len(b.Lens()) != 1 {
		t.Errorf("a server at a vacant index has length %d, eligible %v; %d lengths", b.Len(0), b.Eligible(0), len(b.Lens()))
	}
	b.Relayout(mustLayout(t, rates(1, 2)...))
	if b.Len(1) != 0 || !b.Eligible(1) {
		t.Errorf("a server at an index given up has length %d, eligible %v", b.Len(1), b.Eligible(1))
	}
}

func TestLengthsAreClamped(t *testing.T) {
	for _, form := range []string{"board", "index"} {
		b := NewBoard(mustLayout(t, rates(1, 1)...))
		if form == "index" {
			mustDispatcher(t, &indexPolicy{order: lenOrder{}}, b, NewRand(1, "clamp"))
		}
		b.Set(0, math.MaxInt)
		b.Add(0, 5)
		if b.Len(0) != math.MaxInt32 {
			t.Errorf("%s: length after a huge Set: %d, want %d", form, b.Len(0), math.MaxInt32)
		}
		b.Add(0, -1)
		b.Add(1, -4)
		if b.Len(0) != math.MaxInt32-1 || b.Len(1) != 0 {
			t.Errorf("%s: lengths after Add: %v", form, b.Lens())
		}
		b.Load([]int32{-7, 3})
		if b.Len(0) != 0 || b.Len(1) != 3 {
			t.Errorf("%s: lengths after Load: %v", form, b.Lens())
		}
	}
}
