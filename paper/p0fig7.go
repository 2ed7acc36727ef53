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

// p0Fig7 is figure 7 of Gardner et al. 2020: how many servers a job should ask, and of which class.
var p0Fig7 = Figure{
	ID:     "p0-fig7",
	Title:  "mean response time against the number of queries d, λ = 0.8, with the best split (d_F, d_S)",
	Chosen: []string{fmt.Sprintf("d up to %d", chosenFig7Queries), chosenK()},
	Run:    runP0Fig7,
}

// queries is one panel: everything over d = 1, 2, ...
type queries struct {
	name   string
	fleet  twoSpeeds
	best   [2][]tune.Choice // families, by d-1
	family [2]chart.Series
	others []chart.Series
	split  map[int][2][2]int // published, by d: of JIQ and JSQ
}

// fig7Load is the load of the figure.
const fig7Load = .8

func runP0Fig7(ctx context.Context, o Options) (*Result, error) {
	panels := []*queries{
		{name: "a", fleet: twoSpeeds{.5, 1.1}, split: map[int][2][2]int{
			2: {{1, 1}, {1, 1}}, 3: {{1, 2}, {2, 1}}, 4: {{2, 2}, {2, 2}}, 6: {{3, 3}, {3, 3}}, 7: {{3, 4}, {3, 4}}}},
		{name: "b", fleet: twoSpeeds{.2, 10}, split: map[int][2][2]int{
			2: {{1, 1}, {1, 1}}, 3: {{2, 1}, {2, 1}}, 5: {{4, 1}, {4, 1}}, 8: {{7, 1}, {7, 1}}}},
	}
	table := Table{Header: []string{"panel", "policy", "d", "d_fast", "d_slow", "pf", "ps", "mean_response", "ci95"}}
	r := &Result{}
	var charts []chart.Chart
	for k, q := range panels {
		if err := q.fill(ctx, pick(o, chosenFig7Queries, chosenFig7Queries, 3), o.part(k, len(panels))); err != nil {
			return nil, err
		}
		q.rows(&table)
		charts = append(charts, chart.Chart{
			Title:  fmt.Sprintf("(%s) %v, λ = %g", q.name, q.fleet, fig7Load),
			Series: q.series(),
			X:      chart.Axis{Label: "queries per job, d", Min: .5, Max: chosenFig7Queries + .5},
			Y:      chart.Axis{Label: "mean response time", Unit: "s", Log: true},
		})
		r.Verdicts = append(r.Verdicts, q.steepest(), q.splits())
	}
	r.Verdicts = append(r.Verdicts, panels[0].othersBetter(), panels[0].slightlyBetter(), panels[1].stableAndBetter())
	r.Pictures = []Picture{{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 900, Height: 380}}}
	r.Tables = []Table{table}
	r.Notes = []string{"With d = 1 the families are a fixed split of the jobs over " +
		"the classes, and the others are random or speed-weighted random dispatch."}
	return r, nil
}

// series are those of the picture, under the names of the paper.
func (q *queries) series() []chart.Series {
	list := asInPaper(append(q.family[:], q.others...), 2)
	for k, f := range bothFamilies() {
		list[k].Name = f.title + "-(d_F,d_S)"
	}
	return list
}

func (q *queries) fill(ctx context.Context, most int, o Options) error {
	for i, f := range bothFamilies() {
		q.best[i] = make([]tune.Choice, most)
		q.family[i] = chart.Series{Name: f.name}
		err := eachOf(ctx, most, func(k int) (err error) {
			q.best[i][k], err = tune.FastSlowSplit(q.fleet.limit(), fig7Load, f.inside, k+1)
			return err
		})
		if err != nil {
			return err
		}
		for k, c := range q.best[i] {
			q.family[i].Points = append(q.family[i].Points, chart.Point{X: float64(k + 1), Y: c.MeanResponse})
		}
	}
	return q.simulate(ctx, most, o)
}

// simulate fills in the policies that do not know classes.
func (q *queries) simulate(ctx context.Context, most int, o Options) error {
	s, err := q.fleet.scenario(chosenServers)
	if err != nil {
		return err
	}
	names := []string{"jsq", "sed", "wjsq"}
	q.others = []chart.Series{{Name: "jsq(d)"}, {Name: "sed(d)"}, {Name: "wjsq(d)"}}
	s = length(s, o, pick(o, 2_000_000, 100_000, 2_000), pick(o, 4, 2, 2))
	for d := 1; d <= most; d++ {
		var policies []string
		for _, name := range names {
			policies = append(policies, fmt.Sprintf("%s(d=%d)", name, d))
		}
		c, err := compared(ctx, s, policies, []float64{fig7Load}, o.part(d-1, most))
		if err != nil {
			return err
		}
		for k, p := range c.Points {
			q.others[k].Points = append(q.others[k].Points, meanPoint(float64(d), p.Report))
		}
	}
	return nil
}

func (q *queries) rows(t *Table) {
	for i, s := range q.family {
		for k, c := range q.best[i] {
			fast, slow := "", ""
			if len(c.D) == 2 {
				fast, slow = fmt.Sprint(c.D[0]), fmt.Sprint(c.D[1])
			}
			t.Rows = append(t.Rows, []string{q.name, s.Name, fmt.Sprint(k + 1), fast, slow, orEmpty(c.PF), orEmpty(c.PS), cell(c.MeanResponse), ""})
		}
	}
	for _, s := range q.others {
		for _, p := range s.Points {
			t.Rows = append(t.Rows, []string{q.name, s.Name, cell(p.X), "", "", "", "", cell(p.Y), cell(p.Error)})
		}
	}
}

// steepest judges how the families' means fall with d.
func (q *queries) steepest() Verdict {
	yes, text := true, ""
	for i, f := range bothFamilies() {
		var drops []float64
		for k := 1; k < len(q.best[i]); k++ {
			drops = append(drops, q.best[i][k-1].MeanResponse-q.best[i][k].MeanResponse)
		}
		falling := slices.IsSortedFunc(drops, func(a, b float64) int {
			if a > b-1e-9 {
				return -1
			}
			return 1
		})
		yes = yes && falling
		text += f.title + " drops by"
		for _, x := range drops {
			text += fmt.Sprintf(" %.3g", x)
		}
		text += "; "
	}
	return statement(fmt.Sprintf("(%s) the families' means fall most from d = 1 to 2 and are convex in d", q.name), "convex, steepest at first",
		strings.TrimSuffix(text, "; "), yes, "a later drop is greater than the one before: a d that can be split evenly gains more than an odd one")
}

// splits judges the published divisions of d.
func (q *queries) splits() Verdict {
	met, n, text := 0, 0, ""
	for d := 1; d <= len(q.best[0]); d++ {
		want, ok := q.split[d]
		if !ok {
			continue
		}
		for i, f := range bothFamilies() {
			n++
			got := q.best[i][d-1].D
			if slices.Equal(got, want[i][:]) {
				met++
			} else {
				text += fmt.Sprintf("; %s, d = %d: ours %v, published %v", f.title, d, got, want[i])
			}
		}
	}
	return statement(fmt.Sprintf("(%s) the best split (d_F, d_S) of each d", q.name),
		"its table of splits", fmt.Sprintf("%d of %d as published%s", met, n, text), met == n,
		"the means of two splits lie close together")
}

// lowQueries are the numbers of queries at which JSQ-d and SED-d are said to be better.
func (q *queries) lowQueries() []int { return []int{2, min(3, len(q.best[0]))} }

func (q *queries) othersBetter() Verdict {
	yes, text := true, ""
	for _, d := range q.lowQueries() {
		family := min(q.best[0][d-1].MeanResponse, q.best[1][d-1].MeanResponse)
		for _, s := range q.others[:2] {
			p := s.Points[d-1]
			yes = yes && p.Y+p.Error < family
			text += fmt.Sprintf("%s at d = %d: %s against %.4g; ", s.Name, d, interval(p.Y, p.Error), family)
		}
	}
	return statement("(a) JSQ-d and SED-d are better than the families at low d: 2 and 3",
		"lower", strings.TrimSuffix(text, "; "), yes, "not so at d = 2 or 3")
}

func (q *queries) slightlyBetter() Verdict {
	const slight = .1
	worst, text := 0.0, ""
	for _, d := range q.lowQueries() {
		worst = max(worst, q.gain(d))
		text += fmt.Sprintf("%s lower at d = %d; ", percent(q.gain(d)), d)
	}
	later := min(4, len(q.best[0]))
	return statement(fmt.Sprintf("(a) and only slightly so: by less than %g %%", 100*slight),
		"slightly lower", strings.TrimSuffix(text, "; "), worst < slight,
		fmt.Sprintf("with (1,1) a job sees one server of its class, with JSQ-2 the shorter of any two; at d = %d the others are lower by %s",
			later, percent(q.gain(later))))
}

// gain is by which part the better of JSQ-d and SED-d is below the better of the families.
func (q *queries) gain(d int) float64 {
	family := min(q.best[0][d-1].MeanResponse, q.best[1][d-1].MeanResponse)
	return 1 - min(q.others[0].Points[d-1].Y, q.others[1].Points[d-1].Y)/family
}

func (q *queries) stableAndBetter() Verdict {
	yes, text := true, ""
	for _, s := range q.others[:2] {
		least := math.Inf(1)
		first := 0
		for k, p := range s.Points {
			if math.IsNaN(p.Y) {
				continue
			}
			if first == 0 {
				first = k + 1
			}
			least = min(least, (p.Y-p.Error)/max(q.best[0][k].MeanResponse, q.best[1][k].MeanResponse))
		}
		if first == 0 {
			text += s.Name + " is not stable at any d here; "
			continue
		}
		yes = yes && least > 1
		text += fmt.Sprintf("%s is stable from d = %d on, with at least %.3g times the families' mean; ", s.Name, first, least)
	}
	return statement("(b) the families are stable at every d, and better even where JSQ-d and SED-d are stable", "stable and lower",
		fmt.Sprintf("families finite at all %d values of d; %s", len(q.best[0]), strings.TrimSuffix(text, "; ")),
		yes, "JSQ-d or SED-d is better at some d")
}
