package paper

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/stats"
)

// p4Transient is the convergence of paths to the differential equation, Mukhopadhyay et al. 2015, Section 4.
var p4Transient = Figure{
	ID:    "p4-transient",
	Title: "fractions of servers with n jobs over time: the differential equation beside finite systems",
	Chosen: []string{
		"the fleet: " + chosenHalves,
		fmt.Sprintf("λ = %g; t up to %d s; overload is %d jobs at every server", chosenTransientLoad, chosenTransientSeconds, chosenTransientJobs),
		fmt.Sprintf("stability is tried on this fleet and %s, from empty, %d jobs at all servers or at those of one type, and geometric tails of ratio %g; the loads",
			chosenThree, chosenStartJobs, chosenStartTail),
	},
	Run: runP4Transient,
}

func runP4Transient(ctx context.Context, o Options) (*Result, error) {
	var list []*transient
	for _, scheme := range []int{1, 2} {
		list = append(list, &transient{scheme: scheme, from: "empty"}, &transient{scheme: scheme, from: "overload", jobs: chosenTransientJobs})
	}
	sizes := transientSizes(o)
	for i, t := range list {
		if err := t.run(ctx, sizes, o.part(i, len(list))); err != nil {
			return nil, err
		}
	}
	settled, err := settle(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{
			{Name: "scheme1", Panels: paths(list[:2]), Size: chart.Size{Width: 1000, Height: 560}},
			{Name: "scheme2", Panels: paths(list[2:]), Size: chart.Size{Width: 1000, Height: 560}},
			{Name: "distance", Panels: chart.Panels{Charts: []chart.Chart{gapChart(list, "empty"), gapChart(list, "overload"), settled.chart()}, Columns: 3}, Size: chart.Size{Width: 1100, Height: 340}},
		},
		Tables:   []Table{gapTable(list), pathTable(list), settled.table()},
		Verdicts: []Verdict{gapsVanish(list), gapsShrinkAs(list), settled.verdict()},
		Notes: []string{
			"The distance of a path from the solution is the supremum over types j, lengths n and the looks, every quarter of a second, of |u − w|/(n+1).",
			"Systems are simulated with processor sharing and exponential job lengths; each replication has random numbers of its own.",
		},
	}, nil
}

// transient is a scheme on finite systems and in the limit, from one start.
type transient struct {
	scheme int
	from   string
	jobs   int // at every server at time 0
	times  []float64
	limit  []meanfield.Snapshot
	gaps   []sized // the mean distance of paths from the limit
	shown  []path
}

// path is the states of one replication at the times.
type path struct {
	servers int
	x       [][][]float64 // [time][type][n]
}

func (t *transient) String() string { return fmt.Sprintf("scheme%d (from %s)", t.scheme, t.from) }

// transientSizes are numbers of servers; the paths of the first, the middle and the last are shown.
func transientSizes(o Options) []int {
	return pick(o, []int{50, 160, 500, 1600, 5000}, []int{50, 160, 500, 1600, 5000}, []int{10, 50, 250})
}

func (t *transient) run(ctx context.Context, sizes []int, o Options) error {
	for k := range 4*chosenTransientSeconds + 1 {
		t.times = append(t.times, float64(k)/4)
	}
	var err error
	if t.limit, err = t.solve(); err != nil {
		return err
	}
	for i, n := range sizes {
		gaps, first, err := t.simulate(ctx, n, o.part(i, len(sizes)))
		if err != nil {
			return err
		}
		t.gaps = append(t.gaps, sized{float64(n), stats.FromReplications(gaps)})
		if i%(len(sizes)/2) == 0 {
			t.shown = append(t.shown, first)
		}
	}
	return nil
}

// solve follows the differential equation.
func (t *transient) solve() ([]meanfield.Snapshot, error) {
	f, err := halves().fluid(halves().scheme(t.scheme), chosenTransientLoad)
	if err != nil {
		return nil, err
	}
	return f.Transient([][]float64{full(t.jobs), full(t.jobs)}, t.times)
}

// full are the tails of servers with exactly so many jobs.
func full(jobs int) []float64 {
	tails := make([]float64, jobs+1)
	for n := range tails {
		tails[n] = 1
	}
	return tails
}

// simulate returns the distance of each replication from the limit, and the path of the first.
func (t *transient) simulate(ctx context.Context, servers int, o Options) (gaps []float64, first path, err error) {
	system := finiteSystem{
		fleet: halves(), scheme: t.scheme, load: chosenTransientLoad, servers: servers, jobs: t.jobs, times: t.times,
		replications: max(3, pick(o, 400_000, 80_000, 500)/servers),
	}
	type followed struct {
		Gap  float64
		Path [][][]float64 // of the first
	}
	list, err := looked(ctx, o, system, "gaps", func(seen *followed, r, k int, x [][]float64) {
		seen.Gap = max(seen.Gap, apart(x, t.limit[k].Tails))
		if r == 0 {
			seen.Path = append(seen.Path, clone(x))
		}
	})
	if err != nil {
		return nil, first, err
	}
	return column(list, func(s followed) float64 { return s.Gap }), path{servers, list[0].Path}, nil
}

// coordinate is a type of servers and a length.
type coordinate struct{ j, n int }

func (c coordinate) String() string {
	return fmt.Sprintf("%s servers with ≥ %d jobs", []string{"fast", "slow"}[c.j], c.n)
}

// shownCoordinates are those of the pictures.
func shownCoordinates() []coordinate { return []coordinate{{0, 2}, {1, 1}, {1, 2}} }

// paths draws single paths beside the limit: a row for each start.
func paths(list []*transient) chart.Panels {
	p := chart.Panels{Columns: len(shownCoordinates())}
	for _, t := range list {
		for _, at := range shownCoordinates() {
			c := chart.Chart{
				Title: fmt.Sprintf("%s, from %s", at, t.from),
				X:     chart.Axis{Label: "time t", Unit: "s"}, Y: chart.Axis{Label: "fraction of their type", Min: 0, Max: 1.02},
			}
			for i, s := range t.shown {
				look := chart.Graded(i, len(t.shown))
				line := chart.Series{Name: fmt.Sprintf("N = %d", s.servers), Kind: chart.Steps, Style: &look}
				for k, x := range s.x {
					line.Points = append(line.Points, chart.Point{X: t.times[k], Y: tailAt(x[at.j], at.n)})
				}
				c.Series = append(c.Series, line)
			}
			look := chart.Limit()
			limit := chart.Series{Name: "limit", Kind: chart.Line, Style: &look}
			for _, s := range t.limit {
				limit.Points = append(limit.Points, chart.Point{X: s.Time, Y: tailAt(s.Tails[at.j], at.n)})
			}
			c.Series = append(c.Series, limit)
			p.Charts = append(p.Charts, c)
		}
	}
	return p
}

// pathTable has every length that matters, not only those of the pictures.
func pathTable(list []*transient) Table {
	t := Table{Name: "paths", Header: []string{"scheme", "start", "servers", "type", "jobs_at_least", "time_s", "fraction", "limit"}}
	for _, run := range list {
		for _, s := range run.shown {
			for k, x := range s.x {
				for j := range x {
					for n := 1; n <= chosenTransientJobs+1; n++ {
						words := []string{fmt.Sprint(run.scheme), run.from, fmt.Sprint(s.servers), fmt.Sprint(j + 1), fmt.Sprint(n)}
						t.add(words, run.times[k], tailAt(x[j], n), tailAt(run.limit[k].Tails[j], n))
					}
				}
			}
		}
	}
	return t
}

// gapChart draws the mean distances from one start over the number of servers.
func gapChart(list []*transient, from string) chart.Chart {
	c := chart.Chart{
		Title: "paths of finite systems, from " + from, X: chart.Axis{Label: "servers N", Log: true},
		Y: chart.Axis{Label: fmt.Sprintf("mean distance from the limit, t ≤ %d s", chosenTransientSeconds), Log: true},
	}
	for _, t := range list {
		if t.from != from {
			continue
		}
		s := chart.Series{Name: fmt.Sprintf("scheme%d", t.scheme)}
		for _, g := range t.gaps {
			s.Points = append(s.Points, chart.Point{X: g.servers, Y: g.Mean, Error: finite(g.HalfWidth())})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func gapTable(list []*transient) Table {
	t := Table{Name: "distances", Header: []string{"scheme", "start", "servers", "mean_distance", "ci95"}}
	for _, run := range list {
		for _, g := range run.gaps {
			t.add([]string{fmt.Sprint(run.scheme), run.from, fmt.Sprint(g.servers)}, g.Mean, g.HalfWidth())
		}
	}
	return t
}
