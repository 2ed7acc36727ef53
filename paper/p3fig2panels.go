package paper

import (
	"fmt"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/stats"
)

// p3Fig2Pictures are one for each number of pools.
func p3Fig2Pictures(two, three *components, p *pushes) ([]Picture, error) {
	first, err := two.panels()
	if err != nil {
		return nil, err
	}
	second, err := three.panels()
	if err != nil {
		return nil, err
	}
	first = append(first, two.spreads(), p.variations())
	return []Picture{
		{Panels: chart.Panels{Charts: first}, Size: chart.Size{Width: 980, Height: 1020}},
		{Name: "p3-fig2-three", Panels: chart.Panels{Charts: second}, Size: chart.Size{Width: 980, Height: 700}},
	}, nil
}

// panels draw the two components that diffuse, the regulator, and those that decay.
func (c *components) panels() ([]chart.Chart, error) {
	x := diffusing(c.limit.Regime)
	decay, err := c.decays()
	if err != nil {
		return nil, err
	}
	return []chart.Chart{c.diffusion(x[0]), c.diffusion(x[1]), c.regulator(), decay}, nil
}

// diffusion draws one path and means, of the largest system and of the limit.
func (c *components) diffusion(x component) chart.Chart {
	d := c.largest()
	means := chart.Series{Name: "mean of " + servers(d.servers), Kind: chart.Marks, Style: look("jsq", chart.Disc)}
	expected := chart.Series{Name: "mean of limit", Kind: chart.Line, Style: look("scd", chart.Disc, 6, 3)}
	for k := range d.paths[0].Kept {
		t := float64(k) * lookEvery * keptEvery
		expected.Points = append(expected.Points, chart.Point{X: t, Y: c.limit.mean(x, k).Mean})
		if k%4 == 0 {
			e := d.mean(x, k)
			means.Points = append(means.Points, chart.Point{X: t, Y: e.Mean, Error: e.HalfWidth()})
		}
	}
	return chart.Chart{
		Title: fmt.Sprintf("%s: %s", c.pools(), x), X: chart.Axis{Label: "time", Unit: "s"}, Y: chart.Axis{Label: x.String()},
		Series: []chart.Series{d.path(x, servers(d.servers), "jsq-fs"), c.limit.path(x, "limit", "jiq-fs"), means, expected},
	}
}

// path is a component of the example.
func (d *diffused) path(x component, name, like string) chart.Series {
	return d.line(name, like, d.example.Component(x.pool, x.level))
}

// line draws values of the example's looks, from the first on.
func (d *diffused) line(name, like string, values []float64) chart.Series {
	s := chart.Series{Name: name, Kind: chart.Line, Style: look(like, chart.Disc)}
	for k, t := range d.example.Times()[:len(values)] {
		s.Points = append(s.Points, chart.Point{X: t, Y: values[k]})
	}
	return s
}

// regulator draws U with the component that it keeps at or below 0.
func (c *components) regulator() chart.Chart {
	d, x := c.largest(), diffusing(c.limit.Regime)[0]
	return chart.Chart{
		Title: fmt.Sprintf("%s: one path of %s", c.pools(), servers(d.servers)), X: chart.Axis{Label: "time", Unit: "s"},
		Y:      chart.Axis{Label: fmt.Sprintf("%s and the regulator U", x)},
		Series: []chart.Series{d.line("U", "scd", d.example.Regulator[:shownLooks+1]), d.line(x.String(), "jsq", d.example.Component(x.pool, x.level)[:shownLooks+1])},
	}
}

// colours tell components apart.
func colours() []string { return []string{"jsq", "scd", "sed", "jiq", "hjsq"} }

// decays draw means over paths and the closed form.
func (c *components) decays() (chart.Chart, error) {
	d := c.largest()
	drawn := chart.Chart{
		Title: fmt.Sprintf("%s: what decays, mean of %s and closed form", c.pools(), servers(d.servers)),
		X:     chart.Axis{Label: "time", Unit: "s"}, Y: chart.Axis{Label: "Y_{j,i}"},
	}
	for i, x := range decaying(d.Regime) {
		line := chart.Series{Name: x.String(), Kind: chart.Line, Style: look(colours()[i], chart.Disc)}
		marks := chart.Series{Kind: chart.Marks, Style: line.Style}
		for k := range d.paths[0].Kept {
			t := float64(k) * lookEvery * keptEvery
			y, err := d.Decay(d.start, t)
			if err != nil {
				return drawn, err
			}
			line.Points = append(line.Points, chart.Point{X: t, Y: y.At(x.pool, x.level)})
			if k%4 == 0 {
				e := d.mean(x, k)
				marks.Points = append(marks.Points, chart.Point{X: t, Y: e.Mean, Error: e.HalfWidth()})
			}
		}
		drawn.Series = append(drawn.Series, line, marks)
	}
	return drawn, nil
}

// spreads draw how random the components are at one time.
func (c *components) spreads() chart.Chart {
	const t = 1
	drawn := chart.Chart{
		Title: fmt.Sprintf("%s: standard deviations at %d s", c.pools(), t), X: chart.Axis{Label: "servers n", Log: true}, Y: chart.Axis{Label: "standard deviation of Y_{j,i}", Log: true},
	}
	x := diffusing(c.limit.Regime)
	for i, y := range append(x[:], decaying(c.limit.Regime)...) {
		var list []stats.Estimate
		for _, d := range c.systems {
			list = append(list, d.spread(y, lookOf(t)))
		}
		drawn.Series = append(drawn.Series, chart.Series{Name: y.String(), Style: look(append([]string{"random", "hjsq"}, colours()...)[i], chart.Mark(i)), Points: pointsOver(c.sizes(), list, 0)})
	}
	return drawn
}

// paths lists the paths that are drawn, of this regime and others.
func (c *components) paths(others ...*components) Table {
	t := Table{Header: []string{"pools", "servers", "component", "seconds", "value"}}
	for _, c := range append([]*components{c}, others...) {
		for _, d := range []*diffused{c.largest(), c.limit} {
			x := diffusing(c.limit.Regime)
			for _, y := range append(x[:], decaying(c.limit.Regime)...) {
				d.listed(&t, y.String(), d.example.Component(y.pool, y.level))
			}
			d.listed(&t, "U", d.example.Regulator)
		}
	}
	return t
}

// listed are values of the example's looks.
func (d *diffused) listed(t *Table, name string, values []float64) {
	for k, seconds := range d.example.Times() {
		t.add([]string{fmt.Sprint(len(d.Pools)), d.name(), name}, seconds, values[k])
	}
}
