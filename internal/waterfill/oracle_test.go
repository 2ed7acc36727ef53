package waterfill

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// This file holds the algorithms of the papers, written as printed, and other
// independent ways to the same numbers. Paper: Goren, Vargaftik, Moses,
// "Stochastic coordination in heterogeneous load balancing systems", 2021.

// byKey returns the servers in increasing order of key.
func byKey(n int, key func(s int) float64) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return key(order[i]) < key(order[j]) })
	return order
}

// algorithm3 computes the ideal workload by raising the level from server to
// server.
func algorithm3(base, rate []float64, volume float64) float64 {
	key := func(s int) float64 { return base[s] / rate[s] }
	order := byKey(len(base), key)
	level, width, rest := key(order[0]), 0.0, volume
	for i, s := range order {
		width += rate[s]
		if i == len(order)-1 {
			break
		}
		need := (key(order[i+1]) - level) * width
		if need >= rest {
			break
		}
		rest -= need
		level = key(order[i+1])
	}
	return level + rest/width
}

// problem is Eq. 10: minimise over the simplex
// sum of [ (a-1) p^2 + (2 (q - mu IWL) + 1) p ] / mu.
type problem struct {
	queue, rate []float64
	jobs, iwl   float64
}

func newProblem(queue, rate []float64, jobs float64) problem {
	return problem{queue, rate, jobs, algorithm3(queue, rate, jobs)}
}

// slack is 2 (q - mu IWL) + 1.
func (b problem) slack(s int) float64 { return 2*(b.queue[s]-b.rate[s]*b.iwl) + 1 }

// on returns Lambda_0 (Eq. 16) and p (Eq. 14) for the support given.
func (b problem) on(support []int) (lambda0 float64, p []float64) {
	numerator, width := -2*(b.jobs-1), 0.0
	for _, s := range support {
		numerator -= b.slack(s)
		width += b.rate[s]
	}
	lambda0 = numerator / width
	p = make([]float64, len(b.rate))
	for _, s := range support {
		p[s] = (-b.slack(s) - b.rate[s]*lambda0) / (2 * (b.jobs - 1))
	}
	return lambda0, p
}

// objective is f of Eq. 10.
func (b problem) objective(p []float64) float64 {
	f := 0.0
	for s, x := range p {
		f += ((b.jobs-1)*x*x + b.slack(s)*x) / b.rate[s]
	}
	return f
}

// best returns the feasible p of least objective among the supports.
func (b problem) best(supports func(yield func([]int) bool)) []float64 {
	var best []float64
	least := math.Inf(1)
	for support := range supports {
		_, p := b.on(support)
		if slices.Min(p) < 0 {
			continue
		}
		if f := b.objective(p); f < least {
			least, best = f, p
		}
	}
	return best
}

func (b problem) order() []int {
	return byKey(len(b.rate), func(s int) float64 { return (2*b.queue[s] + 1) / b.rate[s] })
}

// algorithm1 tries every prefix of the order, O(n^2).
func algorithm1(queue, rate []float64, jobs float64) []float64 {
	b := newProblem(queue, rate, jobs)
	order := b.order()
	return b.best(func(yield func([]int) bool) {
		for j := range order {
			if !yield(order[:j+1]) {
				return
			}
		}
	})
}

// bruteForce tries every set of servers.
func bruteForce(queue, rate []float64, jobs float64) []float64 {
	b := newProblem(queue, rate, jobs)
	return b.best(func(yield func([]int) bool) {
		support := make([]int, 0, len(rate))
		for set := 1; set < 1<<len(rate); set++ {
			support = support[:0]
			for s := range rate {
				if set>>s&1 == 1 {
					support = append(support, s)
				}
			}
			if !yield(support) {
				return
			}
		}
	})
}

// algorithm4 keeps running sums for Lambda_0, the single feasibility test of
// Eq. 17 and the objective of Lemma 2, O(n log n).
func algorithm4(queue, rate []float64, jobs float64) []float64 {
	b := newProblem(queue, rate, jobs)
	order := b.order()
	numerator, width := -2*(jobs-1), 0.0
	v1, v2 := 0.0, 0.0
	least, size := math.Inf(1), 0
	for j, r := range order {
		numerator -= b.slack(r)
		width += rate[r]
		v1 += rate[r] / (4 * (jobs - 1))
		v2 += b.slack(r) * b.slack(r) / (4 * rate[r] * (jobs - 1))
		lambda0 := numerator / width
		if (2*queue[r]+1)/rate[r] > 2*b.iwl-lambda0 {
			continue
		}
		if f := v1*lambda0*lambda0 - v2; f < least {
			least, size = f, j+1
		}
	}
	_, p := b.on(order[:size])
	return p
}

// quickselect finds the level by halving the candidates at a random floor.
func quickselect(base, rate []float64, volume float64) float64 {
	servers := make([]int, len(base))
	for i := range servers {
		servers[i] = i
	}
	pivots := rand.New(rand.NewPCG(1, 2))
	bases, width := 0.0, 0.0
	for len(servers) > 0 {
		pivot := servers[pivots.IntN(len(servers))]
		key := base[pivot] / rate[pivot]
		var below, level, above []int
		b, w := bases, width
		for _, s := range servers {
			switch k := base[s] / rate[s]; {
			case k < key:
				below = append(below, s)
				b += base[s]
				w += rate[s]
			case k > key:
				above = append(above, s)
			default:
				level = append(level, s)
			}
		}
		if w*key-b >= volume {
			servers = below
			continue
		}
		for _, s := range level {
			b += base[s]
			w += rate[s]
		}
		bases, width, servers = b, w, above
	}
	return (volume + bases) / width
}

// ordered sorts once and then finds the level for any volume by binary search
// over prefix sums.
type ordered struct {
	keys, bases, widths []float64
}

func newOrdered(base, rate []float64) ordered {
	key := func(s int) float64 { return base[s] / rate[s] }
	var o ordered
	b, w := 0.0, 0.0
	for _, s := range byKey(len(base), key) {
		b += base[s]
		w += rate[s]
		o.keys, o.bases, o.widths = append(o.keys, key(s)), append(o.bases, b), append(o.widths, w)
	}
	return o
}

func (o ordered) level(volume float64) float64 {
	full := sort.Search(len(o.keys), func(j int) bool { return o.widths[j]*o.keys[j]-o.bases[j] >= volume })
	last := max(full-1, 0)
	return (volume + o.bases[last]) / o.widths[last]
}

// twf is the solution for equal rates as its paper prints it (Goren, Vargaftik,
// Moses, "Distributed dispatching in the parallel server model", 2020): on the servers below
// the water level wl, p = (wl - q - 1/|S|) / (a-1).
func twf(queue []float64, jobs float64) []float64 {
	one := make([]float64, len(queue))
	for i := range one {
		one[i] = 1
	}
	level := algorithm3(queue, one, jobs)
	size := 0.0
	for _, q := range queue {
		if q < level {
			size++
		}
	}
	p := make([]float64, len(queue))
	for s, q := range queue {
		if q < level {
			p[s] = (level - q - 1/size) / (jobs - 1)
		}
	}
	return p
}
