package meanfield

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
)

// FastSlow is a policy of Gardner et al. 2020, Section 3, on a fleet of two
// classes: JIQ-(d_F,d_S) with Inside = IdleElseUniform, JSQ-(d_F,d_S) with Shortest.
// A queried idle fast server is always used. The two probabilities say what is
// done otherwise.
type FastSlow struct {
	Fleet      Fleet   // exactly two classes, fast first
	Arrivals   float64 // jobs per second per server (lambda)
	Fast, Slow int     // servers queried of either class (d_F, d_S), without replacement
	FastIfBusy float64 // p_F: to the fast class when all queried servers are busy
	SlowIfIdle float64 // p_S: to an idle slow server when all queried fast ones are busy
	Inside     steelyard.Inside
}

// Check reports parameters out of range, or (wrapping ErrUnstable) a load >= 1.
func (m FastSlow) Check() error {
	if len(m.Fleet) != 2 {
		return &FieldError{"number of classes", len(m.Fleet), "2 for a two-class family"}
	}
	if err := m.Fleet.CheckArrivals(m.Arrivals); err != nil {
		return err
	}
	if m.Fast < 0 || m.Slow < 0 || m.Fast+m.Slow < 1 {
		return &FieldError{"(df, ds)", [2]int{m.Fast, m.Slow}, "two counts >= 0, not both 0"}
	}
	if err := CheckProbability("pf", m.FastIfBusy); err != nil {
		return err
	}
	if err := CheckProbability("ps", m.SlowIfIdle); err != nil {
		return err
	}
	if m.Slow == 0 && (m.FastIfBusy != 1 || m.SlowIfIdle != 0) {
		return &FieldError{"(pf, ps)", [2]float64{m.FastIfBusy, m.SlowIfIdle}, "(1, 0) when ds = 0"}
	}
	if m.Fast == 0 && (m.FastIfBusy != 0 || m.SlowIfIdle != 1) {
		return &FieldError{"(pf, ps)", [2]float64{m.FastIfBusy, m.SlowIfIdle}, "(0, 1) when df = 0"}
	}
	return nil
}

// twoBusy is one root of Eqs. 1-2: the busy fractions and, per class, the jobs
// per server, in units of its rate, that the all-busy branch would send to a
// class whose queried servers were surely busy.
type twoBusy struct {
	fast, slow         float64
	fastPush, slowPush float64
}

// slowBusy gives rho_S from rho_F by flow conservation, the sum of Eqs. 1 and 2.
func (m *FastSlow) slowBusy(fast float64) float64 {
	f, s := m.Fleet[0], m.Fleet[1]
	return min(1, max(0, (m.Arrivals-f.Share*f.Rate*fast)/(s.Share*s.Rate)))
}

// toFast is G of Eq. 1: the fraction sent on to the fast class of the jobs that
// found all queried fast servers busy.
func (m *FastSlow) toFast(slow float64) float64 {
	allBusy := power(slow, m.Slow)
	return (1-allBusy)*(1-m.SlowIfIdle) + allBusy*m.FastIfBusy
}

// imbalance is Eq. 1: fast jobs in minus fast jobs out, per server of the fleet.
func (m *FastSlow) imbalance(fast float64) float64 {
	allBusy := power(fast, m.Fast)
	in := m.Arrivals * (1 - allBusy + allBusy*m.toFast(m.slowBusy(fast)))
	return in - m.Fleet[0].Share*m.Fleet[0].Rate*fast
}

func (m *FastSlow) at(fast float64) twoBusy {
	f, s := m.Fleet[0], m.Fleet[1]
	b := twoBusy{fast: fast, slow: m.slowBusy(fast)}
	b.fastPush = m.Arrivals * m.toFast(b.slow) / (f.Share * f.Rate)
	b.slowPush = m.Arrivals * power(fast, m.Fast) * (1 - m.FastIfBusy) / (s.Share * s.Rate)
	if b.slow == 0 {
		b.slowPush = 0
	}
	return b
}

// growth is the ratio lambda_B/mu of Eqs. 5 and 7: a class whose queried servers
// are busy with this fraction is stable if it is below 1. (For the JSQ family it
// is the ratio of the first two tails.)
func growth(push, busy float64, queried int) float64 {
	if queried == 0 {
		return 0
	}
	return push * power(busy, queried-1)
}

// stable rejects the roots that are not solutions: at growth 1 a class is at best
// null recurrent, although flow is conserved there.
func (m *FastSlow) stable(b twoBusy) bool {
	const limit = 1 - 1e-9
	return b.fast < 1 && b.slow < 1 && growth(b.fastPush, b.fast, m.Fast) < limit && growth(b.slowPush, b.slow, m.Slow) < limit
}

// busy solves Eqs. 1-2 as one scalar equation in rho_F and returns the first
// stable root with the number of stable roots.
func (m *FastSlow) busy() (found twoBusy, roots int) {
	f, s := m.Fleet[0], m.Fleet[1]
	if m.SlowIfIdle == 0 {
		// Idle slow servers never get a job, so the slow class stays empty.
		b := m.at(min(1, m.Arrivals/(f.Share*f.Rate)))
		if m.stable(b) && b.slow < 1e-15 {
			return b, 1
		}
		return b, 0
	}
	low := max(0, (m.Arrivals-s.Share*s.Rate)/(f.Share*f.Rate))
	high := min(1, m.Arrivals/(f.Share*f.Rate))
	const pieces = 24
	a, fa := low, m.imbalance(low)
	for i := 1; i <= pieces; i++ {
		b := low + (high-low)*float64(i)/pieces
		fb := m.imbalance(b)
		// A root that falls on a point of the grid belongs to one piece only.
		if (fa > 0) != (fb > 0) || fa == 0 && i == 1 {
			root := m.at(bracketedRoot(m.imbalance, a, b, fa, fb))
			if m.stable(root) {
				if roots == 0 {
					found = root
				}
				roots++
			}
		}
		a, fa = b, fb
	}
	return found, roots
}

// Mean is the mean response time in seconds, or +Inf where the policy is unstable
// or has more than one stable fixed point. It expects valid parameters (Check) and
// allocates nothing: the objective of an optimiser.
func (m *FastSlow) Mean() float64 {
	b, roots := m.busy()
	if roots != 1 || !m.drains() {
		return math.Inf(1)
	}
	return (m.Fleet[0].Share*m.jobs(b.fast, b.fastPush, m.Fast) + m.Fleet[1].Share*m.jobs(b.slow, b.slowPush, m.Slow)) / m.Arrivals
}

// jobs is the mean number of jobs at a server: Eqs. 10-11, or the sum of the
// tails of Eqs. 17-21.
func (m *FastSlow) jobs(busy, push float64, queried int) float64 {
	if m.Inside == steelyard.IdleElseUniform || queried <= 1 {
		return busy / (1 - growth(push, busy, queried))
	}
	sum := 0.0
	for tail := busy; tail > 1e-18*sum; tail = push * power(tail, queried) {
		sum += tail
	}
	return sum
}

// Predict solves the policy's fixed point. It returns an error that wraps
// ErrUnstable if there is none that is stable or an overloaded class would stay
// so, and ErrAmbiguous if there are several.
func (m FastSlow) Predict() (Prediction, error) {
	if err := m.Check(); err != nil {
		return Prediction{}, err
	}
	b, roots := m.busy()
	if roots == 0 || !m.drains() {
		return Prediction{}, unstable("pf=%.6g, ps=%.6g overloads a class at load %.6g",
			m.FastIfBusy, m.SlowIfIdle, m.Arrivals/m.Fleet.Capacity())
	}
	if roots > 1 {
		return Prediction{}, fmt.Errorf("pf=%.6g, ps=%.6g at load %.6g: %w", m.FastIfBusy, m.SlowIfIdle,
			m.Arrivals/m.Fleet.Capacity(), ErrAmbiguous)
	}
	p := summarise(m.Fleet, m.Arrivals, []float64{b.fast, b.slow},
		[]float64{m.jobs(b.fast, b.fastPush, m.Fast), m.jobs(b.slow, b.slowPush, m.Slow)})
	p.Tails = [][]float64{m.tails(b.fast, b.fastPush, m.Fast), m.tails(b.slow, b.slowPush, m.Slow)}
	p.Residual = p.worstResidual(math.Abs(m.imbalance(b.fast)) / m.Arrivals)
	return p, nil
}

func (m FastSlow) tails(busy, push float64, queried int) []float64 {
	if m.Inside == steelyard.Shortest {
		return pushedTails(busy, push, queried)
	}
	return pushedTails(busy, growth(push, busy, queried), 1)
}

// MeanGeneral is the mean response time of the JIQ family for job sizes of the
// given squared coefficient of variation (Eq. 14).
func (m FastSlow) MeanGeneral(variation float64) (float64, error) {
	if m.Inside != steelyard.IdleElseUniform {
		return 0, &FieldError{"inside", "shortest", "idle else uniform: only the JIQ family is solved for general job sizes"}
	}
	if !(variation >= 0) || math.IsInf(variation, 0) {
		return 0, &FieldError{"squared coefficient of variation", variation, "a finite number >= 0"}
	}
	p, err := m.Predict()
	if err != nil {
		return 0, err
	}
	b, _ := m.busy()
	busyArrivals := []float64{
		m.Fleet[0].Rate * growth(b.fastPush, b.fast, m.Fast),
		m.Fleet[1].Rate * growth(b.slowPush, b.slow, m.Slow),
	}
	return meanResponseGeneral(m.Fleet, p, busyArrivals, variation), nil
}
