package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/stats"
)

// pushes is what is seen of the regulator U and of the roughness of Y_{M,1}, by the time between looks.
type pushes struct {
	diffusion.Regime
	steps     []float64        // of the limit, seconds
	distance  []stats.Estimate // per step: mean of -Y_{M,1} over the pushes of the limit
	servers   int
	every     float64        // seconds between looks at a system: the mean time between its events
	idle      stats.Estimate // idle slow servers when an arrival finds all busy, at the looks before and after
	usual     stats.Estimate // idle slow servers over time
	roughness []roughness
}

// roughness is the quadratic variation per second of Y_{M,1} + U in a system, by the time between looks.
type roughness struct {
	servers int
	steps   []float64
	values  []stats.Estimate
}

func newPushes(ctx context.Context, r diffusion.Regime, o Options) (*pushes, error) {
	p := &pushes{Regime: r, steps: []float64{.1, .01, .001}, servers: pick(o, 3600, 3600, 400)}
	if err := p.ofLimit(ctx, o.part(0, 4)); err != nil {
		return nil, err
	}
	if err := p.ofSystem(ctx, o.part(1, 4)); err != nil {
		return nil, err
	}
	for k, n := range pick(o, []int{900, 14400}, []int{900, 14400}, []int{100, 400}) {
		rough, err := p.rough(ctx, n, o.part(2+k, 4))
		if err != nil {
			return nil, err
		}
		p.roughness = append(p.roughness, rough)
	}
	return p, nil
}

// pushed is the integral of -Y_{j,1} over the growth of the regulator, taking the mean of the looks before and after, and this growth.
func pushed(path diffusion.Path, j int) [2]float64 {
	sum, end := 0.0, len(path.States)-1
	for k := range end {
		push := path.Regulator[k+1] - path.Regulator[k]
		sum -= push * (path.States[k].At(j, 1) + path.States[k+1].At(j, 1)) / 2
	}
	return [2]float64{sum, path.Regulator[end]}
}

func (p *pushes) ofLimit(ctx context.Context, o Options) error {
	last, start := len(p.Pools)-1, chosenStart(len(p.Pools))
	for k, step := range p.steps {
		looks := diffusion.Looks{Every: step, Count: int(20/step + .5)}
		list, err := replicas(ctx, o.part(k, len(p.steps)), fmt.Sprintf("p3-fig2/push/%g", step), pick(o, 200, 50, 4), func(seed uint64) ([2]float64, error) {
			path, err := p.Path(ctx, start, looks, step, seed)
			return pushed(path, last), err
		})
		if err != nil {
			return err
		}
		p.distance = append(p.distance, ratioOf(list))
	}
	return nil
}

func (p *pushes) ofSystem(ctx context.Context, o Options) error {
	s, err := p.System(p.servers)
	if err != nil {
		return err
	}
	last := len(p.Pools) - 1
	p.every = 1 / (s.Arrivals + s.Capacity())
	looks := diffusion.Looks{Every: p.every, Count: int(pick(o, 4., 4., 1.) / p.every)}
	type seen struct {
		Pushed [2]float64
		Usual  float64
	}
	list, err := replicas(ctx, o, "p3-fig2/push", pick(o, 40, 20, 3), func(seed uint64) (seen, error) {
		path, err := s.Path(ctx, chosenStart(len(p.Pools)), looks, seed)
		if err != nil {
			return seen{}, err
		}
		var usual stats.Moments
		for _, y := range path.Component(last, 1) {
			usual.Add(-y)
		}
		return seen{pushed(path, last), usual.Mean}, nil
	})
	if err != nil {
		return err
	}
	pushes := make([][2]float64, len(list))
	for k, x := range list {
		pushes[k] = x.Pushed
	}
	scale := math.Sqrt(float64(p.servers))
	p.idle = scaled(ratioOf(pushes), scale)
	p.usual = scaled(estimated(list, func(x seen) float64 { return x.Usual }), scale)
	return nil
}

// ratioOf is the ratio of the means of pairs, with the error to first order; 0 if the second are.
func ratioOf(pairs [][2]float64) stats.Estimate {
	above := estimated(pairs, func(x [2]float64) float64 { return x[0] })
	below := estimated(pairs, func(x [2]float64) float64 { return x[1] })
	if below.Mean == 0 {
		return stats.Estimate{Degrees: below.Degrees}
	}
	ratio := above.Mean / below.Mean
	e := estimated(pairs, func(x [2]float64) float64 { return x[0] - ratio*x[1] })
	return stats.Estimate{Mean: ratio, StdErr: e.StdErr / below.Mean, Degrees: e.Degrees}
}

// rough looks at paths four times per event, and then at looks four times as far apart, and again.
func (p *pushes) rough(ctx context.Context, n int, o Options) (roughness, error) {
	r := roughness{servers: n}
	s, err := p.System(n)
	if err != nil {
		return r, err
	}
	const seconds = 1
	every := .25 / (s.Arrivals + s.Capacity())
	looks := diffusion.Looks{Every: every, Count: int(seconds / every)}
	var apart []int
	for k := 1; every*float64(k) < .08; k *= 4 {
		apart, r.steps = append(apart, k), append(r.steps, every*float64(k))
	}
	list, err := replicas(ctx, o, fmt.Sprintf("p3-fig2/rough/%d", n), pick(o, 300, 150, 2), func(seed uint64) ([]float64, error) {
		path, err := s.Path(ctx, chosenStart(len(p.Pools)), looks, seed)
		if err != nil {
			return nil, err
		}
		values := path.Component(len(p.Pools)-1, 1)
		for k := range values {
			values[k] += path.Regulator[k]
		}
		var list []float64
		for _, k := range apart {
			covered := every * float64((len(values)-1)/k*k)
			list = append(list, variation(values, k)/covered)
		}
		return list, nil
	})
	if err != nil {
		return r, err
	}
	for k := range apart {
		r.values = append(r.values, estimated(list, func(x []float64) float64 { return x[k] }))
	}
	return r, nil
}

// fine is the quadratic variation per second of Y_{M,1} + U that counts every event: arrivals reach the slowest pool while the others are
// full, and as many leave it.
func (p *pushes) fine() float64 {
	slow := p.Pools[len(p.Pools)-1]
	return 2 * slow.Rate * slow.Share
}

// variations draws the roughness over the time between looks.
func (p *pushes) variations() chart.Chart {
	c := chart.Chart{
		Title: "Y_{2,1} + U: quadratic variation", X: chart.Axis{Label: "time between looks", Unit: "s", Log: true},
		Y: chart.Axis{Label: "quadratic variation per second", Max: 2.6},
	}
	for k, r := range p.roughness {
		s := chart.Series{Name: servers(r.servers), Style: look([]string{"jsq", "jiq"}[k], chart.Disc)}
		for i, x := range r.steps {
			s.Points = append(s.Points, chart.Point{X: x, Y: r.values[i].Mean, Error: r.values[i].HalfWidth()})
		}
		c.Series = append(c.Series, s)
	}
	finest, coarsest := p.roughness[len(p.roughness)-1].steps[0], last(p.roughness[0].steps)
	for _, line := range []struct {
		name string
		y    float64
	}{{"limit", 2}, {"every event", p.fine()}} {
		c.Series = append(c.Series, chart.Series{Name: line.name, Kind: chart.Line, Style: look("random", chart.Disc, 2, 2),
			Points: []chart.Point{{X: finest, Y: line.y}, {X: coarsest, Y: line.y}}})
	}
	return c
}

// look is the colour of a policy with a mark and dashes of its own, for what is no policy.
func look(like string, mark chart.Mark, dash ...float64) *chart.Style {
	return &chart.Style{Colour: chart.StyleOf(like).Colour, Mark: mark, Dash: dash}
}

// table lists the numbers by the time between looks.
func (p *pushes) table() Table {
	t := Table{Name: "p3-fig2-steps", Header: []string{"servers", "quantity", "step_seconds", "value", "ci95"}}
	for k, step := range p.steps {
		t.add([]string{"limit", "mean -Y_{M,1} over pushes"}, step, p.distance[k].Mean, p.distance[k].HalfWidth())
	}
	n := fmt.Sprint(p.servers)
	t.add([]string{n, "idle slow servers over pushes"}, p.every, p.idle.Mean, p.idle.HalfWidth())
	t.add([]string{n, "idle slow servers over time"}, p.every, p.usual.Mean, p.usual.HalfWidth())
	for _, r := range p.roughness {
		for k, step := range r.steps {
			t.add([]string{fmt.Sprint(r.servers), "quadratic variation of Y_{M,1} + U per second"}, step, r.values[k].Mean, r.values[k].HalfWidth())
		}
	}
	return t
}
