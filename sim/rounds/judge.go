package rounds

import (
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// fewestJudged is the fewest rounds in which growth can be told from filling up: one in every stretch.
const fewestJudged = sim.Batches

// judge looks for growth and for reasons to distrust the numbers.
func (c *Config) judge(r *Result, trials []*Trial) {
	if c.Rounds >= fewestJudged && grows(trials, r.Jobs) {
		r.Stable = false
		r.Verdict = "the number of jobs grows throughout the run: the policy does not keep this system stable at this load"
		return
	}
	if settling(trials) {
		r.Warnings = append(r.Warnings, stats.Warning{
			Code: stats.NotStationary,
			Text: "the number of jobs still rises from its empty start: more rounds would tell more of the steady state",
		})
	}
}

// quarters are the mean numbers of jobs in the four quarters of a replication.
func (t *Trial) quarters() (mean [4]float64) {
	var rounds [4]int64
	for k, x := range t.stretch {
		q := 4 * k / len(t.stretch)
		mean[q] += float64(x.present)
		rounds[q] += x.rounds
	}
	for q := range mean {
		mean[q] /= float64(max(rounds[q], 1))
	}
	return mean
}

// Growth is that of an unstable system if it is so many jobs per arrival, if the last quarter has so many times the jobs of the second, and
// if it slows down, from the first step between quarters to the last, by no more than this ratio. Queues at the limit of stability
// fill like the square root of time: their growth slows down to .53.
const (
	leastGrowth = 1e-3
	leastRatio  = 1.5
	leastPace   = .65
)

// grows says whether the number of jobs grows like that of an unstable system, in all replications and without slowing down.
func grows(trials []*Trial, arrived int64) bool {
	growth, first, last := 0.0, 0.0, 0.0
	for _, t := range trials {
		q := t.quarters()
		if q[3] <= leastRatio*q[1] {
			return false
		}
		growth += (q[3] - q[0]) * 4 / 3
		first += q[1] - q[0]
		last += q[3] - q[2]
	}
	return growth > leastGrowth*float64(arrived) && last > leastPace*first
}

// settling says whether the last quarter is above the two before it by more than the replications' spread explains.
func settling(trials []*Trial) bool {
	var rise []float64
	scale := 0.0
	for _, t := range trials {
		q := t.quarters()
		rise = append(rise, q[3]-(q[1]+q[2])/2)
		scale += q[3] / float64(len(trials))
	}
	e := stats.FromReplications(rise)
	return len(rise) > 1 && e.Mean-e.HalfWidth() > .02*scale
}
