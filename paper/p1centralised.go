package paper

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// p1Centralised is a claim of section 3 of Goren et al. 2021: what a single dispatcher reaches that places jobs one after the other.
var p1Centralised = Figure{
	ID:     "p1-centralised",
	Title:  "one dispatcher, job after job: how often another assignment is nearer to the balanced one",
	Chosen: []string{"random cases: " + chosenCases().String() + "; in the panels one of these varies", "the distances"},
	Run:    runP1Centralised,
}

func runP1Centralised(ctx context.Context, o Options) (*Result, error) {
	panels := variations(o)
	cases := pick(o, 300_000, 20_000, 100)
	for k, p := range panels {
		p.tallies = make([]tally, len(p.laws))
		err := eachOf(ctx, len(p.laws), func(n int) error {
			r := rng.New(o.Seed, "one dispatcher", uint64(k), uint64(n))
			c, err := kept(o, key{k, n, p.laws[n], cases}, func() (counts, error) { return tallied(p.laws[n], cases, &r).counts, nil })
			p.tallies[n] = tally{p.laws[n], cases, c}
			return err
		})
		if err != nil {
			return nil, err
		}
		o.done(k+1, len(panels))
	}
	var charts []chart.Chart
	var all []tally
	for _, p := range panels {
		all = append(all, p.tallies...)
	}
	for _, p := range panels {
		charts = append(charts, p.chart(highest(all)))
	}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 1000, Height: 760}}},
		Tables:   []Table{tallyTable(panels)},
		Verdicts: centralisedVerdicts(all),
		Notes: []string{
			"x are the jobs assigned, whole ones, ā those of the balanced assignment. All assignments of each case are tried. " +
				"Plain is Σ (x − ā)², weighted Σ μ ((q+x)/μ − IWL)² (Eq. 4).",
			"(q+½)/μ minimises the weighted distance because that is a sum of convex terms, of which one job more at s adds (2q+1)/μ − 2 IWL.",
		},
	}, nil
}

func centralisedVerdicts(all []tally) []Verdict {
	return []Verdict{
		minimises(all, wholeJob, plainDistance, "minimal"),
		minimises(all, wholeJob, weightedDistance, "minimal"),
		minimises(all, halfJob, weightedDistance, "ours; the paper has it for a single job (Eq. 9)"),
		minimises(all, wholeJob, greatestLoad, "ours"),
	}
}

// variations are the panels, each around the chosen law.
func variations(o Options) []*varied {
	return []*varied{
		vary(chart.Axis{Label: "jobs a", Log: true}, func(l *law, x float64) { l.jobs = int(x) },
			pick(o, chosenJobs(), []float64{1, 2, 5, 10, 20}, []float64{1, 5})),
		vary(chart.Axis{Label: "servers", Min: 1.5, Max: 6.5}, func(l *law, x float64) { l.servers = int(x) },
			pick(o, chosenFleetSizes(), []float64{2, 3, 4, 5}, []float64{2, 3})),
		vary(chart.Axis{Label: "greatest rate", Log: true}, func(l *law, x float64) { l.most = x },
			pick(o, chosenRates(), []float64{1, 2, 5, 10, 100}, []float64{1, 10})),
		vary(chart.Axis{Label: "mean queue over μ"}, func(l *law, x float64) { l.fill = x },
			pick(o, chosenFills(), []float64{0, .5, 1, 2, 4}, []float64{0, 2})),
	}
}

func vary(axis chart.Axis, set func(l *law, x float64), values []float64) *varied {
	p := &varied{x: axis, values: values}
	for _, x := range values {
		l := chosenCases()
		set(&l, x)
		p.laws = append(p.laws, l)
	}
	return p
}

// minimises judges whether a rule is nearest by a distance in every case of all laws.
func minimises(all []tally, rule, by int, published string) Verdict {
	least, most, misses, cases := 1.0, 0.0, 0, 0
	var base tally
	for _, t := range all {
		if t.law == chosenCases() {
			base = t
		}
		x, _ := t.share(rule, by)
		least, most = min(least, x), max(most, x)
		misses, cases = misses+t.Misses[rule][by], cases+t.cases
	}
	share, width := base.share(rule, by)
	ours := fmt.Sprintf("not in %.3g ± %.2g %% of the cases of the chosen law, nor in %s to %s of those of the other laws tried (%d cases each)",
		100*share, 100*width, percent(least), percent(most), base.cases)
	if misses == 0 {
		ours = fmt.Sprintf("in all of %d cases of %d laws", cases, len(all))
	}
	claim := fmt.Sprintf("jobs sent one by one to the least %s minimise %s", rules()[rule].name, distances()[by].name)
	return statement(claim, published, ours, misses == 0, against(rule, by))
}

// against is a small counterexample in words.
func against(rule, by int) string {
	i, found := counterexample(rule, by)
	if !found {
		return "some case is not minimal"
	}
	return fmt.Sprintf("for instance %v: it sends %v, the nearest of whole jobs is %v, and the balanced assignment is %s", i, i.greedy(rules()[rule].raise),
		i.nearestBy(distances()[by]), listed(i.balanced()))
}
