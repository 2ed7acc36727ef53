package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/tune"
)

// p0Fig8 is figure 8 of Gardner et al. 2020: how much the choice of (p_F, p_S) matters.
var p0Fig8 = Figure{
	ID:    "p0-fig8",
	Title: "mean response time of JSQ-(2,2) over p_F and p_S",
	Chosen: []string{
		fmt.Sprintf("q_F = %g in (a) and %g in (b)", chosenFig8ShareFastA, chosenFig8ShareFastB),
		"the surface is drawn from above, with lines of equal excess over the optimum, and as cuts at fixed p_S",
	},
	Run: runP0Fig8,
}

// surface is the mean over a grid of the unit square.
type surface struct {
	name  string
	fleet twoSpeeds
	load  float64
	side  []float64   // the grid of either probability
	mean  [][]float64 // by p_S, then p_F; +Inf where not stable
	best  tune.Choice
}

func runP0Fig8(ctx context.Context, o Options) (*Result, error) {
	list := []*surface{
		{name: "a", fleet: twoSpeeds{chosenFig8ShareFastA, 5}, load: .56},
		{name: "b", fleet: twoSpeeds{chosenFig8ShareFastB, 2}, load: .95},
	}
	table := Table{Header: []string{"panel", "pf", "ps", "mean_response"}}
	var charts []chart.Chart
	for k, s := range list {
		s.side = pick(o, even(0, 1, 101), even(0, 1, 51), even(0, 1, 6))
		if err := s.fill(ctx); err != nil {
			return nil, err
		}
		for i, ps := range s.side {
			for j, pf := range s.side {
				table.add([]string{s.name}, pf, ps, s.mean[i][j])
			}
		}
		charts = append(charts, s.picture(), s.cuts())
		o.done(k+1, len(list))
	}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 960, Height: 760}}},
		Tables:   []Table{table},
		Verdicts: []Verdict{list[0].insensitive(), list[1].sensitive()},
		Notes:    []string{"Cells of the table without a number are not stable. At p_S = 0 the value of p_F is irrelevant."},
	}, nil
}

func (s *surface) fill(ctx context.Context) error {
	jsq := bothFamilies()[1]
	var err error
	if s.best, err = tune.FastSlow(s.fleet.limit(), s.load, jsq.inside, 2, 2); err != nil {
		return err
	}
	s.mean = make([][]float64, len(s.side))
	return eachOf(ctx, len(s.side), func(i int) error {
		for _, pf := range s.side {
			m := s.fleet.member(jsq, s.load, pf, s.side[i])
			s.mean[i] = append(s.mean[i], m.Mean())
		}
		return nil
	})
}

// picture is the surface seen from above, with lines of equal excess over the optimum.
func (s *surface) picture() chart.Chart {
	best := s.best.MeanResponse
	m := &chart.HeatMap{
		X: s.side, Y: s.side, Values: s.mean, Missing: "unstable",
		Scale: chart.Axis{Label: "mean response time", Unit: "s", Log: true, Min: best, Max: 2 * best},
		Marks: []chart.Landmark{{X: bestFast(s.best), Y: *s.best.PS, Label: fmt.Sprintf("optimum, %.3g s", best)}},
	}
	for _, excess := range []float64{.01, .05, .25, .5} {
		m.Levels = append(m.Levels, chart.Level{Value: best * (1 + excess), Label: fmt.Sprintf("+%g %%", 100*excess)})
	}
	unit := func(label string) chart.Axis { return chart.Axis{Label: label, Min: 0, Max: 1} }
	return chart.Chart{
		Title: fmt.Sprintf("(%s) %v, λ = %g", s.name, s.fleet, s.load), X: unit("p_F"), Y: unit("p_S"), Map: m,
	}
}

// cuts are the mean over p_F at a few values of p_S.
func (s *surface) cuts() chart.Chart {
	picture := chart.Chart{
		Title: fmt.Sprintf("(%s) cuts through the surface", s.name),
		X:     chart.Axis{Label: "p_F"}, Y: chart.Axis{Label: "mean response time", Unit: "s", Log: true},
	}
	const n = 5
	for k := range n {
		i := (k + 1) * (len(s.side) - 1) / n
		look := chart.Graded(k, n)
		line := chart.Series{Name: fmt.Sprintf("p_S = %.2g", s.side[i]), Kind: chart.Line, Style: &look}
		for j, pf := range s.side {
			line.Points = append(line.Points, chart.Point{X: pf, Y: s.mean[i][j]})
		}
		picture.Series = append(picture.Series, line)
	}
	optimum := chart.Series{Name: "optimum", Kind: chart.Marks, Points: []chart.Point{{X: bestFast(s.best), Y: s.best.MeanResponse}}}
	picture.Series = append(picture.Series, optimum)
	return picture
}

// within is the share of the stable points, of those with p_S at least so, that are so near the optimum; and the share of all that is stable.
func (s *surface) within(band, leastSlow float64) (near, stable float64) {
	all, finite, met := 0.0, 0.0, 0.0
	for i, ps := range s.side {
		for _, y := range s.mean[i] {
			if ps < leastSlow {
				continue
			}
			all++
			if !math.IsInf(y, 1) {
				finite++
			}
			if y <= s.best.MeanResponse*(1+band) {
				met++
			}
		}
	}
	return met / max(finite, 1), finite / all
}

// stableFrom is the least p_S of the grid from which on all p_F are stable; above 1 if there is none.
func (s *surface) stableFrom() float64 {
	from := 2.0
	for i := len(s.side) - 1; i >= 0; i-- {
		for _, y := range s.mean[i] {
			if math.IsInf(y, 1) {
				return from
			}
		}
		from = s.side[i]
	}
	return from
}

// What the claims' words are taken to mean: a surface is insensitive where at least mostNear of its points are within nearBy of the optimum,
// and sensitive if that is true of less than half of them.
const (
	nearBy   = .25
	mostNear = .75
)

func (s *surface) insensitive() Verdict {
	from := s.stableFrom()
	near, _ := s.within(nearBy, from)
	close, _ := s.within(.05, from)
	return statement(
		fmt.Sprintf("(a) insensitive once p_S is large enough for stability: there %g %% of the points or more are within %g %% of the optimum",
			100*mostNear, 100*nearBy), "nearly flat there",
		fmt.Sprintf("all p_F are stable from p_S = %.2g on; of these points %s are within 25 %% of the optimum, %s within 5 %%",
			from, percent(near), percent(close)),
		from <= 1 && near >= mostNear, "more of those points are farther above the optimum")
}

func (s *surface) sensitive() Verdict {
	near, stable := s.within(nearBy, 0)
	return statement(
		fmt.Sprintf("(b) sensitive, and the stable region is small: less than half of the square, and "+
			"less than half of that within %g %% of the optimum", 100*nearBy), "steep; small stable region",
		fmt.Sprintf("%s of the square is stable; of that %s is within 25 %% of the optimum", percent(stable), percent(near)),
		stable < .5 && near < .5,
		"half of the square or more is stable, or half of what is stable is near the optimum")
}
