package paper

import (
	"math"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/stats"
)

func TestSquareDistance(t *testing.T) {
	x, p := [][]float64{{1, .5}, {1, .2, .1}}, [][]float64{{1, .4, .2}, {1}}
	if d := squareDistance(x, p); math.Abs(d-(.01+.04+.04+.01)) > 1e-12 {
		t.Errorf("%v, want 0.1", d)
	}
}

// tight is an estimate with a small standard error.
func tight(mean float64) stats.Estimate {
	return stats.Estimate{Mean: mean, StdErr: .001 * mean, Degrees: 30}
}

// madeUp is a system whose distance and number of jobs are given functions of the number of servers.
func madeUp(distance, jobs func(n float64) float64) *stationary {
	s := &stationary{
		fleet: halves(), scheme: 1, load: .5,
		fixed: &meanfield.Equilibrium{Prediction: meanfield.Prediction{MeanResponse: 1, Tails: [][]float64{{1}, {1}}}},
	}
	for _, n := range []float64{4, 20, 50, 100, 200, 500} {
		s.points = append(s.points, stationaryPoint{
			servers: int(n), distance: tight(distance(n)), squares: tight(distance(n) * distance(n)), jobs: tight(jobs(n)),
			typeJobs: []stats.Estimate{tight(1.5 * jobs(n)), tight(.5 * jobs(n))},
		})
	}
	return s
}

func TestInterchangeClaims(t *testing.T) {
	root := func(n float64) float64 { return 1 / math.Sqrt(n) }
	slow := func(n float64) float64 { return math.Pow(n, -.25) }
	toHalf := func(n float64) float64 { return .5 + 1/n }
	toMore := func(n float64) float64 { return .8 + 1/n }
	for _, c := range []struct {
		distance, jobs func(n float64) float64
		want           [4]Judgement // falls, its rate, that of the square, the limit
		all, byType    Judgement
	}{
		{root, toHalf, [4]Judgement{Agrees, Agrees, Agrees, Agrees}, Agrees, Differs},
		{slow, toMore, [4]Judgement{Agrees, Differs, Differs, Differs}, Differs, Differs},
		{func(n float64) float64 { return n }, func(float64) float64 { return .5 }, [4]Judgement{Differs, Differs, Differs, Agrees}, Agrees, Agrees},
	} {
		list := []*stationary{madeUp(c.distance, c.jobs)}
		for k, v := range concentrates(list) {
			if v.Judgement != c.want[k] {
				t.Errorf("%+v, want %s", v, c.want[k])
			}
		}
		if v := boundHolds(list, nil); v.Judgement != c.all {
			t.Errorf("%+v, want %s", v, c.all)
		}
		if v := boundHoldsByType(list); v.Judgement != c.byType {
			t.Errorf("%+v, want %s", v, c.byType)
		}
	}
	list := []*stationary{madeUp(root, toHalf)}
	if v := boundHolds(list, []exactSystem{{scheme: 1, load: .5, jobs: 1.01}}); v.Judgement != Differs {
		t.Errorf("an exact mean above the bound: %+v", v)
	}
	for jobs, want := range map[float64]Judgement{.75: Agrees, .7: Differs} {
		if v := exactAgrees(list, []exactSystem{{scheme: 1, load: .5, jobs: jobs}}); v.Judgement != want {
			t.Errorf("%+v, want %s", v, want)
		}
	}
	if v := exactAgrees(list, nil); v.Judgement != Differs {
		t.Errorf("nothing compared: %+v", v)
	}
}

// At light load fast servers get all jobs, and jobs do not meet.
func TestExactSystem(t *testing.T) {
	e := exactSystem{scheme: 1, load: .01}
	if err := e.solve(); err != nil {
		t.Fatal(err)
	}
	// Each job finds an idle fast server but with a probability of the order of the load squared, and stays 3/4 s.
	if want := .01 * .75; math.Abs(e.jobs-want) > .01*want {
		t.Errorf("%v jobs per server, want about %v", e.jobs, want)
	}
}

// Why a type exceeds the bound is told by the fixed point.
func TestBeyondAtFixedPoint(t *testing.T) {
	s := madeUp(func(float64) float64 { return 1 }, func(float64) float64 { return 1 }) // at load .5 the bound is 1
	if text := beyondAtFixedPoint([]*stationary{s}); !strings.Contains(text, "though the fixed point does not") {
		t.Error(text)
	}
	s.fixed.Tails = [][]float64{{1, .9, .3}, {1, .8}}
	if text := beyondAtFixedPoint([]*stationary{s}); !strings.Contains(text, "for 1 types of all cases, 1 times the fastest, at loads up to 0.5") {
		t.Error(text)
	}
}
