package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// weibull has the tail P(X > x) = exp(-(x/scale)^shape).
type weibull struct{ shape, mean, scale float64 }

func weibullKind() Kind {
	return Kind{
		Name:   "weibull",
		Params: []Param{{Name: "shape", Low: .1, High: 1000, Default: .5}},
		Doc:    "tail exp(-(x/scale)^shape); heavier than exponential for shape < 1",
		build:  func(a args) (Law, error) { return newWeibull(a.get("shape"), 1), nil },
	}
}

func newWeibull(shape, mean float64) weibull {
	return weibull{shape, mean, mean / math.Gamma(1+1/shape)}
}

func (l weibull) Mean() float64 { return l.mean }

func (l weibull) SecondMoment() float64 {
	return l.scale * l.scale * math.Gamma(1+2/l.shape)
}

func (l weibull) Sample(r *rng.Rand) float64 { return l.scale * math.Pow(r.Exp(), 1/l.shape) }
func (l weibull) Scaled(mean float64) Law    { return newWeibull(l.shape, mean) }
func (l weibull) String() string             { return text("weibull", "shape", l.shape, "mean", l.mean) }
