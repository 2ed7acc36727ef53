package stats

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// explained makes values = 5 + 3 u - 2 v + noise with u of mean 1 and v of mean 0.
func explained(r *rng.Rand, n int, noise float64) (values, u, v []float64) {
	for range n {
		a, b := r.Exp(), r.Norm()
		u, v = append(u, a), append(v, b)
		values = append(values, 5+3*a-2*b+noise*r.Norm())
	}
	return values, u, v
}

func TestWithControls(t *testing.T) {
	r := rng.New(37, "controls")
	values, u, v := explained(&r, 2000, .5)
	got := WithControls(values, Control{u, 1}, Control{v, 0})
	if math.Abs(got.Mean-8) > 4*got.StdErr {
		t.Errorf("mean %v +- %v, want 8", got.Mean, got.StdErr)
	}
	for j, want := range []float64{3, -2} {
		if math.Abs(got.Coefficients[j]-want) > .06 {
			t.Errorf("coefficient %d: %v, want %v", j, got.Coefficients[j], want)
		}
	}
	if want := 13.25 / .25; math.Abs(got.VarianceRatio/want-1) > .2 {
		t.Errorf("variance ratio %v, want about %v", got.VarianceRatio, want)
	}
	if got.Degrees != 1997 {
		t.Errorf("degrees %v", got.Degrees)
	}
}

// TestControlsSpread: the standard error is that of repeated estimates.
func TestControlsSpread(t *testing.T) {
	r := rng.New(38, "spread")
	var means, reported Moments
	for range 2000 {
		values, u, v := explained(&r, 20, 1)
		got := WithControls(values, Control{u, 1}, Control{v, 0})
		means.Add(got.Mean)
		reported.Add(got.StdErr * got.StdErr)
	}
	if se := means.StdDev() / math.Sqrt(2000); math.Abs(means.Mean-8) > 4*se {
		t.Errorf("mean of estimates %v +- %v, want 8", means.Mean, se)
	}
	if r := reported.Mean / means.Variance(); math.Abs(r-1) > .15 {
		t.Errorf("reported variance over observed: %v", r)
	}
}

// TestControlsDegenerate: useless controls change nothing and make no NaN.
func TestControlsDegenerate(t *testing.T) {
	r := rng.New(39, "degenerate")
	values, u, v := explained(&r, 50, 1)
	doubled, constant := make([]float64, 50), make([]float64, 50)
	for i := range u {
		doubled[i], constant[i] = 2*u[i]+3, 4
	}
	once := WithControls(values, Control{u, 1}, Control{v, 0})
	again := WithControls(values, Control{u, 1}, Control{constant, 4}, Control{v, 0}, Control{doubled, 5})
	if !near(once.Mean, again.Mean, 1e-12) || !near(once.StdErr, again.StdErr, 1e-9) {
		t.Errorf("%+v, with useless controls %+v", once, again)
	}
	if again.Coefficients[1] != 0 || again.Coefficients[3] != 0 {
		t.Errorf("coefficients %v", again.Coefficients)
	}
	plain := FromReplications(values[:4])
	few := WithControls(values[:4], Control{u[:4], 1}, Control{v[:4], 0})
	if few.Estimate != plain || few.VarianceRatio != 1 {
		t.Errorf("too few values: %+v, want %+v", few, plain)
	}
	if got := WithControls(values); got.Estimate != FromReplications(values) || got.VarianceRatio != 1 {
		t.Errorf("no controls: %+v", got)
	}
	if got := WithControls(constant, Control{u, 1}); got.Mean != 4 || got.StdErr != 0 || got.VarianceRatio != 1 {
		t.Errorf("constant values: %+v", got)
	}
}

// TestAdjusted: the adjusted values have the mean of the estimate and no more spread than is left of it.
func TestAdjusted(t *testing.T) {
	r := rng.New(40, "adjusted")
	values, u, v := explained(&r, 200, .5)
	controls := []Control{{u, 1}, {v, 0}, {make([]float64, 200), 0}}
	got := WithControls(values, controls...)
	adjusted := FromReplications(got.Adjusted(values, controls...))
	if math.Abs(adjusted.Mean-got.Mean) > 1e-12 {
		t.Errorf("mean %v, want %v", adjusted.Mean, got.Mean)
	}
	if plain := FromReplications(values); adjusted.StdErr > .2*plain.StdErr {
		t.Errorf("standard error %v, of the plain values %v", adjusted.StdErr, plain.StdErr)
	}
}
