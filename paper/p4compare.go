package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/scenario"
)

// p4Compare sets the schemes of Mukhopadhyay et al. 2015, Section 6, beside the others.
var p4Compare = Figure{
	ID:    "p4-compare",
	Title: "mean sojourn time against load: schemes 1 and 2 beside static and hybrid splits and SQ(d) over all servers",
	Chosen: append(chosenFleets(), fmt.Sprintf("simulations have N = %d servers", chosenTypesServers),
		fmt.Sprintf("one rival's split is the best for λ = %g, which it supposes at every load", chosenSupposedLoad),
		"the fleets and loads on which the schemes are set against each other"),
	Run: runP4Compare,
}

func chosenFleets() []string {
	var list []string
	for _, t := range comparedFleets() {
		list = append(list, "fleet: "+t.name)
	}
	return list
}

// comparedFleets are that of most figures, two with few and with many fast servers, and one of three types.
func comparedFleets() []serverTypes {
	return []serverTypes{halves(), twoTypes(chosenFewFast, chosenUnequal), twoTypes(chosenManyFast, chosenUnequal), threeTypes()}
}

// contest is what the contenders come to on one fleet, by load.
type contest struct {
	fleet  serverTypes
	fine   []float64      // loads of the analysis
	main   []chart.Series // analysis of those of the first picture, the schemes first
	points []chart.Series // the same simulated
	rivals []chart.Series // analysis of those that need not know the arrival rate
	ways   []contender    // the rivals
}

func runP4Compare(ctx context.Context, o Options) (*Result, error) {
	var list []*contest
	fleets := comparedFleets()
	const parts = 6 // a fleet each, then the verdicts
	for k, t := range fleets {
		c, err := newContest(ctx, t, o.part(k, parts))
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	duel, err := newDuel(ctx, o)
	if err != nil {
		return nil, err
	}
	verdicts, err := p4CompareVerdicts(ctx, list, duel, o.part(len(fleets), parts))
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{means4(list), withoutRates(list), duel.picture()},
		Tables:   []Table{contestTable(list), duel.table()},
		Verdicts: verdicts,
		Notes: []string{
			"Lines are the limit of many servers, points are simulated. With exponential job lengths the law of queue lengths, hence the mean, is " +
				"the same under processor sharing and under FCFS; simulated is FCFS, which starts " +
				"from the limit and needs fewer jobs. p4-insensitivity simulates processor sharing.",
			"A load at which a way is not stable has no point. Job lengths have mean 1 and " +
				"the mean capacity of a server is 1, so that arrivals per server are the load.",
		},
	}, nil
}

// newContest analyses and simulates one fleet.
func newContest(ctx context.Context, t serverTypes, o Options) (*contest, error) {
	c := &contest{fleet: t, fine: pick(o, even(.02, .98, 97), even(.02, .98, 49), []float64{.1, .5, .9})}
	shown := append(t.schemes(), overAll(2), overAll(t.queries()), bestSplit(1), bestSplit(2))
	c.ways = []contender{overAll(2), overAll(t.queries()), byCapacity(1), byCapacity(2), byCapacity(t.queries()), bestFor(chosenSupposedLoad, 2)}
	var err error
	if c.main, err = analysed(ctx, t, shown, c.fine); err != nil {
		return nil, err
	}
	if c.rivals, err = analysed(ctx, t, c.ways, c.fine); err != nil {
		return nil, err
	}
	c.points, err = simulatedContenders(ctx, t, shown, o)
	return c, err
}

// analysed are the mean sojourn times of contenders over the load.
func analysed(ctx context.Context, t serverTypes, list []contender, loads []float64) ([]chart.Series, error) {
	curves := make([]chart.Series, len(list))
	for k, c := range list {
		curves[k] = chart.Series{Name: c.name, Kind: chart.Line, Points: make([]chart.Point, len(loads))}
	}
	err := eachOf(ctx, len(list)*len(loads), func(k int) error {
		c, n := k/len(loads), k%len(loads)
		y, err := list[c].mean(t, loads[n])
		curves[c].Points[n] = chart.Point{X: loads[n], Y: y}
		return err
	})
	return curves, err
}

// simulatedContenders are mean sojourn times of a finite fleet at a few loads.
func simulatedContenders(ctx context.Context, t serverTypes, list []contender, o Options) ([]chart.Series, error) {
	loads := pick(o, append(even(.1, .9, 9), .96), []float64{.1, .3, .5, .7, .9}, []float64{.5})
	s, err := t.scenario(chosenTypesServers)
	if err != nil {
		return nil, err
	}
	s.Discipline = "fcfs"
	s = length(s, o, pick(o, 1_000_000, 100_000, 500), pick(o, 4, 2, 2))
	var points []chart.Series
	for i, c := range list {
		look := chart.StyleOf(c.name)
		series := chart.Series{Kind: chart.Marks, Style: &look}
		for n, load := range loads {
			p, err := c.simulate(ctx, t, s.AtLoad(load), o.part(i*len(loads)+n, len(list)*len(loads)))
			if err != nil {
				return nil, err
			}
			series.Points = append(series.Points, p)
		}
		points = append(points, series)
	}
	return points, nil
}

// simulate is the mean sojourn time that a contender comes to in a scenario; NaN where it is not stable.
func (c contender) simulate(ctx context.Context, t serverTypes, s *scenario.Scenario, o Options) (chart.Point, error) {
	p := chart.Point{X: s.Load(), Y: math.NaN()}
	most, err := c.stableLoad(t, p.X)
	if err != nil || p.X >= most {
		return p, err
	}
	text, err := c.policy(t, p.X)
	if err != nil {
		return p, err
	}
	report, err := simulated(ctx, s, text, p.X, o)
	if err != nil {
		return p, err
	}
	return meanPoint(p.X, report), nil
}
