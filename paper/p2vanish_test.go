package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/stats"
)

// grown makes a case whose measures all follow f, with noise so small that fits are exact.
func grown(routers int, stale string, f func(n float64) float64) growing {
	var g growing
	for n := 100; n <= 6400; n *= 2 {
		r := pullRun{pullCase: pullCase{servers: n, routers: routers, stale: stale}}
		for m := range r.of {
			y := f(float64(n))
			r.of[m] = stats.Estimate{Mean: y, StdErr: .001 * math.Abs(y), Degrees: 7}
		}
		g = append(g, r)
	}
	return g
}

func inverse(n float64) float64  { return 3/n - 20/n/n }
func stuck(n float64) float64    { return .05 + 3/n }
func tooSlow(n float64) float64  { return math.Pow(n, -.4) }
func towards1(n float64) float64 { return 1 - 3/n }

func TestVanishing(t *testing.T) {
	good := grown(4, "revoke", inverse)
	noisy := grown(4, "revoke", inverse)
	for k := range noisy {
		noisy[k].of[waiting].StdErr *= 500
	}
	for _, c := range []struct {
		name string
		all  []growing
		want Judgement
	}{
		{"1/n", []growing{good}, Agrees},
		{"a limit above 0", []growing{good, grown(8, "revoke", stuck)}, Differs},
		{"too slow", []growing{grown(2, "keep", tooSlow), good}, Differs},
		{"too noisy", []growing{noisy}, Open},
		{"one router", []growing{grown(1, "revoke", func(n float64) float64 { return 18 / n / n })}, Agrees},
		{"one router, stuck", []growing{good, grown(1, "revoke", stuck)}, Differs},
	} {
		if v := vanishing("waiting", "P(wait)", c.all, waiting); v.Judgement != c.want {
			t.Errorf("%s: %+v, want %s", c.name, v, c.want)
		}
	}
}

func TestOneMessage(t *testing.T) {
	if v := oneMessage([]growing{grown(4, "keep", towards1)}); v.Judgement != Agrees {
		t.Errorf("%+v", v)
	}
	if v := oneMessage([]growing{grown(4, "keep", stuck)}); v.Judgement != Differs {
		t.Errorf("%+v", v)
	}
}

func TestEquals(t *testing.T) {
	for _, c := range []struct {
		mean, stderr float64
		want         Judgement
	}{{1.001, .001, Agrees}, {1.02, .001, Differs}, {1.001, .01, Open}} {
		if j := equals(stats.Estimate{Mean: c.mean, StdErr: c.stderr, Degrees: 30}, 1); j != c.want {
			t.Errorf("%+v: %s", c, j)
		}
	}
}

func TestCheapRouters(t *testing.T) {
	if v := cheapRouters([]growing{grown(4, "revoke", inverse)}); v.Judgement != Agrees {
		t.Errorf("%+v", v)
	}
	if v := cheapRouters([]growing{grown(4, "revoke", stuck)}); v.Judgement != Differs {
		t.Errorf("%+v", v)
	}
}

func TestOtherSimulation(t *testing.T) {
	g := growing{}
	for _, other := range otherRuns() {
		r := pullRun{pullCase: pullCase{servers: other.servers, routers: 4, stale: other.stale}}
		for k, m := range otherMeasures() {
			r.of[m] = stats.Estimate{Mean: other.of[k] + 1e-5, StdErr: 1e-5}
		}
		g = append(g, r)
		if x := other.unbalanced(); x > .002 {
			t.Errorf("n = %d, %s: served and taken differ by %g: a digit is wrong", other.servers, other.stale, x)
		}
	}
	if v := otherSimulation([]growing{g}); v.Judgement != Agrees {
		t.Errorf("%+v", v)
	}
	g[3].of[waiting].Mean += .001
	if v := otherSimulation([]growing{g}); v.Judgement != Differs {
		t.Errorf("%+v", v)
	}
}

// All splits of many messages among two routers being equally likely, the share of one is uniform on (0,1).
func TestUniformSplit(t *testing.T) {
	if got := uniformSplit(2); math.Abs(got-1/math.Sqrt(12)) > 1e-12 {
		t.Errorf("%g", got)
	}
}

// shared makes the runs of one way of sharing.
func shared(name string, f func(n float64) float64, limit meanfield.PullPrediction) []sharedRuns {
	return []sharedRuns{{name: name, growing: grown(4, "revoke", f), limit: limit}}
}

func TestUnequalRouters(t *testing.T) {
	same := meanfield.PullPrediction{Wait: .05, Block: .05, Messages: .05} // of stuck, all measures being alike
	for _, c := range []struct {
		all          []sharedRuns
		stays, fixed Judgement
	}{
		{shared("unequal", stuck, same), Agrees, Agrees},
		{shared("unequal", stuck, meanfield.PullPrediction{Wait: .06}), Agrees, Differs},
		{shared("unequal", inverse, meanfield.PullPrediction{}), Differs, Open},
	} {
		stays, fixed := stays(c.all), fixedPoint(c.all)
		if stays.Judgement != c.stays || fixed.Judgement != c.fixed {
			t.Errorf("%+v\n%+v\nwant %s, %s", stays, fixed, c.stays, c.fixed)
		}
	}
}

// piled makes fleets in which the router of least share holds all messages but others(n).
func piled(others func(n float64) float64) heap {
	var h heap
	for n := 100; n <= 6400; n *= 2 {
		rest := others(float64(n))
		p := pile{servers: n}
		for r := range chosenShares() {
			y := rest / 3
			if r == len(chosenShares())-1 {
				y = 1 - rest
			}
			p.share = append(p.share, stats.Estimate{Mean: y, StdErr: 1e-4 * rest, Degrees: 7})
		}
		h = append(h, p)
	}
	return h
}

func TestPiles(t *testing.T) {
	if v := piled(inverse).verdict(); v.Judgement != Agrees {
		t.Errorf("%+v", v)
	}
	if v := piled(func(float64) float64 { return .75 }).verdict(); v.Judgement != Differs {
		t.Errorf("%+v", v)
	}
}
