package chart

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/stats"
)

// TestSpread wants names in order, apart, and in bounds, and those that have room left where they are.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SliceOfN(rapid.Float64Range(0, 100), 1, 30).Draw(t, "places")
		gap := rapid.Float64Range(.1, 20).Draw(t, "gap")
		to := spread(places, gap, 0, 100)
		if room := 100 / float64(max(len(places)-1, 1)); len(places) > 1 {
			gap = min(gap, room)
		}
		sorted := slices.Sorted(slices.Values(to))
		for k, y := range sorted {
			if y < -1e-9 || y > 100+1e-9 {
				t.Fatalf("%v is out of bounds", y)
			}
			if k > 0 && y-sorted[k-1] < gap*(1-1e-9) {
				t.Fatalf("%v and %v are less than %v apart", sorted[k-1], y, gap)
			}
		}
		for i := range places {
			for j := range places {
				if places[i] < places[j] && to[i] > to[j] {
					t.Fatalf("%v and %v change places", places[i], places[j])
				}
			}
		}
	})
	apart := []float64{50, 10, 90}
	if to := spread(apart, 20, 0, 100); !slices.Equal(to, apart) {
		t.Errorf("%v moved to %v", apart, to)
	}
	if to := spread([]float64{50, 50, 10}, 8, 0, 100); !slices.Equal(to, []float64{46, 54, 10}) {
		t.Errorf("got %v", to)
	}
	if to := spread([]float64{50, 50, 50, 10}, 8, 0, 100); !slices.Equal(to, []float64{42, 50, 58, 10}) {
		t.Errorf("got %v", to)
	}
	if to := spread([]float64{99, 98, 1}, 8, 0, 100); !slices.Equal(to, []float64{100, 92, 1}) {
		t.Errorf("got %v", to)
	}
}

// TestVisible wants what an axis cannot show left out, and intervals that are not finite.
func TestVisible(t *testing.T) {
	c := Chart{X: Axis{Log: true}, Series: []Series{{Name: "a", Points: []Point{
		{0, 1, 0}, {-1, 1, 0}, {1, math.NaN(), 0}, {math.Inf(1), 1, 0}, {2, -3, math.Inf(1)}, {4, 5, math.NaN()},
	}}, {Name: "b"}}}
	got := c.fitted()
	if want := []Point{{2, -3, 0}, {4, 5, 0}}; !slices.Equal(got.Series[0].Points, want) || len(got.Series) != 2 {
		t.Errorf("got %v, want %v", got.Series, want)
	}
	if got.X.Min > 2 || got.X.Min < 1.8 || got.X.Max < 4 || got.X.Max > 4.4 || got.Y.Min > -3 || got.Y.Max < 5 {
		t.Errorf("ranges %v to %v, %v to %v", got.X.Min, got.X.Max, got.Y.Min, got.Y.Max)
	}
	if got.X.at(got.X.Min) != 0 || got.X.at(got.X.Max) != 1 || got.Y.at(got.Y.Max) != 1 {
		t.Error("the ends of an axis are not at its ends")
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis   Axis
		labels int
		want   []string
	}{
		{Axis{Min: 0, Max: 1}, 5, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{Axis{Min: -3, Max: 17}, 5, []string{"0", "5", "10", "15"}},
		{Axis{Min: .84, Max: .9}, 4, []string{"0.84", "0.86", "0.88", "0.90"}},
		{Axis{Min: .5, Max: 8, Log: true}, 6, []string{"0.5", "1", "2", "5"}},
		{Axis{Min: 1e-6, Max: 1, Log: true}, 7, []string{"1e-06", "1e-05", "0.0001", "0.001", "0.01", "0.1", "1"}},
		{Axis{Min: 2.1, Max: 4.9, Log: true}, 5, []string{"3", "4"}},
	} {
		var got []string
		for _, x := range c.axis.ticks(c.labels) {
			if x.Label != "" {
				got = append(got, x.Label)
			}
			if x.Value < c.axis.Min*(1-1e-9)-1e-9 || x.Value > c.axis.Max*(1+1e-9) {
				t.Errorf("%+v: tick %v out of range", c.axis, x.Value)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.axis, got, c.want)
		}
	}
}

// TestStyles wants no two entries of the table of styles alike, and a look also for policies that are not in it.
func TestStyles(t *testing.T) {
	type look struct {
		colour any
		dash   int
	}
	seen := map[look]string{}
	for _, name := range policy.Names() {
		if StyleOf(name).Colour.A == 0 {
			t.Errorf("%s cannot be seen", name)
		}
	}
	for name, s := range styles() {
		l := look{s.Colour, dashIndex(s.Dash)}
		if other, twice := seen[l]; twice {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[l] = name
	}
	if a, b := StyleOf("jsq(d=2)"), StyleOf("jsq(d=3)"); a.Colour != b.Colour {
		t.Error("one policy has two colours")
	}
	looks := stylesOf([]Series{{Name: "jsq"}, {Name: "jsq(d=2)"}, {Name: "jsq(d=3)"}})
	if taken(looks[:1], looks[1]) || taken(looks[:2], looks[2]) {
		t.Errorf("lines of one chart look alike: %v", looks)
	}
	if a, b := StyleOf("mean field"), StyleOf("mean field"); a.Colour != b.Colour || a.Mark != b.Mark {
		t.Error("a style depends on more than the name")
	}
	colours := map[any]bool{}
	for _, name := range []string{"mean field", "measured", "paper", "fluid limit", "lower bound", "theory"} {
		colours[StyleOf(name).Colour] = true
	}
	if len(colours) < 3 {
		t.Errorf("six names have %d colours", len(colours))
	}
}

// TestTail wants the drawn tail of an exponential law to be its tail, and to end where the observations do.
func TestTail(t *testing.T) {
	h := &stats.Histogram{}
	const jobs = 100_000
	for k := range jobs {
		h.Add(-math.Log((float64(k) + .5) / jobs))
	}
	s := TailOf("e", h, 1e-9)
	last := s.Points[len(s.Points)-1]
	if last.Y < 5e-5 || last.Y > 2e-4 {
		t.Errorf("the tail ends at %v, want where ten observations are left", last)
	}
	for _, p := range s.Points {
		if want := math.Exp(-p.X); math.Abs(p.Y/want-1) > .05 {
			t.Errorf("P(X > %v) = %v, want %v", p.X, p.Y, want)
		}
	}
	for _, p := range CDFOf("e", h).Points {
		if want := 1 - math.Exp(-p.X); math.Abs(p.Y-want) > .005 {
			t.Errorf("P(X <= %v) = %v, want %v", p.X, p.Y, want)
		}
	}
}
