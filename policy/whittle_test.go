package policy_test

import (
	"math"
	"math/big"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// whittleLaw follows the definition of the index: the change of the mean number of jobs in an M/M/1 queue with one more place, over that of
// its throughput.
func whittleLaw(a policy.Args, s state) law {
	capacity := 0
	for i := range s.rate {
		capacity += s.rate[i] * s.workers[i]
	}
	lists := s.classes()
	cost := func(c, i int) *big.Rat {
		own := float64(s.rate[i] * s.workers[i])
		reach := float64(capacity) / own
		if !a.Is("d", "all") {
			reach *= float64(a.Ints("d")[c]) / float64(len(lists[c]))
		}
		x := indexOf(float64(s.rate[i]), s.workers[i], s.n[i], a.Float("load")*math.Pow(reach, .6))
		return new(big.Rat).SetFloat64(math.Round(x*1e9) / 1e9)
	}
	rank := make([]*big.Rat, len(s.rate))
	for c, list := range lists {
		for _, i := range list {
			rank[i] = cost(c, i)
		}
	}
	by := func(i int) *big.Rat { return rank[i] }
	if a.Is("d", "all") {
		return s.best(s.eligible(), by)
	}
	var p law
	s.perClass(a.Ints("d"), func(samples [][]int, prob float64) {
		var all []int
		for _, sample := range samples {
			all = append(all, sample...)
		}
		if len(all) == 0 {
			all = s.eligible()
			s.mix(&p, s.uniform(all), prob)
			return
		}
		s.mix(&p, s.best(all, by), prob)
	})
	return p
}

// indexOf is the index of a server at offered load a.
func indexOf(rate float64, workers, n int, a float64) float64 {
	own := rate * float64(workers)
	n = max(n-workers+1, 0)
	jobs, through := admitting(own, a, n)
	more, faster := admitting(own, a, n+1)
	return 1/rate - 1/own + (more-jobs)/(faster-through)
}

// admitting is the mean number of jobs and the throughput of the M/M/1 queue with places for n jobs in all.
func admitting(rate, a float64, n int) (jobs, throughput float64) {
	sum, weight := 0.0, 1.0
	for k := range n + 1 {
		sum += weight
		jobs += float64(k) * weight
		weight *= a
	}
	return jobs / sum, rate * (1 - 1/sum)
}

// TestWhittleGrows wants the index to grow with the queue up to any length, and to be SED's without load.
func TestWhittleGrows(t *testing.T) {
	for _, rates := range [][]float64{{1}, {5, 1}, {1e9, 1e-3}} {
		for _, load := range []string{"0.001", "0.5", "0.999"} {
			order := whittleOrder(t, "whittle(load="+load+")", rates)
			for _, rate := range rates {
				for _, workers := range []int{1, 3} {
					k := steelyard.Kind{Rate: rate, Workers: workers}
					last := order.Rank(k, 0)
					if math.Abs(last*rate-1) > 1e-9 {
						t.Errorf("%+v at load %s, idle: %v, want %v", k, load, last, 1/rate)
					}
					for n := 1; n < 1<<20; n += 1 + n/7 {
						next := order.Rank(k, n)
						if !(next >= last) || n >= workers && next <= last || math.IsInf(next, 0) {
							t.Fatalf("%+v at load %s: rank %v at %d jobs, %v before", k, load, next, n, last)
						}
						last = next
					}
				}
			}
		}
	}
	order := whittleOrder(t, "whittle(load=0.001)", []float64{1, 1})
	for n := range 20 {
		if got := order.Rank(steelyard.Kind{Rate: 1, Workers: 1}, n); math.Abs(got-float64(n+1)) > .002*float64(n*n+1) {
			t.Errorf("without load, %d jobs: %v, want %d", n, got, n+1)
		}
	}
}

// TestWhittleDoubles compares the sums of long queues with sums term by term.
func TestWhittleDoubles(t *testing.T) {
	order := whittleOrder(t, "whittle(load=0.9)", []float64{2, 2})
	a := .9 * math.Pow(2, .6)
	sum, total := 0.0, 0.0
	for n := range 300 {
		sum = 1 + a*sum
		total += sum
		if got := order.Rank(steelyard.Kind{Rate: 2, Workers: 1}, n); math.Abs(got/(total/2)-1) > 1e-12 {
			t.Fatalf("%d jobs: %v, want %v", n, got, total/2)
		}
	}
}

func whittleOrder(t *testing.T, text string, rates []float64) steelyard.Order {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := spec.New()
	if err != nil {
		t.Fatal(err)
	}
	var kinds []steelyard.Kind
	for _, rate := range rates {
		kinds = append(kinds, steelyard.Kind{Rate: rate, Workers: 1})
	}
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steelyard.NewDispatcher(p, steelyard.NewBoard(l), steelyard.NewRand(1, "test")); err != nil {
		t.Fatal(err)
	}
	order, _ := p.(interface {
		Ranking() (steelyard.Order, bool)
	}).Ranking()
	return order
}
