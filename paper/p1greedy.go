package paper

import "math"

// greedy places the jobs one after the other, each at the server of least (q + own + raise)/mu, and returns how many each server got.
func (i instance) greedy(raise float64) []int {
	got := make([]int, len(i.rate))
	for range i.jobs {
		best := 0
		for s := range got {
			if i.load(s, float64(got[s])+raise) < i.load(best, float64(got[best])+raise) {
				best = s
			}
		}
		got[best]++
	}
	return got
}

// distance is one way to measure how far whole jobs are from the balanced assignment.
type distance struct {
	name string
	term func(b balance, s, jobs int) float64 // of one server
	most bool                                 // the greatest term counts, not the sum
}

// balance is an instance with its balanced assignment.
type balance struct {
	instance
	level float64   // IWL
	exact []float64 // jobs of each server
}

func (i instance) balance() balance { return balance{i, i.ideal(), i.balanced()} }

// distances are those that are tried, the plain and the speed-weighted one first.
func distances() []distance {
	return []distance{
		{name: "Σ (x − ā)²", term: func(b balance, s, jobs int) float64 { return square(float64(jobs) - b.exact[s]) }},
		{name: "Σ μ ((q+x)/μ − IWL)²", term: func(b balance, s, jobs int) float64 { return b.rate[s] * square(b.load(s, float64(jobs))-b.level) }},
		{name: "Σ ((q+x)/μ − IWL)²", term: func(b balance, s, jobs int) float64 { return square(b.load(s, float64(jobs)) - b.level) }},
		{name: "Σ (x − ā)²/μ", term: func(b balance, s, jobs int) float64 { return square(float64(jobs)-b.exact[s]) / b.rate[s] }},
		{name: "max (q+x)/μ", term: func(b balance, s, jobs int) float64 { return b.load(s, float64(jobs)) }, most: true},
	}
}

// The places of distances in the list.
const (
	plainDistance    = 0
	weightedDistance = 1 // Eq. 4
	greatestLoad     = 4
)

// of measures an assignment.
func (d distance) of(b balance, jobs []int) float64 {
	sum, most := 0.0, 0.0
	for s, n := range jobs {
		x := d.term(b, s, n)
		sum += x
		most = max(most, x)
	}
	if d.most {
		return most
	}
	return sum
}

// nearest are the least distances of all assignments of whole jobs, in the order of distances.
func (b balance) nearest(list []distance) []float64 {
	least := make([]float64, len(list))
	for k := range least {
		least[k] = math.Inf(1)
	}
	splits(b.jobs, len(b.rate), func(jobs []int) {
		for k, d := range list {
			least[k] = min(least[k], d.of(b, jobs))
		}
	})
	return least
}

// rule is a way to place jobs one after the other: each at the least (q + own + raise)/mu.
type rule struct {
	name  string
	raise float64
}

// rules are the two that are tried.
func rules() []rule { return []rule{{"(q+1)/μ", 1}, {"(q+½)/μ", .5}} }

// The places of rules in the list.
const (
	wholeJob = 0
	halfJob  = 1
)

// measured are the distances that the rules reach, by rule and distance, and the least of all assignments.
func (i instance) measured() (reached [][]float64, least []float64) {
	b := i.balance()
	list := distances()
	for _, r := range rules() {
		jobs, row := i.greedy(r.raise), []float64{}
		for _, d := range list {
			row = append(row, d.of(b, jobs))
		}
		reached = append(reached, row)
	}
	return reached, b.nearest(list)
}

// farther says whether a distance is above the least by more than rounding.
func farther(reached, least float64) bool { return reached > least*(1+1e-9)+1e-12 }

// counterexample is the first small system of two servers in which a rule is not the nearest by a distance, whichever server a tie goes to.
func counterexample(rule, by int) (i instance, found bool) {
	for jobs := 1; jobs <= 3; jobs++ {
		for fast := 2; fast <= 6; fast++ {
			for q := range int32(6) {
				i := instance{rate: []float64{float64(fast), 1}, queue: []int32{q, 0}, jobs: jobs}
				swapped := instance{rate: []float64{1, float64(fast)}, queue: []int32{0, q}, jobs: jobs}
				if i.missed(rule, by) && swapped.missed(rule, by) {
					return i, true
				}
			}
		}
	}
	return instance{}, false
}

// missed says whether another assignment is nearer than that of a rule.
func (i instance) missed(rule, by int) bool {
	reached, least := i.measured()
	return farther(reached[rule][by], least[by])
}

// nearestBy is an assignment of least distance.
func (i instance) nearestBy(d distance) []int {
	b := i.balance()
	var best []int
	least := math.Inf(1)
	splits(i.jobs, len(i.rate), func(jobs []int) {
		if x := d.of(b, jobs); x < least {
			least, best = x, append([]int{}, jobs...)
		}
	})
	return best
}
