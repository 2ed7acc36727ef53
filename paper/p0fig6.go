package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
)

// p0Fig6 is figure 6 of Gardner et al. 2020: two servers asked per job.
var p0Fig6 = Figure{
	ID:     "p0-fig6",
	Title:  "mean response time against load with two queries per job",
	Chosen: []string{fmt.Sprintf("q_F = %g in the second panel", chosenFig6ManyFast), chosenK()},
	Run:    runP0Fig6,
}

func runP0Fig6(ctx context.Context, o Options) (*Result, error) {
	others := []string{"jsq(d=2)", "sed(d=2)", "wjsq(d=2)"}
	fleets := []twoSpeeds{{.2, 5}, {chosenFig6ManyFast, 5}}
	r := &Result{}
	table := Table{Header: panelHeader()}
	var charts []chart.Chart
	gap, alone := 0.0, true
	var stable []string
	for k, fleet := range fleets {
		p, err := newPanel(ctx, fleet, 1, others, o.part(k, len(fleets)))
		if err != nil {
			return nil, err
		}
		p.rows(&table)
		charts = append(charts, p.chart(append([]chart.Series{p.family[0]}, p.others...)))
		for i, a := range p.family[0].Points {
			gap = max(gap, math.Abs(a.Y/p.family[1].Points[i].Y-1))
		}
		for _, name := range others {
			most, err := fleet.stableLoad(ctx, name)
			if err != nil {
				return nil, err
			}
			stable = append(stable, fmt.Sprintf("q_F = %g: %s for λ < %.3g", fleet.shareFast, name, most))
			if k == 0 {
				alone = alone && (most < 1) == (name != "wjsq(d=2)")
			}
		}
	}
	r.Pictures = []Picture{{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 900, Height: 380}}}
	r.Tables = []Table{table}
	r.Verdicts = []Verdict{
		statement("JIQ-(1,1) is JSQ-(1,1)", "equal", "greatest relative difference of the means "+cell(gap), gap < 1e-9, "the two differ"),
		statement("low q_F: only JIQ-(1,1) and WJSQ-2 are stable at all loads below 1", "JSQ-2 and SED-2 unstable", strings.Join(stable, "; "), alone,
			"the stable loads say otherwise"),
	}
	return r, nil
}
