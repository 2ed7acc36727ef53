package dist

import "github.com/steelyard-lb/steelyard/internal/rng"

// erlang is the sum of a whole number of exponential stages.
type erlang struct{ stages, mean float64 }

func erlangKind() Kind {
	return Kind{
		Name:   "erlang",
		Params: []Param{{Name: "k", Low: 1, High: 1e6, Whole: true, Default: 2}},
		Doc:    "sum of k exponential stages; SCV 1/k",
		build:  func(a args) (Law, error) { return erlang{a.get("k"), 1}, nil },
	}
}

func (l erlang) Mean() float64           { return l.mean }
func (l erlang) SecondMoment() float64   { return l.mean * l.mean * (1 + 1/l.stages) }
func (l erlang) Scaled(mean float64) Law { return erlang{l.stages, mean} }
func (l erlang) String() string          { return text("erlang", "k", l.stages, "mean", l.mean) }

func (l erlang) Sample(r *rng.Rand) float64 {
	return l.mean / l.stages * sampleGamma(l.stages, r)
}
