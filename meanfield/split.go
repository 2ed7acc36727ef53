package meanfield

import (
	"fmt"
	"math"
)

// Split is a fixed division of the jobs over the classes.
type Split []float64 // probabilities, one per class, summing to 1

// Check reports a split that does not fit the fleet.
func (s Split) Check(f Fleet) error {
	if len(s) != len(f) {
		return &FieldError{"length of p", len(s), fmt.Sprintf("%d, one per class", len(f))}
	}
	total := 0.0
	for i, p := range s {
		if err := CheckProbability(fmt.Sprintf("p[%d]", i), p); err != nil {
			return err
		}
		total += p
	}
	if math.Abs(total-1) > 1e-9 {
		return &FieldError{"sum of p", total, "1"}
	}
	return nil
}

// Hybrid predicts the policy that draws a class by the split and then takes the
// shortest of d servers of that class: Mukhopadhyay et al. 2015, Section 2.3.
// With d = 1 it is the static split. The tails of a class of load rho are
// rho^((d^n-1)/(d-1)).
func Hybrid(f Fleet, arrivals float64, s Split, d int) (Prediction, error) {
	if err := f.CheckArrivals(arrivals); err != nil {
		return Prediction{}, err
	}
	if err := s.Check(f); err != nil {
		return Prediction{}, err
	}
	if d < 1 {
		return Prediction{}, &FieldError{"d", d, "at least 1"}
	}
	busy, jobs := make([]float64, len(f)), make([]float64, len(f))
	tails := make([][]float64, len(f))
	for i, c := range f {
		busy[i] = arrivals * s[i] / (c.Share * c.Rate)
		if busy[i] >= 1 {
			return Prediction{}, unstable("p[%d]=%.6g gives class %d a load of %.6g", i, s[i], i, busy[i])
		}
		jobs[i] = powerOfChoices(busy[i], d)
		tails[i] = pushedTails(busy[i], busy[i], d)
	}
	p := summarise(f, arrivals, busy, jobs)
	p.Tails = tails
	p.Residual = p.worstResidual(0)
	return p, nil
}

// maxTails bounds the length of a list of tails; what lies beyond is geometric.
const maxTails = 2000

// pushedTails lists 1, busy, and then t_n = push t_(n-1)^d until it vanishes.
func pushedTails(busy, push float64, d int) []float64 {
	tails := []float64{1}
	for tail := busy; tail > 1e-17 && len(tails) < maxTails; tail = push * power(tail, d) {
		tails = append(tails, tail)
	}
	return tails
}

// powerOfChoices is the mean number of jobs at a server of load rho < 1 when
// every job takes the shortest of d queues.
func powerOfChoices(rho float64, d int) float64 {
	if d == 1 {
		return rho / (1 - rho)
	}
	sum := 0.0
	for tail := rho; tail > 1e-18*sum; tail = rho * power(tail, d) {
		sum += tail
	}
	return sum
}

// OptimalStatic is the split that minimises the mean response time of d = 1. On
// the classes it uses, a fastest prefix, a server of rate mu keeps spare capacity
// kappa sqrt(mu) (Mukhopadhyay et al. 2015, Section 2.1).
func OptimalStatic(f Fleet, arrivals float64) (Split, error) {
	if err := f.CheckArrivals(arrivals); err != nil {
		return nil, err
	}
	capacity, roots := 0.0, 0.0
	used, kappa := 0, 0.0
	for i, c := range f {
		capacity += c.Share * c.Rate
		roots += c.Share * math.Sqrt(c.Rate)
		spare := (capacity - arrivals) / roots
		if capacity > arrivals && spare >= math.Sqrt(c.Rate) {
			break // this class would get nothing
		}
		used, kappa = i+1, spare
	}
	s := make(Split, len(f))
	for i, c := range f[:used] {
		s[i] = min(1, c.Share*(c.Rate-kappa*math.Sqrt(c.Rate))/arrivals) // rounding may take it beyond
	}
	return s, nil
}

// OptimalHybrid is the split that minimises the mean response time of Hybrid: the
// marginal cost of a job is the same in every class that is used, and at least
// that in the others.
func OptimalHybrid(f Fleet, arrivals float64, d int) (Split, error) {
	if d == 1 {
		return OptimalStatic(f, arrivals)
	}
	if err := f.CheckArrivals(arrivals); err != nil {
		return nil, err
	}
	if d < 1 {
		return nil, &FieldError{"d", d, "at least 1"}
	}
	loads := make([]float64, len(f))
	excess := func(logPrice float64) float64 {
		flow := -arrivals
		for i, c := range f {
			loads[i] = loadAtMarginal(math.Exp(logPrice)*c.Rate, d)
			flow += c.Share * c.Rate * loads[i]
		}
		return flow
	}
	low, high := -math.Log(f[0].Rate), -math.Log(f[0].Rate)
	for excess(high) < 0 {
		high++
	}
	excess(bracketedRoot(excess, low, high, excess(low), excess(high)))
	s, total := make(Split, len(f)), 0.0
	for i, c := range f {
		s[i] = c.Share * c.Rate * loads[i] / arrivals
		total += s[i]
	}
	for i := range s {
		s[i] /= total
	}
	return s, nil
}

// loadAtMarginal is the load at which one more job costs the given number of
// jobs in the system; 0 if even the first costs more.
func loadAtMarginal(cost float64, d int) float64 {
	slope := func(rho float64) float64 { return marginal(rho, d) - cost }
	if cost <= 1 {
		return 0
	}
	high := 0.5
	for slope(high) < 0 {
		high = (1 + high) / 2
		if 1-high < 1e-12 {
			return high
		}
	}
	return bracketedRoot(slope, 0, high, slope(0), slope(high))
}

// marginal is the derivative of powerOfChoices.
func marginal(rho float64, d int) float64 {
	sum, exponent, next := 0.0, 1.0, float64(d)
	for {
		term := exponent * math.Pow(rho, exponent-1)
		sum += term
		if term < 1e-17*sum || exponent > 1e17 {
			return sum
		}
		exponent += next
		next *= float64(d)
	}
}
