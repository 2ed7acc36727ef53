package paper

import (
	"context"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/sim"
)

// gapped is a load on the two pools whose gap follows f, known to a part in 10,000.
func gapped(load float64, f func(n float64) float64) fixedLoad {
	x := fixedLoad{pools: chosenTwoPools(), load: load, bound: 1}
	for n := 30; n <= 15360; n *= 2 {
		c := boundedCase{pools: x.pools, servers: n, load: load}
		jobs := f(float64(n)) * load * float64(n)
		x.runs = append(x.runs, boundedRun{c, []float64{jobs * (1 - 1e-4), jobs * (1 + 1e-4), jobs}})
	}
	return x
}

// over pools of rates 2 and 1/2: the bound needs the slow one at .8, where five fast servers are idle, three slow ones busy for each.
func TestFluidRates(t *testing.T) {
	right := func(n float64) float64 { return 18.75/n - 1000/n/n }
	half := func(n float64) float64 { return 9/n - 1000/n/n }
	steep := func(n float64) float64 { return math.Exp(-n / 1000) }
	for _, c := range []struct {
		name string
		v    Verdict
		want Judgement
	}{
		{"c/n", fallsInverse([]fixedLoad{gapped(.8, right)}), Agrees},
		{"another c", fallsInverse([]fixedLoad{gapped(.8, half)}), Differs},
		{"exponential", fallsFaster([]fixedLoad{gapped(.5, steep)}), Agrees},
		{"1/n where it should be faster", fallsFaster([]fixedLoad{gapped(.5, right)}), Differs},
		{"to the bound", reachesBound([]fixedLoad{gapped(.8, right)}), Agrees},
		{"stuck", reachesBound([]fixedLoad{gapped(.8, func(float64) float64 { return .05 })}), Differs},
	} {
		if c.v.Judgement != c.want {
			t.Errorf("%s: %+v, want %s", c.name, c.v, c.want)
		}
	}
}

func TestCoefficient(t *testing.T) {
	for _, c := range []struct{ load, want float64 }{{.8, 18.75}, {.5, 0}} {
		if got := (fixedLoad{pools: chosenTwoPools(), load: c.load}).coefficient(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("load %g: %g, want %g", c.load, got, c.want)
		}
	}
}

// The excess over the bound by its parts is that of the mean number of jobs, for policies that leave servers of every pool idle or busy.
func TestOver(t *testing.T) {
	for _, load := range []float64{.5, .85} {
		for _, policy := range []string{"sajsq", "weighted", "jsq"} {
			c := boundedCase{pools: chosenThreePools(), servers: 30, load: load, policy: policy}
			config, err := c.config()
			if err != nil {
				t.Fatal(err)
			}
			config.Seed, config.Length = 1, sim.Length{Jobs: 200_000, Warmup: 20_000, Replications: 4}
			r, err := sim.Run(context.Background(), config)
			if err != nil {
				t.Fatal(err)
			}
			bound, err := c.bound()
			if err != nil {
				t.Fatal(err)
			}
			rate := load * float64(c.servers)
			got, want := c.over(config.Classes, r)/rate, r.Response.Mean-bound
			if math.Abs(got-want) > 4*r.Response.StdErr {
				t.Errorf("%s at %g: %g by parts, %g ± %g by the mean", policy, load, got, want, r.Response.HalfWidth())
			}
		}
	}
}
