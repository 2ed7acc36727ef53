package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// p1Fig1 is figure 1 of Goren et al. 2021: the ideally balanced assignment and the ideal workload.
var p1Fig1 = Figure{
	ID:     "p1-fig1",
	Title:  "ideally balanced assignment of 16 jobs to five servers",
	Chosen: []string{"the example: " + chosenExample().String(), "the random fleets on which the level is computed twice"},
	Run:    runP1Fig1,
}

func runP1Fig1(_ context.Context, o Options) (*Result, error) {
	i := chosenExample()
	table := Table{Header: []string{"server", "rate_jobs_per_round", "queue_jobs",
		"load_before_rounds", "assigned_jobs", "load_after_rounds", "ideal_workload_rounds"}}
	for s, x := range i.balanced() {
		table.add([]string{fmt.Sprint(s + 1)}, i.rate[s], float64(i.queue[s]), i.load(s, 0), x, i.load(s, x), i.ideal())
	}
	picture := vessels("", i)
	picture.Series = append(picture.Series, bars("with ā more", i, i.balanced()), bars("load before", i, make([]float64, len(i.rate))))
	best := bestOnGrid(i, 2)
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: []chart.Chart{picture}, Columns: 1}, Size: chart.Size{Width: 640, Height: 360}}},
		Tables:   []Table{table},
		Verdicts: []Verdict{levels(i), best.fairest(i), best.narrowest(i), bisections(o, i)},
		Notes:    []string{"Each server is as wide as it is fast, so that areas are jobs: the jobs assigned fill the servers like water."},
	}, nil
}

// levels judges whether those who get jobs are left with one load, and nobody with less.
func levels(i instance) Verdict {
	var before, given []float64
	least, sum := math.Inf(1), 0.0
	for s, x := range i.balanced() {
		sum += x
		least = min(least, i.load(s, x))
		if x > 0 {
			before, given = append(before, i.load(s, 0)), append(given, i.load(s, x))
		}
	}
	from, to := spreadOf(before)
	low, high := spreadOf(given)
	const claim = "the assignment levels the loads: all servers that get jobs end at the IWL, and no server is left below it"
	return statement(claim, "one level", fmt.Sprintf("%d of %d servers get jobs; their "+
		"loads, %.3g to %.3g before, end within %.2g of %.4g; the least of all is %.4g",
		len(given), len(i.rate), from, to, high-low, i.ideal(), least),
		high-low < 1e-9 && math.Abs(low-i.ideal()) < 1e-9 && least > i.ideal()-1e-9 && math.Abs(sum-float64(i.jobs)) < 1e-9,
		"the loads of those that get jobs differ, a server is left below, or other than all jobs are assigned")
}

// grid is what the best of all assignments in parts of a job reach.
type grid struct {
	count     int
	part      float64
	least     float64 // the greatest least load
	gap       float64 // the least gap between the most and the least loaded
	levelling bool    // whether the balanced assignment is among them
}

// bestOnGrid tries all assignments in 1/parts of a job.
func bestOnGrid(i instance, parts int) grid {
	g := grid{part: 1 / float64(parts), least: math.Inf(-1), gap: math.Inf(1)}
	balanced, after := i.balanced(), make([]float64, len(i.rate))
	splits(i.jobs*parts, len(i.rate), func(units []int) {
		same := true
		for s, n := range units {
			x := float64(n) * g.part
			after[s] = i.load(s, x)
			same = same && math.Abs(x-balanced[s]) < 1e-9
		}
		low, high := spreadOf(after)
		g.count++
		g.levelling = g.levelling || same
		g.least, g.gap = max(g.least, low), min(g.gap, high-low)
	})
	return g
}

// fairest judges Eq. 1: no assignment leaves the least loaded server with more.
func (g grid) fairest(i instance) Verdict {
	return statement("no assignment leaves the least loaded server with a greater load (Eq. 1)", "maximal",
		fmt.Sprintf("greatest least load of all %d assignments in steps of %g job: %.6g; the IWL is %.6g", g.count, g.part, g.least, i.ideal()),
		g.levelling && math.Abs(g.least-i.ideal()) < 1e-9, "the best on the grid is another, or the assignment is not on the grid")
}

// narrowest judges the gap between the most and the least loaded server.
func (g grid) narrowest(i instance) Verdict {
	after := i.balanced()
	for s, x := range after {
		after[s] = i.load(s, x)
	}
	low, high := spreadOf(after)
	return statement("none makes the gap between the most and the least loaded server smaller", "minimal",
		fmt.Sprintf("least gap of all %d assignments %.6g; that of the balanced one %.6g", g.count, g.gap, high-low),
		high-low <= g.gap+1e-9, "some assignment has a smaller gap")
}

// bisections compares the level with that found by halving, on the example and on random fleets.
func bisections(o Options, example instance) Verdict {
	r := rng.New(o.Seed, "ideal workloads")
	off := math.Abs(example.ideal()/example.bisected() - 1)
	fleets := pick(o, 10_000, 2_000, 100)
	for k := range fleets {
		i := chosenLevelled(k).draw(&r)
		off = max(off, math.Abs(i.ideal()/i.bisected()-1))
	}
	return statement("the level is the root of Σ (μ L − q)⁺ = a", "unique root", fmt.Sprintf(
		"found by halving: greatest relative difference %.1g on the example and %d random fleets of 1 to 30 servers", off, fleets),
		off < 1e-12, "another root is found")
}
