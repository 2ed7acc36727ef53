package paper

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/stats"
)

// p3JSQ sets SA-JSQ beside other policies in the Halfin-Whitt regime.
var p3JSQ = Figure{
	ID:    "p3-jsq",
	Title: "SA-JSQ beside policies that use queue lengths and speeds, at λ = 1 − β/√n",
	Chosen: []string{
		"two pools: " + poolsText(chosenTwoPools()), fmt.Sprintf("β = %v", chosenSlacks()), "n = 9 to 9,216",
		"besides JSQ, SED and two servers drawn by speed (WJSQ-2, hJSQ-2): SCD and Whittle's index at the true load",
	},
	Run: runP3JSQ,
}

const (
	speedAware  = "sajsq"
	indexPolicy = "whittle"
)

// speedAwares are the policies, SA-JSQ first.
func speedAwares() []string {
	return []string{speedAware, "jsq", "sed", "scd", "wjsq(d=2)", "hjsq(d=2)", indexPolicy}
}

// spare is the regime of one beta: the runs of each rival over the number of servers.
type spare struct {
	slack float64
	limit diffusion.Stationary
	runs  [][]boundedRun // per policy, in the order of speedAwares
	alone []boundedRun   // SA-JSQ, longer
}

func (s spare) String() string { return fmt.Sprintf("β = %g", s.slack) }

// overRoot are the jobs above the bound over sqrt(n).
func overRoot(runs []boundedRun) []sized {
	var list []sized
	for _, r := range runs {
		n := float64(r.servers)
		list = append(list, sized{n, r.scaledBy(math.Sqrt(n))})
	}
	return list
}

// worseBy are the scaled jobs that a rival has more than SA-JSQ, on the same arrivals.
func (s spare) worseBy(rival int) []sized {
	var list []sized
	for k, r := range s.runs[rival] {
		n := float64(r.servers)
		e := stats.Difference(r.above, s.runs[0][k].above)
		e.Mean, e.StdErr = e.Mean/math.Sqrt(n), e.StdErr/math.Sqrt(n)
		list = append(list, sized{n, e})
	}
	return list
}

func runP3JSQ(ctx context.Context, o Options) (*Result, error) {
	all, err := spares(ctx, o)
	if err != nil {
		return nil, err
	}
	var charts []chart.Chart
	for _, s := range all {
		charts = append(charts, s.chart())
	}
	for _, s := range all {
		charts = append(charts, s.differences())
	}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: charts, Columns: len(all)}, Size: chart.Size{Width: 1200, Height: 760}}},
		Tables:   []Table{jsqTable(all)},
		Verdicts: []Verdict{toTheLimit(all), bestAtLarge(all), keepsLead(all), asymptoticOnly(all), nothingToGain(all)},
		Notes: []string{
			"Jobs above the bound: the mean number of jobs less that of a fluid that fills the fast pool first, " +
				"n − β√n/μ_2; for SA-JSQ it tends to √n E[Z], Z being the scaled jobs that wait in the fast pool.",
			"Differences are paired: all policies see the same arrivals and services are drawn from the same streams, replication by replication.",
		},
	}, nil
}

// spares runs all speedAwares.
func spares(ctx context.Context, o Options) ([]spare, error) {
	sizes := pick(o, doubling(9, 4, 6), doubling(9, 4, 6), doubling(9, 4, 3))
	all, err := limits(o)
	if err != nil {
		return nil, err
	}
	var cases []boundedCase
	for _, s := range all {
		cases = append(cases, s.cases(sizes)...)
	}
	length := func(times float64) func(c boundedCase) runLength {
		return func(c boundedCase) runLength {
			jobs := times * pick(o, 700e3, 70e3, 2e3) * math.Pow(float64(c.servers)/9, .25)
			return runLength{jobs: int(jobs), warmup: 20*c.servers + int(jobs)/4, replications: pick(o, 12, 8, 2)}
		}
	}
	runs, err := runBounded(ctx, cases, length(1), o.part(0, 2))
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(cases, func(c boundedCase) bool { return c.policy != speedAware })
	alone, err := runBounded(ctx, own, length(pick(o, 6., 8., 2.)), o.part(1, 2))
	if err != nil {
		return nil, err
	}
	for k := range all {
		all[k].alone, alone = alone[:len(sizes)], alone[len(sizes):]
		for range speedAwares() {
			all[k].runs = append(all[k].runs, runs[:len(sizes)])
			runs = runs[len(sizes):]
		}
	}
	return all, nil
}

// limits are the regimes with what the diffusion says of them, without runs.
func limits(o Options) ([]spare, error) {
	var all []spare
	for _, slack := range pick(o, chosenSlacks(), chosenSlacks(), []float64{1}) {
		r := diffusion.Regime{Pools: chosenTwoPools(), Slack: slack}
		limit, err := r.Stationary()
		if err != nil {
			return nil, err
		}
		all = append(all, spare{slack: slack, limit: limit})
	}
	return all, nil
}

// cases are all policies on fleets of the given sizes.
func (s spare) cases(sizes []int) []boundedCase {
	var list []boundedCase
	for _, rival := range speedAwares() {
		for _, n := range sizes {
			load := 1 - s.slack/math.Sqrt(float64(n))
			text := rival
			if rival == indexPolicy {
				text = fmt.Sprintf("%s(load=%.6g)", rival, load)
			}
			list = append(list, boundedCase{chosenTwoPools(), n, load, text})
		}
	}
	return list
}

func (s spare) chart() chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("β = %g", s.slack), X: chart.Axis{Label: "servers n", Log: true},
		Y: chart.Axis{Label: "jobs above the bound / √n", Log: true},
	}
	for k, rival := range speedAwares() {
		c.Series = append(c.Series, chart.Series{Name: rival, Points: marks(overRoot(s.runs[k]))})
	}
	ends := c.Series[0].Points
	style := chart.Limit()
	c.Series = append(c.Series, chart.Series{
		Name: "limit of sajsq", Kind: chart.Line, Style: &style,
		Points: []chart.Point{{X: ends[0].X, Y: s.limit.Second.Mean}, {X: ends[len(ends)-1].X, Y: s.limit.Second.Mean}},
	})
	return c
}

// nearPolicies are those whose mean is of the order of that of SA-JSQ.
func nearPolicies() []string { return []string{"jsq", "sed", "scd", indexPolicy} }

// differences draws by which part the mean response time of the near policies is above that of SA-JSQ.
func (s spare) differences() chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("β = %g: mean response time above that of sajsq", s.slack), X: chart.Axis{Label: "servers n", Log: true},
		Y: chart.Axis{Label: "E[T] / E[T of sajsq] − 1"},
	}
	for _, rival := range nearPolicies() {
		series := chart.Series{Name: rival}
		for i, p := range s.worseBy(slices.Index(speedAwares(), rival)) {
			whole := s.jobs(i) / math.Sqrt(p.servers)
			series.Points = append(series.Points, chart.Point{X: p.servers, Y: p.Mean / whole, Error: p.HalfWidth() / whole})
		}
		c.Series = append(c.Series, series)
	}
	return c
}

// jobs is the mean number of jobs under SA-JSQ in the i-th fleet.
func (s spare) jobs(i int) float64 {
	r := s.runs[0][i]
	bound, err := r.bound()
	if err != nil {
		return math.NaN()
	}
	return bound*r.load*float64(r.servers) + r.excess().Mean
}

func jsqTable(all []spare) Table {
	t := Table{Header: []string{"policy", "beta", "servers", "load",
		"jobs_above_bound_over_root_n", "ci95", "more_than_sajsq", "paired_ci95", "limit_of_sajsq"}}
	for _, s := range all {
		for k, rival := range speedAwares() {
			scaled, worse := overRoot(s.runs[k]), s.worseBy(k)
			for i, p := range scaled {
				t.add([]string{rival}, s.slack, p.servers, s.runs[k][i].load, p.Mean,
					p.HalfWidth(), worse[i].Mean, worse[i].HalfWidth(), s.limit.Second.Mean)
			}
		}
	}
	for _, s := range all {
		for i, p := range overRoot(s.alone) {
			t.add([]string{speedAware + ", longer"}, s.slack, p.servers, s.alone[i].load,
				p.Mean, p.HalfWidth(), math.NaN(), math.NaN(), s.limit.Second.Mean)
		}
	}
	return t
}
