package meanfield

import (
	"cmp"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// FullInformation is the limit of a policy that sends every job to the server of
// smallest rank among all, ties being uniform or, with fastestFirst, won by the
// fastest class. In a large fleet the ranks fill up like a vessel: there is one
// rank below which no server stays and above which none gets. For JSQ that is the
// rank of idle servers, and the limit is that of PULL; for policies that take the
// fastest idle server it is the bound of filling the fastest classes first.
//
// Drifts are not smooth there, so that no 1/n correction follows. (For n servers
// the mean exceeds the limit by a term of order 1/n while the load stays below 1.)
func FullInformation(f Fleet, arrivals float64, order steelyard.Order, fastestFirst bool) (Prediction, error) {
	if err := f.CheckArrivals(arrivals); err != nil {
		return Prediction{}, err
	}
	v := newVessel(f, order, fastestFirst)
	base := make([]int, len(f)) // jobs that every server of a class has at least
	for _, level := range v.levels {
		if v.throughput(base, level) > arrivals {
			return v.settle(arrivals, base, level), nil
		}
		for _, at := range level {
			base[at.class] = at.n + 1
		}
	}
	return Prediction{}, unstable("no rank of this policy leaves room for load %.6g", arrivals/f.Capacity())
}

// vessel lists the places of the fleet by rank.
type vessel struct {
	fleet  Fleet
	levels []step
}

// newVessel lists ranks until every class has been reached once.
func newVessel(f Fleet, order steelyard.Order, fastestFirst bool) vessel {
	type entry struct {
		place
		rank float64
	}
	kind := func(c int) steelyard.Kind { return steelyard.Kind{Rate: f[c].Rate, Workers: 1} }
	last := math.Inf(-1)
	for c := range f {
		last = max(last, steelyard.RoundRank(order.Rank(kind(c), 0)))
	}
	var all []entry
	for c := range f {
		for n := 0; ; n++ {
			rank := steelyard.RoundRank(order.Rank(kind(c), n))
			if rank > last {
				break
			}
			all = append(all, entry{place{c, n}, rank})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.class, b.class), cmp.Compare(a.n, b.n))
	})
	v := vessel{fleet: f}
	for k, e := range all {
		if k == 0 || fastestFirst || e.rank > all[k-1].rank || e.class == all[k-1].class {
			v.levels = append(v.levels, nil)
		}
		v.levels[len(v.levels)-1] = append(v.levels[len(v.levels)-1], e.place)
	}
	return v
}

// throughput is the greatest rate at which jobs are served while the level is the
// fullest in use.
func (v vessel) throughput(base []int, level step) float64 {
	sum := 0.0
	for c, class := range v.fleet {
		if base[c] > 0 || level.has(c) {
			sum += class.Share * class.Rate
		}
	}
	return sum
}

// settle finds the rate theta at which a free place of the level gets a job; then
// theta/(mu+theta) of its servers are one above their base.
func (v vessel) settle(arrivals float64, base []int, level step) Prediction {
	above := make([]float64, len(v.fleet))
	excess := func(logTheta float64) float64 {
		theta := math.Exp(logTheta)
		flow := -arrivals
		for c, class := range v.fleet {
			if level.has(c) {
				above[c] = theta / (class.Rate + theta)
			}
			flow += class.Share * class.Rate * min(1, float64(base[c])+above[c])
		}
		return flow
	}
	low, high := math.Log(v.fleet[0].Rate)-70, math.Log(v.fleet[0].Rate)+40
	root := low
	if excess(low) < 0 {
		root = bracketedRoot(excess, low, high, excess(low), excess(high))
	}
	residual := math.Abs(excess(root)) / arrivals
	return v.prediction(arrivals, base, above, residual)
}

func (v vessel) prediction(arrivals float64, base []int, above []float64, residual float64) Prediction {
	busy, jobs := make([]float64, len(v.fleet)), make([]float64, len(v.fleet))
	tails := make([][]float64, len(v.fleet))
	for c := range v.fleet {
		jobs[c] = float64(base[c]) + above[c]
		busy[c] = min(1, jobs[c])
		tails[c] = append(slices.Repeat([]float64{1}, base[c]+1), above[c])
	}
	p := summarise(v.fleet, arrivals, busy, jobs)
	p.Tails = tails
	p.Residual = p.worstResidual(residual)
	return p
}

// FastFirst is the limit in which the fastest classes are filled first and no job
// waits: the bound that no policy beats in a large fleet of FCFS or processor-
// sharing servers.
func FastFirst(f Fleet, arrivals float64) (Prediction, error) {
	return FullInformation(f, arrivals, byCount{}, true)
}

// byCount ranks servers by the number of their jobs.
type byCount struct{}

func (byCount) Rank(_ steelyard.Kind, n int) float64 { return float64(n) }
