package diffusion

import (
	"context"
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// Path draws a path of the limit, Eqs. 3.5-3.8, from the given state, nil being 0. Its
// values on the first level of all pools but the slowest jump to 0 at once. step is
// the greatest time step, in seconds. Reflection is exact for a drift that is constant
// during a step; since each push raises the drift, the mean of Y_{1,2} is too low, by about
// the step.
func (r Regime) Path(ctx context.Context, start State, looks Looks, step float64, seed uint64) (Path, error) {
	if start == nil {
		start = NewState(len(r.Pools), 1)
	}
	if err := r.checkPath(start, looks, step); err != nil {
		return Path{}, err
	}
	levels := start.levels()
	w := r.walker(start, rng.New(seed, "diffusion/path"))
	steps := int(math.Ceil(looks.Every/step - 1e-9))
	p := Path{Every: looks.Every, States: []State{w.state(levels)}, Regulator: []float64{0}}
	for range looks.Count {
		if err := ctx.Err(); err != nil {
			return Path{}, err
		}
		for range steps {
			w.step(looks.Every / float64(steps))
		}
		p.States = append(p.States, w.state(levels))
		p.Regulator = append(p.Regulator, w.push)
	}
	return p, nil
}

func (r Regime) checkPath(start State, looks Looks, step float64) error {
	if err := r.Check(); err != nil {
		return err
	}
	if err := start.check(len(r.Pools)); err != nil {
		return err
	}
	if err := looks.check(); err != nil {
		return err
	}
	return checkPositive("step", step)
}

// walker moves the two components that diffuse.
type walker struct {
	Regime
	start  State
	random rng.Rand
	time   float64
	slow   float64 // Y_{M,1} <= 0
	second float64 // Y_{1,2} >= 0
	push   float64 // U
}

func (r Regime) walker(start State, random rng.Rand) *walker {
	last := len(start) - 1
	return &walker{Regime: r, start: start, random: random, slow: start.At(last, 1), second: start.At(0, 2)}
}

// step advances by dt. Decay at the rates of the pools takes half of the step before
// and half after the reflected Brownian motion, whose drift is constant meanwhile and
// whose increment is exact.
func (w *walker) step(dt float64) {
	w.relax(dt / 2)
	up, push := reflectedStep(w.slow, w.drift(), dt, &w.random)
	w.slow += up - push
	w.second += push
	w.push += push
	w.relax(dt / 2)
}

// relax moves along the linear terms: Y_{M,1} and Y_{1,2} decay, the latter fed by Y_{1,3},
// whose closed form is known from the start.
func (w *walker) relax(dt float64) {
	w.slow *= math.Exp(-w.slowest().Rate * dt)
	rate := w.fastest().Rate
	third := decayed(w.start[0], 3, rate, w.time+dt/2)
	w.second = third + (w.second-third)*math.Exp(-rate*dt)
	w.time += dt
}

// drift of Y_{M,1} besides its decay: -beta + sum_j mu_j Y_{j,2}.
func (w *walker) drift() float64 {
	sum := -w.Slack + w.fastest().Rate*w.second
	for j, pool := range w.Pools[1:] {
		sum += pool.Rate * decayed(w.start[j+1], 2, pool.Rate, w.time)
	}
	return sum
}

// reflectedStep draws, for a Brownian motion with drift and variance 2 per second from
// y <= 0, its increment in dt and the push that keeps it at or below 0. Given the
// increment d, the running maximum of the free motion is (d + sqrt(d^2 - 4 dt ln V))/2
// with V uniform (the maximum of a Brownian bridge), and the push is what it exceeds -y by.
func reflectedStep(y, drift, dt float64, random *rng.Rand) (increment, push float64) {
	d := drift*dt + math.Sqrt(2*dt)*random.Norm()
	peak := (d + math.Sqrt(d*d+4*dt*random.Exp())) / 2
	return d, max(0, y+peak)
}

func (w *walker) state(levels int) State {
	y := w.decay(w.start, w.time, levels)
	y[len(y)-1][0] = w.slow
	y[0][1] = w.second
	return y
}
