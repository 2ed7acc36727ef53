package diffusion

import "math"

// Prediction is what the stationary law says of a system of finite size. Second and what
// follows from it come from the reduced chain of that size, whose error is of the order of
// 1/n; the limit law at EffectiveSlack errs by the order of 1/sqrt(n).
type Prediction struct {
	System
	EffectiveSlack float64    // beta less what idle servers of the fast pools use up
	Law            Stationary // of the limit with that slack
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
// It fails if nothing is left. Time grows with n: 10 ms for 1,000 servers, a second for 100,000.
func (r Regime) Predict(n int) (Prediction, error) {
	s, err := r.System(n)
	if err != nil {
		return Prediction{}, err
	}
	p := Prediction{System: s, EffectiveSlack: r.Slack, Idle: make([]float64, len(r.Pools))}
	for j, idle := range r.FastIdleMeans() {
		p.Idle[j] = idle
		p.EffectiveSlack -= r.Pools[j].Rate * idle / s.scale()
	}
	if p.EffectiveSlack <= 0 {
		return Prediction{}, &FieldError{"servers", n, "more: idle servers of the fast pools use up the slack"}
	}
	if p.Law, err = SolveStationary(p.EffectiveSlack, r.slowest().Rate, r.fastest().Rate); err != nil {
		return Prediction{}, err
	}
	p.Idle[len(p.Idle)-1] = p.Law.Idle.Mean * s.scale()
	_, p.Second, _ = lattice{s, p.EffectiveSlack, r.fastIdles()}.solve()
	p.finish()
	return p, nil
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
