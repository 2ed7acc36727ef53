package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// lognormal is the exponential of a normal law; log X has the standard
// deviation sigma.
type lognormal struct{ sigma, mean float64 }

func lognormalKind() Kind {
	return Kind{
		Name:   "lognormal",
		Params: []Param{{Name: "sigma", High: 10, Default: 1}},
		Doc:    "log X is normal with deviation sigma; SCV exp(sigma^2)-1",
		build:  func(a args) (Law, error) { return lognormal{a.get("sigma"), 1}, nil },
	}
}

func (l lognormal) Mean() float64           { return l.mean }
func (l lognormal) SecondMoment() float64   { return l.mean * l.mean * math.Exp(l.sigma*l.sigma) }
func (l lognormal) Scaled(mean float64) Law { return lognormal{l.sigma, mean} }
func (l lognormal) String() string          { return text("lognormal", "sigma", l.sigma, "mean", l.mean) }

func (l lognormal) Sample(r *rng.Rand) float64 {
	return l.mean * math.Exp(l.sigma*(r.Norm()-l.sigma/2))
}
