package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/tune"
)

// p0Fig3 is figure 3 of Gardner et al. 2020: the analysis is exact as the number of servers grows.
var p0Fig3 = Figure{
	ID:    "p0-fig3",
	Title: "mean response time by analysis, and simulated for growing numbers of servers",
	Chosen: []string{
		fmt.Sprintf("q_F = %g", chosenFig3ShareFast),
		fmt.Sprintf("the numbers of servers: %d, %d and %d", chosenFig3Few, chosenFig3Some, chosenServers),
	},
	Run: runP0Fig3,
}

func runP0Fig3(ctx context.Context, o Options) (*Result, error) {
	fleet := twoSpeeds{chosenFig3ShareFast, 10}
	servers := pick(o, []int{chosenFig3Few, chosenFig3Some, chosenServers}, []int{chosenFig3Few, chosenFig3Some, chosenServers}, []int{10, 50})
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
				table.add([]string{f.of(2, 2), fmt.Sprint(servers[i]), cell(loads[n]), orAny(best[n].PF), orAny(best[n].PS)},
					p.Y, p.Error, best[n].MeanResponse)
			}
		}
		charts = append(charts, chart.Chart{
			Title: fmt.Sprintf("%s, %v", f.of(2, 2), fleet), Series: curves,
			X: chart.Axis{Label: "load λ"}, Y: chart.Axis{Label: "mean response time", Unit: "s", Log: true},
		})
		r.Verdicts = append(r.Verdicts, p0Fig3Verdicts(f, curves, best)...)
	}
	r.Tables = []Table{table}
	r.Pictures = []Picture{{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 900, Height: 380}}}
	r.Notes = []string{"The corrections for finite k are of order 1/k with a constant that grows with the load; see the columns of the table."}
	return r, nil
}

// p0Fig3Curves are the analysis and the simulations with its parameters, the latter with the best choice at each load.
func p0Fig3Curves(ctx context.Context, fleet twoSpeeds, f familyOf, servers []int,
	loads []float64, o Options) ([]chart.Series, []tune.Choice, error) {
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

// fig3Gap is what the eye can tell apart on the printed scale.
const fig3Gap = .02

// gap is a relative distance of a simulated mean from the analysis, with half its interval's width.
type gap struct{ size, width, load float64 }

func gapOf(p chart.Point, c tune.Choice) gap {
	return gap{math.Abs(p.Y/c.MeanResponse - 1), p.Error / c.MeanResponse, p.X}
}

// p0Fig3Verdicts compare the gaps between simulation and analysis.
func p0Fig3Verdicts(f familyOf, curves []chart.Series, best []tune.Choice) []Verdict {
	return []Verdict{approaches(f, curves[1:], best), indistinguishable(f, last(curves), best)}
}

// approaches judges whether the gap, averaged over the loads, shrinks from each number of servers to the next.
func approaches(f familyOf, simulations []chart.Series, best []tune.Choice) Verdict {
	var text []string
	var before gap
	j := Agrees
	for i, s := range simulations {
		var mean gap
		for n, p := range s.Points {
			g := gapOf(p, best[n])
			mean.size, mean.width = mean.size+g.size/float64(len(best)), math.Hypot(mean.width, g.width/float64(len(best)))
		}
		if i > 0 {
			j = inAll(j, atMost(mean.size-before.size, math.Hypot(mean.width, before.width), 0))
		}
		before = mean
		text = append(text, fmt.Sprintf("%s: %s %%", s.Name, about(100*mean.size, 100*mean.width)))
	}
	return Verdict{
		Claim:     f.of(2, 2) + ": the simulation approaches the analysis as k grows: the mean gap shrinks from each k to the next",
		Published: "approaches",
		Ours:      strings.Join(text, "; "), Judgement: j, Why: because(j, "the gap grows, or the runs are too short to tell"),
	}
}

// indistinguishable judges the greatest gap with the most servers.
func indistinguishable(f familyOf, s chart.Series, best []tune.Choice) Verdict {
	var worst gap
	stable := true
	for n, p := range s.Points {
		g := gapOf(p, best[n])
		stable = stable && !math.IsNaN(g.size)
		if g.size > worst.size {
			worst = g
		}
	}
	v := Verdict{
		Claim: fmt.Sprintf("%s: indistinguishable from the analysis with the most servers: at no load a gap of more than %g %%",
			f.of(2, 2), 100*fig3Gap),
		Published: "indistinguishable", Ours: fmt.Sprintf("greatest gap %.2f ± %.2f %%, at λ = %g", 100*worst.size, 100*worst.width, worst.load),
		Judgement: inAll(holds(stable), atMost(worst.size, worst.width, fig3Gap)),
	}
	v.Why = because(v.Judgement, "at that load the correction of order 1/k still shows")
	if v.Judgement == Open {
		v.Why = fmt.Sprintf("the interval reaches both sides of %g %%", 100*fig3Gap)
	}
	return v
}
