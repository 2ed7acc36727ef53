package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

// instance is what dispatchers see in one round of Goren et al. 2021, and how many jobs they place in it together.
type instance struct {
	rate  []float64 // mu, by server
	queue []int32   // q
	jobs  int       // a
}

// String is the instance in words.
func (i instance) String() string {
	return fmt.Sprintf("rates %s, queues %s, a = %d", listed(i.rate), listed(i.queue), i.jobs)
}

// listed writes numbers with commas.
func listed[T int32 | float64](list []T) string {
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprintf("%.4g", float64(x)))
	}
	return strings.Join(words, ", ")
}

// load is that of server s with so many more jobs, (q + more) / mu.
func (i instance) load(s int, more float64) float64 { return (float64(i.queue[s]) + more) / i.rate[s] }

// ideal is the ideal workload, IWL.
func (i instance) ideal() float64 {
	w := waterfill.New(i.rate)
	w.Load(i.queue, 0)
	return w.Level(float64(i.jobs))
}

// balanced is the ideally balanced assignment, a number of jobs for each server (Eq. 2).
func (i instance) balanced() []float64 {
	ideal := i.ideal()
	list := make([]float64, len(i.rate))
	for s, mu := range i.rate {
		list[s] = max(0, mu*ideal-float64(i.queue[s]))
	}
	return list
}

// optimum are the probabilities of SCD, the solution of Eq. 10.
func (i instance) optimum() []float64 {
	w := waterfill.New(i.rate)
	w.Load(i.queue, .5)
	p := make([]float64, len(i.rate))
	w.Probabilities(p, float64(i.jobs-1))
	return p
}

// bisected finds the ideal workload by halving: the loads are levelled where sum (mu L - q)^+ = a.
func (i instance) bisected() float64 {
	low, high := 0.0, 0.0
	for s := range i.rate {
		high = max(high, i.load(s, float64(i.jobs)))
	}
	for range 200 {
		level := (low + high) / 2
		taken := 0.0
		for s, mu := range i.rate {
			taken += max(0, mu*level-float64(i.queue[s]))
		}
		if taken < float64(i.jobs) {
			low = level
		} else {
			high = level
		}
	}
	return (low + high) / 2
}

// law is how random instances are drawn: rates uniform on [least, most], queues Poisson with the mean fill * mu.
type law struct {
	servers, jobs     int
	least, most, fill float64
}

// String is the law in words.
func (l law) String() string {
	return fmt.Sprintf("%d servers, rates uniform on [%g, %g], queues Poisson with mean %g μ, a = %d", l.servers, l.least, l.most, l.fill, l.jobs)
}

// draw makes one.
func (l law) draw(r *rng.Rand) instance {
	i := instance{rate: make([]float64, l.servers), queue: make([]int32, l.servers), jobs: l.jobs}
	for s := range i.rate {
		i.rate[s] = l.least + (l.most-l.least)*r.Float64()
		i.queue[s] = poisson(r, l.fill*i.rate[s])
	}
	return i
}

// poisson counts the arrivals of a Poisson process of rate 1 until a time.
func poisson(r *rng.Rand, mean float64) int32 {
	n := int32(0)
	for t := r.Exp(); t < mean; t += r.Exp() {
		n++
	}
	return n
}

// splits calls do with every way to split so many units over n places. The list is the same one each time.
func splits(units, n int, do func(parts []int)) {
	parts := make([]int, n)
	var fill func(place, left int)
	fill = func(place, left int) {
		if place == n-1 {
			parts[place] = left
			do(parts)
			return
		}
		for k := 0; k <= left; k++ {
			parts[place] = k
			fill(place+1, left-k)
		}
	}
	fill(0, units)
}

// spreadOf are the least and the greatest of some numbers.
func spreadOf(list []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range list {
		low, high = min(low, x), max(high, x)
	}
	return low, high
}
