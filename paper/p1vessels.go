package paper

import "github.com/steelyard-lb/steelyard/chart"

// vessels is a chart of servers side by side, each as wide as it is fast, with the ideal workload.
func vessels(title string, i instance) chart.Chart {
	width := 0.0
	for _, mu := range i.rate {
		width += mu
	}
	most := i.ideal()
	for s := range i.rate {
		most = max(most, i.load(s, 0))
	}
	level := chart.Series{Name: "IWL", Kind: chart.Line, Points: []chart.Point{{X: 0, Y: i.ideal()}, {X: width, Y: i.ideal()}}}
	return chart.Chart{
		Title: title, Series: []chart.Series{level},
		X: chart.Axis{Label: "servers side by side, each as wide as its rate μ", Unit: "jobs per round", Max: width},
		Y: chart.Axis{Label: "load q/μ", Unit: "rounds", Max: 1.1 * most},
	}
}

// bars are the loads of the servers with so many more jobs each, as the outlines of bars over their widths.
func bars(name string, i instance, more []float64) chart.Series {
	list := chart.Series{Name: name, Kind: chart.Line}
	from := 0.0
	for s, mu := range i.rate {
		left, right, top := from+barGap, from+mu-barGap, i.load(s, more[s])
		list.Points = append(list.Points, chart.Point{X: left}, chart.Point{X: right},
			chart.Point{X: right, Y: top}, chart.Point{X: left, Y: top}, chart.Point{X: left})
		from += mu
	}
	return list
}

// barGap is what is left free beside a bar.
const barGap = .06
