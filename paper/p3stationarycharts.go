package paper

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/stats"
)

// steadyCharts draw simulated means over n, with predictions as lines and the limit dashed.
func steadyCharts(list []*steady) []chart.Chart {
	root := func(p steadyPoint) float64 { return math.Sqrt(float64(p.Size())) }
	return []chart.Chart{
		overSizes("second jobs", "E[Y_{1,2}]", list, steadyCurve{
			got:  func(p steadyPoint) stats.Estimate { return p.second },
			want: func(p steadyPoint) float64 { return p.Second / root(p) }, limit: func(s *steady) float64 { return s.law.Second.Mean }}),
		overSizes("idle servers of the slowest pool", "E[idle] / √n", list, steadyCurve{
			got:  func(p steadyPoint) stats.Estimate { return p.idle },
			want: func(p steadyPoint) float64 { return last(p.Idle) / root(p) }, limit: func(s *steady) float64 { return s.law.Idle.Mean }}),
		overSizes("waiting", "√n P(wait)", list, steadyCurve{
			got:   func(p steadyPoint) stats.Estimate { return scaled(p.wait, root(p)) },
			want:  func(p steadyPoint) float64 { return p.Wait * root(p) },
			limit: func(s *steady) float64 { return s.law.FastRate * s.law.Second.Mean }}),
		overSizes("mean response time", "√n (E[T] - 1)", list, steadyCurve{
			got: func(p steadyPoint) stats.Estimate {
				return scaled(less(p.response, stats.Estimate{Mean: 1, Degrees: p.response.Degrees}), root(p))
			},
			want:  func(p steadyPoint) float64 { return root(p) * (p.Response - 1) },
			limit: func(s *steady) float64 { return s.law.Second.Mean - s.law.Idle.Mean + s.Slack }}),
		boundedChart(list),
		geometricChart(list[1]),
	}
}

// steadyCurve is what a chart shows of a point and of a limit.
type steadyCurve struct {
	got   func(steadyPoint) stats.Estimate
	want  func(steadyPoint) float64
	limit func(*steady) float64
}

func overSizes(title, label string, list []*steady, c steadyCurve) chart.Chart {
	drawn := chart.Chart{Title: title, X: chart.Axis{Label: "servers n", Log: true}, Y: chart.Axis{Label: label}}
	for k, s := range list {
		like := colours()[k]
		line := chart.Series{Name: s.name(), Kind: chart.Line, Style: look(like, chart.Disc)}
		limit := chart.Series{Kind: chart.Line, Style: look(like, chart.Disc, 1.5, 2.5)}
		for _, p := range s.points {
			line.Points = append(line.Points, chart.Point{X: float64(p.Size()), Y: c.want(p)})
			limit.Points = append(limit.Points, chart.Point{X: float64(p.Size()), Y: c.limit(s)})
		}
		drawn.Series = append(drawn.Series, line, limit,
			chart.Series{Kind: chart.Marks, Style: look(like, chart.Disc), Points: pointsOver(s.sizes(), s.of(c.got), 0)})
	}
	drawn.Notes = []string{"Points: simulated. Lines: predicted for n. Dotted: limit."}
	return drawn
}

// boundedChart draws what Theorem 3.3 bounds.
func boundedChart(list []*steady) chart.Chart {
	drawn := chart.Chart{Title: "what stays bounded", X: chart.Axis{Label: "servers n", Log: true}, Y: chart.Axis{Label: "mean number of servers"}}
	for k, s := range list {
		if len(s.Pools) == 1 {
			continue
		}
		drawn.Series = append(drawn.Series,
			chart.Series{Name: s.name() + ": idle, but slowest", Style: look(colours()[k], chart.Disc),
				Points: pointsOver(s.sizes(), s.of(func(p steadyPoint) stats.Estimate { return p.fastIdle }), 0)},
			chart.Series{Name: s.name() + ": X_{j,2}, j ≥ 2", Style: look(colours()[k], chart.Square, 6, 3),
				Points: pointsOver(s.sizes(), s.of(func(p steadyPoint) stats.Estimate { return p.slowQueue }), 0)},
			chart.Series{Name: s.name() + ": X_{j,i}, i ≥ 3", Style: look(colours()[k], chart.Triangle, 1.5, 2.5),
				Points: pointsOver(s.sizes(), s.of(func(p steadyPoint) stats.Estimate { return p.longQueue }), 0)})
	}
	return drawn
}

// geometricChart draws the law of the idle servers of the fastest pool.
func geometricChart(s *steady) chart.Chart {
	p := s.largest()
	law, _ := s.FastIdle(1)
	got := chart.Series{Name: servers(p.Size()), Kind: chart.Marks, Style: look("jsq", chart.Disc)}
	want := chart.Series{Name: "geometric", Kind: chart.Line, Style: look("random", chart.Disc)}
	for k, e := range p.geometric {
		got.Points = append(got.Points, chart.Point{X: float64(k), Y: e.Mean, Error: e.HalfWidth()})
		want.Points = append(want.Points, chart.Point{X: float64(k), Y: law.Prob(k)})
	}
	return chart.Chart{
		Title: s.name() + ": idle servers of the fastest pool", X: chart.Axis{Label: "idle servers"}, Y: chart.Axis{Label: "probability", Log: true},
		Series: []chart.Series{want, got},
	}
}

// steadyTable lists all means.
func steadyTable(list []*steady) Table {
	t := Table{Header: []string{"pools", "slack", "servers", "quantity", "simulated", "ci95", "predicted", "limit"}}
	for _, s := range list {
		for _, p := range s.points {
			root := math.Sqrt(float64(p.Size()))
			row := func(quantity string, e stats.Estimate, predicted, limit float64) {
				t.add([]string{fmt.Sprint(len(s.Pools)), cell(s.Slack), fmt.Sprint(p.Size()), quantity}, e.Mean, e.HalfWidth(), predicted, limit)
			}
			fast, bound := 0.0, 0.0
			for j, mean := range s.FastIdleMeans() {
				fast, bound = fast+p.Idle[j], bound+mean
			}
			row("idle servers of all pools but the slowest", p.fastIdle, fast, bound)
			row("servers of all pools but the fastest with 2 jobs", p.slowQueue, math.NaN(), math.NaN())
			row("sum over i >= 3 of servers with i jobs", p.longQueue, math.NaN(), math.NaN())
			row("idle servers of the slowest pool over sqrt(n)", p.idle, last(p.Idle)/root, s.law.Idle.Mean)
			row("servers of the fastest pool with 2 jobs over sqrt(n)", p.second, p.Second/root, s.law.Second.Mean)
			row("sqrt(n) P(wait)", scaled(p.wait, root), root*p.Wait, s.law.FastRate*s.law.Second.Mean)
			row("mean response time in seconds", p.response, p.Response, s.firstOrder(p.Prediction))
			row("spare capacity observed less the true one over sqrt(n)", p.imbalance, 0, 0)
		}
	}
	return t
}
