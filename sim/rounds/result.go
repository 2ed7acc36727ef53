package rounds

import (
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// Engine is the name of this way to simulate in results.
const Engine sim.Engine = "rounds"

// Result is what a run found. Times are rounds, and quantiles whole ones. Lengths are those that dispatchers see, at the beginning of
// a round; Busy is the share of the services offered that found a job.
type Result struct {
	sim.Result
	// Length is the mean number of jobs in all queues at the beginning of a round, Peak the greatest length of one queue.
	Length float64
	Peak   int
	// Responses is the law of the response times, the same as Law.
	Responses *Law
}

// result makes the numbers of what was counted.
func (c *Config) result(trials []*trial) *Result {
	all := &sums{}
	for _, t := range trials {
		all.merge(t.sums)
	}
	rounds := int64(c.Rounds) * int64(len(trials))
	r := &Result{Responses: &all.law, Result: sim.Result{
		Engine: Engine, Replications: len(trials), Jobs: all.arrived, Seconds: float64(rounds), Load: c.load(), Stable: true,
		Law:            &all.law,
		MessagesPerJob: ratio(all.asked+all.unasked, all.arrived),
		RevokedPerJob:  ratio(all.revoked, all.arrived),
		Nowhere:        all.nowhere,
	}}
	if all.law.total > 0 {
		r.Little = float64(all.present)/float64(all.law.total) - 1
	}
	r.Response = respond(trials)
	r.Response.Mean = all.law.Mean()
	r.classes(c, all, rounds)
	for _, t := range trials {
		for _, x := range t.stretch {
			r.Batches = append(r.Batches, ratio(x.took, x.served))
		}
	}
	c.judge(r, trials)
	return r
}

// classes fills in what is counted per class.
func (r *Result) classes(c *Config, all *sums, rounds int64) {
	taken, served, waiting := int64(0), int64(0), int64(0)
	for _, x := range all.class {
		taken += x.sent
	}
	for k, x := range all.class {
		offered := c.Classes[k].Rate * float64(c.Classes[k].Servers) * float64(rounds)
		r.Classes = append(r.Classes, sim.ClassResult{
			Name:   c.Classes[k].Name,
			Jobs:   x.sent,
			Share:  ratio(x.sent, taken),
			Busy:   float64(x.served) / offered,
			Length: ratio(x.waiting, rounds),
			Peak:   int(x.peak),
			Law:    classLaw{jobs: x.served, total: x.took},
		})
		served += x.served
		waiting += x.waiting
		r.Peak = max(r.Peak, int(x.peak))
	}
	r.Flow = all.arrived - all.nowhere - taken + served - all.law.jobs
	r.Length = ratio(waiting, rounds)
	r.Utilisation = float64(served) / (c.capacity() * float64(rounds))
}

// respond estimates the mean response time with its error: from replications, or from stretches of the only one.
func respond(trials []*trial) stats.Controlled {
	var means []float64
	for _, t := range trials {
		means = append(means, t.sums.law.Mean())
	}
	if len(trials) == 1 {
		for _, x := range trials[0].stretch {
			if x.served > 0 {
				means = append(means, ratio(x.took, x.served))
			}
		}
		means = means[1:]
	}
	return stats.Controlled{Estimate: stats.FromReplications(means), VarianceRatio: 1}
}

// classLaw is what is known of the response times of a class: their mean.
type classLaw struct{ jobs, total int64 }

// Weight implements sim.ResponseLaw.
func (l classLaw) Weight() float64 { return float64(l.jobs) }

// Mean implements sim.ResponseLaw.
func (l classLaw) Mean() float64 { return ratio(l.total, l.jobs) }

// Quantile implements sim.ResponseLaw; none is known.
func (l classLaw) Quantile(float64) (rounds float64, resolved bool) { return 0, false }

// Tail implements sim.ResponseLaw by what is known, which is that every job takes a round at least.
func (l classLaw) Tail(x float64) float64 {
	if x < 1 {
		return 1
	}
	return 0
}

// ratio is a/b, 0 if b is 0.
func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
