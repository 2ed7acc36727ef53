package meanfield

import (
	"math"
)

// Response is the law of the response time in seconds, a mixture over the classes
// and over what a job finds. In every class time is counted in events of a Poisson
// process (uniformisation), so that a mixture of Erlang laws is a finite sum.
type Response struct {
	parts []eventual
}

// eventual is the law of a time that outlasts k events of a Poisson process with
// probability outlasts[k]; these include the weight of the class.
type eventual struct {
	rate     float64
	outlasts []float64
}

// Tail is the probability that a response takes longer than t seconds.
func (r Response) Tail(t float64) float64 {
	sum := 0.0
	for _, p := range r.parts {
		sum += p.tail(t)
	}
	return sum
}

// Mean is the mean response time in seconds.
func (r Response) Mean() float64 {
	sum := 0.0
	for _, p := range r.parts {
		for _, x := range p.outlasts {
			sum += x / p.rate
		}
	}
	return sum
}

// Quantile is the time in seconds that a response exceeds with probability 1-p,
// 0 <= p < 1.
func (r Response) Quantile(p float64) (float64, error) {
	if !(p >= 0 && p < 1) {
		return 0, &FieldError{"quantile", p, "a probability in [0,1)"}
	}
	excess := func(t float64) float64 { return r.Tail(t) - (1 - p) }
	if p == 0 || excess(0) <= 0 {
		return 0, nil
	}
	high := r.Mean()
	for excess(high) > 0 {
		high *= 2
	}
	return bracketedRoot(excess, 0, high, excess(0), excess(high)), nil
}

// Quantiles are the named quantiles that commands print.
func (r Response) Quantiles() map[string]float64 {
	named := map[string]float64{"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99.9": 0.999, "p99.99": 0.9999}
	for name, p := range named {
		named[name], _ = r.Quantile(p) // in range
	}
	return named
}

// tail sums the Poisson probabilities of k events within t, from 12 standard
// deviations below the mean on.
func (e eventual) tail(t float64) float64 {
	mean := e.rate * t
	first := max(0, int(mean-12*math.Sqrt(mean)-12))
	if first >= len(e.outlasts) {
		return 0
	}
	gamma, _ := math.Lgamma(float64(first) + 1)
	chance := math.Exp(-mean)
	if first > 0 {
		chance = math.Exp(float64(first)*math.Log(mean) - mean - gamma)
	}
	sum := 0.0
	for k := first; k < len(e.outlasts); k++ {
		sum += chance * e.outlasts[k]
		chance *= mean / float64(k+1)
		if float64(k) > mean && chance < 1e-20 {
			break
		}
	}
	return sum
}

// found is the probability per job that it joins a class-c server with n jobs: at
// a fixed point as many jobs raise a server to n+1 as leave it there.
func (p Prediction) found(c, n int) float64 {
	u := p.Tails[c]
	if n+1 >= len(u) {
		return 0
	}
	next := 0.0
	if n+2 < len(u) {
		next = u[n+2]
	}
	class := p.fleet[c]
	return class.Share * class.Rate * float64(min(n+1, p.workersOf(c))) * (u[n+1] - next) / p.arrivals
}

// FCFS is the law of the response time if servers work first come, first served,
// job sizes being exponential. A job that finds n at a server of one worker takes
// n+1 services, an Erlang time.
func (p Prediction) FCFS() Response {
	var r Response
	for c, class := range p.fleet {
		workers := p.workersOf(c)
		e := eventual{rate: class.Rate * float64(workers)}
		// waiting[m]: probability to join behind m services of the server; a job in
		// service survives an event with probability stay.
		stay := 1 - 1/float64(workers)
		served := 0.0
		for m := 0; ; m++ {
			if m == 0 {
				for n := range workers {
					served += p.found(c, n)
				}
			} else {
				served = served*stay + p.found(c, workers-1+m)
			}
			waiting := p.foundBeyond(c, workers-1+m)
			e.outlasts = append(e.outlasts, served+waiting)
			if served+waiting < 1e-18 {
				break
			}
		}
		r.parts = append(r.parts, e)
	}
	return r
}

// foundBeyond is the probability that a job joins a class-c server with more than n
// jobs.
func (p Prediction) foundBeyond(c, n int) float64 {
	if n+2 >= len(p.Tails[c]) {
		return 0
	}
	class := p.fleet[c]
	sum := 0.0
	if n+2 > p.workersOf(c) {
		return class.Share * class.Rate * float64(p.workersOf(c)) * p.Tails[c][n+2] / p.arrivals
	}
	for k := n + 1; k+1 < len(p.Tails[c]); k++ {
		sum += p.found(c, k)
	}
	return sum
}
