package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// pareto has the tail P(X > x) = (min/x)^shape, x >= min. Its variance is
// infinite for a shape of at most 2.
type pareto struct{ shape, min float64 }

func paretoKind() Kind {
	return Kind{
		Name: "pareto",
		Params: []Param{
			{Name: "shape", Low: 1, High: 1e6, Open: true, Default: 2.5},
			{Name: "min", High: math.Inf(1), Open: true, Default: math.NaN()},
		},
		Doc:   "tail (min/x)^shape; infinite variance for shape <= 2",
		build: makePareto,
	}
}

func makePareto(a args) (Law, error) {
	l := pareto{a.get("shape"), a.get("min")}
	if !a.has("min") {
		l.min = (l.shape - 1) / l.shape
	}
	return l, nil
}

func (l pareto) Mean() float64 { return l.min * (l.shape / (l.shape - 1)) }

func (l pareto) SecondMoment() float64 {
	if l.shape <= 2 {
		return math.Inf(1)
	}
	return l.min * l.min * (l.shape / (l.shape - 2))
}

func (l pareto) Sample(r *rng.Rand) float64 { return l.min * math.Exp(r.Exp()/l.shape) }

func (l pareto) Scaled(mean float64) Law {
	return pareto{l.shape, mean * ((l.shape - 1) / l.shape)}
}

func (l pareto) String() string { return text("pareto", "shape", l.shape, "min", l.min) }
