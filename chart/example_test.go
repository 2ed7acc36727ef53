package chart_test

import (
	"os"

	"github.com/steelyard-lb/steelyard/chart"
)

// The mean number of jobs in the M/M/1 and the M/D/1 queue.
func ExampleChart_Text() {
	markov, fixed := chart.Series{Name: "M/M/1"}, chart.Series{Name: "M/D/1", Kind: chart.Line}
	for load := .1; load < .95; load += .1 {
		markov.Points = append(markov.Points, chart.Point{X: load, Y: load / (1 - load)})
		fixed.Points = append(fixed.Points, chart.Point{X: load, Y: load + load*load/(2*(1-load))})
	}
	c := chart.Chart{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "jobs"}, Series: []chart.Series{markov, fixed}}
	c.Text(os.Stdout, 60, 14)
	// Output:
	// jobs
	//   |                                             a    a M/M/1
	//   |                                            ·
	//   |
	//   |                                           ·
	//   |                                          ·
	// 5 |                                         ·  ·b    b M/D/1
	//   |                                      ··a ·b
	//   |                                    ··  ··
	//   |                              a····a····
	//   |                ····a····a·····b··
	// 0 |     a····a····a···
	//   +------------------------------------------------
	//    0        0.2       0.4       0.6       0.8
	//                          load
}
