package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// boundedPareto is the Pareto law conditioned to stay in [min, max].
type boundedPareto struct {
	shape, min, max float64
	inside          float64 // P(X <= max) of the Pareto law
}

func newBoundedPareto(shape, min, max float64) boundedPareto {
	return boundedPareto{shape, min, max, -math.Expm1(-shape * math.Log(max/min))}
}

func boundedParetoKind() Kind {
	return Kind{
		Name: "bounded-pareto",
		Params: []Param{
			{Name: "shape", Low: .01, High: 100, Default: 1.5},
			{Name: "min", High: math.Inf(1), Open: true, Default: math.NaN()},
			{Name: "max", High: math.Inf(1), Open: true, Default: math.NaN()},
		},
		Doc:   "Pareto law between min and max; without them max/min = 1000 and mean 1",
		build: makeBoundedPareto,
	}
}

func makeBoundedPareto(a args) (Law, error) {
	if !a.has("min") && !a.has("max") {
		return newBoundedPareto(a.get("shape"), 1, 1000).Scaled(1), nil
	}
	for _, name := range []string{"min", "max"} {
		if !a.has(name) {
			return nil, a.errorf(name, "missing, want min and max together")
		}
	}
	l := newBoundedPareto(a.get("shape"), a.get("min"), a.get("max"))
	if !(l.min < l.max) {
		return nil, a.errorf("max", "%s, want more than min = %s", number(l.max), number(l.min))
	}
	return l, nil
}

// moment is E[X^k] = min^k times the integral of shape exp((k-shape) y) over
// 0 < y < log(max/min), divided by the probability of that range: y = log(X/min)
// is a truncated exponential.
func (l boundedPareto) moment(k float64) float64 {
	span := math.Log(l.max / l.min)
	growth := span
	if c := k - l.shape; c != 0 {
		growth = math.Expm1(c*span) / c
	}
	return math.Pow(l.min, k) * l.shape * growth / l.inside
}

func (l boundedPareto) Mean() float64         { return l.moment(1) }
func (l boundedPareto) SecondMoment() float64 { return l.moment(2) }

func (l boundedPareto) Sample(r *rng.Rand) float64 {
	return l.min * math.Exp(-math.Log1p(-r.Float64()*l.inside)/l.shape)
}

func (l boundedPareto) Scaled(mean float64) Law {
	factor := mean / l.Mean()
	return newBoundedPareto(l.shape, l.min*factor, l.max*factor)
}

func (l boundedPareto) String() string {
	return text("bounded-pareto", "shape", l.shape, "min", l.min, "max", l.max)
}
