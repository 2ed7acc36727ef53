package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// settling is solutions of the differential equation from many starts: whether all end at one fixed point, Mukhopadhyay et al. 2015, Section 4.
type settling struct{ runs []settlingRun }

// settlingRun is one solution.
type settlingRun struct {
	fleet  serverTypes
	scheme int
	load   float64
	start  start
	times  []float64
	apart  []float64 // distance from the fixed point at the times
}

// settlingSeconds is how long solutions are followed: until spare capacity has served an excess of dozens of jobs per server, and the slowest
// server the longest queue of any start.
func settlingSeconds(load float64) float64 { return 200 + 60/(1-load) }

func settle(ctx context.Context, o Options) (*settling, error) {
	s := &settling{}
	both := []serverTypes{halves(), threeTypes()}
	for _, fleet := range pick(o, both, both, both[:1]) {
		for _, scheme := range []int{1, 2} {
			for _, load := range pick(o, []float64{.3, .5, .7, .8, .9, .95}, []float64{.5, .8, .9}, []float64{.8}) {
				for _, from := range starts(len(fleet.rates)) {
					s.runs = append(s.runs, settlingRun{fleet: fleet, scheme: scheme, load: load, start: from})
				}
			}
		}
	}
	return s, eachOf(ctx, len(s.runs), func(k int) error { return s.runs[k].follow() })
}

// start is a state at time 0.
type start struct {
	name  string
	tails [][]float64
}

// starts are an empty fleet, an overload of all types or of one alone, and geometric tails.
func starts(types int) []start {
	all := func(tails []float64) [][]float64 {
		list := make([][]float64, types)
		for j := range list {
			list[j] = tails
		}
		return list
	}
	geometric := full(60)
	for n := range geometric {
		geometric[n] = math.Pow(chosenStartTail, float64(n))
	}
	list := []start{
		{"empty", all(full(0))}, {fmt.Sprintf("%d jobs each", chosenStartJobs), all(full(chosenStartJobs))},
		{fmt.Sprintf("geometric, %g", chosenStartTail), all(geometric)},
	}
	for j := range types {
		only := all(full(0))
		only[j] = full(chosenStartJobs)
		list = append(list, start{fmt.Sprintf("%d at type %d", chosenStartJobs, j+1), only})
	}
	return list
}

// follow solves the equation and measures how far it is from the fixed point, which is found by other means.
func (r *settlingRun) follow() error {
	f, err := r.fleet.fluid(r.fleet.scheme(r.scheme), r.load)
	if err != nil {
		return err
	}
	end, err := f.Equilibrium()
	if err != nil {
		return err
	}
	r.times = even(0, settlingSeconds(r.load), 501)
	path, err := f.Transient(r.start.tails, r.times)
	if err != nil {
		return err
	}
	r.apart = awayFrom(path, end.Tails)
	return nil
}

func awayFrom(path []meanfield.Snapshot, to [][]float64) []float64 {
	var list []float64
	for _, s := range path {
		list = append(list, apart(s.Tails, to))
	}
	return list
}

// settledWithin is the distance that counts as none: beyond what the integrator resolves.
const settledWithin = 1e-8

func (s *settling) verdict() Verdict {
	met, farthest := 0, 0.0
	for _, r := range s.runs {
		if last(r.apart) <= settledWithin {
			met++
		}
		farthest = max(farthest, last(r.apart))
	}
	return statement(
		fmt.Sprintf("the equilibrium is globally stable: from every start tried the equation ends within %g of the one fixed point", settledWithin),
		"globally asymptotically stable",
		fmt.Sprintf("%d of %d solutions (fleets, schemes, starts, λ from %g to %g) end there; the farthest is %.1e away after 200 + 60/(1−λ) s",
			met, len(s.runs), s.runs[0].load, s.runs[len(s.runs)-1].load, farthest),
		met == len(s.runs), "some solution stays away from the fixed point")
}

// chart draws the solutions of scheme 1 on the first fleet at the load of the paths, as far as they are resolved.
func (s *settling) chart() chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("the equation, scheme 1, λ = %g", chosenTransientLoad), X: chart.Axis{Label: "time t", Unit: "s", Min: 0, Max: 200},
		Y: chart.Axis{Label: "distance from the fixed point", Log: true, Min: 1e-10, Max: 2},
	}
	n := len(starts(len(halves().rates)))
	for _, r := range s.runs {
		if r.fleet.name != chosenHalves || r.scheme != 1 || r.load != chosenTransientLoad {
			continue
		}
		look := chart.Graded(len(c.Series), n)
		line := chart.Series{Name: r.start.name, Kind: chart.Line, Style: &look}
		for k, d := range r.apart {
			if d < c.Y.Min || r.times[k] > c.X.Max {
				break
			}
			line.Points = append(line.Points, chart.Point{X: r.times[k], Y: d})
		}
		c.Series = append(c.Series, line)
	}
	return c
}

func (s *settling) table() Table {
	t := Table{Name: "settling", Header: []string{"fleet", "scheme", "load", "start", "time_s", "distance"}}
	for _, r := range s.runs {
		for k := 0; k < len(r.times); k += 10 {
			t.add([]string{r.fleet.name, fmt.Sprint(r.scheme), cell(r.load), r.start.name}, r.times[k], r.apart[k])
		}
	}
	return t
}
