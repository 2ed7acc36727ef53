package diffusion

import "math"

// FastIdle is the limit law of the number of idle servers in the fastest pools
// together. Those pools have capacity r < 1 per server and take every arrival while
// one of their servers is idle, so the number is that of jobs in an M/M/1 queue with
// load r: geometric (quantifies Proposition 3.1).
type FastIdle struct {
	Load float64 // r_l, in (0,1)
}

// FastIdle returns the law for the fastest l pools, 1 <= l < number of pools.
func (r Regime) FastIdle(l int) (FastIdle, error) {
	if err := r.Check(); err != nil {
		return FastIdle{}, err
	}
	if l < 1 || l >= len(r.Pools) {
		return FastIdle{}, &FieldError{"number of fast pools", l, "at least 1 and fewer than all pools"}
	}
	return FastIdle{r.fastCapacity(l)}, nil
}

// Mean is the expected number of idle servers.
func (f FastIdle) Mean() float64 { return f.Load / (1 - f.Load) }

// Prob is the probability of exactly k idle servers.
func (f FastIdle) Prob(k int) float64 {
	if k < 0 {
		return 0
	}
	return (1 - f.Load) * math.Pow(f.Load, float64(k))
}

// meanUpTo is the mean given that at most t servers are idle.
func (f FastIdle) meanUpTo(t int) float64 {
	tail := math.Pow(f.Load, float64(t+1))
	return f.Mean() - float64(t+1)*tail/(1-tail)
}

// fastIdles lists the laws for the fastest 1, 2, ... pools but all.
func (r Regime) fastIdles() []FastIdle {
	laws := make([]FastIdle, len(r.Pools)-1)
	for l := range laws {
		laws[l].Load = r.fastCapacity(l + 1)
	}
	return laws
}

// FastIdleMeans returns the limit of the mean number of idle servers of each pool
// but the slowest: differences of the means of [FastIdle].
func (r Regime) FastIdleMeans() []float64 {
	means := make([]float64, len(r.Pools)-1)
	before := 0.0
	for j, law := range r.fastIdles() {
		means[j] = law.Mean() - before
		before = law.Mean()
	}
	return means
}
