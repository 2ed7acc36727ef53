package paper

import (
	"math"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		ours, width float64
		want        Judgement
	}{
		{2, 0, Agrees}, {2.05, .04, Agrees}, {2.05, .1, Open}, {2.3, .1, Differs}, {2.3, .5, Open}, {1.7, 0, Differs},
	} {
		v := number("x", 2, .1, c.ours, c.width)
		if v.Judgement != c.want || (v.Why == "") != (c.want == Agrees) {
			t.Errorf("%g ± %g for 2 ± .1: %+v, want %s", c.ours, c.width, v, c.want)
		}
	}
}

func TestCells(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{cell(math.NaN()), ""}, {cell(math.Inf(1)), ""}, {cell(1.0 / 3), "0.3333333"}, {orEmpty(nil), ""}, {orAny(nil), "any"},
		{interval(2, 0), "2"}, {interval(2, .0123), "2 ± 0.012"}, {percent(.12345), "12.3 %"}, {percent(2e-16), "0 %"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestParts(t *testing.T) {
	got := []float64{}
	o := Options{Progress: func(share float64) { got = append(got, share) }}
	o.part(1, 2).part(0, 2).Progress(1)
	o.part(1, 4).done(1, 2)
	if len(got) != 2 || got[0] != .75 || got[1] != .375 {
		t.Errorf("%v", got)
	}
	Options{}.part(0, 2).done(1, 2)
	if pick(Options{}, 1, 2, 3) != 1 || pick(Options{Effort: Quick}, 1, 2, 3) != 2 || pick(Options{Effort: Tiny}, 1, 2, 3) != 3 {
		t.Error("pick")
	}
}

func TestInAll(t *testing.T) {
	for _, c := range [][3]Judgement{{Agrees, Agrees, Agrees}, {Agrees, Open, Open}, {Open, Differs, Differs}, {Differs, Agrees, Differs}} {
		if got := inAll(c[0], c[1]); got != c[2] {
			t.Errorf("%v: %s", c, got)
		}
	}
}
