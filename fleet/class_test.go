package fleet

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func readFleet(file, text string) (Fleet, error) {
	doc, err := Parse(file, []byte(text))
	if err != nil {
		return Fleet{}, err
	}
	f := Read(doc.Root().Object(Fields()...))
	return f, doc.Err()
}

func TestReadClasses(t *testing.T) {
	got, err := readFleet("f", `
classes:
  - {name: fast, servers: 20, speed: 5}
  - {servers: 8e1, speed: 1.0, workers: 2, buffer: 10}
  - {name: "3", servers: 1, speed: 0.5, buffer: .inf}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := Fleet{[]Class{
		{"fast", 20, 5, 1, Unbounded},
		{"1x2", 80, 1, 2, 10},
		{"3", 1, 0.5, 1, Unbounded},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.Servers() != 101 || got.Capacity() != 260.5 {
		t.Errorf("%d servers of capacity %g, want 101 of 260.5", got.Servers(), got.Capacity())
	}
}

func TestNormalise(t *testing.T) {
	got, err := readFleet("f", `
normalise: true
classes:
  - {name: fast, servers: 1, speed: 5}
  - {name: slow, servers: 4, speed: 1, workers: 2}
`)
	if err != nil {
		t.Fatal(err)
	}
	if mean := got.Capacity() / float64(got.Servers()); math.Abs(mean-1) > 1e-15 {
		t.Errorf("mean capacity per server %v, want 1", mean)
	}
	if ratio := got.Classes[0].Speed / got.Classes[1].Speed; math.Abs(ratio-5) > 1e-15 {
		t.Errorf("ratio of speeds %v, want 5", ratio)
	}
}

func TestDrawSpeeds(t *testing.T) {
	const text = "speeds: {servers: 10000, law: uniform, min: 1, max: 10, seed: 7}"
	a, err := readFleet("f", text)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := readFleet("f", text)
	c, _ := readFleet("f", strings.Replace(text, "seed: 7", "seed: 8", 1))
	short, _ := readFleet("f", strings.Replace(text, "10000", "10", 1))
	switch {
	case !reflect.DeepEqual(a, b):
		t.Error("one seed gave two fleets")
	case a.Classes[0].Speed == c.Classes[0].Speed:
		t.Error("two seeds gave one speed")
	case !reflect.DeepEqual(a.Classes[:10], short.Classes):
		t.Error("a longer fleet does not begin like a shorter one")
	}
	low, high := math.Inf(1), 0.0
	for _, class := range a.Classes {
		low, high = min(low, class.Speed), max(high, class.Speed)
	}
	if low < 1 || high > 10 {
		t.Errorf("speeds from %g to %g, want them within [1, 10]", low, high)
	}
	// Four standard errors of the mean of 10,000 uniform draws on [1, 10].
	if mean := a.Capacity() / 10000; math.Abs(mean-5.5) > 4*9/math.Sqrt(12)/100 {
		t.Errorf("mean speed %g, want 5.5", mean)
	}
}

func TestDrawSpeedsOfOneValue(t *testing.T) {
	got, err := readFleet("f", "speeds: {servers: 3, law: uniform, min: 2, max: 2}")
	if err != nil || got.Capacity() != 6 {
		t.Errorf("capacity %g, error %v, want 6", got.Capacity(), err)
	}
}

func TestFleetMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{}", "1: classes: missing, want a list of at least one of the classes"},
		{"classes: []", "1: classes: got an empty list, want a list of at least one of the classes"},
		{"classes: fast", "1: classes: got fast, want a list of at least one of the classes"},
		{"clases: []", "1: clases: unknown field, did you mean classes?"},
		{"classes: [{speed: 1}]", "1: classes[0].servers: missing, want a whole number from 1 to 10000000"},
		{"classes: [{servers: 1}]", "1: classes[0].speed: missing, want a number from 1e-09 to 1e+09"},
		{"classes: [{servers: 0, speed: 1}]", "1: classes[0].servers: got 0, want a whole number from 1 to 10000000"},
		{"classes: [{servers: -3, speed: 1}]", "1: classes[0].servers: got -3, want a whole number from 1 to 10000000"},
		{"classes: [{servers: 1.5, speed: 1}]", "1: classes[0].servers: got 1.5, want a whole number from 1 to 10000000"},
		{"classes: [{servers: 99999999999999999999, speed: 1}]", "1: classes[0].servers: got 99999999999999999999, want a whole number from 1 to 10000000"},
		{"classes: [{servers: .inf, speed: 1}]", "1: classes[0].servers: got .inf, want a whole number from 1 to 10000000"},
		{"classes: [{servers: 1, speed: .nan}]", "1: classes[0].speed: got .nan, want a number from 1e-09 to 1e+09"},
		{"classes: [{servers: 1, speed: 1, buffer: 0}]", "1: classes[0].buffer: got 0, want a whole number from 1 to 1000000000, or .inf"},
		{"classes: [{servers: 1, speed: 1, workers: 3, buffer: 2}]", "1: classes[0].buffer: got 2, want at least the 3 workers, or .inf"},
		{"classes: [{servers: 1, speed: 1, buffer: inf}]", "1: classes[0].buffer: got inf, want a whole number from 1 to 1000000000, or .inf"},
		{"classes: [{servers: 1, speed: 1, buffer: -.inf}]", "1: classes[0].buffer: got -.inf, want a whole number from 1 to 1000000000, or .inf"},
		{"classes:\n- {name: a, servers: 1, speed: 1}\n- {name: a, servers: 1, speed: 2}", "3: classes[1]: class a was given at line 2 already, want every class once"},
		{"classes:\n- {servers: 1, speed: 1}\n- {servers: 1, speed: 1.0}", "3: classes[1]: class 1 was given at line 2 already, want every class once"},
		{"classes: [{name: a, servers: 6000000, speed: 1}, {name: b, servers: 6000000, speed: 2}]", "1: classes: 12000000 servers in all, want at most 10000000"},
		{"classes: [{servers: 1, speed: 1}]\nnormalise: 1", "2: normalise: got 1, want true or false"},
		{"classes: [{servers: 1, speed: 1}]\nnormalise: yes", "2: normalise: got yes, want true or false"},
		{"classes: [{servers: 1, speed: 1}]\nspeeds: {}", "2: speeds: given beside classes, want one of the two"},
		{"speeds: {}", "1: speeds.servers: missing, want a whole number from 1 to 1000000"},
		{"speeds: {servers: 1, law: normal}", "1: speeds.law: got normal, want uniform"},
		{"speeds: {servers: 1, law: uniform, min: 2, max: 1}", "1: speeds.max: got 1, want a number from 2 to 1e+09"},
		{"speeds: {servers: 1, law: uniform, min: 1, max: 2, seed: -1}", "1: speeds.seed: got -1, want a whole number from 0 to 9223372036854775807"},
	} {
		checkMistake(t, c.text, c.want, func(data []byte) error {
			_, err := readFleet("f", string(data))
			return err
		})
	}
}
