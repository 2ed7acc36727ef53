package paper

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// One state of a fleet, its pairs listed by hand: a type with lengths 0, 1, 1 and another with 2, 0.
func TestPairLawListsPairs(t *testing.T) {
	x := [][]float64{{1, 2. / 3}, {1, .5, .5}}
	servers := []int{3, 2}
	same, mixed := newPairLaw(0, 0, 3), newPairLaw(0, 1, 3)
	same.add(x, servers)
	mixed.add(x, servers)
	for _, c := range []struct {
		law  *pairLaw
		n, m int
		want float64
	}{
		{same, 0, 0, 0}, {same, 0, 1, 2. / 6}, {same, 1, 0, 2. / 6}, {same, 1, 1, 2. / 6}, {same, 2, 1, 0},
		{mixed, 0, 0, 1. / 6}, {mixed, 1, 0, 2. / 6}, {mixed, 0, 2, 1. / 6}, {mixed, 1, 2, 2. / 6}, {mixed, 1, 1, 0},
	} {
		if got := c.law.pair[c.n][c.m]; math.Abs(got-c.want) > 1e-15 {
			t.Errorf("types %d and %d, %d and %d jobs: %v, want %v", c.law.i, c.law.j, c.n, c.m, got, c.want)
		}
	}
}

// Two servers per type: both have a job or none, so that lengths of a type are equal, and of two types independent.
func TestPairLawMeasures(t *testing.T) {
	idle, busy := []float64{1}, []float64{1, 1}
	var equal, apart []*pairLaw
	for _, x := range [][][]float64{{idle, idle}, {idle, busy}, {busy, idle}, {busy, busy}} {
		a, b := newPairLaw(0, 0, 2), newPairLaw(0, 1, 2)
		a.add(x, []int{2, 2})
		b.add(x, []int{2, 2})
		equal, apart = append(equal, a), append(apart, b)
	}
	for _, c := range []struct {
		laws       []*pairLaw
		of         func(l *pairLaw) float64
		want, slip float64
	}{
		{equal, (*pairLaw).variation, .5, 0}, {equal, (*pairLaw).correlation, 1, 0}, {equal, (*pairLaw).bothBusy, .25, 0},
		{apart, (*pairLaw).variation, 0, 0}, {apart, (*pairLaw).correlation, 0, 0}, {apart, (*pairLaw).bothBusy, 0, 0},
	} {
		if e := jackknife(c.laws, c.of); math.Abs(e.Mean-c.want) > 1e-12 || e.Degrees != 3 {
			t.Errorf("%+v, want %v", e, c.want)
		}
	}
	if still := jackknife(equal[:1], (*pairLaw).correlation); still.Mean != 0 {
		t.Errorf("correlation %v of lengths that do not vary", still.Mean)
	}
}

// The interval of a jackknife holds the truth as often as it says: two servers that agree with a known probability.
func TestJackknifeCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	missed := 0
	const trials, truth = 300, .21 // the covariance of being busy, if both are with probability 0.3
	for range trials {
		var parts []*pairLaw
		for range 20 {
			l := newPairLaw(0, 0, 2)
			for range 30 {
				x := [][]float64{{1}}
				if random.Float64() < .3 {
					x[0] = []float64{1, 1}
				}
				l.add(x, []int{2})
			}
			parts = append(parts, l)
		}
		if e := jackknife(parts, (*pairLaw).bothBusy); math.Abs(e.Mean-truth) > e.HalfWidth() {
			missed++
		}
	}
	if most := .05*trials + 4*math.Sqrt(.05*.95*trials); float64(missed) > most {
		t.Errorf("missed %d of %d times", missed, trials)
	}
}

func TestChaosVerdicts(t *testing.T) {
	of := func(list []sized, when string) *dependence {
		return &dependence{scheme: 1, when: when, variation: list}
	}
	inverse := points(func(n float64) float64 { return 3 / n }, .01)
	slowly := points(func(n float64) float64 { return 3 / math.Sqrt(n) }, .01)
	v := chaosVerdicts([]*dependence{of(slowly, "t = 1 s"), of(inverse, inEquilibrium)})
	for k, want := range []Judgement{Agrees, Differs, Agrees, Agrees} {
		if v[k].Judgement != want {
			t.Errorf("%+v, want %s", v[k], want)
		}
	}
	few := []*dependence{of(inverse[:2], "t = 1 s"), of([]sized{{10, stats.Estimate{Mean: 1}}, {20, stats.Estimate{Mean: 2}}}, inEquilibrium)}
	v = chaosVerdicts(few)
	for k, want := range []Judgement{Agrees, Open, Differs, Open} {
		if v[k].Judgement != want {
			t.Errorf("%+v, want %s", v[k], want)
		}
	}
}
