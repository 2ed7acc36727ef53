package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// p2Routers asks what Stolyar's assumption of equal routers is worth.
var p2Routers = Figure{
	ID:    "p2-routers",
	Title: "PULL with routers of unequal shares of the arrivals",
	Chosen: []string{
		chosenPools2,
		fmt.Sprintf("shares %v of four routers; (1/2+δ, 1/2−δ) of two", chosenShares()),
	},
	Run: runP2Routers,
}

// ways are the three ways of sharing jobs and messages.
func ways() []way {
	shares := chosenShares()
	return []way{
		{"equal shares", pullCase{routers: 4}},
		{"unequal", pullCase{routers: 4, shares: shares}},
		{"messages by share", pullCase{routers: 4, shares: shares, byShare: true}},
	}
}

type way struct {
	name string
	pullCase
}

// sharedRuns are the runs of one way of sharing over the number of servers.
type sharedRuns struct {
	name string
	growing
	limit meanfield.PullPrediction
}

func runP2Routers(ctx context.Context, o Options) (*Result, error) {
	servers := pick(o, []int{100, 200, 400, 800, 1600, 3200, 6400}, []int{100, 400, 1600, 6400}, []int{100, 200, 300, 400})

	all, err := shareRuns(ctx, servers, o)
	if err != nil {
		return nil, err
	}
	two, err := twoRouters(ctx, last2(servers), o)
	if err != nil {
		return nil, err
	}
	held, err := piles(ctx, servers, o)
	if err != nil {
		return nil, err
	}
	table := Table{Header: []string{"sharing", "stale", "buffers", "measure", "servers", "value", "ci95"}}
	for _, s := range all {
		for _, r := range s.growing {
			r.row(&table, s.name, r.stale, r.buffers())
		}
	}
	return &Result{
		Pictures: []Picture{
			{Name: "p2-routers", Panels: routersPicture(all), Size: chart.Size{Width: 960, Height: 680}},
			{Name: "p2-routers-two", Panels: chart.Panels{Charts: []chart.Chart{two.chart()}, Columns: 1}},
		},
		Tables:   []Table{table, two.table(), held.table()},
		Verdicts: []Verdict{stays(all), fixedPoint(all), held.verdict(), restored(all)},
		Notes:    []string{overloaded()},
	}, nil
}

// last2 is the last but one: large, without the longest runs.
func last2(servers []int) int { return servers[len(servers)-2] }

// shareRuns runs all ways of sharing, with either kind of buffers and of stale messages.
func shareRuns(ctx context.Context, servers []int, o Options) ([]sharedRuns, error) {
	var cases []pullCase
	var all []sharedRuns
	for _, endless := range pick(o, []bool{false, true}, []bool{false, true}, []bool{false}) {
		for _, stale := range []string{"revoke", "keep"} {
			for _, w := range ways() {
				for _, n := range servers {
					c := w.pullCase
					c.servers, c.stale, c.endless = n, stale, endless
					cases = append(cases, c)
				}
				all = append(all, sharedRuns{name: w.name})
			}
		}
	}
	runs, err := runPull(ctx, cases, func(c pullCase) runLength { return routersLength(c, o) }, o)
	if err != nil {
		return nil, err
	}
	for k := range all {
		all[k].growing = runs[k*len(servers) : (k+1)*len(servers)]
	}
	return all, eachOf(ctx, len(all), func(k int) (err error) {
		all[k].limit, err = all[k].growing[0].limit()
		return err
	})
}

// routersLength is how long a case is run; where a drift holds the messages together, a short warm-up will do.
func routersLength(c pullCase, o Options) runLength {
	l := runLength{
		jobs:         int(pick(o, 600e3, 100e3, 2e3) * math.Sqrt(float64(c.servers)/100)),
		warmup:       pullWarmup(c.servers, pick(o, .08, .04, 0)),
		replications: pick(o, 10, 6, 2),
	}
	if c.shares != nil && !c.byShare {
		l.warmup = 100 * c.servers
	}
	return l
}

// routersPicture draws P(wait or block) over the number of servers, with its limit.
func routersPicture(all []sharedRuns) chart.Panels {
	var p chart.Panels
	for k := 0; k < len(all); k += len(ways()) {
		first := all[k].growing[0]
		c := chart.Chart{
			Title: fmt.Sprintf("%s buffers, stale messages: %s", first.buffers(), first.stale),
			X:     chart.Axis{Label: "servers n", Log: true}, Y: chart.Axis{Label: "P(wait or block)", Log: true},
		}
		for j, s := range all[k : k+len(ways())] {
			style := chart.Graded(j, len(ways()))
			c.Series = append(c.Series, chart.Series{Name: s.name, Points: marks(s.points(either)), Style: &style})
			if rest := s.limit.Wait + s.limit.Block; rest > 0 {
				c.Series = append(c.Series, level("fixed point", s.growing, rest))
			}
		}
		p.Charts = append(p.Charts, c)
	}
	return p
}
