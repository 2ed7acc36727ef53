package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// uniform is uniform in [min, max).
type uniform struct{ min, max float64 }

func uniformKind() Kind {
	return Kind{
		Name: "uniform",
		Params: []Param{
			{Name: "min", High: math.Inf(1), Default: 0},
			{Name: "max", High: math.Inf(1), Open: true, Default: 2},
		},
		Doc:   "uniform from min to max; SCV at most 1/3",
		build: makeUniform,
	}
}

func makeUniform(a args) (Law, error) {
	l := uniform{a.get("min"), a.get("max")}
	if l.min > l.max {
		return nil, a.errorf("max", "%s, want at least min = %s", number(l.max), number(l.min))
	}
	return l, nil
}

func (l uniform) Mean() float64 { return l.min/2 + l.max/2 }

func (l uniform) SecondMoment() float64 {
	return (l.min*l.min + l.min*l.max + l.max*l.max) / 3
}

func (l uniform) Sample(r *rng.Rand) float64 { return l.min + (l.max-l.min)*r.Float64() }

func (l uniform) Scaled(mean float64) Law {
	factor := mean / l.Mean()
	return uniform{l.min * factor, l.max * factor}
}

func (l uniform) String() string { return text("uniform", "min", l.min, "max", l.max) }
