package paper

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/tune"
)

// panel is one fleet of Gardner et al. with the families by analysis and other policies by simulation, over the load.
type panel struct {
	fleet  twoSpeeds
	d      int              // queries of either class
	fine   []float64        // loads of the analysis
	loads  []float64        // of the simulation, among the former
	best   [2][]tune.Choice // of either family at the fine loads
	family [2]chart.Series  // their mean response times
	others []chart.Series   // simulated
	all    []chart.Series   // the families first
}

// panelLoads are those of analysis and simulation.
func panelLoads(o Options) (fine, loads []float64) {
	fine = pick(o, even(.01, .98, 195), even(.02, .98, 49), even(.1, .9, 5))
	loads = pick(o, append(even(.1, .95, 18), .98), []float64{.1, .2, .3, .5, .7, .8, .9, .96}, []float64{.1, .9})
	return fine, loads
}

// newPanel analyses the families with (d,d) and simulates the others.
func newPanel(ctx context.Context, fleet twoSpeeds, d int, others []string, o Options) (*panel, error) {
	p := &panel{fleet: fleet, d: d}
	p.fine, p.loads = panelLoads(o)
	for i, f := range bothFamilies() {
		best, err := fleet.optima(ctx, f, d, d, p.fine)
		if err != nil {
			return nil, err
		}
		p.best[i], p.family[i] = best, means(f.name, p.fine, best)
	}
	s, err := fleet.scenario(chosenServers)
	if err != nil {
		return nil, err
	}
	c, err := compared(ctx, length(s, o, pick(o, 2_000_000, 60_000, 2_000), pick(o, 4, 2, 2)), others, p.loads, o)
	if err != nil {
		return nil, err
	}
	p.others = meansOver(c, others)
	p.all = append(p.family[:], p.others...)
	return p, nil
}

// chart draws the panel.
func (p *panel) chart(series []chart.Series) chart.Chart {
	return chart.Chart{
		Title: p.fleet.String(), Series: asInPaper(series, p.d),
		X: chart.Axis{Label: "load λ", Min: 0, Max: 1}, Y: chart.Axis{Label: "mean response time", Unit: "s", Log: true},
	}
}

// asInPaper gives series of policies the names of the paper, with (d,d) for the families, and leaves them their looks.
func asInPaper(series []chart.Series, d int) []chart.Series {
	list := slices.Clone(series)
	for k := range list {
		look := chart.StyleOf(list[k].Name)
		list[k].Style = &look
		base, queries, sampled := strings.Cut(list[k].Name, "(")
		list[k].Name = strings.ToUpper(base)
		if sampled {
			list[k].Name += "-" + strings.TrimPrefix(strings.TrimSuffix(queries, ")"), "d=")
		}
		for _, f := range bothFamilies() {
			if f.name == base {
				list[k].Name = f.of(d, d)
			}
		}
	}
	return list
}

// panelHeader is that of a table of panels.
func panelHeader() []string {
	return []string{"share_fast", "ratio", "policy", "load", "mean_response", "ci95", "pf", "ps"}
}

// rows appends the numbers of the panel.
func (p *panel) rows(t *Table) {
	fleet := []string{cell(p.fleet.shareFast), cell(p.fleet.ratio)}
	for i, s := range p.family {
		for k, point := range s.Points {
			row := append(append([]string{}, fleet...), s.Name, cell(point.X), cell(point.Y), "", orAny(p.best[i][k].PF), cell(*p.best[i][k].PS))
			t.Rows = append(t.Rows, row)
		}
	}
	for _, s := range p.others {
		for _, point := range s.Points {
			t.Rows = append(t.Rows, append(append([]string{}, fleet...), s.Name, cell(point.X), cell(point.Y), cell(point.Error), "", ""))
		}
	}
}

// stableLoad is the greatest load that a policy bears on the fleet, where that is proved.
func (t twoSpeeds) stableLoad(ctx context.Context, text string) (float64, error) {
	s, err := t.scenario(chosenServers)
	if err != nil {
		return 0, err
	}
	spec, err := policy.Parse(text)
	if err != nil {
		return 0, err
	}
	found, err := scenario.StableLoads(ctx, s, []policy.Spec{spec}, scenario.Options{})
	if err != nil {
		return 0, err
	}
	return found[0].Load, nil
}

// kinks are the loads at which the optimum of a family leaves or reaches an edge: p_S leaves 0, p_S reaches 1, p_F leaves 1; NaN for one
// that does not occur.
func kinks(loads []float64, best []tune.Choice) (leaves0, reaches1, leavesFast float64) {
	leaves0, reaches1, leavesFast = math.NaN(), math.NaN(), math.NaN()
	first := func(at *float64, k int, is bool) {
		if is && math.IsNaN(*at) {
			*at = loads[k]
		}
	}
	for k, c := range best {
		first(&leaves0, k, *c.PS > 0)
		first(&reaches1, k, *c.PS == 1)
		first(&leavesFast, k, *c.PS > 0 && c.PF != nil && *c.PF < 1-1e-4)
	}
	return leaves0, reaches1, leavesFast
}

// concavities counts the loads at which the mean of a family bends down, beyond what rounding does.
func concavities(s chart.Series) (n int, where string) {
	for k := 1; k+1 < len(s.Points); k++ {
		bend := s.Points[k-1].Y - 2*s.Points[k].Y + s.Points[k+1].Y
		if bend < -1e-6*s.Points[k].Y {
			if n++; n <= 3 {
				where += fmt.Sprintf(" %.3g", s.Points[k].X)
			}
		}
	}
	return n, where
}
