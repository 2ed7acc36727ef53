package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/stats"
)

// The noise solved from a path without any is 0, also where it is fed by what decays, and Eq. 3.7 holds.
func TestNoiseOfSmoothPath(t *testing.T) {
	d := diffused{Regime: regimeOf(chosenTwoPools()), start: chosenStart(2)}
	// Y_{2,1} below 0 with U = 0 and W = 0: dY_{2,1} = -beta - mu_2 Y_{2,1} + mu_1 Y_{1,2} + mu_2 Y_{2,2}, in small steps.
	y := d.start[1][0]
	path := diffusion.Path{Every: lookEvery}
	const fine = 1000
	for k := range 50 {
		at := func(part int) diffusion.State {
			s, err := d.Decay(d.start, (float64(k)+float64(part)/fine)*lookEvery)
			if err != nil {
				t.Fatal(err)
			}
			time := (float64(k) + float64(part)/fine) * lookEvery
			s[0][1] = math.Exp(-2*time) * (1 + 2*time*.5) // Y_{1,2} without pushes decays like the others
			return s
		}
		state := at(0)
		state[1][0] = y
		path.States, path.Regulator = append(path.States, state), append(path.Regulator, 0)
		for part := range fine {
			s := at(part)
			y += (-d.Slack - .5*y + 2*s[0][1] + .5*s[1][1]) * lookEvery / fine
		}
	}
	noise := d.noise(path)
	if off := math.Abs(last(noise) - noise[0]); off > 1e-4 {
		t.Errorf("noise of %g", off)
	}
	if off := math.Abs(d.second(path)); off > 1e-4 {
		t.Errorf("Eq. 3.7 is missed by %g", off)
	}
}

func TestVariation(t *testing.T) {
	values := []float64{0, 1, 3, 2, 2}
	if got := variation(values, 1); got != 1+4+1 {
		t.Errorf("every value: %g", got)
	}
	if got := variation(values, 2); got != 9+1 {
		t.Errorf("every other value: %g", got)
	}
}

// Pushes away from 0 are seen.
func TestPushed(t *testing.T) {
	state := func(y float64) diffusion.State { return diffusion.State{{0}, {y}} }
	path := diffusion.Path{States: []diffusion.State{state(-4), state(-2), state(0), state(0)}, Regulator: []float64{0, 1, 1, 3}}
	if got := pushed(path, 1); got != [2]float64{3, 3} {
		t.Errorf("%v, want 3 over 3", got)
	}
	e := ratioOf([][2]float64{{3, 3}, {1, 1}, {2, 2}})
	if e.Mean != 1 || e.StdErr != 0 {
		t.Errorf("ratio %v", e)
	}
	p := pushes{servers: 900, idle: stats.Estimate{Mean: .5, StdErr: .01, Degrees: 40}}
	if v := p.onlyWhileFull(); v.Judgement != Agrees {
		t.Errorf("%+v", v)
	}
	p.idle.Mean = 20
	if v := p.onlyWhileFull(); v.Judgement != Differs {
		t.Errorf("%+v", v)
	}
}

// The rate of events is 2 per server less what is idle or waits.
func TestEvents(t *testing.T) {
	d := diffused{Regime: regimeOf(chosenTwoPools()), servers: 100}
	idle := diffusion.State{{0, 0}, {-2, 0}}
	if got, want := d.events([]diffusion.State{idle}), 2-(1+.5*2)/10.; math.Abs(got-want) > 1e-12 {
		t.Errorf("%g, want %g", got, want)
	}
}

// The error of a standard deviation against that of normal values, and of values that are rarely far out.
func TestDeviation(t *testing.T) {
	var normal, rare []float64
	random := rng.New(1, "deviation")
	const n = 40_000
	for range n {
		normal = append(normal, random.Norm())
		rare = append(rare, random.Exp())
	}
	// Fourth moments are 3 and 9 squared variances.
	for _, c := range []struct {
		values []float64
		fourth float64
	}{{normal, 3}, {rare, 9}} {
		e := deviation(c.values, func(x float64) float64 { return x })
		if want := math.Sqrt((c.fourth-1)/n) / 2; math.Abs(e.Mean-1) > 4*want || math.Abs(e.StdErr/want-1) > .1 {
			t.Errorf("%v, want 1 with the error %g", e, want)
		}
	}
}

// startled are paths of a system, two by two, that stray from a mean by a deviation at all times, in all components.
func startled(servers int, mean, deviation float64) *diffused {
	d := &diffused{Regime: regimeOf(chosenTwoPools()), servers: servers}
	for k := range 1000 {
		y := mean + deviation*float64(2*(k%2)-1)*(1+.01*float64(k%7))
		var kept []diffusion.State
		for range lookOf(pathSeconds) + 1 {
			kept = append(kept, diffusion.State{{y, y}, {y, y}})
		}
		d.paths = append(d.paths, diffusedPath{Kept: kept})
	}
	return d
}

// Randomness must last, and growing systems must come nearer to the limit, or the claim is open where that cannot be told.
func TestComponentClaims(t *testing.T) {
	limit := startled(0, -1, .5)
	for _, c := range []struct {
		mean, deviation     [2]float64 // of a small and of a large system
		lasting, approaches Judgement
	}{
		{[2]float64{-1.5, -1.1}, [2]float64{.5, .5}, Agrees, Agrees},
		{[2]float64{-1.1, -1.5}, [2]float64{.5, .25}, Differs, Differs},
		{[2]float64{-1.01, -1.0}, [2]float64{.5, .5}, Agrees, Open},
	} {
		two := &components{limit: limit, systems: []*diffused{startled(900, c.mean[0], c.deviation[0]), startled(14_400, c.mean[1], c.deviation[1])}}
		if v := two.lasting(); v.Judgement != c.lasting {
			t.Errorf("%+v, want %s", v, c.lasting)
		}
		if v := two.approaching(); v.Judgement != c.approaches {
			t.Errorf("%+v, want %s", v, c.approaches)
		}
	}
}
