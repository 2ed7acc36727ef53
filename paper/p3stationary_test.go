package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/stats"
)

// sure is an estimate with a small error.
func sure(mean float64) stats.Estimate {
	return stats.Estimate{Mean: mean, StdErr: 1e-4 * math.Abs(mean), Degrees: math.Inf(1)}
}

// systemsOf is a regime with systems of 1,600, 6,400 and 25,600 servers.
func systemsOf(set func(p *steadyPoint, root float64)) *steady {
	s := &steady{Regime: regimeOf(chosenTwoPools())}
	for _, n := range []int{1600, 6400, 25600} {
		system, err := s.System(n)
		if err != nil {
			panic(err)
		}
		p := steadyPoint{Prediction: diffusion.Prediction{System: system}}
		set(&p, math.Sqrt(float64(n)))
		s.points = append(s.points, p)
	}
	return s
}

func TestOrders(t *testing.T) {
	s := systemsOf(func(p *steadyPoint, root float64) {
		p.fastIdle, p.wait, p.slowQueue, p.longQueue = sure(2), sure(.4/root), sure(1/root), sure(root)
	})
	wait := func(p steadyPoint) stats.Estimate { return p.wait }
	rising := func(p steadyPoint) stats.Estimate { return p.longQueue }
	steadyIdle := func(p steadyPoint) stats.Estimate { return p.fastIdle }
	regimes := []*steady{s, s}
	for _, c := range []struct {
		what string
		got  Verdict
		want Judgement
	}{
		{"wait is of order n^-½", s.order("P(wait)", -.5, wait), Agrees},
		{"wait is not of order n^½", s.order("P(wait)", .5, wait), Differs},
		{"a constant is bounded", bounded(regimes, "", steadyIdle), Agrees},
		{"√n is not", bounded(regimes, "", rising), Differs},
		{"1/√n vanishes", negligible(regimes, "", func(p steadyPoint) stats.Estimate { return p.slowQueue }), Agrees},
		{"√n does not", negligible(regimes, "", rising), Differs},
		{"a constant of 2 does not", negligible(regimes, "", steadyIdle), Differs},
	} {
		if c.got.Judgement != c.want {
			t.Errorf("%s: %+v", c.what, c.got)
		}
	}
}

func TestPredicted(t *testing.T) {
	for ratio, want := range map[float64]Judgement{1.001: Agrees, 1.05: Differs} {
		s := systemsOf(func(p *steadyPoint, root float64) { p.Wait, p.wait = .4/root, sure(ratio*.4/root) })
		v := s.predicted("P(wait)", .02, func(p steadyPoint) (stats.Estimate, float64) { return p.wait, p.Wait })
		if v.Judgement != want {
			t.Errorf("%g times the prediction: %+v", ratio, v)
		}
	}
}

// Means that tend to the limit like n^-½ agree; those that tend elsewhere differ.
func TestGap(t *testing.T) {
	for limit, want := range map[float64]Judgement{.2: Agrees, .1: Differs} {
		s := systemsOf(func(p *steadyPoint, root float64) { p.Second, p.second = .2*root+1, sure(.2+1/root) })
		s.law.Second.Mean = limit
		system, err := s.System(102400)
		if err != nil {
			t.Fatal(err)
		}
		s.later = diffusion.Prediction{System: system, Second: .2*320 + 1}
		if v := s.gap(); v.Judgement != want {
			t.Errorf("limit %g: %+v", limit, v)
		}
	}
}

func TestSharesAbove(t *testing.T) {
	got := sharesAbove([]float64{0, .5, 1, 2}, []float64{0, 1, 5})
	for k, want := range []float64{.75, .25, 0} {
		if math.Abs(got[k]-want) > 1e-12 {
			t.Errorf("%v", got)
		}
	}
}

// Tails that come nearer to the limit's agree.
func TestConverge(t *testing.T) {
	law := diffusion.Marginal{Points: []float64{0, 10}, Tail: []float64{1, 0}}
	s := &steady{law: diffusion.Stationary{Idle: law, Second: law}}
	away := func(by float64) (laws [2][]stats.Estimate) {
		for which, points := range tailPoints() {
			for _, x := range points {
				laws[which] = append(laws[which], stats.Estimate{Mean: law.Above(x) - by, StdErr: .001, Degrees: math.Inf(1)})
			}
		}
		return laws
	}
	for final, want := range map[float64]Judgement{.01: Agrees, .1: Open, .15: Differs} {
		v := (&tails{steady: s, sizes: []int{400, 6400}, laws: [][2][]stats.Estimate{away(.1), away(final)}}).converge()
		if v.Judgement != want {
			t.Errorf("%g: %+v", final, v)
		}
	}
}
