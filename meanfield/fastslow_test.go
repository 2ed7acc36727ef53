package meanfield

import (
	"errors"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"pgregory.net/rapid"
)

var bothInside = []steelyard.Inside{steelyard.IdleElseUniform, steelyard.Shortest}

func drawFastSlow(t *rapid.T) FastSlow {
	fleet := TwoSpeeds(rapid.Float64Range(0.05, 0.95).Draw(t, "share"), rapid.Float64Range(1.05, 20).Draw(t, "ratio"))
	return FastSlow{
		Fleet: fleet, Arrivals: rapid.Float64Range(0.05, 0.99).Draw(t, "arrivals"),
		Fast: rapid.IntRange(1, 4).Draw(t, "df"), Slow: rapid.IntRange(1, 4).Draw(t, "ds"),
		FastIfBusy: rapid.Float64Range(0, 1).Draw(t, "pf"), SlowIfIdle: rapid.Float64Range(0.01, 1).Draw(t, "ps"),
		Inside: steelyard.Inside(rapid.IntRange(0, 1).Draw(t, "inside")),
	}
}

// Eqs. 1-2 as two separate equations, and Eq. 12 or 16 instead of Little's law.
func TestPredictionSatisfiesTheEquations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawFastSlow(t)
		p, err := m.Predict()
		if err != nil {
			if !errors.Is(err, ErrUnstable) && !errors.Is(err, ErrAmbiguous) {
				t.Fatal(err)
			}
			return
		}
		if p.Residual > 1e-12 {
			t.Fatalf("residual %g", p.Residual)
		}
		f, s := p.Classes[0].Busy, p.Classes[1].Busy
		allFast, allSlow := math.Pow(f, float64(m.Fast)), math.Pow(s, float64(m.Slow))
		toFast := (1-allSlow)*(1-m.SlowIfIdle) + allSlow*m.FastIfBusy
		slow := m.Arrivals / (m.Fleet[1].Rate * m.Fleet[1].Share) * allFast * ((1-allSlow)*m.SlowIfIdle + allSlow*(1-m.FastIfBusy))
		fast := m.Arrivals / (m.Fleet[0].Rate * m.Fleet[0].Share) * (1 - allFast + allFast*toFast)
		if math.Abs(slow-s) > 1e-10 || math.Abs(fast-f) > 1e-10 {
			t.Fatalf("Eq. 1 gives %v for %v, Eq. 2 gives %v for %v", fast, f, slow, s)
		}
		mean := (1-allFast)/m.Fleet[0].Rate + allFast*(1-allSlow)*m.SlowIfIdle/m.Fleet[1].Rate +
			allFast*toFast*foundBusy(m, p, 0) + allFast*allSlow*(1-m.FastIfBusy)*foundBusy(m, p, 1)
		complete := max(len(p.Tails[0]), len(p.Tails[1])) < maxTails
		if complete && math.Abs(mean/p.MeanResponse-1) > 1e-9 {
			t.Fatalf("Eq. 16 gives %v, Little's law %v", mean, p.MeanResponse)
		}
	})
}

// foundBusy is the mean response of a job whose queried servers of a class are
// all busy: T_F and T_S of Eqs. 19 and 22.
func foundBusy(m FastSlow, p Prediction, class int) float64 {
	u, d := p.Tails[class], []int{m.Fast, m.Slow}[class]
	if m.Inside == steelyard.IdleElseUniform {
		d = 1
	}
	sum := 0.0
	for n := 1; n < len(u); n++ {
		next := 0.0
		if n+1 < len(u) {
			next = u[n+1]
		}
		if len(u) > 1 && u[1] > 0 {
			sum += float64(n+1) * (math.Pow(u[n], float64(d)) - math.Pow(next, float64(d))) / math.Pow(u[1], float64(d))
		}
	}
	return sum / m.Fleet[class].Rate
}

func TestTheorem1EveryLoadIsStable(t *testing.T) {
	for _, fleet := range []Fleet{TwoSpeeds(0.2, 5), TwoSpeeds(0.5, 1.1), TwoSpeeds(0.8, 10)} {
		for _, load := range []float64{0.1, 0.5, 0.9, 0.99, 0.9999} {
			for _, inside := range bothInside {
				m := FastSlow{fleet, load, 2, 2, fleet[0].Rate * fleet[0].Share, 1, inside}
				if p, err := m.Predict(); err != nil || !p.Stable || p.Residual > 1e-10 {
					t.Errorf("%v, load %v, %v: %+v, %v", fleet, load, inside, p, err)
				}
			}
		}
	}
}

func TestTheorem2OnlyTheCapacityShareIsStableNearLoadOne(t *testing.T) {
	fleet := TwoSpeeds(0.2, 5)
	heavy := fleet[0].Rate * fleet[0].Share
	for _, c := range []struct {
		pf, ps float64
		stable bool
	}{
		{heavy, 1, true}, {heavy, 1 - heavy, true}, {heavy + 0.01, 1, false}, {heavy - 0.01, 1, false}, {1, 1, false}, {0, 1, false},
	} {
		m := FastSlow{fleet, 1 - 1e-6, 2, 2, c.pf, c.ps, steelyard.Shortest}
		if stable := !math.IsInf(m.Mean(), 1); stable != c.stable {
			t.Errorf("pf=%v, ps=%v: stable = %v, want %v", c.pf, c.ps, stable, c.stable)
		}
	}
}

// With p_S = 0 flow is also conserved where the slow class is null recurrent; at
// this load a solver that accepts it reports a mean of 0.200.
func TestNullRecurrentRootIsNotASolution(t *testing.T) {
	for _, inside := range bothInside {
		for _, pf := range []float64{0, 0.2, 0.5, 1} {
			m := FastSlow{TwoSpeeds(0.2, 5), 0.84, 2, 2, pf, 0, inside}
			if mean := m.Mean(); !math.IsInf(mean, 1) {
				t.Errorf("pf=%v: mean %v, want none", pf, mean)
			}
		}
	}
}

func TestAtMostOneStableRoot(t *testing.T) {
	fleet := TwoSpeeds(0.2, 5)
	for _, load := range []float64{0.2, 0.5, 0.8, 0.95} {
		for i := range 21 {
			for j := 1; j < 21; j++ {
				m := FastSlow{fleet, load, 2, 2, float64(i) / 20, float64(j) / 20, steelyard.IdleElseUniform}
				if _, roots := m.busy(); roots > 1 {
					t.Fatalf("load %v, pf=%v, ps=%v: %d stable roots", load, m.FastIfBusy, m.SlowIfIdle, roots)
				}
			}
		}
	}
}

func TestGeneralServiceMatchesExponentialAndIsLinear(t *testing.T) {
	m := FastSlow{TwoSpeeds(0.2, 5), 0.84, 2, 2, 0.8774, 1, steelyard.IdleElseUniform}
	var means [3]float64
	for i := range means {
		mean, err := m.MeanGeneral(float64(i))
		if err != nil {
			t.Fatal(err)
		}
		means[i] = mean
	}
	near(t, "exponential", means[1], m.Mean(), 1e-12)
	near(t, "linearity", means[2]-means[1], means[1]-means[0], 1e-12)
	m.Inside = steelyard.Shortest
	if _, err := m.MeanGeneral(1); err == nil {
		t.Error("the JSQ family has no formula for general sizes")
	}
}

func TestFastSlowCheck(t *testing.T) {
	good := FastSlow{TwoSpeeds(0.2, 5), 0.5, 2, 2, 0.5, 0.5, steelyard.IdleElseUniform}
	for name, spoil := range map[string]func(*FastSlow){
		"one class":   func(m *FastSlow) { m.Fleet = Fleet{{1, 1}} },
		"pf":          func(m *FastSlow) { m.FastIfBusy = 1.2 },
		"ps":          func(m *FastSlow) { m.SlowIfIdle = math.NaN() },
		"no queries":  func(m *FastSlow) { m.Fast, m.Slow = 0, 0 },
		"negative":    func(m *FastSlow) { m.Fast = -1 },
		"ds=0, ps>0":  func(m *FastSlow) { m.Slow = 0 },
		"df=0, pf>0":  func(m *FastSlow) { m.Fast = 0 },
		"no arrivals": func(m *FastSlow) { m.Arrivals = 0 },
	} {
		m := good
		spoil(&m)
		var field *FieldError
		if _, err := m.Predict(); !errors.As(err, &field) {
			t.Errorf("%s: got %v, want a FieldError", name, err)
		}
	}
}

// A fixed point that falls on a point of the grid on which roots are sought is found once: here the speeds' shares of the jobs are those of
// the capacity, so that both classes are busy for a fraction 0.1 of the time.
func TestRootOnTheGrid(t *testing.T) {
	f := TwoSpeeds(0.2, 2)
	fast := f[0].Share * f[0].Rate
	m := FastSlow{Fleet: f, Arrivals: 0.1, Fast: 1, Slow: 1, FastIfBusy: fast, SlowIfIdle: 1 - fast, Inside: steelyard.Shortest}
	p, err := m.Predict()
	if err != nil {
		t.Fatal(err)
	}
	if p.Residual > 1e-10 || math.IsInf(m.Mean(), 1) {
		t.Errorf("residual %g, mean %g", p.Residual, m.Mean())
	}
}
