package paper

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// finiteSystem is a scheme on N processor-sharing servers of several types with exponential job lengths, looked at now and then: a finite
// system of Mukhopadhyay et al. 2015, whose states are the x_n^(j), the fractions of the type-j servers that hold at least n jobs.
type finiteSystem struct {
	fleet        serverTypes
	scheme       int
	load         float64
	servers      int         // N
	jobs         int         // at every server at time 0, unless near is given
	near         [][]float64 // tails x_n^(j), n = 0, 1, ..., at time 0; nil if jobs says it
	times        []float64   // of the looks, seconds
	replications int
}

// looked is what see makes of each replication, named by what it is. See gets the numbers of the replication and of the time, and x[j][n]; n
// goes as far as anything is there. Replications run at the same time: see writes only what has been seen of this one, and must not keep x.
func looked[T any](ctx context.Context, o Options, f finiteSystem, what string, see func(seen *T, r, k int, x [][]float64)) ([]T, error) {
	c, err := f.config(o)
	if err != nil {
		return nil, err
	}
	return keptEach(ctx, o, key{what, f}, f.replications, func(r int) (seen T, err error) {
		err = f.replicate(ctx, c, r, func(k int, x [][]float64) { see(&seen, r, k, x) })
		return seen, err
	})
}

// replicate runs one replication. What the simulator counts is of no use here.
func (f finiteSystem) replicate(ctx context.Context, c sim.Config, r int, see func(k int, x [][]float64)) error {
	seen, x := 0, make([][]float64, len(c.Classes))
	c.Looks = sim.Looks{Times: f.times, See: func(_, k int, lengths []int32) {
		seen++
		occupancy(c.Classes, lengths, x)
		see(k, x)
	}}
	if _, err := sim.Replicate(ctx, c, r); err != nil {
		return err
	}
	if seen < len(f.times) {
		return fmt.Errorf("replication %d ended before %v s", r, f.times[seen])
	}
	return nil
}

// states are [replication][look][type][n].
type states [][][][]float64

// states keeps all states that are looked at.
func (f finiteSystem) states(ctx context.Context, o Options) (states, error) {
	return looked(ctx, o, f, "states", func(seen *[][][]float64, _, _ int, x [][]float64) { *seen = append(*seen, clone(x)) })
}

// settled lets the system start at the fixed point and be looked at so often, at distances of two mean services, after a while in which what a
// finite system does otherwise shows.
func (f *finiteSystem) settled(looks int) error {
	e, err := f.fleet.equilibrium(f.fleet.scheme(f.scheme), f.load)
	if err != nil {
		return err
	}
	f.near, f.times = e.Tails, nil
	for k := range looks {
		f.times = append(f.times, 5/(1-f.load)+2*float64(k))
	}
	return nil
}

func clone(x [][]float64) [][]float64 {
	y := make([][]float64, len(x))
	for j := range x {
		y[j] = slices.Clone(x[j])
	}
	return y
}

// config has as many arrivals as reach beyond the last look but once in a thousand million million.
func (f finiteSystem) config(o Options) (sim.Config, error) {
	s, err := f.fleet.scenario(f.servers)
	if err != nil {
		return sim.Config{}, err
	}
	spec, err := policy.Parse(f.fleet.scheme(f.scheme))
	if err != nil {
		return sim.Config{}, err
	}
	s, err = s.AtLoad(f.load).With(spec)
	if err != nil {
		return sim.Config{}, err
	}
	c := s.Config()
	mean := c.Rate * last(f.times)
	c.Length = sim.Length{Jobs: int(mean + 8*math.Sqrt(mean) + 50), Replications: 1}
	c.Seed = o.Seed + uint64(2*f.servers+f.scheme) // systems that differ are independent
	if f.near == nil {
		for range f.servers {
			c.Start.Queues = append(c.Start.Queues, f.jobs)
		}
		return c, nil
	}
	for _, tails := range f.near {
		c.Start.Tails = append(c.Start.Tails, tails[1:])
	}
	return c, nil
}

// occupancy writes x[j][n] of the given queue lengths, which are in the order of the types.
func occupancy(types []sim.Class, lengths []int32, x [][]float64) {
	first := 0
	for j, t := range types {
		x[j] = append(x[j][:0], 1)
		for _, n := range lengths[first : first+t.Servers] {
			for len(x[j]) <= int(n) {
				x[j] = append(x[j], 0)
			}
			if n > 0 {
				x[j][n]++
			}
		}
		above := 0.0
		for n := len(x[j]) - 1; n > 0; n-- {
			above += x[j][n]
			x[j][n] = above / float64(t.Servers)
		}
		first += t.Servers
	}
}

// apart is the distance of two states in which Mukhopadhyay et al. 2015, Section 4, state convergence: the supremum over types j and lengths n of
// |u_n^(j) - w_n^(j)|/(n+1).
func apart(u, w [][]float64) float64 {
	d := 0.0
	for j := range u {
		for n := range max(len(u[j]), len(w[j])) {
			d = max(d, math.Abs(tailAt(u[j], n)-tailAt(w[j], n))/float64(n+1))
		}
	}
	return d
}

// tailAt is x_n, which is 0 beyond the end of the list.
func tailAt(x []float64, n int) float64 {
	if n < len(x) {
		return x[n]
	}
	return 0
}

// jobsAt is the sum over n >= 1 of x_n: the mean number of jobs at a server of a type.
func jobsAt(x []float64) float64 {
	sum := 0.0
	for _, tail := range x[1:] {
		sum += tail
	}
	return sum
}
