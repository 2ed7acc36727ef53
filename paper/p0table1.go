package paper

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/tune"
)

// p0Table1 is table 1 of Gardner et al. 2020: the best (p_F, p_S) and the heuristic of seven candidates.
var p0Table1 = Figure{
	ID:    "p0-table1",
	Title: "optimum and seven-candidate heuristic of JIQ-(2,2) and JSQ-(2,2), q_F = 0.2, r = 5",
	Run:   runP0Table1,
}

// published is one row of the table as printed. A p_F of 2 stands for any.
type published struct {
	family, load   float64 // 0 is JIQ, 1 is JSQ
	pf, ps, mean   float64
	excess         float64 // of the heuristic, percent
	printedOffEdge bool    // p_F is printed as .999, at the edge of the grid that was searched
}

func publishedTable() []published {
	return []published{
		{0, .14, 2, 0, .38441, 0, false}, {0, .24, 2, 0, .44260, 0, false}, {0, .34, 1, .0178, .57545, .023, true},
		{0, .44, 1, .4262, .74256, .014, false}, {0, .64, 1, 1, .96742, 0, false}, {0, .74, 1, 1, 1.10079, 0, false},
		{0, .84, .8774, 1, 1.54720, 3.732, false}, {0, .98, .5791, 1, 10.67727, 20.231, false},
		{1, .14, 2, 0, .38295, 0, false}, {1, .24, 2, 0, .42953, 0, false}, {1, .34, 2, 0, .51412, 0, false},
		{1, .54, 1, .4051, .83207, .066, false}, {1, .74, 1, 1, 1.03953, 0, false}, {1, .84, 1, 1, 1.21731, 0, false},
		{1, .98, .59746, 1, 3.24338, 12.804, false},
	}
}

func runP0Table1(ctx context.Context, o Options) (*Result, error) {
	fleet := twoSpeeds{.2, 5}
	loads := []float64{.14, .24, .34, .44, .54, .64, .74, .84, .9, .94, .98, .99, .999, .9999}
	fine := pick(o, even(.02, .998, 490), even(.02, .998, 164), even(.1, .99, 6))
	table := Table{Header: []string{"policy", "load", "pf", "ps", "mean_response",
		"heuristic_pf", "heuristic_ps", "heuristic_mean_response", "excess_percent"}}
	var curves []chart.Series
	var limits []Verdict
	var rows [][]tune.Choice // by family
	for i, f := range bothFamilies() {
		best, err := fleet.optima(ctx, f, 2, 2, loads)
		if err != nil {
			return nil, err
		}
		for k, c := range best {
			table.Rows = append(table.Rows, table1Row(f, loads[k], c))
		}
		rows = append(rows, best)
		limits = append(limits, vanishes(f, fleet, loads, best))
		curve, err := fleet.optima(ctx, f, 2, 2, fine)
		if err != nil {
			return nil, err
		}
		curves = append(curves, excessOver(f, fine, curve))
		o.done(i+1, 3)
	}
	verdicts, err := table1Verdicts(fleet)
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: []chart.Chart{excessChart(curves)}, Columns: 1}}},
		Tables:   []Table{table},
		Verdicts: append(append(verdicts, excessNearPeak(loads, rows), greatestExcess(curves)), limits...),
		Notes:    []string{"Rows without a verdict, λ = .54, .9, .94 and those above .98 among them, are ours."},
	}, err
}

func table1Row(f familyOf, load float64, c tune.Choice) []string {
	h := c.Heuristic
	return []string{
		f.of(2, 2), cell(load), orAny(c.PF), orAny(c.PS), cell(c.MeanResponse), orAny(h.PF),
		cell(h.PS), cell(h.MeanResponse), fmt.Sprintf("%.3f", 100*h.Excess),
	}
}

// excessOver is the heuristic's error in per cent over the load.
func excessOver(f familyOf, loads []float64, best []tune.Choice) chart.Series {
	s := chart.Series{Name: f.name, Kind: chart.Line}
	for k, c := range best {
		s.Points = append(s.Points, chart.Point{X: loads[k], Y: 100 * c.Heuristic.Excess})
	}
	return s
}

func excessChart(curves []chart.Series) chart.Chart {
	return chart.Chart{
		X: chart.Axis{Label: "load λ", Min: 0, Max: 1},
		Y: chart.Axis{Label: "heuristic's mean response time above the optimum", Unit: "%"}, Series: asInPaper(curves, 2),
	}
}

// publishedExcess is how great the heuristic's error is said to be, in per cent, near the load publishedPeak.
const (
	publishedExcess = 25
	publishedPeak   = .9
)

// excessNearPeak judges the greater error of the two families in the row of the table to which the text refers.
func excessNearPeak(loads []float64, best [][]tune.Choice) Verdict {
	k := slices.Index(loads, publishedPeak)
	errors, text := []float64{}, []string{}
	for i, f := range bothFamilies() {
		errors = append(errors, 100*best[i][k].Heuristic.Excess)
		text = append(text, fmt.Sprintf("%s: %.3g %%", f.of(2, 2), errors[i]))
	}
	return statement(fmt.Sprintf("the heuristic's error at λ = %g is %d %% for one family, to whole per cents", publishedPeak, publishedExcess),
		"up to 25 %",
		strings.Join(text, "; "), math.Round(slices.Max(errors)) == publishedExcess, "the greater of the two is another")
}

// greatestExcess judges the errors over all loads.
func greatestExcess(curves []chart.Series) Verdict {
	greatest, peaks := 0.0, []string{}
	for i, f := range bothFamilies() {
		worst := chart.Point{}
		for _, p := range curves[i].Points {
			if p.Y > worst.Y {
				worst = p
			}
		}
		greatest = max(greatest, worst.Y)
		peaks = append(peaks, fmt.Sprintf("%s: %.3g %% at λ = %.3g", f.of(2, 2), worst.Y, worst.X))
	}
	return statement("at no load is the heuristic's error greater than that, to whole per cents",
		"up to 25 %", strings.Join(peaks, "; "), math.Round(greatest) <= publishedExcess,
		"around the greatest the table has the rows λ = .84 and .9 only")
}

// vanishes judges whether the heuristic's error tends to 0 as the load tends to 1, from the last loads.
func vanishes(f familyOf, fleet twoSpeeds, loads []float64, best []tune.Choice) Verdict {
	var trend []string
	falls := true
	from := len(loads) - 4
	for k := from; k < len(loads); k++ {
		trend = append(trend, fmt.Sprintf("%s at λ = %g", percent(best[k].Heuristic.Excess), loads[k]))
		falls = falls && (k == from || best[k].Heuristic.Excess < best[k-1].Heuristic.Excess)
	}
	halves := best[len(best)-1].Heuristic.Excess < best[from].Heuristic.Excess/2
	claim := fmt.Sprintf("%s: the heuristic's error vanishes as λ → 1: from λ = %g on it falls at each step, and in all by more than half",
		f.of(2, 2), loads[from])
	return statement(claim, "0 in the limit", strings.Join(trend, ", "), falls && halves, remains(f, fleet))
}

// remains says why the error of a family does not vanish, which is known for JIQ-(2,2).
func remains(f familyOf, fleet twoSpeeds) string {
	if f != bothFamilies()[0] {
		return "it falls more slowly, or not at all"
	}
	optimum, heuristic := heavyTraffic(fleet)
	return fmt.Sprintf("only p_F = μ_F q_F is stable in the limit, but the best p_F keeps a "+
		"distance of order 1 − λ from it, and that costs a fixed share of a mean that grows "+
		"like 1/(1 − λ): (1 − λ) E[T] tends to %.4g at the optimum and to %.4g with p_F = μ_F q_F, which is %s more",
		optimum, heuristic, percent(heuristic/optimum-1))
}

// table1Verdicts judge every printed row, and which speed ratio it is for.
func table1Verdicts(fleet twoSpeeds) ([]Verdict, error) {
	var list []Verdict
	off := map[float64]float64{} // by ratio: the greatest relative deviation of a printed mean
	for _, row := range publishedTable() {
		f := bothFamilies()[int(row.family)]
		for _, ratio := range []float64{fleet.ratio, 10} {
			c, err := tune.FastSlow(twoSpeeds{fleet.shareFast, ratio}.limit(), row.load, f.inside, 2, 2)
			if err != nil {
				return nil, err
			}
			off[ratio] = max(off[ratio], math.Abs(c.MeanResponse/row.mean-1))
			if ratio == fleet.ratio {
				list = append(list, row.verdict(f, c))
			}
		}
	}
	return append(list,
		statement("the caption: the table is for r = 5", "r = 5",
			"with r = 5 printed means are met within "+percent(off[5]), off[5] < 1e-4, "the means of r = 5 are others"),
		statement("the running text: the table is for r = 10", "r = 10",
			"with r = 10 printed means are missed by up to "+percent(off[10]), off[10] < 1e-4,
			"a slip of the text: the caption is right"),
	), nil
}

// verdict compares a printed row with ours to the digits printed; p_F and p_S, which are printed with three to five, to the fourth.
func (row published) verdict(f familyOf, c tune.Choice) Verdict {
	text := func(pf, ps string, mean, excess float64) string {
		return fmt.Sprintf("p_F = %s, p_S = %s, E[T] = %.5f; heuristic + %.3f %%", pf, ps, mean, excess)
	}
	near := func(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }
	pf, yes := cell(row.pf), true
	switch {
	case row.pf > 1:
		pf, yes = "any", c.PF == nil
	case c.PF == nil:
		yes = false
	default:
		yes = near(*c.PF, row.pf, 6e-5)
	}
	if row.printedOffEdge {
		pf = ".999"
	}
	yes = yes && near(*c.PS, row.ps, 6e-5) && near(c.MeanResponse, row.mean, 6e-6) && near(100*c.Heuristic.Excess, row.excess, 6e-4)
	ours := fmt.Sprintf("p_F = %s, p_S = %s, E[T] = %.5f; heuristic + %.3f %%", rounded(c.PF), rounded(c.PS), c.MeanResponse, 100*c.Heuristic.Excess)
	if row.printedOffEdge {
		ours += " (the optimum is the edge p_F = 1)"
	}
	return statement(fmt.Sprintf("%s, λ = %g", f.of(2, 2), row.load), text(pf, cell(row.ps), row.mean, row.excess), ours, yes,
		"not equal to the digits printed")
}

// rounded writes a probability with the digits of the table.
func rounded(p *float64) string {
	if p == nil {
		return "any"
	}
	return fmt.Sprintf("%.4g", *p)
}
