package waterfill

import (
	"fmt"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// fleet is a state near that of paper 1: rates uniform in [1, 10], queues of a few
// jobs per unit of rate.
func fleet(n int, r *rng.Rand) (rate []float64, queue []int32) {
	rate, queue = make([]float64, n), make([]int32, n)
	for i := range rate {
		rate[i] = 1 + 9*r.Float64()
		queue[i] = int32(2 * rate[i] * r.Float64())
	}
	return rate, queue
}

var sizes = []int{100, 200, 300, 400, 1000, 10000}

const states = 64

// benchmarkStates runs one decision of a dispatcher, ten of whom share the
// load, on fresh states.
func benchmarkStates(b *testing.B, decide func(s *Solver, queue []int32, jobs []int32, r *rng.Rand)) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			r := rng.New(1, "bench")
			rate, _ := fleet(n, &r)
			s := New(rate)
			queues := make([][]int32, states)
			for i := range queues {
				queues[i] = make([]int32, n)
				for j := range rate {
					queues[i][j] = int32(2 * rate[j] * r.Float64())
				}
			}
			jobs := make([]int32, 56*n/100)
			k := 0
			b.ReportAllocs()
			for b.Loop() {
				decide(s, queues[k%states], jobs, &r)
				k++
			}
		})
	}
}

func BenchmarkProbabilities(b *testing.B) {
	p := make([]float64, 10000)
	benchmarkStates(b, func(s *Solver, queue []int32, jobs []int32, r *rng.Rand) {
		s.Load(queue, .5)
		s.Probabilities(p, float64(10*len(jobs)-1))
	})
}

func BenchmarkDecision(b *testing.B) {
	benchmarkStates(b, func(s *Solver, queue []int32, jobs []int32, r *rng.Rand) {
		s.Load(queue, .5)
		s.Draw(jobs, float64(10*len(jobs)-1), r)
	})
}

// BenchmarkDrawSharedSnapshot is a decision whose state another dispatcher has
// loaded already.
func BenchmarkDrawSharedSnapshot(b *testing.B) {
	loaded := 0
	benchmarkStates(b, func(s *Solver, queue []int32, jobs []int32, r *rng.Rand) {
		if loaded != len(queue) {
			s.Load(queue, .5)
			loaded = len(queue)
		}
		s.Draw(jobs, float64(10*len(jobs)-1), r)
	})
}
