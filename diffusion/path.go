package diffusion

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// Path is the scaled process seen at equally spaced times.
type Path struct {
	Every     float64   // seconds between looks; the first is at time 0
	States    []State   // one per look
	Regulator []float64 // U: arrivals so far that found no idle server, over sqrt(n); in the limit, the push that keeps Y_{M,1} at or below 0
}

// Times lists when the looks were.
func (p Path) Times() []float64 {
	times := make([]float64, len(p.States))
	for k := range times {
		times[k] = float64(k) * p.Every
	}
	return times
}

// Component is Y_{j,i} at all looks, for pool j, from 0, and level i, from 1.
func (p Path) Component(j, i int) []float64 {
	values := make([]float64, len(p.States))
	for k, y := range p.States {
		values[k] = y.At(j, i)
	}
	return values
}

// Looks says when a path is looked at: at 0, Every, 2 Every, ... Count times Every.
type Looks struct {
	Every float64 // seconds
	Count int     // after time 0
}

func (l Looks) check() error {
	if l.Count < 1 {
		return &FieldError{"looks", l.Count, "at least 1"}
	}
	return checkPositive("time between looks", l.Every)
}

// Path simulates the system from the given scaled state, which is rounded to whole
// servers. States have as many levels as the start, and at least 3.
func (s System) Path(ctx context.Context, start State, looks Looks, seed uint64) (Path, error) {
	if err := s.Check(); err != nil {
		return Path{}, err
	}
	if err := looks.check(); err != nil {
		return Path{}, err
	}
	c, err := s.starting(start)
	if err != nil {
		return Path{}, err
	}
	levels := start.levels()
	run := newChain(s, c, rng.New(seed, "diffusion/chain"))
	p := Path{Every: looks.Every, States: []State{s.scaled(c, levels)}, Regulator: []float64{0}}
	next, waiting := run.random.Exp()/run.rate, 0
	for k := range looks.Count {
		if err := ctx.Err(); err != nil {
			return Path{}, fmt.Errorf("path ended at %v s: %w", float64(k)*looks.Every, err)
		}
		for until := float64(k+1) * looks.Every; next <= until; next += run.random.Exp() / run.rate {
			if e := run.step(); e.by > 0 && e.level > 1 {
				waiting++
			}
		}
		p.States = append(p.States, s.scaled(c, levels))
		p.Regulator = append(p.Regulator, float64(waiting)/s.scale())
	}
	return p, nil
}

// levels is how many levels paths from y show.
func (y State) levels() int {
	most := 3
	for j := range y {
		most = max(most, len(y[j]))
	}
	return most
}

// Peak is the greatest absolute value of Y_{j,i} at looks from the given time on: a measure of
// how far a component strays from the limit 0 of Proposition 3.1.
func (p Path) Peak(j, i int, from float64) float64 {
	peak := 0.0
	for k, y := range p.States {
		if float64(k)*p.Every >= from {
			peak = max(peak, math.Abs(y.At(j, i)))
		}
	}
	return peak
}
