package paper

import (
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/stats"
)

// all are the times of a program in all passes, sorted.
func (s *speeds) all(name string) []float64 {
	return slices.Sorted(slices.Values(slices.Concat(s.times[name]...)))
}

// median is that of a program in one pass.
func (s *speeds) median(name string, pass int) float64 {
	return sortedQuantile(slices.Sorted(slices.Values(s.times[name][pass])), .5)
}

// sortedQuantile is the p-quantile of sorted numbers; NaN of none.
func sortedQuantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}

// mostShown is where curves end, in medians.
const mostShown = 4

// chart draws the laws of the times.
func (s *speeds) chart() chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("n = %d, %.0f jobs per decision", s.n, s.jobs),
		X:     chart.Axis{Label: "time of a decision", Unit: "µs", Log: true}, Y: chart.Axis{Label: "share of decisions", Min: 0, Max: 1},
	}
	for k, name := range programs() {
		style := chart.StyleOf([]string{"scd", "scd", "scd", "jsq", "sed"}[k])
		switch name { // three ways to one policy
		case algorithm4:
			style.Dash = []float64{6, 3}
		case algorithm1:
			style.Dash = []float64{1.5, 2.5}
		}
		line := chart.Series{Name: name, Kind: chart.Line, Style: &style}
		times := s.all(name)
		for p := 0.0; p < 1; p += .005 {
			if x := sortedQuantile(times, p); x <= mostShown*sortedQuantile(times, .5) {
				line.Points = append(line.Points, chart.Point{X: x / 1000, Y: p})
			}
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// rows appends quantiles of all programs.
func (s *speeds) rows(t *Table) {
	for _, name := range append(programs(), policies()...) {
		times := s.all(name)
		if len(times) == 0 {
			continue
		}
		numbers := []float64{float64(s.n), s.jobs, float64(len(times))}
		for _, p := range []float64{.1, .5, .9, .99} {
			numbers = append(numbers, sortedQuantile(times, p)/1000)
		}
		t.add([]string{name}, numbers...)
	}
}

// exponent is the power of n with which a program's median grows, one estimate for each pass.
func exponent(list []*speeds, name string) []float64 {
	var all []float64
	for pass := range list[0].times[name] {
		var x, y []float64
		for _, s := range list {
			x, y = append(x, math.Log(float64(s.n))), append(y, math.Log(s.median(name, pass)))
		}
		all = append(all, slope(x, y))
	}
	return all
}

// slope is that of the line of least squares through points.
func slope(x, y []float64) float64 {
	meanX, meanY, xx, xy := 0.0, 0.0, 0.0, 0.0
	for k := range x {
		meanX, meanY = meanX+x[k]/float64(len(x)), meanY+y[k]/float64(len(x))
	}
	for k := range x {
		xx += square(x[k] - meanX)
		xy += (x[k] - meanX) * (y[k] - meanY)
	}
	return xy / xx
}

func exponentTable(list []*speeds) Table {
	t := Table{Name: "p1-fig5-exponents", Header: []string{"program", "servers_from", "servers_to", "exponent", "ci95"}}
	for _, name := range append(programs(), policies()...) {
		if all := exponent(list, name); len(all) > 0 {
			e := stats.FromReplications(all)
			t.add([]string{name}, float64(list[0].n), float64(list[len(list)-1].n), e.Mean, e.HalfWidth())
		}
	}
	return t
}
