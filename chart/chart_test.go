package chart

import (
	"bytes"
	"flag"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// example is a chart with all that is awkward: names that would overlap, a line that ends early, one without points, and intervals.
func example() Chart {
	c := Chart{
		Title: "20 fast and 80 slow servers",
		X:     Axis{Label: "load"},
		Y:     Axis{Label: "mean response time", Unit: "s", Log: true},
		Notes: []string{"not stable: jsq(d=2) from load 0.7 on, random from 0.1 on"},
	}
	for k, name := range []string{"scd", "sed", "jsq", "jsq(d=2)", "hjsq(d=2)", "weighted", "jsq-fs(df=2, ds=2, pf=0.84, ps=1)", "random"} {
		s := Series{Name: name}
		for i := 1; i < 10; i++ {
			load := float64(i) / 10
			y := (.6 + .02*float64(k)) / (1 - load*(1-.003*float64(k)))
			if name == "jsq(d=2)" && load > .65 {
				y = math.Inf(1)
			}
			if name == "random" {
				y = math.NaN()
			}
			s.Points = append(s.Points, Point{load, y, .05 * y})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := example().Text(&b, 90, 22); err != nil {
		t.Fatal(err)
	}
	golden(t, "text.golden", b.Bytes())
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(line)); n > 91 {
			t.Errorf("a line of %d columns: %q", n, line)
		}
	}
}

func TestTextOfNothing(t *testing.T) {
	var b bytes.Buffer
	if err := (Chart{Series: []Series{{Name: "a"}}}).Text(&b, 10, 2); err != nil || b.Len() == 0 {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestSVG wants the same bytes each time, every line with its name, and nothing of what is not finite.
func TestSVG(t *testing.T) {
	var a, b bytes.Buffer
	for _, to := range []*bytes.Buffer{&a, &b} {
		if err := example().SVG(to, DefaultSize); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two pictures of one chart differ")
	}
	svg := a.String()
	for _, s := range example().Series {
		if got, want := strings.Count(svg, ">"+s.Name+"<"), 1; s.Name != "random" && got != want {
			t.Errorf("%s is named %d times", s.Name, got)
		}
	}
	for _, want := range []string{"mean response time (s)", "load", "not stable: jsq"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if texts, families := strings.Count(svg, "<text"), strings.Count(svg, "font-family:Liberation Sans,Arial,Helvetica,sans-serif"); texts == 0 || texts != families {
		t.Errorf("%d texts, %d of them with fonts for all", texts, families)
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || strings.Contains(svg, ">random<") {
		t.Error("the picture shows what is not there")
	}
}

func TestPNG(t *testing.T) {
	var b bytes.Buffer
	if err := example().PNG(&b, Size{300, 200}); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Size(); got.X != 600 || got.Y != 400 {
		t.Errorf("%v dots, want 600 by 400", got)
	}
	seen := 0
	for x := range 600 {
		for y := range 400 {
			if r, g, b, _ := picture.At(x, y).RGBA(); r>>8 == uint32(vermillion.R) && g>>8 == uint32(vermillion.G) && b>>8 == uint32(vermillion.B) {
				seen++
			}
		}
	}
	if seen < 50 {
		t.Errorf("%d dots in the colour of scd", seen)
	}
}

func TestPanels(t *testing.T) {
	low, high := example(), example()
	for k := range high.Series {
		for j := range high.Series[k].Points {
			high.Series[k].Points[j].Y *= 10
			high.Series[k].Points[j].X += 1
		}
	}
	p := Panels{Charts: []Chart{low, high, low}}.SameAxes()
	for _, c := range p.Charts {
		if c.Y != p.Charts[0].Y || c.Y.Min > .7 || c.Y.Max < 60 || c.X != p.Charts[0].X || c.X.Min > .1 || c.X.Max < 1.9 {
			t.Errorf("ranges %v to %v, %v to %v", c.X.Min, c.X.Max, c.Y.Min, c.Y.Max)
		}
	}
	var b bytes.Buffer
	if err := p.SVG(&b, Size{800, 600}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), ">scd<"); got != 3 {
		t.Errorf("%d panels name scd, want 3", got)
	}
	if rows, columns := p.grid(); rows != 2 || columns != 2 {
		t.Errorf("%d rows of %d", rows, columns)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; -update writes it:\n%s", name, got)
	}
}

// TestBars wants the bars of two series side by side, around whole numbers, and each named with its colour.
func TestBars(t *testing.T) {
	law := []Point{{0, .5, 0}, {1, .3, .05}, {2, .2, 0}}
	c := Chart{Series: []Series{{Name: "jsq", Kind: Bars, Points: law}, {Name: "none", Kind: Bars}, {Name: "jiq", Kind: Bars, Points: law}}}
	a, b := c.bars(0, Style{}), c.bars(2, Style{})
	if a.shift+a.half != b.shift-b.half || a.shift-a.half != -(b.shift+b.half) {
		t.Errorf("bars from %g to %g and from %g to %g", a.shift-a.half, a.shift+a.half, b.shift-b.half, b.shift+b.half)
	}
	if f := c.fitted(); f.X.Min > -barShare/2 || f.X.Max < 2+barShare/2 || f.Y.Min != 0 {
		t.Errorf("ranges %v to %v, from %v", f.X.Min, f.X.Max, f.Y.Min)
	}
	var svg bytes.Buffer
	if err := c.SVG(&svg, DefaultSize); err != nil {
		t.Fatal(err)
	}
	if text := svg.String(); !strings.Contains(text, ">jsq<") || !strings.Contains(text, ">jiq<") || strings.Contains(text, ">none<") {
		t.Error("names of bars")
	}
}

// TestIntervalsBelowNothing wants intervals that reach below 0 drawn on a logarithmic axis as far as it goes, by every kind of series.
func TestIntervalsBelowNothing(t *testing.T) {
	for _, kind := range []Kind{LineAndMarks, Line, Marks, Steps, Bars} {
		for _, y := range []Axis{{Log: true}, {Log: true, Min: 2, Max: 3}} {
			c := Chart{Y: y, Series: []Series{{Name: "a", Kind: kind, Points: []Point{{1, 1, 2}, {2, 3, 1}, {3, 3, 3}}}}}
			if text := string(svgOf(t, c)); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Errorf("kind %d, %+v: the picture shows what is not there", kind, y)
			}
		}
	}
}

// TestKeys wants a piece of each line before the names where two lines share a colour, and only there.
func TestKeys(t *testing.T) {
	line := func(name string, y float64) Series { return Series{Name: name, Points: []Point{{1, y, 0}, {2, y, 0}}} }
	alike := Chart{Series: []Series{line("jiq", 1), line("jiq-fs", 2)}}
	apart := Chart{Series: []Series{line("jiq", 1), line("jsq-fs", 2)}}
	for _, c := range []struct {
		chart Chart
		want  bool
	}{{alike, true}, {apart, false}} {
		f := c.chart.fitted()
		if n := newNames(f, stylesOf(f.Series)); n.keyed != c.want {
			t.Errorf("%v: keys %t", f.Series, n.keyed)
		}
	}
	if len(svgOf(t, alike)) <= len(svgOf(t, apart)) {
		t.Error("no keys are drawn")
	}
}

// TestKinds wants each kind of series drawn as it says: with a line or not, with marks or not.
func TestKinds(t *testing.T) {
	paths := map[Kind]int{}
	for _, kind := range []Kind{LineAndMarks, Line, Marks, Steps} {
		var b bytes.Buffer
		c := Chart{Series: []Series{{Name: "jiq-fs", Kind: kind, Points: []Point{{1, 1, 0}, {2, 3, 0}, {3, 2, 0}}}}}
		if err := c.SVG(&b, DefaultSize); err != nil {
			t.Fatal(err)
		}
		paths[kind] = strings.Count(b.String(), "<path")
	}
	marks := 3
	if paths[Marks]-paths[Line] != marks-1 || paths[LineAndMarks]-paths[Line] != marks || paths[Steps] != paths[Line] {
		t.Errorf("paths by kind %v, want a line to be one and a mark another", paths)
	}
}
