package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/tune"
)

// p0Fig3 is figure 3 of Gardner et al. 2020: the analysis is exact as the number of servers grows.
var p0Fig3 = Figure{
	ID:    "p0-fig3",
	Title: "mean response time by analysis, and simulated for growing numbers of servers",
	Chosen: []string{
		fmt.Sprintf("q_F = %g", chosenFig3ShareFast),
		"the numbers of servers below the largest, 500: 50 and 100",
	},
	Run: runP0Fig3,
}

func runP0Fig3(ctx context.Context, o Options) (*Result, error) {
	fleet := twoSpeeds{chosenFig3ShareFast, 10}
	servers := pick(o, []int{50, 100, chosenServers}, []int{50, 100, chosenServers}, []int{10, 50})
	loads := pick(o, append(even(.05, .95, 19), .98), []float64{.1, .3, .5, .6, .7, .8, .9, .95}, []float64{.5, .8})
	r := &Result{}
	table := Table{Header: []string{"family", "servers", "load", "pf", "ps", "mean_response", "ci95", "limit"}}
	var charts []chart.Chart
	for k, f := range bothFamilies() {
		part := o.part(k, 2)
		curves, best, err := p0Fig3Curves(ctx, fleet, f, servers, loads, part)
		if err != nil {
			return nil, err
		}
		for i, s := range curves[1:] {
			for n, p := range s.Points {
				table.add([]string{f.of(2, 2), fmt.Sprint(servers[i]), cell(loads[n]), share(best[n].PF), share(best[n].PS)}, p.Y, p.Error, best[n].MeanResponse)
			}
		}
		charts = append(charts, chart.Chart{
			Title: fmt.Sprintf("%s, %v", f.of(2, 2), fleet), Series: curves,
			X: chart.Axis{Label: "load λ"}, Y: chart.Axis{Label: "mean response time", Unit: "s", Log: true},
		})
		r.Verdicts = append(r.Verdicts, p0Fig3Verdicts(f, curves, best, loads)...)
	}
	r.Tables = []Table{table}
	r.Pictures = []Picture{{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 900, Height: 380}}}
	r.Notes = []string{"The corrections for finite k are of order 1/k with a constant that grows with the load; see the columns of the table."}
	return r, nil
}

// p0Fig3Curves are the analysis and the simulations with its parameters, the latter with the best choice at each load.
func p0Fig3Curves(ctx context.Context, fleet twoSpeeds, f familyOf, servers []int, loads []float64, o Options) ([]chart.Series, []tune.Choice, error) {
	fine := even(.04, last(loads), pick(o, 120, 48, 12))
	curve, err := fleet.optima(ctx, f, 2, 2, fine)
	if err != nil {
		return nil, nil, err
	}
	best, err := fleet.optima(ctx, f, 2, 2, loads)
	if err != nil {
		return nil, nil, err
	}
	list := []chart.Series{means("analysis", fine, curve)}
	limit := chart.Limit()
	list[0].Style = &limit
	for i, k := range servers {
		s, err := fleet.scenario(k)
		if err != nil {
			return nil, nil, err
		}
		s = length(s, o, pick(o, 4_000_000, 200_000, 2_000), pick(o, 4, 2, 2))
		look := chart.Graded(i, len(servers))
		series := chart.Series{Name: fmt.Sprintf("%d servers", k), Kind: chart.Marks, Style: &look}
		for n, load := range loads {
			report, err := simulated(ctx, s, best[n].Policy, load, o.part(i*len(loads)+n, len(servers)*len(loads)))
			if err != nil {
				return nil, nil, err
			}
			series.Points = append(series.Points, meanPoint(load, report))
		}
		list = append(list, series)
	}
	return list, best, nil
}

// p0Fig3Verdicts compare the gaps between simulation and analysis.
func p0Fig3Verdicts(f familyOf, curves []chart.Series, best []tune.Choice, loads []float64) []Verdict {
	gaps := make([]float64, len(curves)-1) // the mean over loads of the relative gap
	worst, worstLoad, width := 0.0, 0.0, 0.0
	for i, s := range curves[1:] {
		for n, p := range s.Points {
			gap := math.Abs(p.Y/best[n].MeanResponse - 1)
			gaps[i] += gap / float64(len(loads))
			if i == len(gaps)-1 && gap > worst {
				worst, worstLoad, width = gap, loads[n], p.Error/best[n].MeanResponse
			}
		}
	}
	falling, text := true, ""
	for i, g := range gaps {
		falling = falling && (i == 0 || g < gaps[i-1])
		text += fmt.Sprintf("%s: %s; ", curves[1+i].Name, percent(g))
	}
	const line = .02 // what the eye can tell on the printed scale
	equal := Verdict{
		Claim: f.of(2, 2) + ": indistinguishable from the analysis at the largest k", Published: "indistinguishable",
		Ours:      fmt.Sprintf("greatest gap %.2f ± %.2g %%, at λ = %g", 100*worst, 100*width, worstLoad),
		Judgement: atMost(worst, width, line),
	}
	equal.Why = because(equal.Judgement, "at the highest load the correction of order 1/k still shows: the line is drawn at 2 %")
	if equal.Judgement == Open {
		equal.Why = "the interval reaches both sides of 2 %, where the line is drawn"
	}
	return []Verdict{
		statement(f.of(2, 2)+": the simulation approaches the analysis as k grows", "approaches", "mean gap at "+text[:len(text)-2], falling,
			"the gap does not shrink from each k to the next"),
		equal,
	}
}
