package main

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

// sample is a fleet with states of it as dispatchers meet them: rounds of SCD at
// load 0.9, every tenth kept.
type sample struct {
	rate     []float64
	queues   [][]int32
	arrivals []int // jobs of one dispatcher
}

const (
	dispatchers = 10
	load        = .9
	states      = 200
)

// newSample draws rates uniform in [1, 10] and runs the rounds.
func newSample(n int) sample {
	r := rng.New(1, "bench scd", uint64(n))
	s := sample{rate: make([]float64, n)}
	total := 0.0
	for i := range s.rate {
		s.rate[i] = 1 + 9*r.Float64()
		total += s.rate[i]
	}
	solver := waterfill.New(s.rate)
	queue, added := make([]int32, n), make([]int32, n)
	for round := range 100 + 10*states {
		if round >= 100 && round%10 == 0 {
			s.queues = append(s.queues, append([]int32(nil), queue...))
			s.arrivals = append(s.arrivals, max(2, poisson(&r, load*total/dispatchers)))
		}
		solver.Load(queue, .5)
		clear(added)
		for range dispatchers {
			jobs := make([]int32, poisson(&r, load*total/dispatchers))
			solver.Draw(jobs, float64(dispatchers*len(jobs)-1), &r)
			for _, i := range jobs {
				added[i]++
			}
		}
		serve(queue, added, s.rate, &r)
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

// write stores the sample as cpp/decide.cc reads it.
func (s sample) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, len(s.rate), dispatchers, len(s.queues))
	for _, x := range s.rate {
		fmt.Fprintln(b, x)
	}
	for k, q := range s.queues {
		fmt.Fprintln(b, s.arrivals[k])
		for _, x := range q {
			fmt.Fprintln(b, x)
		}
	}
	return b.Flush()
}
