package main

import (
	"fmt"
	"io"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/scenario"
)

func writeSVG(w io.Writer, c *scenario.Comparison) error {
	panels, size := comparisonPanels(c)
	return panels.SVG(w, size)
}

func writePNG(w io.Writer, c *scenario.Comparison) error {
	panels, size := comparisonPanels(c)
	return panels.PNG(w, size)
}

func comparisonPanels(c *scenario.Comparison) (chart.Panels, chart.Size) {
	charts := comparisonCharts(c)
	size := chart.DefaultSize
	size.Width *= float64(len(charts))
	return chart.Panels{Charts: charts, Columns: len(charts)}, size
}

// comparisonCharts are, over several loads, the mean and the 99th percentile; at a single one the tails.
func comparisonCharts(c *scenario.Comparison) []chart.Chart {
	if len(c.Loads) == 1 {
		return []chart.Chart{tailChart(c)}
	}
	mean := overLoad(c, "mean response time", func(p scenario.Point) (y, width *float64) { return p.MeanResponse, p.CI95 })
	p99 := overLoad(c, "99th percentile of the response time", func(p scenario.Point) (y, width *float64) { return p.Quantiles["p99"], nil })
	return []chart.Chart{mean, p99}
}

// overLoad draws a quantity of each policy over the load; points without it are left out.
func overLoad(c *scenario.Comparison, label string, of func(scenario.Point) (y, width *float64)) chart.Chart {
	picture := chart.Chart{
		X:     chart.Axis{Label: "load"},
		Y:     chart.Axis{Label: label, Unit: c.Points[0].Unit(), Log: true},
		Notes: c.Unstable(),
	}
	for _, name := range c.Policies {
		s := chart.Series{Name: name}
		for _, p := range c.Points {
			y, width := of(p)
			if p.Policy != name || y == nil {
				continue
			}
			point := chart.Point{X: p.Load, Y: *y}
			if width != nil {
				point.Error = *width
			}
			s.Points = append(s.Points, point)
		}
		picture.Series = append(picture.Series, s)
	}
	return picture
}

// leastTail is the smallest probability in a picture of tails.
const leastTail = 1e-5

func tailChart(c *scenario.Comparison) chart.Chart {
	picture := chart.Chart{
		X:     chart.Axis{Label: "t", Unit: c.Points[0].Unit()},
		Y:     chart.Axis{Label: fmt.Sprintf("P(response time > t) at load %.4g", c.Loads[0]), Log: true},
		Notes: c.Unstable(),
	}
	for _, p := range c.Points {
		if p.Stable {
			picture.Series = append(picture.Series, chart.TailOf(p.Policy, p.Law(), leastTail))
		}
	}
	return picture
}
