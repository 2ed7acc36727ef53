package diffusion

import "math"

// Prediction is what the stationary law says of a system of finite size. Second and what
// follows from it come from the reduced chain of that size, whose error is of the order of
// 1/n; the limit law at EffectiveSlack errs by the order of 1/sqrt(n).
type Prediction struct {
	System
	EffectiveSlack float64    // beta less what idle servers of the fast pools use up
	Law            Stationary // of the limit with that slack
	FastIdle       []FastIdle // per l: idle servers of the fastest l+1 pools together
	Idle           []float64  // mean number of idle servers per pool
	Second         float64    // mean number of servers of the fastest pool with at least 2 jobs
	Wait           float64    // probability that an arrival waits
	Jobs           float64    // mean number in the system
	Response       float64    // mean response time, seconds
}

// Predict approximates the system with n servers. From the exact balance
//
//	sum_j mu_j E[idle_j] = sum_j mu_j N_j - arrivals
//
// it follows that idle servers of the fast pools leave the slowest one the slack
// beta_eff = beta - (sum_{j<M} mu_j E[idle_j])/sqrt(n), and that E[idle_M] is sqrt(n) beta_eff/mu_M.
// It fails if nothing is left, or more than the slowest pool has. Time grows with n: 0.1 s up to 10,000 servers, seconds for 100,000.
func (r Regime) Predict(n int) (Prediction, error) {
	s, err := r.System(n)
	if err != nil {
		return Prediction{}, err
	}
	p := Prediction{System: s, EffectiveSlack: r.Slack}
	for j, idle := range r.FastIdleMeans() {
		p.EffectiveSlack -= r.Pools[j].Rate * idle / s.scale()
	}
	if p.EffectiveSlack <= 0 {
		return Prediction{}, &FieldError{"servers", n, "more: idle servers of the fast pools use up the slack"}
	}
	if slow := r.slowest(); p.EffectiveSlack*s.scale() >= slow.Rate*float64(s.Servers[len(s.Servers)-1]) {
		return Prediction{}, &FieldError{"servers", n, "more: the slack is more than the capacity of the slowest pool"}
	}
	if p.Law, err = SolveStationary(p.EffectiveSlack, r.slowest().Rate, r.fastest().Rate); err != nil {
		return Prediction{}, err
	}
	_, p.Second, _ = lattice{s, p.EffectiveSlack, r.fastIdles()}.solve()
	p.setIdle(r.FastIdleMeans())
	p.finish()
	return p, nil
}

// setIdle corrects the idle servers of the fast pools for what else occupies those pools,
// given their limit means, and leaves the rest of the spare capacity to the slowest pool.
func (p *Prediction) setIdle(limit []float64) {
	last := len(limit)
	p.Idle = make([]float64, last+1)
	spare, before := p.Capacity()-p.Arrivals, 0.0
	busy := -p.Rates[0] * p.Second // capacity of the servers that become idle when a job leaves
	for j, idle := range limit {
		busy += p.Rates[j] * (float64(p.Servers[j]) - idle)
		law := FastIdle{busy / p.Arrivals}
		p.FastIdle = append(p.FastIdle, law)
		p.Idle[j] = law.Mean() - before
		before = law.Mean()
		spare -= p.Rates[j] * p.Idle[j]
	}
	p.Idle[last] = spare / p.Rates[last]
}

// finish derives what follows from the mean counts: jobs that wait are those that leave
// the second level, and the response time is Little's.
func (p *Prediction) finish() {
	p.Wait = math.Min(1, p.Rates[0]*p.Second/p.Arrivals)
	p.Jobs = float64(p.Size()) + p.Second
	for _, idle := range p.Idle {
		p.Jobs -= idle
	}
	p.Response = p.Jobs / p.Arrivals
}
