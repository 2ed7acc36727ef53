package sim

import (
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// arrivals is the stream of jobs: when they come, which dispatcher gets them and how much work they bring. It draws from streams of its
// own, so that it is the same whatever the policy.
type arrivals struct {
	gap    sampler
	size   sampler
	gaps   rng.Rand
	sizes  rng.Rand
	who    rng.Rand
	equal  int       // number of dispatchers, if they have equal shares
	shares []float64 // cumulative, if they have not
}

func newArrivals(c *Config, replication int) arrivals {
	r := uint64(replication)
	return arrivals{
		gap:    newSampler(c.gapLaw()),
		size:   newSampler(c.sizeLaw()),
		gaps:   rng.New(c.Seed, "arrivals", r),
		sizes:  rng.New(c.Seed, "sizes", r),
		who:    rng.New(c.Seed, "dispatchers", r),
		equal:  c.Dispatchers.count(),
		shares: cumulative(c.Dispatchers.Shares),
	}
}

// wait draws the time to the next arrival.
func (a *arrivals) wait() float64 { return a.gap.sample(&a.gaps) }

// work draws the size of a job.
func (a *arrivals) work() float64 { return a.size.sample(&a.sizes) }

// sampler draws from a law; the exponential law, the most frequent, without a call through an interface.
type sampler struct {
	mean float64  // 0: not exponential
	law  dist.Law // nil: never
}

func newSampler(l dist.Law) sampler {
	if l != nil && dist.IsExponential(l) {
		return sampler{mean: l.Mean()}
	}
	return sampler{law: l}
}

func (s *sampler) sample(r *rng.Rand) float64 {
	if s.mean > 0 {
		return s.mean * r.Exp()
	}
	if s.law == nil {
		return never
	}
	return s.law.Sample(r)
}

// dispatcher draws who gets a job.
func (a *arrivals) dispatcher() int {
	if a.equal == 1 {
		return 0
	}
	return a.drawDispatcher()
}

func (a *arrivals) drawDispatcher() int {
	if a.shares == nil {
		return a.who.IntN(a.equal)
	}
	return pickCumulative(a.shares, &a.who)
}

func cumulative(shares []float64) []float64 {
	if shares == nil {
		return nil
	}
	sum := 0.0
	to := make([]float64, len(shares))
	for k, s := range shares {
		sum += s
		to[k] = sum
	}
	return to
}

// pickCumulative draws k with probability proportional to the k-th step of the rising sequence to.
func pickCumulative(to []float64, r *rng.Rand) int {
	x := r.Float64() * to[len(to)-1]
	k := 0
	for k < len(to)-1 && x >= to[k] {
		k++
	}
	return k
}
