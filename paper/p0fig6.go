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
	fleets := []twoSpeeds{{.2, 5}, {chosenFig6ManyFast, 5}}
	table := Table{Header: panelHeader()}
	var panels []*panel
	var charts []chart.Chart
	for k, fleet := range fleets {
		p, err := newPanel(ctx, fleet, 1, []string{"jsq(d=2)", "sed(d=2)", "wjsq(d=2)"}, o.part(k, len(fleets)+1))
		if err != nil {
			return nil, err
		}
		p.rows(&table)
		panels = append(panels, p)
		charts = append(charts, p.chart(append([]chart.Series{p.family[0]}, p.others...)))
	}
	same, err := sameFamily(ctx, panels, o.part(len(fleets), len(fleets)+1))
	if err != nil {
		return nil, err
	}
	stable, err := onlyStable(ctx, panels)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: charts}.SameAxes(), Size: chart.Size{Width: 900, Height: 380}}},
		Tables:   []Table{table},
		Verdicts: []Verdict{same, stable},
	}, nil
}

// sameFamily compares JIQ-(1,1) with JSQ-(1,1), by analysis and simulated on the same arrivals and sizes.
func sameFamily(ctx context.Context, panels []*panel, o Options) (Verdict, error) {
	gap := 0.0
	for _, p := range panels {
		for i, a := range p.family[0].Points {
			gap = max(gap, math.Abs(a.Y/p.family[1].Points[i].Y-1))
		}
	}
	const load = .7
	s, err := panels[0].fleet.scenario(chosenServers)
	if err != nil {
		return Verdict{}, err
	}
	s = length(s, o, pick(o, 2_000_000, 200_000, 2_000), pick(o, 4, 2, 2))
	c, err := compared(ctx, s, []string{"jiq-fs(df=1, ds=1)", "jsq-fs(df=1, ds=1)"}, []float64{load}, o)
	if err != nil {
		return Verdict{}, err
	}
	v := statement("JIQ-(1,1) is JSQ-(1,1)", "equal",
		"greatest relative difference of the means by analysis "+cell(gap), gap < 1e-9, "the two differ")
	if d := c.Points[1].Difference; d != nil {
		v.Ours += fmt.Sprintf("; simulated at λ = %g they differ by %s s", load, interval(d.Mean, d.CI95))
		if math.Abs(d.Mean) > d.CI95 {
			v.Judgement, v.Why = Differs, "the simulated means differ"
		}
	}
	return v, nil
}

// onlyStable judges which policies are stable at all loads below 1 where few servers are fast.
func onlyStable(ctx context.Context, panels []*panel) (Verdict, error) {
	alone := true
	var text []string
	for _, p := range panels {
		for _, s := range p.others {
			most, err := p.fleet.stableLoad(ctx, s.Name)
			if err != nil {
				return Verdict{}, err
			}
			text = append(text, fmt.Sprintf("q_F = %g: %s for λ < %.3g", p.fleet.shareFast, s.Name, most))
			if p == panels[0] {
				alone = alone && (most < 1) == (s.Name != "wjsq(d=2)")
			}
		}
	}
	text = append(text, fmt.Sprintf("JIQ-(1,1) at every λ tried, up to %g", last(panels[0].fine)))
	return statement("low q_F: only JIQ-(1,1) and WJSQ-2 are stable at all loads below 1",
		"JSQ-2 and SED-2 unstable", strings.Join(text, "; "), alone,
		"the stable loads say otherwise"), nil
}
