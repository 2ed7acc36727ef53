package paper

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/stats"
)

// p4Interchange is the interchange of the limits of long time and of many servers, Mukhopadhyay et al. 2015, Sections 3 and 4.
var p4Interchange = Figure{
	ID:    "p4-interchange",
	Title: "the stationary law of finite systems against the fixed point",
	Chosen: []string{
		"the fleets: " + chosenHalves + "; " + chosenThree, fmt.Sprintf("λ = %v; the numbers of servers", chosenInterchangeLoads()),
	},
	Run: runP4Interchange,
}

// interchangeLoads are those tried.
func interchangeLoads(o Options) []float64 {
	return pick(o, chosenInterchangeLoads(), chosenInterchangeLoads(), []float64{.1, .5})
}

// interchangeSizes are numbers of servers that a fleet can have: each type has as many as the schemes ask.
func interchangeSizes(o Options, fleet serverTypes) []int {
	sizes := pick(o, []int{10, 20, 50, 100, 200, 500, 1000}, []int{10, 20, 50, 100, 200, 500}, []int{10, 20, 40})
	if len(fleet.rates) == 2 {
		sizes = append([]int{exactServers}, sizes...)
	}
	return sizes
}

func runP4Interchange(ctx context.Context, o Options) (*Result, error) {
	list, err := stationaries(ctx, o)
	if err != nil {
		return nil, err
	}
	exact, err := exactSystems(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{
			{Name: "concentration", Panels: concentration(list), Size: chart.Size{Width: 1000, Height: 620}},
			{Name: "bound", Panels: boundPanels(list), Size: chart.Size{Width: 1000, Height: 620}},
		},
		Tables:   []Table{stationaryTable(list), exactTable(exact)},
		Verdicts: append(concentrates(list), boundHolds(list, exact), boundHoldsByType(list), exactAgrees(list, exact)),
		Notes: append(gaussian(list),
			"Systems have processor sharing and exponential job lengths, begin at the fixed point and are looked at every 2 s after 5/(1−λ) s.",
			"The distance of a state x from the fixed point P is the supremum over types and lengths of |x − P|/(n+1), the square distance the sum over "+
				"types and lengths of (x − P)².",
		),
	}, nil
}

// stationary is what was found of a scheme in equilibrium at a load.
type stationary struct {
	fleet  serverTypes
	scheme int
	load   float64
	fixed  *meanfield.Equilibrium
	points []stationaryPoint
}

// stationaryPoint is a number of servers.
type stationaryPoint struct {
	servers  int
	distance stats.Estimate   // from the fixed point
	squares  stats.Estimate   // square distance
	jobs     stats.Estimate   // per server
	typeJobs []stats.Estimate // per server of a type, the fastest first
}

func (s *stationary) String() string {
	return fmt.Sprintf("%d types, scheme %d, λ = %g", len(s.fleet.rates), s.scheme, s.load)
}

// trend is one number over the number of servers, from the least number on at which the limit can be seen.
func (s *stationary) trend(of func(p stationaryPoint) stats.Estimate) trend {
	t := trend{name: s.String()}
	for _, p := range s.points {
		if p.servers >= leastServers {
			t.points = append(t.points, sized{float64(p.servers), of(p)})
		}
	}
	return t
}

// leastServers is where fits begin.
const leastServers = 20

func stationaries(ctx context.Context, o Options) ([]*stationary, error) {
	var list []*stationary
	for _, fleet := range []serverTypes{halves(), threeTypes()} {
		for _, scheme := range []int{1, 2} {
			for _, load := range interchangeLoads(o) {
				list = append(list, &stationary{fleet: fleet, scheme: scheme, load: load})
			}
		}
	}
	for k, s := range list {
		if err := s.run(ctx, o.part(k, len(list))); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *stationary) run(ctx context.Context, o Options) (err error) {
	if s.fixed, err = s.fleet.equilibrium(s.fleet.scheme(s.scheme), s.load); err != nil {
		return err
	}
	sizes := interchangeSizes(o, s.fleet)
	for i, n := range sizes {
		p, err := s.at(ctx, n, o.part(i, len(sizes)))
		if err != nil {
			return err
		}
		s.points = append(s.points, p)
	}
	return nil
}

// at simulates a number of servers. Every replication gives its means over the looks.
func (s *stationary) at(ctx context.Context, servers int, o Options) (stationaryPoint, error) {
	system := finiteSystem{fleet: s.fleet, scheme: s.scheme, load: s.load, servers: servers, replications: pick(o, 40, 40, 4)}
	// The fewer jobs come, the less a look costs and the more it is needed.
	if err := system.settled(int(pick(o, 150., 60, 2) / s.load)); err != nil {
		return stationaryPoint{}, err
	}
	types := len(s.fleet.rates)
	share := 1 / float64(len(system.times))
	list, err := looked(ctx, o, system, "means", func(means *[]float64, _, k int, x [][]float64) {
		if k == 0 {
			*means = make([]float64, 3+types) // of distance, squares, jobs, jobs of each type
		}
		m := *means
		m[0] += share * apart(x, s.fixed.Tails)
		m[1] += share * squareDistance(x, s.fixed.Tails)
		for j := range x {
			jobs := jobsAt(x[j])
			m[2] += share * jobs * s.fleet.shares[j]
			m[3+j] += share * jobs
		}
	})
	if err != nil {
		return stationaryPoint{}, err
	}
	mean := func(k int) stats.Estimate { return estimated(list, func(means []float64) float64 { return means[k] }) }
	p := stationaryPoint{servers: servers, distance: mean(0), squares: mean(1), jobs: mean(2)}
	for j := range types {
		p.typeJobs = append(p.typeJobs, mean(3+j))
	}
	return p, nil
}

// squareDistance is the sum over types and lengths of (x-p)^2.
func squareDistance(x, p [][]float64) float64 {
	sum := 0.0
	for j := range x {
		for n := range max(len(x[j]), len(p[j])) {
			d := tailAt(x[j], n) - tailAt(p[j], n)
			sum += d * d
		}
	}
	return sum
}

// jobsBound is that of E[sum over n of x_n], from coupling with the scheme that sends jobs to servers in proportion to their capacities.
func jobsBound(load float64) float64 { return load / (1 - load) }

// concentration draws the distances over the number of servers: a row for each fleet, a column for each scheme.
func concentration(list []*stationary) chart.Panels {
	return eachScheme(list, func(title string, runs []*stationary) chart.Chart {
		c := chart.Chart{Title: title, X: chart.Axis{Label: "servers N", Log: true}, Y: chart.Axis{Label: "mean distance from the fixed point", Log: true}}
		for i, s := range runs {
			look := chart.Graded(i, len(runs))
			line := chart.Series{Name: fmt.Sprintf("λ = %g", s.load), Style: &look}
			for _, p := range s.points {
				line.Points = append(line.Points, chart.Point{X: float64(p.servers), Y: p.distance.Mean, Error: finite(p.distance.HalfWidth())})
			}
			c.Series = append(c.Series, line)
		}
		return c
	}).SameAxes()
}

// boundPanels draw the mean numbers of jobs over the bound, against the load.
func boundPanels(list []*stationary) chart.Panels {
	return eachScheme(list, func(title string, runs []*stationary) chart.Chart {
		lines := []chart.Series{overBound(runs, "all servers", 0, everyServer), overBound(runs, "all servers", -1, everyServer)}
		lines = append(lines, overBound(runs, "slowest type", -1, slowestType), overBound(runs, "fastest type", -1, fastestType))
		for k := range lines {
			look := chart.Graded(k, len(lines))
			lines[k].Style = &look
		}
		black := chart.Limit()
		bound := chart.Series{Name: "bound", Kind: chart.Line, Style: &black, Points: []chart.Point{{X: 0, Y: 1}, {X: 1, Y: 1}}}
		return chart.Chart{
			Title: title, X: chart.Axis{Label: "load λ = ρ", Min: 0, Max: 1}, Y: chart.Axis{Label: "mean jobs per server, over ρ/(1−ρ)"},
			Series: append(lines, bound),
		}
	})
}

func everyServer(p stationaryPoint) stats.Estimate { return p.jobs }
func fastestType(p stationaryPoint) stats.Estimate { return p.typeJobs[0] }
func slowestType(p stationaryPoint) stats.Estimate { return p.typeJobs[len(p.typeJobs)-1] }

// overBound is a mean number of jobs over the bound, against the load, at the k-th number of servers, from the end if k is below 0.
func overBound(runs []*stationary, of string, k int, jobs func(p stationaryPoint) stats.Estimate) chart.Series {
	if k < 0 {
		k += len(runs[0].points)
	}
	line := chart.Series{Name: fmt.Sprintf("%s, N = %d", of, runs[0].points[k].servers)}
	for _, s := range runs {
		e, bound := jobs(s.points[k]), jobsBound(s.load)
		line.Points = append(line.Points, chart.Point{X: s.load, Y: e.Mean / bound, Error: finite(e.HalfWidth() / bound)})
	}
	return line
}

// eachScheme draws a chart for each fleet and scheme, whose runs follow one another.
func eachScheme(list []*stationary, draw func(title string, runs []*stationary) chart.Chart) chart.Panels {
	var p chart.Panels
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].fleet.name == list[from].fleet.name && list[to].scheme == list[from].scheme {
			to++
		}
		p.Charts = append(p.Charts, draw(fmt.Sprintf("%d types, scheme %d", len(list[from].fleet.rates), list[from].scheme), list[from:to]))
		from = to
	}
	return p
}

func stationaryTable(list []*stationary) Table {
	t := Table{Header: []string{
		"fleet", "scheme", "load", "servers", "mean_distance", "mean_distance_ci95", "mean_square_distance", "mean_square_distance_ci95",
		"jobs_per_server", "jobs_per_server_ci95", "jobs_fixed_point", "bound", "jobs_fastest_type", "jobs_fastest_type_ci95", "jobs_slowest_type", "jobs_slowest_type_ci95",
	}}
	for _, s := range list {
		for _, p := range s.points {
			fast, slow := p.typeJobs[0], p.typeJobs[len(p.typeJobs)-1]
			t.add([]string{s.fleet.name, fmt.Sprint(s.scheme)}, s.load, float64(p.servers), p.distance.Mean, p.distance.HalfWidth(), p.squares.Mean, p.squares.HalfWidth(),
				p.jobs.Mean, p.jobs.HalfWidth(), s.load*s.fixed.MeanResponse, jobsBound(s.load), fast.Mean, fast.HalfWidth(), slow.Mean, slow.HalfWidth())
		}
	}
	return t
}
