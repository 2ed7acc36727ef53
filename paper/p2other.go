package paper

import (
	"fmt"
	"math"
	"strings"
)

// otherRun is a row of an independent simulation of the same fleet with four routers and finite buffers, to four digits.
type otherRun struct {
	servers int
	stale   string
	of      [5]float64 // as otherMeasures
}

// otherMeasures are those of an otherRun.
func otherMeasures() [5]int { return [5]int{busyFast, busySlow, waiting, blocking, messages} }

func otherRuns() []otherRun {
	return []otherRun{
		{100, "revoke", [5]float64{.6205, .8592, .0282, .0556, .916}},
		{100, "keep", [5]float64{.6122, .8537, .0376, .0674, .885}},
		{400, "revoke", [5]float64{.6535, .8808, .0084, .0166, .975}},
		{400, "keep", [5]float64{.6486, .8784, .0122, .0213, .964}},
		{6400, "revoke", [5]float64{.6663, .8887, .0005, .0010, .9986}},
		{6400, "keep", [5]float64{.6650, .8874, .0007, .0012, .9980}},
	}
}

// unbalanced is how much the jobs served of a row differ from those taken, per arrival: 0 but for the error of the run.
func (r otherRun) unbalanced() float64 { return unbalanced([2]float64{r.of[0], r.of[1]}, r.of[3]) }

func unbalanced(busy [2]float64, blocked float64) float64 {
	served := 0.0
	for k, pool := range chosenPools(1000) {
		served += float64(pool.Servers) / 1000 * pool.Speed * busy[k]
	}
	return math.Abs(served/chosenPullLoad - (1 - blocked))
}

// otherSimulation compares with numbers that an independent program found. It counts a number as the same if it is within four standard errors
// of ours and half a unit of its last digit.
func otherSimulation(all []growing) Verdict {
	same, n := 0, 0
	var apart []string
	for _, other := range otherRuns() {
		run, ok := matching(all, other)
		if !ok {
			continue
		}
		off := false
		for k, m := range otherMeasures() {
			n++
			digit := 5e-5
			if m == messages && other.servers < 6400 {
				digit = 5e-4
			}
			if e := run.of[m]; math.Abs(e.Mean-other.of[k]) <= 4*e.StdErr+digit+1e-12 {
				same++
			} else {
				off = true
			}
		}
		if off {
			ours := unbalanced([2]float64{run.of[busyFast].Mean, run.of[busySlow].Mean}, run.of[blocking].Mean)
			apart = append(apart, fmt.Sprintf("n = %d, %s, where its jobs served and taken differ by %s, ours by %s",
				other.servers, other.stale, percent(other.unbalanced()), percent(ours)))
		}
	}
	return statement("an independent simulation agrees: R = 4, finite buffers, its numbers are within four standard errors of ours",
		"its 30 numbers, without intervals",
		fmt.Sprintf("%d of %d are", same, n), n > 0 && same == n,
		"its rows have errors of their own, which it does not state. Apart: "+strings.Join(apart, "; "))
}

// matching is our run of the same case.
func matching(all []growing, other otherRun) (pullRun, bool) {
	for _, g := range all {
		for _, r := range g {
			if r.routers == 4 && !r.endless && r.stale == other.stale && r.servers == other.servers {
				return r, true
			}
		}
	}
	return pullRun{}, false
}
