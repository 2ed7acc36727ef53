package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/stats"
)

// averageTails are the tails of type j over replications, with half-widths, as far as every replication has seen them.
func averageTails(sums [][][]float64, j int) []chart.Point {
	var points []chart.Point
	for n := 1; ; n++ {
		var values []float64
		for _, s := range sums {
			if n >= len(s[j]) {
				return points
			}
			values = append(values, s[j][n])
		}
		e := stats.FromReplications(values)
		points = append(points, chart.Point{X: float64(n), Y: e.Mean, Error: finite(e.HalfWidth())})
	}
}

// chart draws -log P_k on a logarithmic axis over k, where doubly exponential decay is a straight line.
func (c *tailCase) chart(single []float64) chart.Chart {
	picture := chart.Chart{
		Title: fmt.Sprintf("scheme %d, %v, λ = %g", c.scheme, c.fleet, c.load),
		X:     chart.Axis{Label: "k", Min: .5, Max: 12.5},
		Y:     chart.Axis{Label: "−ln P_k, on a logarithmic scale", Log: true, Min: .02, Max: shownDecay},
		Notes: []string{"factor per level in the end: " + growthText(c.fleet, c.scheme)},
	}
	for j := range c.fleet.rates {
		look := chart.Graded(j, len(c.fleet.rates)+1)
		line := chart.Series{Name: fmt.Sprintf("type %d", j+1), Kind: chart.Line, Style: &look}
		known := chart.Series{Kind: chart.Marks, Style: &look}
		for n := 1; n <= c.levels(j); n++ {
			p := chart.Point{X: float64(n), Y: c.decay.at(j, n)}
			line.Points = append(line.Points, p)
			if p.Y <= -math.Log(resolvedTail) {
				known.Points = append(known.Points, p)
			}
		}
		ring := look
		ring.Mark = chart.Ring
		picture.Series = append(picture.Series, line, known, chart.Series{Kind: chart.Marks, Style: &ring, Points: logarithms(c.simulated[j])})
	}
	split := chart.Series{Name: "static (best p)", Kind: chart.Line}
	for n := 1; n <= 12; n++ {
		split.Points = append(split.Points, chart.Point{X: float64(n), Y: single[n]})
	}
	picture.Series = append(picture.Series, split)
	return picture
}

// logarithms turns tails into -log P_n, as far as they are known to a third.
func logarithms(tails []chart.Point) []chart.Point {
	var list []chart.Point
	for _, p := range tails {
		if p.Y > 3*p.Error && p.Y < 1 {
			list = append(list, chart.Point{X: p.X, Y: -math.Log(p.Y), Error: p.Error / p.Y})
		}
	}
	return list
}

func growthText(t serverTypes, scheme int) string {
	var text []string
	for j, g := range t.growth(scheme) {
		text = append(text, fmt.Sprintf("type %d %.4g", j+1, g))
	}
	return strings.Join(text, ", ")
}

// tailTable lists -log P_k of all cases.
func tailTable(list []*tailCase) Table {
	t := Table{Header: []string{"scheme", "fleet", "load", "type", "k", "minus_ln_tail", "tail", "simulated_tail", "simulated_ci95"}}
	for _, c := range list {
		for j := range c.fleet.rates {
			for n := 1; n <= c.levels(j); n++ {
				a, seen := c.decay.at(j, n), chart.Point{Y: math.NaN(), Error: math.NaN()}
				if j < len(c.simulated) && n <= len(c.simulated[j]) {
					seen = c.simulated[j][n-1]
				}
				words := []string{fmt.Sprint(c.scheme), c.fleet.String(), cell(c.load), fmt.Sprint(j + 1), fmt.Sprint(n)}
				t.add(words, a, math.Exp(-a), seen.Y, seen.Error)
			}
		}
	}
	return t
}
