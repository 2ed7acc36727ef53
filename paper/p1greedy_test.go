package paper

import (
	"fmt"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

func TestGreedy(t *testing.T) {
	i := instance{rate: []float64{4, 1}, queue: []int32{2, 0}, jobs: 1}
	if got := fmt.Sprint(i.greedy(1), i.greedy(.5)); got != "[1 0] [0 1]" { // 3/4 < 1, but 5/8 > 1/2
		t.Errorf("got %s", got)
	}
	if !i.missed(wholeJob, plainDistance) || i.missed(halfJob, plainDistance) {
		t.Error("the balanced assignment is [.4 .6]: want the job at the second server to be nearest")
	}
}

// With equal rates both rules join the shortest queue, which is nearest by every distance.
func TestEqualRatesAreNearest(t *testing.T) {
	r := rng.New(5, "equal rates")
	for range 200 {
		i := law{servers: 3, jobs: 4, least: 2, most: 2, fill: 1}.draw(&r)
		for rule := range rules() {
			for by := range distances() {
				if i.missed(rule, by) {
					t.Errorf("%v: rule %d is not nearest by distance %d", i, rule, by)
				}
			}
		}
	}
}

func TestMinimisesJudges(t *testing.T) {
	r := rng.New(6, "cases")
	all := []tally{tallied(chosenCases(), 300, &r)}
	if v := minimises(all, wholeJob, plainDistance, "minimal"); v.Judgement != Differs {
		t.Error(v)
	}
	if v := minimises(all, halfJob, weightedDistance, "minimal"); v.Judgement != Agrees {
		t.Error(v)
	}
}
