package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// dependent makes runs of values in which each neighbour explains .8 of the next, with a control that explains part of them.
func dependent(r *rng.Rand, runs, run int) (values []float64, control Control) {
	for range runs {
		x, u := r.Norm(), 0.0
		for range run {
			x = .8*x + .6*r.Norm()
			u = r.Norm()
			values, control.Values = append(values, x+2*u), append(control.Values, u)
		}
	}
	return values, control
}

// TestIndependent wants intervals that hold the truth as often as they say though neighbours depend on one another, which those of the
// values by themselves do not.
func TestIndependent(t *testing.T) {
	r := rng.New(41, "independent")
	const trials, run = 1000, 20
	plain, long, controlled := 0, 0, 0
	for range trials {
		values, control := dependent(&r, 8, run)
		c := WithControls(values, control)
		plain += holds(c.Estimate)
		controlled += holds(c.OverRuns(run, values, control).Estimate)
		long += holds(FromReplications(Independent(c.Adjusted(values, control), run)))
	}
	if long < .9*trials || controlled < .9*trials {
		t.Errorf("intervals hold the truth %d and %d times of %d", long, controlled, trials)
	}
	if plain > .8*trials {
		t.Errorf("the interval of dependent values holds the truth %d times of %d: they are no test", plain, trials)
	}
}

func holds(e Estimate) int {
	if math.Abs(e.Mean) <= e.HalfWidth() {
		return 1
	}
	return 0
}

func TestIndependentCases(t *testing.T) {
	for _, c := range []struct {
		values []float64
		run    int
		want   []float64
	}{
		{repeat(5, 1, -1), 10, repeat(5, 1, -1)},
		{repeat(4, 1, 1, 1, 5, 5, 5), 3, repeat(4, 1, 5)},
		{repeat(4, 1, 1, 5, 5), 2, repeat(4, 1, 5)},
		{repeat(8, 1, 1, 5, 5, 1, 1, 1, 1), 4, repeat(8, 1, 5, 1, 1)},
		{repeat(3, 1, 1, 5, 5), 2, repeat(3, 1, 1, 5, 5)}, // six would be left
		{repeat(10, 3, 3), 4, repeat(10, 3, 3)},
		{repeat(10, 1, 2), 1, repeat(10, 1, 2)},
		{nil, 20, nil},
	} {
		if got := Independent(c.values, c.run); !slices.Equal(got, c.want) {
			t.Errorf("%v in runs of %d: %v, want %v", c.values, c.run, got, c.want)
		}
	}
}

func repeat(times int, pattern ...float64) []float64 { return slices.Repeat(pattern, times) }

// TestOverRuns wants the mean to stay, and the ratio of variances to be that of the averages.
func TestOverRuns(t *testing.T) {
	r := rng.New(42, "over runs")
	values, control := dependent(&r, 50, 20)
	c := WithControls(values, control)
	got := c.OverRuns(20, values, control)
	if got.Mean != c.Mean || got.StdErr <= 1.5*c.StdErr || got.Degrees >= c.Degrees || got.Coefficients[0] != c.Coefficients[0] {
		t.Errorf("%+v, from %+v", got, c)
	}
	if got.VarianceRatio <= 1 || got.VarianceRatio > 3 {
		t.Errorf("variance ratio %v", got.VarianceRatio)
	}
	alone, u, v := explained(&r, 400, .5)
	controls := []Control{{u, 1}, {v, 0}}
	if c := WithControls(alone, controls...); c.OverRuns(20, alone, controls...).StdErr != c.StdErr {
		t.Error("independent values were averaged")
	}
}
