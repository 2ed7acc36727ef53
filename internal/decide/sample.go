// Package decide times one dispatching decision, on the same states: those of policies, and the algorithms of Goren, Vargaftik and Moses
// ("Stochastic coordination in heterogeneous load balancing systems", 2021) in C++ as their paper prints them.
package decide

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

// Sample is a fleet with states of it as dispatchers meet them.
type Sample struct {
	Rate   []float64 // by server, mean services per round
	Queues [][]int32 // by state, then by server
	Jobs   []int     // by state: of the dispatcher that decides, at least 1
}

// Dispatchers is how many share the jobs of a round.
const Dispatchers = 10

// What states are taken from: rounds of SCD at this load, every tenth kept after the first hundred.
const (
	load   = .9
	settle = 100
	every  = 10
	states = 200
)

// NewSample draws the rates of n servers, uniform in [1, 10], and plays the rounds. The same seed gives the same sample.
func NewSample(seed uint64, n int) Sample {
	r := rng.New(seed, "bench scd", uint64(n))
	s := Sample{Rate: make([]float64, n)}
	total := 0.0
	for i := range s.Rate {
		s.Rate[i] = 1 + 9*r.Float64()
		total += s.Rate[i]
	}
	solver := waterfill.New(s.Rate)
	queue, added := make([]int32, n), make([]int32, n)
	for round := range settle + every*states {
		if round >= settle && round%every == 0 {
			s.Queues = append(s.Queues, append([]int32(nil), queue...))
			s.Jobs = append(s.Jobs, max(2, poisson(&r, load*total/Dispatchers)))
		}
		solver.Load(queue, .5)
		clear(added)
		for range Dispatchers {
			jobs := make([]int32, poisson(&r, load*total/Dispatchers))
			solver.Draw(jobs, float64(Dispatchers*len(jobs)-1), &r)
			for _, i := range jobs {
				added[i]++
			}
		}
		serve(queue, added, s.Rate, &r)
	}
	return s
}

// serve adds the arrivals and takes a geometric number of services of mean rate.
func serve(queue, added []int32, rate []float64, r *rng.Rand) {
	for i, w := range rate {
		served := int32(r.Exp() / math.Log1p(1/w))
		queue[i] = max(0, queue[i]+added[i]-served)
	}
}

func poisson(r *rng.Rand, mean float64) int {
	n := 0
	for t := r.Exp(); t < mean; t += r.Exp() {
		n++
	}
	return n
}

// MeanJobs is the mean number of jobs of a decision.
func (s Sample) MeanJobs() float64 {
	sum := 0
	for _, a := range s.Jobs {
		sum += a
	}
	return float64(sum) / float64(len(s.Jobs))
}

// write stores the sample as cpp/decide.cc reads it.
func (s Sample) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, len(s.Rate), Dispatchers, len(s.Queues))
	for _, x := range s.Rate {
		fmt.Fprintln(b, x)
	}
	for k, q := range s.Queues {
		fmt.Fprintln(b, s.Jobs[k])
		for _, x := range q {
			fmt.Fprintln(b, x)
		}
	}
	return b.Flush()
}
