package dist

import "github.com/steelyard-lb/steelyard/internal/rng"

// deterministic is one value.
type deterministic struct{ mean float64 }

func deterministicKind() Kind {
	return Kind{
		Name:  "deterministic",
		Doc:   "always the mean; SCV 0",
		build: func(args) (Law, error) { return deterministic{1}, nil },
	}
}

func (l deterministic) Mean() float64            { return l.mean }
func (l deterministic) SecondMoment() float64    { return l.mean * l.mean }
func (l deterministic) Sample(*rng.Rand) float64 { return l.mean }
func (l deterministic) Scaled(mean float64) Law  { return deterministic{mean} }
func (l deterministic) String() string           { return text("deterministic", "mean", l.mean) }
