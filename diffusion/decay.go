package diffusion

import "math"

// decayed is Y_{j,i}(t) for the components that only decay (Eq. 3.8):
//
//	Y_{j,i}(t) = e^(-mu_j t) sum over k >= 0 of (mu_j t)^k / k! * Y_{j,i+k}(0):
//
// servers lose jobs at rate mu_j and get none. level is i, at least 1, of the values
// at time 0 in order of the levels.
func decayed(start []float64, level int, rate, t float64) float64 {
	if level > len(start) {
		return 0
	}
	weight, sum := math.Exp(-rate*t), 0.0
	for k, value := range start[level-1:] {
		sum += weight * value
		weight *= rate * t / float64(k+1)
	}
	return sum
}

// Decay returns the components of the limit that are not random, at time t >= 0 from
// the given state: those of Eq. 3.8 by their closed form, and 0 on the first level
// of all pools but the slowest (Eq. 3.5). Y_{M,1} and Y_{1,2} are left 0.
func (r Regime) Decay(start State, t float64) (State, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if err := start.check(len(r.Pools)); err != nil {
		return nil, err
	}
	if !(t >= 0) || math.IsInf(t, 0) {
		return nil, &FieldError{"time", t, "a finite time of at least 0"}
	}
	return r.decay(start, t, start.levels()), nil
}

func (r Regime) decay(start State, t float64, levels int) State {
	y := NewState(len(r.Pools), levels)
	for j, pool := range r.Pools {
		for i := firstDecaying(j); i <= levels; i++ {
			y[j][i-1] = decayed(start[j], i, pool.Rate, t)
		}
	}
	return y
}

// firstDecaying is the lowest level of pool j that only decays.
func firstDecaying(j int) int {
	if j == 0 {
		return 3
	}
	return 2
}
