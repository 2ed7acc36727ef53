package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/stats"
)

// judge looks for growth and for reasons to distrust the numbers.
func (s *study) judge(r *Result) {
	c := s.config
	if c.transient() {
		return
	}
	if s.grows() {
		s.uncontrolled(r)
		r.Stable = false
		r.Verdict = "the number of jobs grows throughout the run: the policy does not keep this fleet stable at this load"
		return
	}
	if math.IsInf(c.sizeLaw().SecondMoment(), 1) {
		r.InfiniteMean = c.waitsForever(r)
		r.warn(stats.InfiniteVariance, "job sizes have infinite variance: intervals may mislead")
	}
	if !s.steady() {
		s.uncontrolled(r)
		r.warn(stats.NotStationary, "the number of jobs shows no steady state: lengthen the run or its warm-up")
	}
	if x := s.correlation(); x > 2/math.Sqrt(float64(len(s.trials)*Batches)) && x > .2 {
		r.warn(stats.ShortRun, fmt.Sprintf("neighbouring batches are correlated, %.2f: lengthen the run", x))
	}
}

// uncontrolled takes away the controls that are fitted: what they are known to average to is so in a steady state only.
func (s *study) uncontrolled(r *Result) {
	if slices.Contains(r.Controls, StateControl) {
		return
	}
	r.Batches = s.batchMeans()
	r.Response, r.Controls = s.estimate(r.Batches), nil
}

// waitsForever says whether the mean response time is infinite when job sizes have infinite variance: under FCFS with single workers, when
// nothing is looked at before a job is sent (Pollaczek-Khinchine) or there is only one server.
func (c *Config) waitsForever(r *Result) bool {
	for k := range c.Classes {
		if c.Classes[k].workers() > 1 || c.Classes[k].Buffer > 0 {
			return false
		}
	}
	d, _ := discipline(c.Discipline)
	needs, err := c.needs()
	blind := c.Dispatchers.View.Kind == belief.Fresh && r.MessagesPerJob == 0 && err == nil && needs == steelyard.Needs{}
	return d.Name == fcfs.Name && (blind || c.servers() == 1)
}

func (r *Result) warn(code stats.Code, text string) {
	r.Warnings = append(r.Warnings, stats.Warning{Code: code, Text: text})
}

// leastGrowth is the growth, in jobs per arrival, from which on a fleet is called unstable.
const leastGrowth = 1e-3

// grows says whether the number of jobs rises from quarter to quarter in all replications, by enough.
func (s *study) grows() bool {
	growth, arrived := 0.0, 0.0
	for _, t := range s.trials {
		var quarter [4]float64
		for b, m := range t.batches {
			quarter[4*b/len(t.batches)] += ratio(m.length, m.seconds) * 4 / float64(len(t.batches))
			arrived += m.arrived
		}
		if !(quarter[0] < quarter[1] && quarter[1] < quarter[2] && quarter[2] < quarter[3]) {
			return false
		}
		growth += (quarter[3] - quarter[0]) * 4 / 3
	}
	return growth > leastGrowth*arrived
}

// steady says whether the number of jobs shows a steady state, all replications averaged.
func (s *study) steady() bool {
	quarter := [2]stats.Moments{}
	for _, t := range s.trials {
		for b, m := range t.batches {
			if half := 2 * b / len(t.batches); m.seconds > 0 {
				quarter[half].Add(m.length / m.seconds)
			}
		}
	}
	a, b := &quarter[0], &quarter[1]
	if a.Weight < 2 || b.Weight < 2 {
		return true
	}
	error := math.Sqrt(a.Variance()/a.Weight + b.Variance()/b.Weight)
	return math.Abs(a.Mean-b.Mean) <= 5*error
}

// correlation is that of neighbouring batches.
func (s *study) correlation() float64 {
	var all stats.Moments
	for _, t := range s.trials {
		for _, m := range t.batches {
			all.Add(ratio(m.response, m.ended))
		}
	}
	if all.Squares == 0 {
		return 0
	}
	sum, pairs := 0.0, 0
	for _, t := range s.trials {
		for b := range len(t.batches) - 1 {
			x, y := t.batches[b], t.batches[b+1]
			sum += (ratio(x.response, x.ended) - all.Mean) * (ratio(y.response, y.ended) - all.Mean)
			pairs++
		}
	}
	return sum / float64(pairs) / all.PopulationVariance()
}
