package predictions

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

// Outcome is what was predicted and found of a case. Times are seconds.
type Outcome struct {
	Case
	Limit, LimitP99 float64 // of many servers
	Sizes           [2]Size // Small, and Times as large
}

// Size is a fleet of one size.
type Size struct {
	Servers            int
	Refined            float64
	Mean, StdErr, P99  float64 // simulated
	VarianceRatio      float64
	P99Resolved, Known bool // Known: there is a refined mean
}

// bearable is the largest stable load on the smaller fleet.
func (c Case) bearable() (float64, error) {
	s, err := c.Scenario(1, 1, 1)
	if err != nil {
		return 0, err
	}
	found, err := scenario.StableLoads(context.Background(), s, []policy.Spec{*s.Policy}, scenario.Options{})
	if err != nil {
		return 0, err
	}
	return found[0].Load, nil
}

// Compare predicts and simulates a case, with so many jobs in each of four replications on the smaller fleet and as many per server on the larger.
func (c Case) Compare(ctx context.Context, jobs int, seed uint64) (*Outcome, error) {
	o := &Outcome{Case: c}
	for k, times := range []int{1, Times} {
		s, err := c.Scenario(times, times*jobs, seed)
		if err != nil {
			return nil, err
		}
		p, err := scenario.Predict(s)
		if err != nil {
			return nil, err
		}
		if !p.Stable {
			return nil, fmt.Errorf("%s at load %v: %s", c.Policy, c.Load, p.Verdict)
		}
		r, err := scenario.Simulate(ctx, s, scenario.Options{Model: scenario.MeanField})
		if err != nil {
			return nil, err
		}
		if !r.Stable {
			return nil, fmt.Errorf("%s at load %v: simulated: %s", c.Policy, c.Load, r.Verdict)
		}
		o.Limit, o.LimitP99 = *p.MeanResponse, *p.Quantiles["p99"]
		o.Sizes[k] = sizeOf(s, p, r)
	}
	return o, nil
}

func sizeOf(s *scenario.Scenario, p *scenario.Prediction, r *scenario.Report) Size {
	// With 80 batches an interval of 95 % is 1.99 standard errors to either side.
	x := Size{Servers: s.Fleet.Servers(), Mean: *r.MeanResponse, StdErr: *r.CI95 / 1.99, VarianceRatio: r.VarianceRatio}
	if p.MeanResponseRefined != nil {
		x.Refined, x.Known = *p.MeanResponseRefined, true
	}
	if q := r.Quantiles["p99"]; q != nil {
		x.P99, x.P99Resolved = *q, true
	}
	return x
}

// Off is how far the refined mean of a size is from the simulated one, in standard errors and relative to the term of order 1/k.
func (o *Outcome) Off(k int) (errors, term float64) {
	x := o.Sizes[k]
	off := math.Abs(x.Refined - x.Mean)
	return off / x.StdErr, off / math.Abs(x.Refined-o.Limit)
}

// Refines says whether the refined mean is within three standard errors of the simulated one or a fifth of its own term.
func (o *Outcome) Refines(k int) bool {
	errors, term := o.Off(k)
	return o.Sizes[k].Known && (errors <= 3 || term <= .2)
}

// Falls says whether the error of the mean field falls as 1/k: what is left after scaling is within three standard errors or a quarter.
func (o *Outcome) Falls() bool {
	small, large := o.Sizes[0].Mean-o.Limit, o.Sizes[1].Mean-o.Limit
	noise := math.Hypot(o.Sizes[0].StdErr, Times*o.Sizes[1].StdErr)
	return math.Abs(Times*large-small) <= 3*noise+.25*math.Abs(small)
}

// P99Off is how far the limit's p99 is from that of the larger fleet, relative to it.
func (o *Outcome) P99Off() float64 { return math.Abs(o.LimitP99/o.Sizes[1].P99 - 1) }
