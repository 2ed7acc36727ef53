package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
)

// p2Vanish is the result of Stolyar 2015: waiting and blocking vanish.
var p2Vanish = Figure{
	ID:     "p2-vanish",
	Title:  "PULL with several routers: waiting, blocking, occupancy and messages against the number of servers",
	Chosen: []string{chosenPools2, "fleets of 100 to 6,400 servers and 1, 2, 4 and 8 routers"},
	Run:    runP2Vanish,
}

// growing is the runs of a case over the number of servers.
type growing []pullRun

// points are one measure over the number of servers.
func (g growing) points(measure int) []sized {
	list := make([]sized, len(g))
	for k, r := range g {
		list[k] = sized{float64(r.servers), r.of[measure]}
	}
	return list
}

func (g growing) String() string {
	c := g[0].pullCase
	return fmt.Sprintf("R = %d, %s, %s buffers", c.routers, c.stale, c.buffers())
}

// last is the run of most servers.
func (g growing) last() pullRun { return g[len(g)-1] }

func runP2Vanish(ctx context.Context, o Options) (*Result, error) {
	servers := pick(o, []int{100, 200, 400, 800, 1600, 3200, 6400}, []int{100, 400, 1600, 6400}, []int{100, 200, 300, 400})
	cases := vanishCases(servers, pick(o, []int{1, 2, 4, 8}, []int{1, 2, 4, 8}, []int{1, 2}))
	length := func(c pullCase) runLength {
		root := math.Sqrt(float64(c.servers) / 100)
		return runLength{
			jobs:         int(pick(o, 1e6, 150e3, 2e3) * root),
			warmup:       pullWarmup(c.servers, pick(o, .08, .04, 0)),
			replications: pick(o, 10, 6, 2),
		}
	}
	runs, err := runPull(ctx, cases, length, o)
	if err != nil {
		return nil, err
	}
	var all []growing
	for k := 0; k < len(runs); k += len(servers) {
		all = append(all, runs[k:k+len(servers)])
	}
	splits, err := messageSplits(ctx, servers, o)
	if err != nil {
		return nil, err
	}
	verdicts, err := p2VanishVerdicts(all)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: vanishPictures(all),
		Tables:   []Table{vanishTable(all), splitTable(splits)},
		Verdicts: verdicts,
		Notes:    vanishNotes(all, splits),
	}, nil
}

// vanishCases are those of every kind of buffers and of stale messages, for growing fleets one after the other.
func vanishCases(servers, routers []int) []pullCase {
	var cases []pullCase
	for _, endless := range []bool{false, true} {
		for _, stale := range []string{"revoke", "keep"} {
			for _, r := range routers {
				for _, n := range servers {
					cases = append(cases, pullCase{servers: n, routers: r, stale: stale, endless: endless})
				}
			}
		}
	}
	return cases
}

func vanishTable(all []growing) Table {
	t := Table{Header: []string{"routers", "stale", "buffers", "measure", "servers", "value", "ci95"}}
	for _, g := range all {
		for _, r := range g {
			r.row(&t, fmt.Sprint(r.routers), r.stale, r.buffers())
		}
	}
	return t
}

// buffered are the cases with these buffers and stale messages.
func buffered(all []growing, endless bool, stale string) []growing {
	return filtered(all, func(g growing) bool { return g[0].endless == endless && g[0].stale == stale })
}

// overServers draws a measure over the number of servers, one line per case.
func overServers(title string, list []growing, measure int, y chart.Axis) chart.Chart {
	c := chart.Chart{Title: title, X: chart.Axis{Label: "servers n", Log: true}, Y: y}
	for k, g := range list {
		style := chart.Graded(k, len(list))
		s := chart.Series{Name: fmt.Sprintf("R = %d", g[0].routers), Points: marks(g.points(measure)), Style: &style}
		if y.Log && g.last().of[measure].Mean == 0 {
			s.Name += ", then 0"
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// level is a horizontal line over the servers of a case.
func level(name string, g growing, y float64) chart.Series {
	style := chart.Limit()
	return chart.Series{Name: name, Kind: chart.Line, Style: &style,
		Points: []chart.Point{{X: float64(g[0].servers), Y: y}, {X: float64(g.last().servers), Y: y}}}
}

func vanishPictures(all []growing) []Picture {
	wait, block := chart.Axis{Label: "P(wait)", Log: true}, chart.Axis{Label: "P(block)", Log: true}
	waits, blocks := chart.Panels{}, chart.Panels{}
	for _, endless := range []bool{false, true} {
		for _, stale := range []string{"revoke", "keep"} {
			list := buffered(all, endless, stale)
			title := fmt.Sprintf("%s buffers, stale messages: %s", list[0][0].buffers(), stale)
			waits.Charts = append(waits.Charts, overServers(title, list, waiting, wait))
			if !endless {
				blocks.Charts = append(blocks.Charts, overServers(title, list, blocking, block))
			}
		}
	}
	return []Picture{
		{Name: "p2-vanish", Panels: waits.SameAxes(), Size: chart.Size{Width: 900, Height: 680}},
		{Name: "p2-vanish-block", Panels: blocks.SameAxes(), Size: chart.Size{Width: 900, Height: 360}},
		{Name: "p2-vanish-occupancy", Panels: occupancyPanels(all), Size: chart.Size{Width: 900, Height: 680}},
	}
}

// occupancyPanels draws busy servers and messages with finite buffers, beside the fixed point.
func occupancyPanels(all []growing) chart.Panels {
	list := buffered(all, false, "revoke")
	limit, err := list[0][0].limit()
	var p chart.Panels
	for pool, measure := range []int{busyFast, busySlow} {
		c := overServers(fmt.Sprintf("pool %d, revoke", pool+1), list, measure, chart.Axis{Label: "busy share of the pool"})
		if err == nil {
			c.Series = append(c.Series, level("fixed point", list[0], limit.Classes[pool].Busy))
		}
		p.Charts = append(p.Charts, c)
	}
	for _, stale := range []string{"revoke", "keep"} {
		c := overServers("stale messages: "+stale, buffered(all, false, stale), messages, chart.Axis{Label: "messages per customer"})
		c.Series = append(c.Series, level("one", list[0], 1))
		p.Charts = append(p.Charts, c)
	}
	return p
}
