package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// hyperexponential is exponential of rate1 with probability p, else of rate2.
type hyperexponential struct {
	p, rate1, rate2 float64
	mean            float64
	scv             float64 // the parameter it was made from, or 0
}

func hyperexponentialKind() Kind {
	return Kind{
		Name: "hyperexponential",
		Params: []Param{
			{Name: "scv", Low: 1, High: 1e6, Default: 4},
			{Name: "p", High: 1, Default: math.NaN()},
			{Name: "rate1", High: math.Inf(1), Open: true, Default: math.NaN()},
			{Name: "rate2", High: math.Inf(1), Open: true, Default: math.NaN()},
		},
		Doc:   "exponential of rate1 with probability p, else of rate2; or from its scv, with balanced means",
		build: makeHyperexponential,
	}
}

func makeHyperexponential(a args) (Law, error) {
	if !a.has("p") && !a.has("rate1") && !a.has("rate2") {
		return balanced(a.get("scv"), 1), nil
	}
	if a.has("scv") {
		return nil, a.errorf("scv", "given beside p, rate1 or rate2, want either scv or these three")
	}
	for _, name := range []string{"p", "rate1", "rate2"} {
		if !a.has(name) {
			return nil, a.errorf(name, "missing, want p, rate1 and rate2 together")
		}
	}
	return twoRates(a.get("p"), a.get("rate1"), a.get("rate2")), nil
}

func twoRates(p, rate1, rate2 float64) hyperexponential {
	return hyperexponential{p: p, rate1: rate1, rate2: rate2, mean: p/rate1 + (1-p)/rate2}
}

// balanced returns the law whose branches both carry half of the mean,
// p/rate1 = (1-p)/rate2.
func balanced(scv, mean float64) hyperexponential {
	p := (1 + math.Sqrt((scv-1)/(scv+1))) / 2
	return hyperexponential{p: p, rate1: 2 * p / mean, rate2: 2 * (1 - p) / mean, mean: mean, scv: scv}
}

func (l hyperexponential) Mean() float64 { return l.mean }

func (l hyperexponential) SecondMoment() float64 {
	return 2 * (l.p/l.rate1/l.rate1 + (1-l.p)/l.rate2/l.rate2)
}

func (l hyperexponential) Sample(r *rng.Rand) float64 {
	rate := l.rate2
	if r.Float64() < l.p {
		rate = l.rate1
	}
	return r.Exp() / rate
}

func (l hyperexponential) Scaled(mean float64) Law {
	if l.scv > 0 {
		return balanced(l.scv, mean)
	}
	factor := l.mean / mean
	return twoRates(l.p, l.rate1*factor, l.rate2*factor)
}

func (l hyperexponential) String() string {
	if l.scv > 0 {
		return text("hyperexponential", "scv", l.scv, "mean", l.mean)
	}
	return text("hyperexponential", "p", l.p, "rate1", l.rate1, "rate2", l.rate2)
}
