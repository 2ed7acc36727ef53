package paper

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// tally counts random cases of a law.
type tally struct {
	law
	cases int
	counts
}

// counts are what is counted in cases.
type counts struct {
	Misses  [][]int     // by rule and distance: cases in which another assignment is nearer
	Reached [][]float64 // sums of the distances
	Nearest []float64   // sums of the least distances
}

func tallied(l law, cases int, r *rng.Rand) tally {
	t := tally{l, cases, counts{Nearest: make([]float64, len(distances()))}}
	for range rules() {
		t.Misses, t.Reached = append(t.Misses, make([]int, len(t.Nearest))), append(t.Reached, make([]float64, len(t.Nearest)))
	}
	for range cases {
		reached, least := l.draw(r).measured()
		for k, x := range least {
			t.Nearest[k] += x
			for n := range rules() {
				t.Reached[n][k] += reached[n][k]
				if farther(reached[n][k], x) {
					t.Misses[n][k]++
				}
			}
		}
	}
	return t
}

// share is the part of the cases that a rule misses by a distance, with the half-width of its interval.
func (t tally) share(rule, by int) (share, width float64) {
	share = float64(t.Misses[rule][by]) / float64(t.cases)
	return share, 1.96 * math.Sqrt(share*(1-share)/float64(t.cases))
}

// varied is one panel: a law of which one number varies.
type varied struct {
	x       chart.Axis
	values  []float64
	laws    []law
	tallies []tally
}

// shownPairs are the rules and distances of the picture.
func shownPairs() [][2]int {
	return [][2]int{{wholeJob, plainDistance}, {wholeJob, weightedDistance}, {halfJob, plainDistance}, {halfJob, weightedDistance}}
}

// highest is the greatest share among those of the picture, in per cent.
func highest(all []tally) float64 {
	most := 0.0
	for _, t := range all {
		for _, pair := range shownPairs() {
			share, width := t.share(pair[0], pair[1])
			most = max(most, 100*(share+width))
		}
	}
	return most
}

// chart is the panel with the share of cases that are missed.
func (p *varied) chart(top float64) chart.Chart {
	c := chart.Chart{
		X: p.x, Y: chart.Axis{Label: "cases not nearest", Unit: "%", Min: -.02 * top, Max: 1.05 * top},
	}
	for _, pair := range shownPairs() {
		s := chart.Series{Name: []string{"q+1", "q+½"}[pair[0]] + ", " + []string{"plain", "weighted"}[pair[1]]}
		for n, t := range p.tallies {
			share, width := t.share(pair[0], pair[1])
			s.Points = append(s.Points, chart.Point{X: p.values[n], Y: 100 * share, Error: 100 * width})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// tallyTable lists all shares, and by how much the sum of the distances is above that of the least ones.
func tallyTable(panels []*varied) Table {
	t := Table{Header: []string{"varied", "servers", "jobs", "least_rate", "greatest_rate", "mean_queue_over_rate", "rule", "distance", "cases", "not_nearest_percent",
		"ci95_percent", "mean_excess_percent"}}
	for _, p := range panels {
		for _, x := range p.tallies {
			for n, rule := range rules() {
				for k, d := range distances() {
					share, width := x.share(n, k)
					words := []string{p.x.Label, fmt.Sprint(x.servers), fmt.Sprint(x.jobs), cell(x.least), cell(x.most), cell(x.fill), rule.name, d.name}
					t.add(words, float64(x.cases), 100*share, 100*width, 100*(x.Reached[n][k]/x.Nearest[k]-1))
				}
			}
		}
	}
	return t
}
