package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/sim"
)

// p0Theorems are theorems 1 and 2 of Gardner et al. 2020, on stability.
var p0Theorems = Figure{
	ID:    "p0-theorems",
	Title: "which p_F and p_S are stable, JIQ- and JSQ-(2,2)",
	Chosen: []string{
		fmt.Sprintf("tried: q_F = %s; r = %s; (d_F,d_S) = %v", enumerated(chosenTriedShares()),
			enumerated(chosenTriedRatios()), chosenTriedQueries()),
		"of the picture and the simulations: " + chosenStabilityFleet().String(),
	},
	Run: runP0Theorems,
}

func runP0Theorems(ctx context.Context, o Options) (*Result, error) {
	spare := pick(o, logarithmic(.5, 1e-4, 40), logarithmic(.5, 1e-4, 20), logarithmic(.5, 1e-3, 4))
	table := Table{Header: []string{"policy", "load", "least_stable_pf", "greatest_stable_pf", "capacity_share_fast", "least_stable_ps"}}
	picture := stableRanges(spare, &table)
	grown, err := simulatedStability(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: []chart.Chart{picture}, Columns: 1}}},
		Tables:   []Table{table},
		Verdicts: []Verdict{
			alwaysStable(o, 1, "Theorem 1: p_S = 1 and p_F = μ_F q_F are stable for all λ < 1"),
			onlyOne(spare),
			alwaysStable(o, 0, "Theorem 2: p_S ≥ μ_S q_S suffices beside it"),
			grown,
		},
		Notes: []string{
			"The picture is that of JIQ-(2,2); JSQ-(2,2) has the same stable values.",
			"A member of a family counts as stable where its fixed point is stable and an overloaded class recovers.",
		},
	}, nil
}

// stableRanges draws and lists the stable values over the capacity left.
func stableRanges(spare []float64, table *Table) chart.Chart {
	fleet := chosenStabilityFleet()
	heavy := fleet.capacityFast()
	look, limit := chart.StyleOf("jiq-fs"), chart.Limit()
	least, most := chart.Series{Name: "least stable", Style: &look}, chart.Series{Name: "greatest stable", Style: &look}
	share := chart.Series{Name: "μ_F q_F", Kind: chart.Line, Style: &limit}
	for i, f := range bothFamilies() {
		for _, x := range spare {
			low, high := fleet.stableRange(f, 1-x)
			table.add([]string{f.of(2, 2)}, 1-x, low, high, heavy, fleet.leastSlow(f, 1-x))
			if i == 0 {
				least.Points, most.Points = append(least.Points, chart.Point{X: x, Y: low}), append(most.Points, chart.Point{X: x, Y: high})
				share.Points = append(share.Points, chart.Point{X: x, Y: heavy})
			}
		}
	}
	return chart.Chart{
		X: chart.Axis{Label: "capacity left, 1 − λ", Log: true}, Y: chart.Axis{Label: "p_F, with p_S = 1", Min: -.02, Max: 1.02},
		Series: []chart.Series{most, share, least},
	}
}

// onlyOne judges whether the stable p_F shrink to the share of the capacity as the load tends to 1.
func onlyOne(spare []float64) Verdict {
	const widestStable = 100.
	fleet := chosenStabilityFleet()
	shrinks, widths := true, []string{}
	for _, f := range bothFamilies() {
		width := math.Inf(1)
		for _, x := range spare {
			low, high := fleet.stableRange(f, 1-x)
			shrinks = shrinks && fleet.stable(f, 1-x, fleet.capacityFast(), 1) && high-low <= width+1e-9
			width = high - low
		}
		shrinks = shrinks && width < widestStable*last(spare)
		widths = append(widths, fmt.Sprintf("%s: %.2g wide at 1 − λ = %.2g", f.of(2, 2), width, last(spare)))
	}
	return statement(fmt.Sprintf("Theorem 2: as λ → 1 only p_F = μ_F q_F is stable: the stable ones around it are ever fewer, in the end "+
		"within less than %g (1 − λ)", widestStable), "only that one", "stable p_F around μ_F q_F: "+strings.Join(widths, "; "), shrinks,
		"the stable interval does not shrink to that point")
}

// stable says whether a member of a family with (2,2) is.
func (t twoSpeeds) stable(f familyOf, load, pf, ps float64) bool {
	m := t.member(f, load, pf, ps)
	return !math.IsInf(m.Mean(), 1)
}

// edge halves the range between a stable and an unstable value of a parameter.
func edge(stable, unstable float64, is func(x float64) bool) float64 {
	if is(unstable) {
		return unstable
	}
	for range 50 {
		if middle := (stable + unstable) / 2; is(middle) {
			stable = middle
		} else {
			unstable = middle
		}
	}
	return stable
}

// stableRange is the interval of stable p_F around the share of the capacity, with p_S = 1.
func (t twoSpeeds) stableRange(f familyOf, load float64) (low, high float64) {
	is := func(pf float64) bool { return t.stable(f, load, pf, 1) }
	heavy := t.capacityFast()
	return edge(heavy, 0, is), edge(heavy, 1, is)
}

// leastSlow is the least stable p_S beside p_F = mu_F q_F.
func (t twoSpeeds) leastSlow(f familyOf, load float64) float64 {
	return edge(1, 0, func(ps float64) bool { return t.stable(f, load, t.capacityFast(), ps) })
}

// alwaysStable tries p_F = mu_F q_F over fleets, queries and loads, with p_S as given or, if that is 0, mu_S q_S.
func alwaysStable(o Options, ps float64, claim string) Verdict {
	met, n, where := 0, 0, ""
	for _, shareFast := range chosenTriedShares() {
		for _, ratio := range chosenTriedRatios() {
			t := twoSpeeds{shareFast, ratio}
			for _, d := range chosenTriedQueries() {
				for _, load := range pick(o, []float64{.1, .3, .5, .7, .9, .99, .999, .9999}, []float64{.1, .5, .9, .99, .9999}, []float64{.5, .99}) {
					for _, f := range bothFamilies() {
						slow := ps
						if slow == 0 {
							slow = 1 - t.capacityFast()
						}
						m := t.member(f, load, t.capacityFast(), slow)
						m.Fast, m.Slow = d[0], d[1]
						n++
						if !math.IsInf(m.Mean(), 1) {
							met++
						} else if where == "" {
							where = fmt.Sprintf("; first not: %s, %v, λ = %g", f.of(d[0], d[1]), t, load)
						}
					}
				}
			}
		}
	}
	return statement(claim, "stable", fmt.Sprintf("%d of %d cases stable by analysis%s", met, n, where),
		met == n, "some case has no stable fixed point")
}

// simulatedStability tries the edges of the stable interval in the simulator, which knows nothing of the analysis.
func simulatedStability(ctx context.Context, o Options) (Verdict, error) {
	const load = .95
	t, jsq := chosenStabilityFleet(), bothFamilies()[1]
	low, high := t.stableRange(jsq, load)
	const off = .1
	judged, text := []Judgement{}, ""
	for k, c := range []struct {
		pf     float64
		stable bool
	}{{t.capacityFast(), true}, {low - off, false}, {high + off, false}} {
		r, err := t.run(ctx, fmt.Sprintf("jsq-fs(df=2, ds=2, pf=%.6g, ps=1)", c.pf), load, o.part(k, 3))
		if err != nil {
			return Verdict{}, err
		}
		judged = append(judged, growth(c.stable, r.Stable))
		grows := "grows"
		if r.Stable {
			grows = "is steady"
		}
		text += fmt.Sprintf("p_F = %.3f %s; ", c.pf, grows)
	}
	j := inAll(judged...)
	return Verdict{
		Claim: "simulated: within the stable interval the number of jobs is steady, outside it grows", Published: "stable or not",
		Ours:      fmt.Sprintf("JSQ-(2,2), λ = %g, interval %.3f to %.3f by analysis: %s", load, low, high, strings.TrimSuffix(text, "; ")),
		Judgement: j, Why: because(j, "it grows within the interval, or a run outside is too short to show that it grows"),
	}, nil
}

// growth judges one run: one that grows is not stable, while one that is steady may only be too short.
func growth(wanted, steady bool) Judgement {
	switch {
	case wanted == steady:
		return Agrees
	case wanted:
		return Differs
	}
	return Open
}

// run simulates without what theory knows of stability.
func (t twoSpeeds) run(ctx context.Context, text string, load float64, o Options) (*sim.Result, error) {
	s, err := t.scenario(chosenServers)
	if err != nil {
		return nil, err
	}
	return observed(ctx, length(s, o, pick(o, 2_000_000, 300_000, 5_000), pick(o, 4, 2, 2)), text, load, o)
}
