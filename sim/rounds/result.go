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
func (c *Config) result(trials []*Trial) *Result {
	all := &sums{}
	for _, t := range trials {
		all.merge(t.sums)
	}
	law := all.law()
	rounds := int64(c.Rounds) * int64(len(trials))
	r := &Result{Responses: law, Result: sim.Result{
		Engine: Engine, Replications: len(trials), Jobs: all.arrived, Seconds: float64(rounds), Load: c.load(), Stable: true,
		Law:            law,
		MessagesPerJob: ratio(all.asked+all.unasked, all.arrived),
		RevokedPerJob:  ratio(all.revoked, all.arrived),
		Nowhere:        all.nowhere,
		Flow:           all.here() - all.left,
		Utilisation:    float64(all.served) / (c.capacity() * float64(rounds)),
	}}
	if all.took > 0 {
		r.Little = float64(all.present)/float64(all.took) - 1
	}
	r.classes(c, all, rounds)
	for _, t := range trials {
		for _, x := range t.stretch {
			r.Batches = append(r.Batches, ratio(x.took, x.served))
		}
	}
	r.Response = stats.Controlled{Estimate: stats.FromReplications(observations(trials)), VarianceRatio: 1}
	r.Response.Mean = law.Mean()
	c.judge(r, trials)
	return r
}

// classes fills in what is counted per class.
func (r *Result) classes(c *Config, all *sums, rounds int64) {
	waiting := int64(0)
	for k := range all.class {
		x := &all.class[k]
		offered := c.Classes[k].Rate * float64(c.Classes[k].Servers) * float64(rounds)
		r.Classes = append(r.Classes, sim.ClassResult{
			Name:   c.Classes[k].Name,
			Jobs:   x.sent,
			Share:  ratio(x.sent, all.arrived-all.nowhere),
			Busy:   float64(x.law.jobs) / offered,
			Length: ratio(x.waiting, rounds),
			Peak:   int(x.peak),
			Law:    &x.law,
		})
		waiting += x.waiting
		r.Peak = max(r.Peak, int(x.peak))
	}
	r.Length = ratio(waiting, rounds)
}

// observations are the mean response times of replications, or of stretches of the only one.
func observations(trials []*Trial) []float64 {
	var means []float64
	for _, t := range trials {
		means = append(means, ratio(t.sums.took, t.sums.served))
	}
	if len(trials) > 1 {
		return means
	}
	means = nil
	for _, x := range trials[0].stretch {
		if x.served > 0 {
			means = append(means, ratio(x.took, x.served))
		}
	}
	return means
}

// ratio is a/b, 0 if b is 0.
func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
