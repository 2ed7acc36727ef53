package optimal

import (
	"fmt"
	"math"
	"slices"

	steelyard "github.com/steelyard-lb/steelyard"
)

// Options bounds the work. The zero value takes the defaults.
type Options struct {
	// States is the greatest number of states, 0 is 1<<20. A state takes up to some 100 bytes.
	States int
	// Tolerance is the relative change of the mean by doubling the limits that is accepted, 0 is 1e-6.
	Tolerance float64
}

func (o Options) states() int {
	if o.States == 0 {
		return 1 << 20
	}
	return o.States
}

func (o Options) tolerance() float64 {
	if o.Tolerance == 0 {
		return 1e-6
	}
	return o.Tolerance
}

// residual is the relative residual of an optimum that is accepted; sweeps for a policy end at a hundredth of it, for they approach more slowly.
func (o Options) residual() float64 { return max(o.tolerance()/100, 1e-8) }

// firstLimits are the limits to begin with: room for a number of jobs in all that is exceeded in 2 % of the time if no server idles, in
// proportion to the servers' rates, and a few more each.
func firstLimits(classes []steelyard.Class, load float64) []int {
	const exceeded, more = .02, 2
	jobs, capacity := math.Log(exceeded)/math.Log(load), 0.0
	for _, class := range classes {
		capacity += float64(len(class.Servers)) * class.Kind.Capacity()
	}
	var limits []int
	for _, class := range classes {
		share := jobs * class.Kind.Capacity() / capacity
		limits = append(limits, class.Kind.Workers-1+more+int(share))
	}
	return limits
}

// shown is the probability of a queue at its limit from which on the limit is doubled.
const shown = 1e-10

// doubled doubles the limits of the classes whose queues are at theirs with a probability that shows, or of all.
func doubled(limits []int, atLimit []float64) []int {
	next := slices.Clone(limits)
	everywhere := slices.Max(atLimit) < shown
	for c := range next {
		if everywhere || atLimit[c] >= shown {
			next[c] *= 2
		}
	}
	return next
}

// grow solves with limits doubled again and again until the mean stays the same.
func grow(q question, solve func(s *system, smaller *law) (*law, error)) (*law, Boundary, error) {
	limits := firstLimits(q.layout.Classes(), q.load)
	if size := sizeOf(q.layout.Classes(), twice(limits)); size > q.options.states() {
		return nil, Boundary{}, q.tooLarge(size)
	}
	var smaller *law
	for {
		s := &system{space: newSpace(q.layout.Classes(), limits), arrivals: q.arrivals, load: q.load}
		p, err := solve(s, smaller)
		if err != nil {
			return nil, Boundary{}, err
		}
		boundary := Boundary{Limits: limits, States: s.size, AtLimit: p.atLimit()}
		limits = doubled(limits, boundary.AtLimit)
		if smaller != nil {
			boundary.Change = math.Abs(p.mean-smaller.mean) / p.mean
			boundary.Grows = grows(smaller.atLimit(), boundary.AtLimit)
			if boundary.Change <= q.options.tolerance() || boundary.Grows || sizeOf(q.layout.Classes(), limits) > q.options.states() {
				return p, boundary, nil
			}
		}
		smaller = p
	}
}

// grows says whether some class's queues are at their limits as often after doubling as before, which is how a queue looks that
// would grow without bound. A queue that is stable is at twice its limit with about the square of the probability.
func grows(before, after []float64) bool {
	const often, asBefore = .01, .9
	for c := range after {
		if after[c] > often && after[c] > asBefore*before[c] {
			return true
		}
	}
	return false
}

// question is a fleet, its load and how much work an answer is worth.
type question struct {
	layout   *steelyard.Layout
	arrivals float64
	load     float64
	options  Options
}

// leastLoad keeps probabilities away from the smallest numbers that there are.
const leastLoad = 1e-6

func newQuestion(l *steelyard.Layout, arrivals float64, o Options) (question, error) {
	q := question{layout: l, arrivals: arrivals, load: arrivals / l.Capacity(), options: o}
	switch {
	case len(l.Classes()) == 0:
		return q, fmt.Errorf("fleet: it has no servers, want at least one")
	case !(q.load >= leastLoad):
		return q, fmt.Errorf("load %v: want at least %g", q.load, leastLoad)
	case q.load >= 1:
		return q, &Overload{Load: q.load}
	}
	return q, nil
}

// Overload is the error for a load of 1 or more, at which every mean is infinite.
type Overload struct{ Load float64 }

// Error implements error.
func (e *Overload) Error() string {
	return fmt.Sprintf("load %v: no policy is stable, want less than 1", e.Load)
}

// TooLarge is the error for fleets with more states than allowed.
type TooLarge struct {
	Servers int
	Load    float64
	States  int // at the least; the greatest int if there are too many to count
	Allowed int
	Fit     int // how many of the fleet's servers, the fastest, would fit at this load
}

// Error implements error.
func (e *TooLarge) Error() string {
	states := fmt.Sprint(e.States)
	if e.States > mostCounted {
		states = "more than 10^15"
	}
	return fmt.Sprintf("fleet of %d servers at load %.3g: it has %s states, want at most %d; its %d fastest servers would fit",
		e.Servers, e.Load, states, e.Allowed, e.Fit)
}

func (q question) tooLarge(size int) error {
	e := &TooLarge{Load: q.load, States: size, Allowed: q.options.states()}
	classes := slices.Clone(q.layout.Classes())
	for _, c := range classes {
		e.Servers += len(c.Servers)
	}
	e.Fit = e.Servers
	for len(classes) > 0 {
		last := &classes[len(classes)-1]
		last.Servers = last.Servers[1:]
		e.Fit--
		if len(last.Servers) == 0 {
			classes = classes[:len(classes)-1]
		}
		if q.fits(classes) {
			break
		}
	}
	return e
}

// fits says whether the states of classes at this load are not too many, doubled.
func (q question) fits(classes []steelyard.Class) bool {
	return sizeOf(classes, twice(firstLimits(classes, q.load))) <= q.options.states()
}

func twice(limits []int) []int {
	next := slices.Clone(limits)
	for c := range next {
		next[c] *= 2
	}
	return next
}
