package optimal

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	steelyard "github.com/steelyard-lb/steelyard"
)

// TestSingleServer compares with the M/M/1 queue, E[T] = 1/(mu-lambda), and the M/M/c queue (Erlang C).
func TestSingleServer(t *testing.T) {
	for _, load := range []float64{.001, .3, .9, .99} {
		l := servers(t, 3)
		want := 1 / (3 * (1 - load))
		near(t, "optimum", best(t, l, load).Response, want, 1e-8)
		near(t, "weighted", mean(t, l, load, "weighted").Response, want, 1e-8)
	}
	for _, workers := range []int{2, 5} {
		l := layout(t, steelyard.Kind{Rate: 2, Workers: workers})
		near(t, "M/M/c", best(t, l, .8).Response, erlangC(2, workers, .8), 1e-8)
	}
}

// erlangC is the mean response time of the M/M/c queue.
func erlangC(rate float64, c int, load float64) float64 {
	offered := load * float64(c)
	term, sum := 1.0, 0.0
	for n := range c {
		sum += term
		term *= offered / float64(n+1)
	}
	waits := term / (1 - load) / (sum + term/(1-load))
	return 1/rate + waits/(rate*float64(c)*(1-load))
}

// TestWeighted compares with independent M/M/1 queues: servers drawn in proportion to their rates have E[T] = n/(M-lambda) together.
func TestWeighted(t *testing.T) {
	for _, rates := range [][]float64{{2, 1}, {1, 1}, {3, 2, 2}} {
		for _, load := range []float64{.3, .5} {
			l := servers(t, rates...)
			want := float64(len(rates)) / (l.Capacity() * (1 - load))
			near(t, fmt.Sprint(rates, load), mean(t, l, load, "weighted").Response, want, 1e-6)
		}
	}
}

// TestAgainstLinearAlgebra solves the balance equations of JSQ and of SED on two servers directly, without reduction by symmetry.
func TestAgainstLinearAlgebra(t *testing.T) {
	for _, c := range []struct {
		policy string
		rates  [2]float64
		rank   func(n int, rate float64) float64
	}{
		{"jsq", [2]float64{1, 1}, func(n int, _ float64) float64 { return float64(n) }},
		{"jsq", [2]float64{4, 1}, func(n int, _ float64) float64 { return float64(n) }},
		{"sed", [2]float64{2, 1}, func(n int, rate float64) float64 { return float64(n+1) / rate }},
	} {
		l := servers(t, c.rates[:]...)
		got := mean(t, l, .4, c.policy).Jobs
		near(t, fmt.Sprint(c.policy, c.rates), got, direct(t, c.rates, .4, c.rank), 1e-7)
	}
}

// direct is the mean number of jobs on two servers, by elimination; jobs that find both queues at 24 are lost.
func direct(t *testing.T, rates [2]float64, load float64, rank func(n int, rate float64) float64) float64 {
	t.Helper()
	const side = 25
	at := func(a, b int) int { return a*side + b }
	balance := mat.NewDense(side*side, side*side, nil)
	flow := func(from, to int, rate float64) {
		balance.Set(to, from, balance.At(to, from)+rate)
		balance.Set(from, from, balance.At(from, from)-rate)
	}
	arrivals := load * (rates[0] + rates[1])
	for a := range side {
		for b := range side {
			first := 0.5
			if d := rank(a, rates[0]) - rank(b, rates[1]); math.Abs(d) > 1e-12 {
				first = map[bool]float64{true: 1, false: 0}[d < 0]
			}
			if a == side-1 || b == side-1 {
				first = map[bool]float64{true: 1, false: 0}[a < side-1]
			}
			if a < side-1 {
				flow(at(a, b), at(a+1, b), arrivals*first)
			}
			if b < side-1 {
				flow(at(a, b), at(a, b+1), arrivals*(1-first))
			}
			if a > 0 {
				flow(at(a, b), at(a-1, b), rates[0])
			}
			if b > 0 {
				flow(at(a, b), at(a, b-1), rates[1])
			}
		}
	}
	right := mat.NewVecDense(side*side, nil)
	for s := range side * side {
		balance.Set(0, s, 1)
	}
	right.SetVec(0, 1)
	var prob mat.VecDense
	if err := prob.SolveVec(balance, right); err != nil {
		t.Fatal(err)
	}
	jobs := 0.0
	for a := range side {
		for b := range side {
			jobs += prob.AtVec(at(a, b)) * float64(a+b)
		}
	}
	return jobs
}

// TestEqualServers: the shortest queue is optimal where servers are alike (Winston 1977).
func TestEqualServers(t *testing.T) {
	for _, rates := range [][]float64{{1, 1}, {2, 2, 2}} {
		for _, load := range []float64{.3, .8} {
			l := servers(t, rates...)
			near(t, fmt.Sprint(rates, load), mean(t, l, load, "jsq").Response, best(t, l, load).Response, 1e-6)
		}
	}
}

// TestSymmetry compares a class of equal servers with servers that differ by so little that each is a class of its own.
func TestSymmetry(t *testing.T) {
	const little = 1 + 1e-11
	alike, apart := servers(t, 3, 3, 1), servers(t, 3, 3*little, 1)
	if len(apart.Classes()) != 3 {
		t.Fatalf("%d classes, want 3", len(apart.Classes()))
	}
	for _, load := range []float64{.3, .6} {
		near(t, "optimum", best(t, alike, load).Response, best(t, apart, load).Response, 1e-6)
		for _, policy := range []string{"jsq", "jsq(d=2)"} {
			near(t, policy, mean(t, alike, load, policy).Response, mean(t, apart, load, policy).Response, 1e-6)
		}
	}
}

// TestPooled: no dispatcher does better than one queue of which the servers take as they can, the fastest first with jobs moved to a
// faster server that falls idle: a birth-death process.
func TestPooled(t *testing.T) {
	for _, load := range []float64{.3, .7, .95} {
		l := servers(t, 5, 1)
		prob, sum, jobs := 1.0, 0.0, 0.0
		for n := range 2000 {
			sum, jobs = sum+prob, jobs+prob*float64(n)
			prob *= load * 6 / []float64{5, 6}[min(n, 1)]
		}
		pooled := jobs / sum / (load * 6)
		got := best(t, l, load).Response
		if got < pooled || got > 2*pooled {
			t.Errorf("load %v: optimum %v, of one queue %v", load, got, pooled)
		}
		bound, err := FluidBound(l, load*6)
		if err != nil || bound > pooled {
			t.Errorf("load %v: fluid bound %v above %v, %v", load, bound, pooled, err)
		}
	}
}

func TestFluidBound(t *testing.T) {
	for _, c := range []struct{ load, want float64 }{{.25, .2}, {5. / 6, .2}, {.9, (5/5. + .4) / 5.4}} {
		got, err := FluidBound(servers(t, 5, 1), c.load*6)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint(c.load), got, c.want, 1e-12)
	}
}
