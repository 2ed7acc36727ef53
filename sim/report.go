package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/stats"
)

// wanted is how many more replications the precision asks for.
func (s *study) wanted() int {
	precision := s.config.Length.Precision
	if precision == 0 || len(s.trials) == 0 {
		return 0
	}
	estimate := s.response().Estimate
	if estimate.Within(precision) {
		return 0
	}
	have := len(s.trials)
	factor := estimate.HalfWidth() / (precision * math.Abs(estimate.Mean))
	more := have
	if need := 1.1 * factor * factor * float64(have); need < 4*float64(have) {
		more = int(math.Ceil(need)) - have
	}
	more = max(1, min(more, mostReplications-have))
	if have >= mostReplications {
		return 0
	}
	s.progress.grow(more * s.config.Length.Jobs)
	return more
}

// mostReplications bounds a search for precision.
const mostReplications = 100_000

// The names of the controls of the mean response time.
const (
	ArrivalControl = "arrivals" // the number of arrivals, whose rate is known
	WorkControl    = "work"     // the work they bring, whose rate is known: how busy servers are
	StateControl   = "state"    // what Config.Control gives
)

// response estimates the mean response time from the batches.
func (s *study) response() stats.Controlled {
	values, controls, names := s.observations()
	r := s.estimate(values, controls...)
	if slices.Contains(names, StateControl) {
		plain := s.estimate(s.batchMeans()).StdErr / r.StdErr
		r.VarianceRatio = plain * plain
	}
	return r
}

// estimate is the mean of one value for each batch. Where neighbouring batches depend on one another its error is that of longer stretches.
func (s *study) estimate(values []float64, controls ...stats.Control) stats.Controlled {
	r := stats.WithControls(values, controls...).OverRuns(Batches, values, controls...)
	r.StdErr = max(r.StdErr, rounding*math.Abs(r.Mean))
	return r
}

// rounding is the relative error of sums of very many terms: no estimate is better.
const rounding = 1e-12

// batchMeans are the mean response times of the batches.
func (s *study) batchMeans() []float64 {
	return s.ratios(func(m mark) (part, whole float64) { return m.response, m.ended })
}

// ratios are values, one per batch, whose mean is the ratio of the sums of part and whole over all batches: that mean plus what the batch adds
// to it, for the mean of the ratios of short batches is not the ratio of the means.
func (s *study) ratios(of func(m mark) (part, whole float64)) []float64 {
	parts, wholes := 0.0, 0.0
	for _, t := range s.trials {
		for _, m := range t.batches {
			part, whole := of(m)
			parts, wholes = parts+part, wholes+whole
		}
	}
	mean, share := ratio(parts, wholes), wholes/float64(len(s.trials)*Batches)
	var values []float64
	for _, t := range s.trials {
		for _, m := range t.batches {
			part, whole := of(m)
			values = append(values, mean+ratio(part-mean*whole, share))
		}
	}
	return values
}

// surplus is, for each batch, what came beyond what a rate makes of its duration, over what an average batch holds: its mean is 0 whether batches
// are cut by time or by arrivals.
func (s *study) surplus(rate float64, came func(m mark) float64) stats.Control {
	seconds := 0.0
	for _, t := range s.trials {
		for _, m := range t.batches {
			seconds += m.seconds
		}
	}
	expected := rate * seconds / float64(len(s.trials)*Batches)
	var c stats.Control
	for _, t := range s.trials {
		for _, m := range t.batches {
			c.Values = append(c.Values, ratio(came(m)-rate*m.seconds, expected))
		}
	}
	return c
}

// observations are the mean response times of the batches, and the controls of them with their names: the rates that are known or, where
// it varies less, the controlled number of jobs in their place (Little's law), which needs no coefficient.
func (s *study) observations() (values []float64, controls []stats.Control, names []string) {
	c := s.config
	values = s.batchMeans()
	if c.transient() || math.IsInf(c.sizeLaw().SecondMoment(), 1) {
		return values, nil, nil
	}
	arrived := s.surplus(c.Rate, func(m mark) float64 { return m.arrived })
	offered := s.surplus(c.Rate*c.sizeLaw().Mean(), func(m mark) float64 { return m.offered })
	if s.trials[0].batches[0].looks > 0 {
		states := s.ratios(func(m mark) (part, whole float64) { return m.controlled / c.Rate, m.looks })
		if stats.FromReplications(states).StdErr < stats.WithControls(values, arrived, offered).StdErr {
			return states, nil, []string{StateControl}
		}
	}
	return values, []stats.Control{arrived, offered}, []string{ArrivalControl, WorkControl}
}

// result makes the numbers of what was counted.
func (s *study) result() *Result {
	c := s.config
	all := newSums(len(c.Classes), len(c.Windows))
	r := &Result{Engine: s.engine, Replications: len(s.trials), Load: c.load(), Stable: true, FromTails: c.Start.Tails != nil}
	values, controls, names := s.observations()
	r.Response, r.Controls = s.response(), names
	r.Batches = r.Response.Adjusted(values, controls...)
	for _, t := range s.trials {
		all.merge(t.sums)
		r.Warmup += int64(t.warmup)
	}
	r.Seconds, r.Jobs = all.seconds, all.arrived
	r.count(c, &all)
	s.judge(r)
	return r
}

// count fills in what follows from the sums.
func (r *Result) count(c *Config, all *sums) {
	laws := all.laws(c, r.Engine)
	taken, length, busy, workers := int64(0), 0.0, 0.0, 0.0
	r.Flow = all.arrived - all.nowhere
	for k := range all.class {
		x := &all.class[k]
		taken += x.sent
		r.Blocked += x.blocked
		r.Lost += x.lost
		r.Flow -= x.sent + x.blocked
		length += x.length
		busy += x.busy
		workers += float64(c.Classes[k].Servers * c.Classes[k].workers())
	}
	for k := range all.class {
		r.Classes = append(r.Classes, all.class[k].result(&c.Classes[k], all.seconds, taken))
		r.Classes[k].Law = laws[k]
	}
	for k := range all.window {
		r.Windows = append(r.Windows, all.window[k].result(c.Windows[k].Name))
	}
	r.Law = laws[len(all.class)]
	r.Nowhere = all.nowhere
	r.MessagesPerJob = ratio(float64(all.asked+all.unasked), float64(all.arrived))
	r.RevokedPerJob = ratio(float64(all.revoked), float64(all.arrived))
	r.Utilisation = ratio(busy, workers*all.seconds)
	if response := r.Law.Mean() * r.Law.Weight(); response > 0 {
		r.Little = length/response - 1
	}
}

func (x *classSums) result(c *Class, seconds float64, taken int64) ClassResult {
	return ClassResult{
		Name:    c.Name,
		Jobs:    x.sent,
		Share:   ratio(float64(x.sent), float64(taken)),
		Blocked: x.blocked,
		Lost:    x.lost,
		Busy:    ratio(x.busy, seconds*float64(c.Servers*c.workers())),
		Length:  ratio(x.length, seconds),
		Peak:    x.peak,
	}
}

func (w *windowSums) result(name string) WindowResult {
	all := &stats.Histogram{}
	r := WindowResult{Name: name, Law: all}
	for k := range w.response {
		all.Merge(&w.response[k])
		r.Classes = append(r.Classes, int64(w.response[k].Weight()))
		r.Jobs += int64(w.response[k].Weight())
	}
	return r
}

// ratio is a/b, 0 if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// load is the work that arrives per second over what the fleet can do at time 0.
func (c *Config) load() float64 { return ratio(c.Rate*c.sizeLaw().Mean(), c.capacity()) }

// overload is the verdict on a load that no policy can carry.
func (c *Config) overload() string {
	if c.transient() || c.load() < 1 {
		return ""
	}
	for k := range c.Classes {
		if c.Classes[k].Buffer > 0 {
			return ""
		}
	}
	return fmt.Sprintf("load %.6g is not below 1: queues grow without bound under every policy", c.load())
}
