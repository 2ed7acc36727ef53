package steelyard

import "testing"

// nower picks nothing and says what it sees.
type nower struct {
	now   float64
	total int
}

func (p *nower) Pick(v *View, _ Job) int {
	p.now, p.total = v.Now(), v.Total()
	return v.Any()
}

func TestNow(t *testing.T) {
	p := &nower{now: -1}
	d, err := NewDispatcher(p, NewBoard(mustLayout(t, Kind{Rate: 1})), NewRand(1, "test"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Pick(Job{}); p.now != 0 {
		t.Errorf("without a clock it is %v, want 0", p.now)
	}
	now := 0.
	d.Clock(func() float64 { return now })
	now = 7
	if d.Pick(Job{}); p.now != 7 {
		t.Errorf("it is %v, want 7", p.now)
	}
}

// TestTotal follows the board through every way in which lengths change.
func TestTotal(t *testing.T) {
	b := NewBoard(mustLayout(t, Kind{Rate: 1}, Kind{Rate: 2}, Kind{Rate: 3}))
	p := &nower{}
	d, err := NewDispatcher(p, b, NewRand(1, "test"))
	if err != nil {
		t.Fatal(err)
	}
	for k, change := range []func(){
		func() { b.Set(0, 5) },
		func() { b.Add(1, 3) },
		func() { b.Set(0, -2) },
		func() { b.Load([]int32{4, -1, 2}) },
		func() { b.Relayout(mustLayout(t, Kind{Rate: 1}, Kind{}, Kind{Rate: 3}, Kind{Rate: 1})) },
		func() { b.Relayout(mustLayout(t, Kind{Rate: 1}, Kind{Rate: 1})) },
	} {
		change()
		want := 0
		for _, n := range b.Lens() {
			want += int(n)
		}
		if err := d.Rebind(); err != nil {
			t.Fatal(err)
		}
		if d.Pick(Job{}); p.total != want {
			t.Errorf("change %d: total %d, want %d", k, p.total, want)
		}
	}
}
