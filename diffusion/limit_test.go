package diffusion

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/stats"
	"gonum.org/v1/gonum/stat/distuv"
)

// The closed form of the decaying components satisfies Eq. 3.8: its integral form by
// Runge-Kutta steps.
func TestDecayAgainstIntegration(t *testing.T) {
	start, rate := []float64{-1, .9, .7, .3, .2}, 1.7
	y := append([]float64{}, start[1:]...) // levels 2 to 5
	slope := func(y []float64) []float64 {
		d := make([]float64, len(y))
		for i := range y {
			d[i] = -rate * y[i]
			if i+1 < len(y) {
				d[i] += rate * y[i+1]
			}
		}
		return d
	}
	along := func(y, d []float64, by float64) []float64 {
		z := make([]float64, len(y))
		for i := range z {
			z[i] = y[i] + by*d[i]
		}
		return z
	}
	const dt = 1e-3
	for range 1500 {
		a := slope(y)
		b := slope(along(y, a, dt/2))
		c := slope(along(y, b, dt/2))
		d := slope(along(y, c, dt))
		for i := range y {
			y[i] += dt / 6 * (a[i] + 2*b[i] + 2*c[i] + d[i])
		}
	}
	for i, want := range y {
		near(t, "component", decayed(start, i+2, rate, 1.5), want, 1e-10)
	}
	near(t, "beyond the last level", decayed(start, 6, rate, 1), 0, 0)
}

// The push in one step against the law of the maximum of a Brownian motion with drift.
func TestReflectedStep(t *testing.T) {
	for _, c := range []struct{ y, drift, dt float64 }{{0, 0, .5}, {0, -2, .5}, {-.4, 1, .3}, {-1, -1, 2}} {
		random := rng.New(7, "push")
		var exceeds [3]stats.Moments
		const beyond = .25
		for range 200_000 {
			_, push := reflectedStep(c.y, c.drift, c.dt, &random)
			for k := range exceeds {
				hit := 0.0
				if push > beyond*float64(k) {
					hit = 1
				}
				exceeds[k].Add(hit)
			}
		}
		for k, m := range exceeds {
			a := beyond*float64(k) - c.y
			sd := math.Sqrt(2 * c.dt)
			want := 1 - distuv.UnitNormal.CDF((a-c.drift*c.dt)/sd) + math.Exp(c.drift*a)*distuv.UnitNormal.CDF((-a-c.drift*c.dt)/sd)
			within(t, "push", stats.Estimate{Mean: m.Mean, StdErr: math.Sqrt(m.Variance() / m.Weight)}, want, 0)
		}
	}
}

// Long paths visit states as the stationary law says, and obey Eqs. 3.6 and 3.7.
func TestPathsAgainstStationaryLaw(t *testing.T) {
	for name, r := range map[string]Regime{"one": onePool(1), "two": twoPools(.9625), "three": threePools(1)} {
		law, err := r.Stationary()
		if err != nil {
			t.Fatal(err)
		}
		start, err := r.Typical()
		if err != nil {
			t.Fatal(err)
		}
		const step = .01
		p, err := r.Path(t.Context(), start, Looks{step, 400_000}, step, 11)
		if err != nil {
			t.Fatal(err)
		}
		slow, second := p.Component(len(r.Pools)-1, 1), p.Component(0, 2)
		idle := make([]float64, len(slow))
		for k := range slow {
			if slow[k] > 0 || second[k] < 0 {
				t.Fatalf("%s: Y_{M,1} = %v, Y_{1,2} = %v", name, slow[k], second[k])
			}
			idle[k] = -slow[k]
		}
		within(t, name+": idle", stats.FromSeries(idle), law.Idle.Mean, step)
		within(t, name+": second", stats.FromSeries(second), law.Second.Mean, step)
		last := len(second) - 1
		pushed := law.FastRate * total(second[:last]) * step
		near(t, name+": push", p.Regulator[last]/(second[last]-second[0]+pushed), 1, 1e-3)
	}
}

// In a path of three pools from a full state, what decays follows its closed form.
func TestPathDecays(t *testing.T) {
	r := threePools(1)
	start := State{{-1, 2, 1, .5}, {-.5, 1, .5}, {-2, .8}}
	p, err := r.Path(t.Context(), start, Looks{.5, 4}, .05, 1)
	if err != nil {
		t.Fatal(err)
	}
	for k, y := range p.States {
		want, err := r.Decay(start, p.Times()[k])
		if err != nil {
			t.Fatal(err)
		}
		for j := range y {
			for i := range y[j] {
				if diffuses := j == 2 && i == 0 || j == 0 && i == 1; !diffuses {
					near(t, "decaying component", y[j][i], want[j][i], 1e-12)
				}
			}
		}
	}
	near(t, "Y_{1,1} after 0", p.States[1].At(0, 1), 0, 0)
	if p.Regulator[4] < p.Regulator[1] {
		t.Errorf("the regulator falls: %v", p.Regulator)
	}
}

// Proposition 3.1: the idle servers of the fastest pool, many at first, are soon few, and
// the components that decay follow the limit.
func TestFinitePathsCollapse(t *testing.T) {
	r := twoPools(1)
	start := State{{-1, .5, .3}, {-1, .4}}
	last := math.Inf(1)
	for _, n := range []int{400, 6400, 102_400} {
		p, err := mustSystem(t, r, n).Path(t.Context(), start, Looks{.01, 200}, 1)
		if err != nil {
			t.Fatal(err)
		}
		peak := p.Peak(0, 1, .5)
		if peak > .7*last || peak > 30/math.Sqrt(float64(n)) {
			t.Errorf("n = %d: Y_{1,1} reaches %v", n, peak)
		}
		last = peak
		want, err := r.Decay(start, 2)
		if err != nil {
			t.Fatal(err)
		}
		at := p.States[200]
		deviation := math.Pow(float64(n), -.25) * .7 // of the square root of a scaled count below .5
		near(t, "Y_{1,3}", at.At(0, 3), want.At(0, 3), 4*deviation)
		near(t, "Y_{2,2}", at.At(1, 2), want.At(1, 2), 4*deviation)
	}
}
