package meanfield

import (
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// Certainty says what a stability statement rests on.
type Certainty string

const (
	Exact      Certainty = "exact"       // proved necessary and sufficient
	UpperBound Certainty = "upper bound" // necessary only: the policy may be unstable below
	FluidLimit Certainty = "fluid limit" // found numerically for many servers
)

// Stability is the largest load, relative to the capacity of the fleet, that a
// policy can bear.
type Stability struct {
	Load      float64
	Saturated []int // the classes that saturate first; empty: the whole fleet
	Certainty Certainty
	Reason    string
}

// StableLoad says how much load a policy can bear on a fleet of these groups, whose
// Servers are numbers. For a set A of classes, jobs that ask servers of A only, a
// fraction P(A), need a capacity C(A): the load times C/C(A) P(A) must be below 1.
// That is sufficient as well for policies that join the smallest rank (Foss and
// Chernova 1998), and on a fleet of any size.
func StableLoad(p steelyard.Policy, groups []steelyard.Group) (Stability, error) {
	ruled, ok := p.(steelyard.Ruled)
	if !ok {
		if _, ok := p.(Ranking); ok {
			return Stability{1, nil, Exact, "the smallest rank of all servers is joined"}, nil
		}
		return Stability{}, fmt.Errorf("the policy is not given as a rule: %w", ErrNoModel)
	}
	rule, err := ruled.Rule(groups)
	if err != nil {
		return Stability{}, err
	}
	mixes, err := rule.Query.Mixes(groups)
	if err != nil {
		return Stability{}, err
	}
	s := narrowest(mixes, groups)
	if r, ok := rule.Choose.(Ranking); ok && rule.Inside == steelyard.Shortest {
		if order, _ := r.Ranking(); unbounded(order, groups) {
			return s, nil
		}
	}
	if one := onlyOneClass(mixes); one {
		return s, nil
	}
	s.Certainty = UpperBound
	if m, ok := ClassIdleOf(rule, groups, 0.5*capacityOf(groups)/serversIn(groups)); ok {
		return m.stability(s), nil
	}
	return s, nil
}

// narrowest finds the set of classes whose condition binds first. Up to mostSubsets
// classes all sets are tried, beyond it those of the slowest classes, the binding
// ones for servers drawn uniformly.
func narrowest(mixes Query, groups []steelyard.Group) Stability {
	s := Stability{Load: 1, Certainty: Exact, Reason: "every job can reach enough capacity"}
	total := capacityOf(groups)
	consider := func(asks float64, members []int) {
		capacity := 0.0
		for _, c := range members {
			capacity += capacityOf(groups[c : c+1])
		}
		if load := capacity / (total * asks); load < s.Load*(1-1e-12) {
			s.Load, s.Saturated = load, members
			s.Reason = fmt.Sprintf("%.4g of the jobs ask these classes only, which have %.4g of the capacity", asks, capacity/total)
		}
	}
	const mostSubsets = 14
	if len(groups) > mostSubsets {
		eachSlowest(mixes, len(groups), consider)
	} else {
		eachSubset(mixes, len(groups), consider)
	}
	return s
}

// eachSlowest visits the sets of slowest classes with the probability that a job
// asks these only.
func eachSlowest(mixes Query, classes int, visit func(asks float64, members []int)) {
	byFastest := make([]float64, classes)
	for _, mix := range mixes {
		fastest := slices.IndexFunc(mix.Ask, func(n int) bool { return n > 0 })
		if fastest >= 0 {
			byFastest[fastest] += mix.Prob
		}
	}
	asks := 0.0
	var members []int
	for c := classes - 1; c >= 0; c-- {
		asks += byFastest[c]
		members = append([]int{c}, members...)
		visit(asks, members)
	}
}

// eachSubset visits all sets of classes likewise.
func eachSubset(mixes Query, classes int, visit func(asks float64, members []int)) {
	for set := 1; set < 1<<classes; set++ {
		var members []int
		for c := range classes {
			if set>>c&1 == 1 {
				members = append(members, c)
			}
		}
		asks := 0.0
		for _, mix := range mixes {
			outside := false
			for c, n := range mix.Ask {
				outside = outside || n > 0 && set>>c&1 == 0
			}
			if !outside {
				asks += mix.Prob
			}
		}
		visit(asks, members)
	}
}

// onlyOneClass: every mix asks one class, so that its jobs have no choice.
func onlyOneClass(mixes Query) bool {
	for _, mix := range mixes {
		asked := 0
		for _, n := range mix.Ask {
			if n > 0 {
				asked++
			}
		}
		if asked != 1 {
			return false
		}
	}
	return true
}

// unbounded: an overloaded class ranks behind any other at last.
func unbounded(order steelyard.Order, groups []steelyard.Group) bool {
	const long = 1 << 40
	for _, g := range groups {
		for _, other := range groups {
			if order.Rank(g.Kind, long) <= order.Rank(other.Kind, 1<<20) {
				return false
			}
		}
	}
	return true
}

func capacityOf(groups []steelyard.Group) float64 {
	sum := 0.0
	for _, g := range groups {
		sum += g.Servers * g.Kind.Rate * float64(max(1, g.Kind.Workers))
	}
	return sum
}

func serversIn(groups []steelyard.Group) float64 {
	sum := 0.0
	for _, g := range groups {
		sum += g.Servers
	}
	return sum
}

// stability finds by bisection where the fixed point is lost, up to the bound.
func (m ClassIdle) stability(bound Stability) Stability {
	capacity := m.Fleet.Capacity()
	stable := func(load float64) bool {
		m.Arrivals = load * capacity
		_, err := m.Predict()
		return err == nil
	}
	if stable(bound.Load * (1 - 1e-7)) {
		bound.Certainty = FluidLimit
		bound.Reason = "stable in the limit of many servers up to the bound: " + bound.Reason
		return bound
	}
	low, high := 0.0, bound.Load
	for high-low > 1e-9 {
		if middle := (low + high) / 2; stable(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	m.Arrivals = math.Max(low*(1-1e-4), 1e-9) * capacity
	return Stability{low, m.fullest(), FluidLimit, "beyond it this class is fed faster than it serves"}
}

// fullest is the class nearest to its capacity.
func (m ClassIdle) fullest() []int {
	p, err := m.Predict()
	if err != nil {
		return nil
	}
	worst, most := 0, 0.0
	for c, class := range p.Classes {
		if class.MeanJobs > most {
			worst, most = c, class.MeanJobs
		}
	}
	return []int{worst}
}
