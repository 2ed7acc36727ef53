package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/scenario"
)

func seriesOf(values ...float64) chart.Series {
	s := chart.Series{}
	for k, y := range values {
		s.Points = append(s.Points, chart.Point{X: float64(k+1) / 10, Y: y})
	}
	return s
}

// A rival counts as lower where it is below the better scheme, and never where it is not stable.
func TestLowerThan(t *testing.T) {
	c := &contest{
		fleet: halves(), fine: []float64{.1, .2, .3},
		main: []chart.Series{seriesOf(1, 2, 3), seriesOf(2, 1, 3)}, ways: []contender{overAll(2)},
	}
	for _, row := range []struct {
		rival []float64
		want  Judgement
		ours  string
	}{
		{[]float64{1.1, 1.1, 3.1}, Agrees, "lower at 3 of 3 points"},
		{[]float64{1.1, 1.1, math.NaN()}, Agrees, "lower at 3 of 3 points"},
		{[]float64{.9, 1.1, math.NaN()}, Differs, "lower at 2 of 3 points"},
	} {
		c.rivals = []chart.Series{seriesOf(row.rival...)}
		v, err := lowerThan([]*contest{c}, 0, "the rival")
		if err != nil {
			t.Fatal(err)
		}
		if v.Judgement != row.want || v.Ours != row.ours {
			t.Errorf("%v: %+v", row.rival, v)
		}
	}
}

// Each scheme must win somewhere by more than a tie.
func TestDuel(t *testing.T) {
	d := &duel{shares: []float64{.5}, ratios: []float64{2}, loads: []float64{.1, .2, .3}, means: [][2]float64{{1, 1.0001}, {1, .99}, {1, 1.01}}}
	if v := d.judge(); v.Judgement != Agrees {
		t.Error(v)
	}
	d.means[2] = [2]float64{1, 1.0005}
	if v := d.judge(); v.Judgement != Differs {
		t.Error(v)
	}
}

// The named point holds if both the limit and the simulation say so, and fails if either speaks against it.
func TestNamedPoint(t *testing.T) {
	lower, higher := [2]float64{1.6, 1.7}, [2]float64{1.7, 1.6}
	for _, c := range []struct {
		means [2]float64
		apart *scenario.Difference
		want  Judgement
	}{
		{lower, &scenario.Difference{Mean: .1, CI95: .01}, Agrees},
		{lower, &scenario.Difference{Mean: .1, CI95: .2}, Open},
		{lower, &scenario.Difference{Mean: -.1, CI95: .01}, Differs},
		{lower, nil, Open},
		{higher, &scenario.Difference{Mean: -.1, CI95: .01}, Differs},
		{higher, &scenario.Difference{Mean: .1, CI95: .01}, Differs},
	} {
		if v := theNamedPoint().judge(c.means, c.apart); v.Judgement != c.want {
			t.Errorf("%+v: %+v", c, v)
		}
	}
}

// Growth is evidence, steadiness in a run that may be too short is none.
func TestStabilityCase(t *testing.T) {
	for _, c := range []struct {
		should, is bool
		want       Judgement
	}{{true, true, Agrees}, {false, false, Agrees}, {true, false, Differs}, {false, true, Open}} {
		if j := (stabilityCase{steady: c.should}).judge(c.is); j != c.want {
			t.Errorf("%+v: %s", c, j)
		}
	}
}
