package paper

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// powerLaw makes estimates of f(n) with noise of a given relative size.
func powerLaw(f func(n float64) float64, noise float64, seed uint64) []sized {
	r := rand.New(rand.NewPCG(seed, 1))
	var points []sized
	for n := 100.0; n <= 6400; n *= 2 {
		width := noise * f(n)
		points = append(points, sized{n, stats.Estimate{Mean: f(n) + width*r.NormFloat64(), StdErr: width, Degrees: 7}})
	}
	return points
}

// The fits find what made the points, and their intervals hold it as often as they say.
func TestTrends(t *testing.T) {
	const trials = 400
	missedLimit, missedSlope := 0, 0
	for seed := range uint64(trials) {
		limit, first, ok := limitOf(powerLaw(func(n float64) float64 { return .25 + 3/n - 40/n/n }, .01, seed))
		if !ok {
			t.Fatal("no limit")
		}
		if math.Abs(limit.Mean-.25) > limit.HalfWidth() {
			missedLimit++
		}
		if math.Abs(first.Mean-3) > 6*first.StdErr {
			t.Errorf("the coefficient of 1/n is %g ± %g", first.Mean, first.StdErr)
		}
		slope, ok := slopeOf(powerLaw(func(n float64) float64 { return 5 * math.Pow(n, -1.5) }, .03, seed))
		if !ok || math.Abs(slope.Mean+1.5) > slope.HalfWidth() {
			missedSlope++
		}
	}
	if most := int(.05*trials + 4*math.Sqrt(.05*.95*trials)); missedLimit > most || missedSlope > most {
		t.Errorf("limit missed %d, slope %d times of %d", missedLimit, missedSlope, trials)
	}
}

// Points off every line widen the interval.
func TestScatter(t *testing.T) {
	line := powerLaw(func(n float64) float64 { return 1 / n }, .01, 1)
	want, _ := slopeOf(line)
	for k := range line {
		line[k].Mean *= 1 + .5*float64(k%2)
	}
	if got, _ := slopeOf(line); got.StdErr < 5*want.StdErr {
		t.Errorf("standard error %g, without scatter %g", got.StdErr, want.StdErr)
	}
}

func TestTooFewForATrend(t *testing.T) {
	zero := make([]sized, 7)
	if _, _, ok := limitOf(zero); ok {
		t.Error("a limit of nothing")
	}
	if _, ok := slopeOf(zero); ok {
		t.Error("a slope of nothing")
	}
}
