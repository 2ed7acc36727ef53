package paper

import (
	"math"

	"github.com/steelyard-lb/steelyard/chart"
)

// means4 is the picture of the means.
func means4(list []*contest) Picture {
	return contestPicture(list, "", chart.Axis{Label: "mean sojourn time", Unit: "s", Log: true}, func(c *contest) []chart.Series {
		return append(append([]chart.Series{}, c.main...), c.points...)
	})
}

// withoutRates is the picture of those that need not know the arrival rate, over the better scheme.
func withoutRates(list []*contest) Picture {
	return contestPicture(list, "without-rates",
		chart.Axis{Label: "mean over that of the better scheme", Log: true, Min: .6, Max: 10}, func(c *contest) []chart.Series {
			look := chart.StyleOf("random") // black dots
			schemes := chart.Series{Name: "better scheme", Kind: chart.Line, Style: &look}
			for _, load := range c.fine {
				schemes.Points = append(schemes.Points, chart.Point{X: load, Y: 1})
			}
			curves := []chart.Series{schemes}
			for _, r := range c.rivals {
				over := chart.Series{Name: r.Name, Kind: chart.Line}
				for i, p := range r.Points {
					if y := p.Y / c.better(i); y <= 10 {
						over.Points = append(over.Points, chart.Point{X: p.X, Y: y})
					}
				}
				curves = append(curves, over)
			}
			return curves
		})
}

// contestPicture has a panel for each fleet.
func contestPicture(list []*contest, name string, y chart.Axis, series func(c *contest) []chart.Series) Picture {
	var charts []chart.Chart
	for _, c := range list {
		charts = append(charts, chart.Chart{Title: c.fleet.String(), X: chart.Axis{Label: "load λ", Min: 0, Max: 1}, Y: y, Series: series(c)})
	}
	return Picture{Name: name, Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 1000, Height: 720}}
}

// contestTable lists all means.
func contestTable(list []*contest) Table {
	t := Table{Header: []string{"fleet", "way", "source", "load", "mean_s", "ci95_s"}}
	add := func(c *contest, name, source string, s chart.Series) {
		for _, p := range s.Points {
			width := math.NaN()
			if source == "simulation" {
				width = p.Error
			}
			t.add([]string{c.fleet.String(), name, source}, p.X, p.Y, width)
		}
	}
	for _, c := range list {
		for i, s := range c.main {
			add(c, s.Name, "limit", s)
			add(c, s.Name, "simulation", c.points[i])
		}
		for _, s := range c.rivals[2:] {
			add(c, s.Name, "limit", s)
		}
	}
	return t
}
