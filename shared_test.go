package steelyard

import "testing"

// sharer takes part in what the board keeps for all policies.
type sharer struct {
	key   any
	value any
}

func (s *sharer) Bind(v *View) error {
	s.value = v.Shared(s.key, func() any { return new(int) })
	return nil
}

func (s *sharer) Pick(v *View, _ Job) int { return v.Any() }

func TestShared(t *testing.T) {
	type key struct{ n int }
	l, err := NewLayout([]Kind{{Rate: 1}, {Rate: 2}})
	if err != nil {
		t.Fatal(err)
	}
	b := NewBoard(l)
	bind := func(k any) (*sharer, *Dispatcher) {
		s := &sharer{key: k}
		d, err := NewDispatcher(s, b, NewRand(1, "test"))
		if err != nil {
			t.Fatal(err)
		}
		return s, d
	}
	one, d := bind(key{1})
	two, _ := bind(key{1})
	other, _ := bind(key{2})
	if one.value != two.value || one.value == other.value {
		t.Errorf("values %p, %p of one key, %p of another", one.value, two.value, other.value)
	}
	old := one.value
	b.Relayout(l)
	if err := d.Rebind(); err != nil {
		t.Fatal(err)
	}
	if one.value == old {
		t.Error("a new layout keeps what was worked out for the old one")
	}
}

func TestVersion(t *testing.T) {
	l, err := NewLayout([]Kind{{Rate: 1}, {Rate: 2}})
	if err != nil {
		t.Fatal(err)
	}
	b := NewBoard(l)
	d, err := NewDispatcher(&sharer{}, b, NewRand(1, "test"))
	if err != nil {
		t.Fatal(err)
	}
	v := d.View()
	changes := []struct {
		name string
		do   func()
	}{
		{"Set", func() { b.Set(0, 3) }},
		{"Add", func() { b.Add(1, 1) }},
		{"Load", func() { b.Load([]int32{1, 2}) }},
		{"SetEligible", func() { b.SetEligible(0, false) }},
		{"Relayout", func() { b.Relayout(l) }},
	}
	for _, c := range changes {
		before := v.Version()
		c.do()
		if v.Version() == before || before == 0 {
			t.Errorf("%s: version %d, was %d", c.name, v.Version(), before)
		}
	}
	before := v.Version()
	d.Pick(Job{})
	if v.Version() != before {
		t.Error("a pick changes the version")
	}
}
