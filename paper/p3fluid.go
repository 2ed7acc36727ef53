package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/diffusion"
)

// p3Fluid is SA-JSQ at a fixed load on growing fleets.
var p3Fluid = Figure{
	ID:    "p3-fluid",
	Title: "mean response time of SA-JSQ at fixed loads against the number of servers, and its bound",
	Chosen: []string{
		fmt.Sprintf("two pools: %s, λ = %v", poolsText(chosenTwoPools()), chosenFixedLoads()),
		fmt.Sprintf("three pools: %s, λ = %v", poolsText(chosenThreePools()), chosenFixedLoadsThree()),
	},
	Run: runP3Fluid,
}

// fixedLoad is SA-JSQ on pools at a load, over the number of servers.
type fixedLoad struct {
	pools []diffusion.Pool
	load  float64
	bound float64 // of the mean response time
	runs  []boundedRun
}

func (f fixedLoad) String() string { return fmt.Sprintf("%d pools, λ = %g", len(f.pools), f.load) }

// gaps are the mean response times less their bound.
func (f fixedLoad) gaps() []sized {
	var list []sized
	for _, r := range f.runs {
		list = append(list, sized{float64(r.servers), r.scaledBy(f.load * float64(r.servers))})
	}
	return list
}

func runP3Fluid(ctx context.Context, o Options) (*Result, error) {
	loads, err := fixedLoads(o)
	if err != nil {
		return nil, err
	}
	var cases []boundedCase
	for _, f := range loads {
		for _, n := range f.sizes(o) {
			cases = append(cases, boundedCase{f.pools, n, f.load, "sajsq"})
		}
	}
	length := func(c boundedCase) runLength {
		return runLength{jobs: pick(o, 1_500_000, 200_000, 3_000), warmup: 30 * c.servers, replications: pick(o, 10, 6, 2)}
	}
	runs, err := runBounded(ctx, cases, length, o.part(0, 2))
	if err != nil {
		return nil, err
	}
	for k, f := range loads {
		each := len(f.sizes(o))
		loads[k].runs, runs = runs[:each], runs[each:]
	}
	beaten, margins, err := nobodyBelow(ctx, o.part(1, 2))
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{Panels: fluidPicture(loads), Size: chart.Size{Width: 960, Height: 400}}},
		Tables:   []Table{fluidTable(loads), margins},
		Verdicts: []Verdict{reachesBound(loads), fallsInverse(loads), fallsFaster(loads), beaten},
		Notes: []string{
			"The gap is measured by what makes it up: idle servers of pools faster than the " +
				"one that the bound fills in part, busy ones of slower pools, and waiting jobs. " +
				"None of these can be negative, in any fleet and under any policy: that is why the bound holds for finite n too.",
			fmt.Sprintf("At λ = %g the two pools need only fast servers: then slower ones are "+
				"used so rarely that the gap falls faster than any power of n.", loads[0].load),
		},
	}, nil
}

// sizes are numbers of servers, whole in every pool: fewer where the gap soon is too small to be seen.
func (f fixedLoad) sizes(o Options) []int {
	if f.coefficient() == 0 {
		return pick(o, doubling(12, 2, 6), doubling(12, 2, 6), doubling(12, 2, 4))
	}
	return pick(o, doubling(30, 2, 10), doubling(30, 4, 5), doubling(30, 2, 5))
}

// fixedLoads are the chosen ones with their bounds.
func fixedLoads(o Options) ([]fixedLoad, error) {
	var list []fixedLoad
	for _, load := range pick(o, chosenFixedLoads(), chosenFixedLoads(), []float64{.5, .8}) {
		list = append(list, fixedLoad{pools: chosenTwoPools(), load: load})
	}
	for _, load := range chosenFixedLoadsThree() {
		list = append(list, fixedLoad{pools: chosenThreePools(), load: load})
	}
	for k := range list {
		var err error
		if list[k].bound, err = (boundedCase{pools: list[k].pools, load: list[k].load}).bound(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func fluidPicture(loads []fixedLoad) chart.Panels {
	means := chart.Chart{Title: "mean response time over its bound",
		X: chart.Axis{Label: "servers n", Log: true}, Y: chart.Axis{Label: "E[T] / bound"}}
	gaps := chart.Chart{
		Title: "what is left above the bound", X: chart.Axis{Label: "servers n", Log: true},
		Y: chart.Axis{Label: "E[T] / bound − 1", Log: true, Min: 1e-4, Max: 1},
	}
	for k, f := range loads {
		style := chart.Graded(k, len(loads))
		s, gap := chart.Series{Name: f.String(), Style: &style}, chart.Series{Name: f.String(), Style: &style}
		for _, p := range f.gaps() {
			y, width := p.Mean/f.bound, p.HalfWidth()/f.bound
			s.Points = append(s.Points, chart.Point{X: p.servers, Y: 1 + y, Error: width})
			if y >= gaps.Y.Min {
				gap.Points = append(gap.Points, chart.Point{X: p.servers, Y: y, Error: width})
			}
		}
		means.Series, gaps.Series = append(means.Series, s), append(gaps.Series, gap)
	}
	return chart.Panels{Charts: []chart.Chart{means, gaps}}
}

func fluidTable(loads []fixedLoad) Table {
	t := Table{Header: []string{"pools", "load", "servers", "bound_of_mean_response", "above_bound", "ci95"}}
	for _, f := range loads {
		for _, p := range f.gaps() {
			t.add([]string{fmt.Sprint(len(f.pools))}, f.load, p.servers, f.bound, p.Mean, p.HalfWidth())
		}
	}
	return t
}

// coefficient is c of the gap c/n that the idle servers of the fast pools leave: those of the l fastest are together like the jobs of an M/M/1
// queue of load r_l/lambda, r_l being the capacity per server of these pools, so that their mean is r_l/(lambda-r_l). It is 0 if the bound
// needs the fastest pool alone.
func (f fixedLoad) coefficient() float64 {
	capacity, before, jobs := 0.0, 0.0, 0.0
	marginal := f.pools[f.marginal()].Rate
	for _, p := range f.pools[:f.marginal()] {
		capacity += p.Rate * p.Share
		idle := capacity / (f.load - capacity)
		jobs += (idle - before) * (p.Rate/marginal - 1)
		before = idle
	}
	return jobs / f.load
}

// marginal is the slowest pool that the bound uses.
func (f fixedLoad) marginal() int {
	left := f.load
	for j, p := range f.pools {
		if left -= p.Rate * p.Share; left <= 0 {
			return j
		}
	}
	return len(f.pools) - 1
}

// coefficients are n times the gap: c, if the gap is c/n.
func (f fixedLoad) coefficients() []sized {
	list := f.gaps()
	for k, p := range list {
		list[k].Mean, list[k].StdErr = p.Mean*p.servers, p.StdErr*p.servers
	}
	return list
}

// steepness are the slopes of the gap in log-log between neighbouring numbers of servers, as far as it is resolved.
func (f fixedLoad) steepness() []float64 {
	var list []float64
	gaps := f.gaps()
	for k := 1; k < len(gaps); k++ {
		a, b := gaps[k-1], gaps[k]
		if b.Mean > 3*b.StdErr && b.StdErr > 0 && b.Mean > 0 {
			list = append(list, math.Log(b.Mean/a.Mean)/math.Log(b.servers/a.servers))
		}
	}
	return list
}
