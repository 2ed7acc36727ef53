package paper

import (
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/scenario"
)

// meanPoint is the mean response time of a report over x; it is NaN, which charts and tables leave out, where the policy is not stable.
func meanPoint(x float64, r *scenario.Report) chart.Point {
	p := chart.Point{X: x, Y: math.NaN()}
	if r.Stable && r.MeanResponse != nil {
		p.Y = *r.MeanResponse
		if r.CI95 != nil {
			p.Error = *r.CI95
		}
	}
	return p
}

// meansOver are the mean response times of a comparison over the load, one series per policy under the given names.
func meansOver(c *scenario.Comparison, names []string) []chart.Series {
	list := make([]chart.Series, len(names))
	for k, p := range c.Points {
		s := &list[k%len(names)]
		s.Name = names[k%len(names)]
		s.Points = append(s.Points, meanPoint(p.Load, p.Report))
	}
	return list
}

// at is the point of a series at x; NaN if it has none.
func at(s chart.Series, x float64) chart.Point {
	for _, p := range s.Points {
		if math.Abs(p.X-x) < 1e-9 {
			return p
		}
	}
	return chart.Point{X: x, Y: math.NaN()}
}

// called finds a series by its name.
func called(list []chart.Series, name string) chart.Series {
	for _, s := range list {
		if s.Name == name {
			return s
		}
	}
	return chart.Series{Name: name}
}

// marks are estimates as a chart takes them.
func marks(points []sized) []chart.Point {
	list := make([]chart.Point, len(points))
	for k, p := range points {
		list[k] = chart.Point{X: p.servers, Y: p.Mean}
		if p.StdErr > 0 {
			list[k].Error = p.HalfWidth()
		}
	}
	return list
}
