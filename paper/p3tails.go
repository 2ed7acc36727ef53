package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/stats"
)

// tails are the laws of X = -Y_{M,1} and Z = Y_{1,2} in the long run: of systems, of a path of the limit, and of the limit's stationary law.
type tails struct {
	*steady
	sizes []int
	laws  [][2][]stats.Estimate // per size, for X and Z: probability of more than each point
	path  [2]stats.Estimate     // means of X and Z over long paths of the limit
}

// tailPoints are where tails are estimated: of X, and of Z.
func tailPoints() [2][]float64 {
	return [2][]float64{{.25, .5, 1, 1.5, 2, 3, 4, 5, 6}, {.05, .1, .25, .5, .75, 1, 1.5, 2, 3}}
}

// parts of the limit's law, in the order of tailPoints.
func (t *tails) marginals() [2]diffusion.Marginal {
	return [2]diffusion.Marginal{t.law.Idle, t.law.Second}
}

func newTails(ctx context.Context, s *steady, o Options) (*tails, error) {
	t := &tails{steady: s, sizes: pick(o, []int{400, 1600, 6400}, []int{400, 1600, 6400}, []int{50, 100})}
	for k, n := range t.sizes {
		laws, err := t.ofSystem(ctx, n, o.part(k, len(t.sizes)+1))
		if err != nil {
			return nil, err
		}
		t.laws = append(t.laws, laws)
	}
	return t, t.ofLimit(ctx, o.part(len(t.sizes), len(t.sizes)+1))
}

// ofSystem looks once a second at a system that has settled.
func (t *tails) ofSystem(ctx context.Context, n int, o Options) (laws [2][]stats.Estimate, err error) {
	s, err := t.System(n)
	if err != nil {
		return laws, err
	}
	points := tailPoints()
	looks := diffusion.Looks{Every: 1, Count: pick(o, 2000, 300, 20)}
	list, err := replicas(ctx, o, fmt.Sprintf("p3-stationary/tails/%d", n), manyPaths, func(seed uint64) (shares [2][]float64, err error) {
		path, err := s.Path(ctx, t.typical(), looks, seed)
		if err != nil {
			return shares, err
		}
		settled := pick(o, warmUp, warmUp, 4)
		idle := path.Component(len(t.Pools)-1, 1)[settled:]
		for k := range idle {
			idle[k] = -idle[k]
		}
		return [2][]float64{sharesAbove(idle, points[0]), sharesAbove(path.Component(0, 2)[settled:], points[1])}, nil
	})
	if err != nil {
		return laws, err
	}
	for i := range laws {
		for k := range points[i] {
			laws[i] = append(laws[i], estimated(list, func(shares [2][]float64) float64 { return shares[i][k] }))
		}
	}
	return laws, nil
}

// sharesAbove are the shares of values above each point.
func sharesAbove(values, points []float64) []float64 {
	shares := make([]float64, len(points))
	for k, x := range points {
		for _, y := range values {
			if y > x+1e-9 {
				shares[k] += 1 / float64(len(values))
			}
		}
	}
	return shares
}

// manyPaths is how many independent paths give tails and means.
const manyPaths = 16

// ofLimit averages over long paths of the limit, with steps of pathStep.
func (t *tails) ofLimit(ctx context.Context, o Options) error {
	const every = .25
	looks := diffusion.Looks{Every: every, Count: int(pick(o, 20000., 4000., 20.) / every)}
	list, err := replicas(ctx, o, "p3-stationary/limit", manyPaths, func(seed uint64) (means [2]float64, err error) {
		path, err := t.Path(ctx, t.typical(), looks, pathStep, seed)
		if err != nil {
			return means, err
		}
		settled := int(pick(o, warmUp, warmUp, 1.) / every)
		mean := func(j, i int) float64 { return stats.FromReplications(path.Component(j, i)[settled:]).Mean }
		return [2]float64{-mean(len(t.Pools)-1, 1), mean(0, 2)}, nil
	})
	for i := range t.path {
		t.path[i] = estimated(list, func(means [2]float64) float64 { return means[i] })
	}
	return err
}

// pathStep is the time step of long paths of the limit, in seconds. The mean of Y_{1,2} comes out less by about as much.
const pathStep = .0025

// distance is how far the tail of a system is from that of the limit at the point where they are farthest.
func (t *tails) distance(k, which int) stats.Estimate {
	var most stats.Estimate
	for i, x := range tailPoints()[which] {
		e := t.laws[k][which][i]
		if off := math.Abs(e.Mean - t.marginals()[which].Above(x)); off > most.Mean {
			most = stats.Estimate{Mean: off, StdErr: e.StdErr, Degrees: e.Degrees}
		}
	}
	return most
}

// charts draw the tails.
func (t *tails) charts() []chart.Chart {
	var list []chart.Chart
	for which, name := range []string{"X", "Z"} {
		label := []string{"idle slow servers / √n", "fast servers with 2 jobs / √n"}[which]
		c := chart.Chart{
			Title: "M = 2: tail of " + []string{"-Y_{2,1}", "Y_{1,2}"}[which],
			X:     chart.Axis{Label: "x: " + label}, Y: chart.Axis{Label: fmt.Sprintf("P(%s > x)", name), Log: true, Min: 5e-4, Max: 1.2},
		}
		law := t.marginals()[which]
		black := chart.Limit()
		line := chart.Series{Name: "limit", Kind: chart.Line, Style: &black}
		for _, x := range even(0, last(tailPoints()[which]), 60) {
			line.Points = append(line.Points, chart.Point{X: x, Y: law.Above(x)})
		}
		for k, n := range t.sizes {
			style := chart.Graded(k, len(t.sizes))
			s := chart.Series{Name: servers(n), Kind: chart.Marks, Style: &style}
			for i, x := range tailPoints()[which] {
				e := t.laws[k][which][i]
				s.Points = append(s.Points, chart.Point{X: x, Y: e.Mean, Error: e.HalfWidth()})
			}
			c.Series = append(c.Series, s)
		}
		c.Series = append(c.Series, line)
		list = append(list, c)
	}
	return list
}

// table lists the tails.
func (t *tails) table() Table {
	table := Table{Name: "p3-stationary-tails", Header: []string{"component", "x", "servers", "tail", "ci95", "limit"}}
	for which, name := range []string{"-Y_{2,1}", "Y_{1,2}"} {
		for i, x := range tailPoints()[which] {
			for k, n := range t.sizes {
				e := t.laws[k][which][i]
				table.add([]string{name, cell(x), fmt.Sprint(n)}, e.Mean, e.HalfWidth(), t.marginals()[which].Above(x))
			}
		}
	}
	return table
}
