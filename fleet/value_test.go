package fleet

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func root(t *testing.T, text string) (*Document, Value) {
	t.Helper()
	doc, err := Parse("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc, doc.Root()
}

func TestNumbers(t *testing.T) {
	doc, v := root(t, "[5, -2.5, 1e-3, .5, 010, +7, .inf, 1e6, 9007199254740993, 5.]")
	list := v.List("numbers")
	for i, want := range []float64{5, -2.5, 1e-3, .5, 10, 7} {
		if got := list[i].Number(-10, 10); got != want {
			t.Errorf("entry %d is %v, want %v", i, got, want)
		}
	}
	if got := list[6].Number(0, math.Inf(1)); !math.IsInf(got, 1) {
		t.Errorf(".inf is %v", got)
	}
	if got := list[6].IntOrInf(1, 2); got != math.MaxInt {
		t.Errorf(".inf is %v as a whole number", got)
	}
	if got := list[7].Int(0, 1e9); got != 1e6 {
		t.Errorf("1e6 is %v", got)
	}
	if got := list[8].Int(0, math.MaxInt); got != 9007199254740993 {
		t.Errorf("2^53 + 1 is %v", got)
	}
	if got := list[9].Positive(); got != 5 {
		t.Errorf("5. is %v", got)
	}
	if err := doc.Err(); err != nil {
		t.Error(err)
	}
}

func TestValueMistakes(t *testing.T) {
	for _, c := range []struct {
		text string
		read func(Value)
		want string
	}{
		{"0", func(v Value) { v.Positive() }, "1: got 0, want a finite number above 0"},
		{".inf", func(v Value) { v.Positive() }, "1: got .inf, want a finite number above 0"},
		{"-1", func(v Value) { v.Number(0, math.Inf(1)) }, "1: got -1, want a number of at least 0"},
		{"1e19", func(v Value) { v.Int(0, math.MaxInt) }, "1: got 1e19, want a whole number from 0 to 9223372036854775807"},
		{"x", func(v Value) { v.Choice("fcfs", "ps") }, "1: got x, want fcfs or ps"},
		{"x", func(v Value) { v.Entries() }, "1: got x, want a mapping"},
		{"a: 1\na: 2", func(v Value) { v.Entries() }, "2: a: given twice, first at line 1; want it once"},
		{"'a.b': 1\n'': 2", func(v Value) { v.Entries()[0].Value.Bool() }, `1: "a.b": got 1, want true or false`},
		{"'': 2", func(v Value) { v.Object("a") }, `1: "": unknown field, want one of a`},
		{"b:\n  c: 2", func(v Value) { v.Object("b").Get("b").Object("d", "c").Get("d").Bool() }, "1: b.d: missing, want true or false"},
		{"3", func(v Value) { v.Fail("two\nlines") }, `1: two\nlines`},
		{"3", func(v Value) { v.Bool(); v.Text("text") }, "1: got 3, want true or false"},
	} {
		doc, v := root(t, c.text)
		c.read(v)
		if err := doc.Err(); err == nil || err.Error() != "f:"+c.want {
			t.Errorf("%q gave %v, want f:%s", c.text, err, c.want)
		}
	}
}

func TestOr(t *testing.T) {
	doc, v := root(t, "a: 3")
	o := v.Object("a", "b")
	if a, b := o.Get("a").Or("7").Int(0, 9), o.Get("b").Or("7").Int(0, 9); a != 3 || b != 7 {
		t.Errorf("a, b = %d, %d, want 3, 7", a, b)
	}
	if o.Get("b").Present() || !o.Get("a").Present() || !v.IsObject() || v.IsList() {
		t.Error("presence or kind is wrong")
	}
	if err := doc.Err(); err != nil {
		t.Error(err)
	}
}

func TestErrorIsTyped(t *testing.T) {
	_, err := ParseConfig("f", []byte("listen: 3"))
	var mistake *Error
	if !errors.As(err, &mistake) || mistake.Place != (Place{"f", 1, "listen"}) {
		t.Errorf("got %#v", err)
	}
}

func TestBriefCutsAtARune(t *testing.T) {
	got := brief(strings.Repeat("é", 31) + "x")
	if want := strings.Repeat("é", 30) + "..."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := brief("x" + strings.Repeat("é", 40)); !strings.HasSuffix(got, "é...") {
		t.Errorf("got %s", got)
	}
}
