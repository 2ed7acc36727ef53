package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// frequency is how often the optimum sends jobs above the IWL, over the number of jobs, for each range of rates.
type frequency struct {
	instances int // for each point
	series    []chart.Series
}

// howOften draws random instances, eight servers each.
func howOften(ctx context.Context, o Options) (frequency, error) {
	f := frequency{instances: pick(o, 300_000, 30_000, 200)}
	jobs := pick(o, []int{2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100}, []int{2, 3, 5, 7, 10, 20, 50, 100}, []int{2, 7})
	kinds := []struct {
		name string
		most float64
	}{{"μ = 1", 1}, {"μ ≤ 10", 10}, {"μ ≤ 100", 100}}
	for k, kind := range kinds {
		s := chart.Series{Name: kind.name, Points: make([]chart.Point, len(jobs))}
		err := eachOf(ctx, len(jobs), func(n int) (err error) {
			r, l := rng.New(o.Seed, "servers above the ideal workload", uint64(k), uint64(n)), chosenAbove(jobs[n], kind.most)
			s.Points[n], err = kept(o, key{k, n, l, f.instances}, func() (chart.Point, error) { return f.point(l, &r), nil })
			return err
		})
		if err != nil {
			return f, err
		}
		f.series = append(f.series, s)
		o.done(k+1, len(kinds))
	}
	return f, nil
}

// point is the share, in per cent, of the instances of a law.
func (f frequency) point(l law, r *rng.Rand) chart.Point {
	hits := 0
	for range f.instances {
		if l.draw(r).above() >= 0 {
			hits++
		}
	}
	share := float64(hits) / float64(f.instances)
	return chart.Point{X: float64(l.jobs), Y: 100 * share, Error: 196 * math.Sqrt(share*(1-share)/float64(f.instances))}
}

// equalRates judges whether servers of one rate leave TWF's assumption right.
func (f frequency) equalRates() Verdict {
	most, others := 0.0, ""
	for k, s := range f.series {
		top := chart.Point{}
		for _, p := range s.Points {
			if p.Y >= top.Y {
				top = p
			}
		}
		if k == 0 {
			most = top.Y
		} else {
			others += fmt.Sprintf("; %s: up to %.3g ± %.1g %%, at a = %g", s.Name, top.Y, top.Error, top.X)
		}
	}
	return statement("with equal rates the optimum never sends jobs above the IWL, as TWF assumes", "never",
		fmt.Sprintf("%d random instances for each a: μ = 1: %g %%%s", f.instances, most, others), most == 0, "some instance does")
}

func (f frequency) chart() chart.Chart {
	return chart.Chart{
		Title: "(b) random instances of eight servers", Series: f.series,
		X: chart.Axis{Label: "jobs a", Log: true}, Y: chart.Axis{Label: "instances with jobs sent above the IWL", Unit: "%"},
	}
}

func (f frequency) table() Table {
	t := Table{Name: "p1-fig2-often", Header: []string{"rates", "jobs", "instances", "share_percent", "ci95_percent"}}
	for _, s := range f.series {
		for _, p := range s.Points {
			t.add([]string{s.Name}, p.X, float64(f.instances), p.Y, p.Error)
		}
	}
	return t
}
