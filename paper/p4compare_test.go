package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/chart"
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
