package dist

import "github.com/steelyard-lb/steelyard/internal/rng"

// exponential is the law without memory, P(X > x) = exp(-x/mean).
type exponential struct{ mean float64 }

func exponentialKind() Kind {
	return Kind{
		Name:  "exponential",
		Doc:   "no memory; SCV 1",
		build: func(args) (Law, error) { return exponential{1}, nil },
	}
}

func (l exponential) Mean() float64              { return l.mean }
func (l exponential) SecondMoment() float64      { return 2 * l.mean * l.mean }
func (l exponential) Sample(r *rng.Rand) float64 { return l.mean * r.Exp() }
func (l exponential) Scaled(mean float64) Law    { return exponential{mean} }
func (l exponential) String() string             { return text("exponential", "mean", l.mean) }
