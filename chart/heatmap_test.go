package chart

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// bowl is a map with a hole: the distance from (.7,.6), missing where x + y is below .4.
func bowl() Chart {
	m := &HeatMap{
		Scale: Axis{Label: "distance", Unit: "m", Max: .6}, Missing: "unstable",
		Levels: []Level{{.2, "0.2"}, {.4, "0.4"}}, Marks: []Landmark{{.7, .6, "least"}},
	}
	for k := range 21 {
		m.X, m.Y = append(m.X, float64(k)/20), append(m.Y, float64(k)/20)
	}
	for _, y := range m.Y {
		var row []float64
		for _, x := range m.X {
			z := math.Hypot(x-.7, y-.6)
			if x+y < .4 {
				z = math.Inf(1)
			}
			row = append(row, z)
		}
		m.Values = append(m.Values, row)
	}
	unit := Axis{Min: 0, Max: 1}
	c := Chart{Title: "a bowl", X: unit, Y: unit, Map: m}
	c.X.Label, c.Y.Label = "x", "y"
	return c
}

// TestMap wants the same bytes each time, the pictures of before, and everything named.
func TestMap(t *testing.T) {
	panels := Panels{Charts: []Chart{bowl(), example()}}.SameAxes()
	if c := panels.Charts[0]; c.X.Max != 1 || c.Y.Max != 1 {
		t.Errorf("a map gets other axes: %v %v", c.X, c.Y)
	}
	var a, b bytes.Buffer
	for _, to := range []*bytes.Buffer{&a, &b} {
		if err := panels.SVG(to, Size{800, 360}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two pictures of one map differ")
	}
	for _, want := range []string{">unstable<", ">distance (m)<", ">least<", ">0.2<", ">≥ 0.6<", ">x<", ">scd<"} {
		if !strings.Contains(a.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	if text := a.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Error("the picture shows what is not there")
	}
	golden(t, "map.svg", svgOf(t, bowl()))
}

func svgOf(t *testing.T, c Chart) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.SVG(&b, Size{380, 300}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestMapAsText(t *testing.T) {
	var b bytes.Buffer
	if err := bowl().Text(&b, 60, 18); err != nil {
		t.Fatal(err)
	}
	golden(t, "map.golden", b.Bytes())
}

// TestContour wants the line of equal distance to be a circle: all of it, and nothing where values are missing.
func TestContour(t *testing.T) {
	m := bowl().Map.fitted()
	length := 0.0
	for _, piece := range m.contour(.2) {
		length += math.Hypot(piece[0].X-piece[1].X, piece[0].Y-piece[1].Y)
		for _, p := range piece {
			if r := math.Hypot(p.X-.7, p.Y-.6); math.Abs(r-.2) > .005 {
				t.Fatalf("%v is %.3g from the middle, want .2", p, r)
			}
		}
	}
	if want := 2 * math.Pi * .2; math.Abs(length-want) > .02*want {
		t.Errorf("the line is %.4g long, want %.4g", length, want)
	}
	for _, piece := range m.contour(.55) {
		for _, p := range piece {
			if p.X+p.Y < .4-1e-9 {
				t.Errorf("a line at %v, where there is no value", p)
			}
		}
	}
	if n := len(m.contour(7)); n > 0 {
		t.Errorf("%d pieces at a value that does not occur", n)
	}
}

// TestTags wants a label on its line, off the other tags and within the map; without such a place there is none.
func TestTags(t *testing.T) {
	within := vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}
	line := [][]vg.Point{{{X: 0, Y: 50}, {X: 2, Y: 50}}, {{X: 40, Y: 50}, {X: 42, Y: 50}}, {{X: 70, Y: 50}, {X: 72, Y: 50}}}
	taken := []tag{{vg.Point{X: 30, Y: 50}, "here"}}
	if got, ok := roomiest("5", line, taken, within); !ok || got.middle.X != 71 {
		t.Errorf("placed at %v, %t", got.middle, ok)
	}
	taken = append(taken, tag{vg.Point{X: 60, Y: 50}, "a long label over the rest"})
	if got, ok := roomiest("5", line, taken, within); ok {
		t.Errorf("placed over another at %v", got.middle)
	}
}

// TestBorders wants cells between their neighbours, also of uneven grids.
func TestBorders(t *testing.T) {
	got := borders([]float64{0, 1, 3})
	for k, want := range []float64{-.5, .5, 2, 4} {
		if got[k] != want {
			t.Fatalf("%v", got)
		}
	}
}

// TestMapScales wants maps of awkward values drawn: all alike, none at all, below 0 on a logarithmic scale.
func TestMapScales(t *testing.T) {
	for name, values := range map[string][][]float64{
		"all alike": {{3, 3}, {3, 3}}, "none": {{math.NaN(), math.Inf(1)}, {math.NaN(), math.NaN()}}, "below 0": {{-1, 0}, {1, 100}},
	} {
		for _, log := range []bool{false, true} {
			c := Chart{Map: &HeatMap{X: []float64{1, 2}, Y: []float64{5, 6}, Values: values, Scale: Axis{Label: "z", Log: log}, Missing: "no value"}}
			text := string(svgOf(t, c))
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Errorf("%s: the picture shows what is not there", name)
			}
		}
	}
	if m := (&HeatMap{Scale: Axis{Min: 1, Max: 2}}); m.shadeOf(0) != 0 || m.shadeOf(9) != shades-1 || m.shadeOf(math.NaN()) != -1 {
		t.Error("what is beyond the scale has not the colour of its end")
	}
}

// TestViridis wants lightness to rise evenly, so that equal steps look equal also in grey.
func TestViridis(t *testing.T) {
	first, last := lightness(0), lightness(shades-1)
	for k := range shades {
		want := first + (last-first)*float64(k)/(shades-1)
		if got := lightness(k); math.Abs(got-want) > 2.5 {
			t.Errorf("shade %d has the lightness %.1f, want about %.1f", k, got, want)
		}
	}
	if last-first < 70 {
		t.Errorf("lightness spans only %.0f", last-first)
	}
}

// lightness is L* of CIE 1976, 0 to 100.
func lightness(shade int) float64 {
	c := shadeColour(shade)
	linear := func(x uint8) float64 {
		v := float64(x) / 255
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return 116*math.Cbrt(.2126*linear(c.R)+.7152*linear(c.G)+.0722*linear(c.B)) - 16
}

// TestOwnStyle wants a series' own style used as it is, and others to keep clear of it.
func TestOwnStyle(t *testing.T) {
	own := StyleOf("scd")
	looks := stylesOf([]Series{{Name: "n = 900", Style: &own}, {Name: "limit", Style: &own}, {Name: "scd"}})
	if looks[0].Colour != own.Colour || looks[1].Colour != own.Colour || looks[2].Colour != own.Colour {
		t.Errorf("colours %v", looks)
	}
	if !taken(looks[:1], looks[1]) || taken(looks[:2], looks[2]) {
		t.Errorf("looks %v", looks)
	}
	seen := map[any]bool{}
	for k := range 5 {
		seen[Graded(k, 5).Colour] = true
	}
	if len(seen) != 5 || Graded(0, 1).Colour != Graded(4, 5).Colour {
		t.Errorf("five graded series have %d colours", len(seen))
	}
}
