package paper

import (
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/chart"
)

// figure is what figures 3 and 4 have in common: pictures, tables and notes.
func (s *roundStudy) figure(id string, o Options) *Result {
	loads := pick(o, []float64{.3, .5, .7, .9, .99}, tailLoads(o), tailLoads(o))
	means, tails := s.means(), s.tails(loads)
	means.Name, tails.Name = id+"-means", id+"-tails"
	runs, points, rates := Table{Header: runHeader()}, Table{Name: id + "-tails", Header: tailHeader()},
		Table{Name: id + "-rates", Header: rateHeader()}
	s.rows(&runs)
	s.tailRows(&points, loads)
	s.rateRows(&rates, o)
	return &Result{Pictures: []Picture{means, tails}, Tables: []Table{runs, points, rates}, Notes: s.notes()}
}

// means draws the mean response time over the load, one chart for each system.
func (s *roundStudy) means() Picture {
	var charts []chart.Chart
	for _, system := range fourSystems(s.plan.most) {
		c := chart.Chart{
			X: chart.Axis{Label: "load λ", Min: 0, Max: 1}, Y: chart.Axis{Label: "mean response time", Unit: "rounds", Log: true},
		}
		for _, text := range s.plan.policies {
			line := chart.Series{Name: text}
			for _, load := range s.plan.loads {
				r := s.run(system, text, load)
				line.Points = append(line.Points, onLog(load, r.mean(), r.width()))
				c.Title = fmt.Sprintf("%d servers, %d dispatchers, rates to %g: %d rounds", system.servers, system.dispatchers, system.most, r.rounds)
			}
			c.Series = append(c.Series, line)
		}
		charts = append(charts, c)
	}
	return Picture{Panels: chart.Panels{Charts: charts}, Size: chart.Size{Width: 1040, Height: 760}}
}

// leastTail is the least probability of a tail that is drawn.
const leastTail = 1e-5

// tails draws the tails of response times in the tail system, one chart for each load, and their lengths over the load.
func (s *roundStudy) tails(loads []float64) Picture {
	charts := []chart.Chart{}
	for _, load := range loads {
		c := chart.Chart{
			Title: fmt.Sprintf("rates to %g, λ = %g", s.plan.most, load),
			X:     chart.Axis{Label: "response time t", Unit: "rounds", Log: true},
			Y:     chart.Axis{Label: "P(T > t)", Log: true, Min: .9 * leastTail, Max: 1},
		}
		for _, text := range s.plan.policies {
			if r := s.run(tailSystem(s.plan.most), text, load); r.stable {
				c.Series = append(c.Series, ending(chart.TailOf(text, r.law, leastTail), leastTail))
			}
		}
		charts = append(charts, c)
	}
	rows := float64(len(charts)/2 + 1)
	return Picture{Panels: chart.Panels{Charts: append(charts, s.lengths())}, Size: chart.Size{Width: 1040, Height: 360 * rows}}
}

// ending lets a tail end exactly at the least probability, if it gets there, so that names stand at one height.
func ending(s chart.Series, least float64) chart.Series {
	n := len(s.Points)
	if n < 2 || s.Points[n-1].Y >= least || s.Points[n-2].Y <= least || s.Points[n-2].X == 0 {
		return s
	}
	a, b := s.Points[n-2], s.Points[n-1]
	at := b.X
	if b.Y > 0 {
		at = a.X * math.Pow(b.X/a.X, math.Log(least/a.Y)/math.Log(b.Y/a.Y))
	}
	s.Points = append(s.Points[:n-1:n-1], chart.Point{X: at, Y: least})
	return s
}

// lengths draws p99.99 over the load, averaged over draws where there are several.
func (s *roundStudy) lengths() chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("rates to %g: the length of the tail", s.plan.most),
		X:     chart.Axis{Label: "load λ", Min: 0, Max: 1}, Y: chart.Axis{Label: "99.99th percentile", Unit: "rounds", Log: true},
	}
	for _, text := range s.plan.policies {
		line := chart.Series{Name: text}
		for _, load := range s.plan.loads {
			y, width := longest(s.run(tailSystem(s.plan.most), text, load)), 0.
			if slices.Contains(s.plan.drawn, load) && slices.Contains(s.plan.redrawn, text) {
				y, width = averageOf(s.overDraws(text, load, longest))
			}
			line.Points = append(line.Points, onLog(load, y, width))
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// onLog is a point for a logarithmic axis, on which an interval that reaches 0 has no place.
func onLog(x, y, width float64) chart.Point {
	if !(width < y) {
		width = 0
	}
	return chart.Point{X: x, Y: y, Error: width}
}

// roundLevels are the quantiles of the tables.
func roundLevels() []float64 { return []float64{.5, .9, .95, .99, .999, .9999} }

// runHeader is that of the table of all runs.
func runHeader() []string {
	return []string{
		"rates_to", "servers", "dispatchers", "draw", "load", "policy", "rounds", "stable", "mean_response_rounds", "mean_ci95",
		"p50_rounds", "p90_rounds", "p95_rounds", "p99_rounds", "p99.9_rounds",
		"p99.99_rounds", "mean_above_scd_rounds", "above_scd_ci95", "messages_per_job",
	}
}

// rows lists all runs.
func (s *roundStudy) rows(t *Table) {
	for _, task := range s.plan.tasks() {
		r := s.runs[task.roundRun]
		words := []string{cell(r.most), fmt.Sprint(r.servers), fmt.Sprint(r.dispatchers),
			fmt.Sprint(r.draw), cell(r.load), r.policy, fmt.Sprint(r.rounds), fmt.Sprint(r.stable)}
		width := math.NaN()
		if r.stable {
			width = r.width()
		}
		row := []float64{r.mean(), width}
		for _, p := range roundLevels() {
			row = append(row, r.quantile(p))
		}
		above, aboveWidth := math.NaN(), math.NaN()
		if best := s.runs[roundRun{r.roundSystem, roundSCD, r.load, r.draw}]; best != nil && best != r && r.stable {
			above, aboveWidth = r.behind(best)
		}
		t.add(words, append(row, above, aboveWidth, r.messages)...)
	}
}

// tailRows lists the tails that are drawn.
func (s *roundStudy) tailRows(t *Table, loads []float64) {
	for _, load := range loads {
		for _, text := range s.plan.policies {
			r := s.run(tailSystem(s.plan.most), text, load)
			if !r.stable {
				continue
			}
			for _, p := range chart.TailOf(text, r.law, leastTail).Points {
				t.add([]string{cell(s.plan.most), cell(load), text}, p.X, p.Y)
			}
		}
	}
}

func tailHeader() []string { return []string{"rates_to", "load", "policy", "t_rounds", "p_beyond"} }

// rateRows lists the rates that were drawn, in increasing order.
func (s *roundStudy) rateRows(t *Table, o Options) {
	for _, servers := range []int{100, 200} {
		draws := 1
		if servers == tailSystem(s.plan.most).servers {
			draws = s.plan.draws
		}
		for draw := range draws {
			list := roundSystem{servers: servers, most: s.plan.most}.rates(o.Seed, draw)
			slices.Sort(list)
			for _, rate := range list {
				t.add([]string{cell(s.plan.most), fmt.Sprint(servers), fmt.Sprint(draw)}, rate)
			}
		}
	}
}

func rateHeader() []string { return []string{"rates_to", "servers", "draw", "rate_per_round"} }
