package dist

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// gamma has the density proportional to x^(shape-1) exp(-x shape/mean).
type gamma struct{ shape, mean float64 }

func gammaKind() Kind {
	return Kind{
		Name:   "gamma",
		Params: []Param{{Name: "shape", Low: .01, High: 1e6, Default: 2}},
		Doc:    "SCV 1/shape",
		build:  func(a args) (Law, error) { return gamma{a.get("shape"), 1}, nil },
	}
}

func (l gamma) Mean() float64           { return l.mean }
func (l gamma) SecondMoment() float64   { return l.mean * l.mean * (1 + 1/l.shape) }
func (l gamma) Scaled(mean float64) Law { return gamma{l.shape, mean} }
func (l gamma) String() string          { return text("gamma", "shape", l.shape, "mean", l.mean) }

func (l gamma) Sample(r *rng.Rand) float64 {
	return l.mean / l.shape * sampleGamma(l.shape, r)
}

// sampleGamma draws from the gamma law of scale 1 (Marsaglia and Tsang, "A
// simple method for generating gamma variables", ACM TOMS 26, 2000). A shape
// below 1 is raised by one and the draw multiplied by a power of a uniform.
func sampleGamma(shape float64, r *rng.Rand) float64 {
	power := 1.0
	if shape < 1 {
		power = math.Exp(-r.Exp() / shape)
		shape++
	}
	d := shape - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.Norm()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := r.Float64()
		if u < 1-.0331*x*x*x*x || math.Log(u) < x*x/2+d-d*v+d*math.Log(v) { // the first implies the second
			return d * v * power
		}
	}
}
