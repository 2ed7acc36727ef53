package paper

import (
	"context"

	"github.com/steelyard-lb/steelyard/chart"
)

// p0Fig4 is figure 4 of Gardner et al. 2020: the families beside policies that do not know classes.
var p0Fig4 = Figure{
	ID:     "p0-fig4",
	Title:  "mean response time against load for twelve fleets of two speeds",
	Chosen: []string{chosenK()},
	Run:    runP0Fig4,
}

// The others of the figure, which ask four servers like the families.
const (
	jsq4, sed4, wjsq4 = "jsq(d=4)", "sed(d=4)", "wjsq(d=4)"
	centralJIQ        = "jiq"
)

func runP0Fig4(ctx context.Context, o Options) (*Result, error) {
	ratios := pick(o, []float64{1.1, 2, 5, 10}, []float64{1.1, 2, 5, 10}, []float64{1.1, 10})
	shares := pick(o, []float64{.2, .5, .8}, []float64{.2, .5, .8}, []float64{.2})
	table := Table{Header: panelHeader()}
	var panels []*panel
	var charts []chart.Chart
	for i, ratio := range ratios {
		for j, share := range shares {
			part := o.part(i*len(shares)+j, len(ratios)*len(shares))
			p, err := newPanel(ctx, twoSpeeds{share, ratio}, 2, []string{jsq4, sed4, centralJIQ, wjsq4}, part)
			if err != nil {
				return nil, err
			}
			p.rows(&table)
			panels = append(panels, p)
			charts = append(charts, p.chart(p.all))
		}
	}
	verdicts, err := p0Fig4Verdicts(ctx, panels)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{
			Panels: chart.Panels{Charts: charts, Columns: len(shares)}.SameAxes(),
			Size:   chart.Size{Width: 340 * float64(len(shares)), Height: 260 * float64(len(ratios))},
		}},
		Tables:   []Table{table},
		Verdicts: verdicts,
		Notes: []string{
			"The families are at their optimum in the limit of many servers; a load at which a policy is not stable has no point.",
		},
	}, nil
}
