package diffusion

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/stats"
)

// Stationary is the stationary law of the limit (Theorem 3.4 and Corollary 3.5): of
// X = -Y_{M,1}, the scaled idle servers of the slowest pool, and Z = Y_{1,2}, the scaled
// servers of the fastest pool with a job that waits. All other components are 0. It
// depends on three numbers only.
type Stationary struct {
	Slack    float64 // beta
	SlowRate float64 // mu_M
	FastRate float64 // mu_1

	Idle       Marginal // X; its mean is Slack/SlowRate, exactly
	Second     Marginal // Z
	Covariance float64  // of X and Z
	// Error is the estimated error of the mean of Z, from meshes of different fineness.
	Error float64
	// Residual is the greatest relative amount by which the computed moments miss
	// identities that hold exactly: mu_M E[X] = beta, (mu_M + mu_1) E[XZ] = beta E[Z] and
	// mu_M E[X^2] + mu_1 E[XZ] = 1 + beta E[X].
	Residual float64
	Warnings []stats.Warning
}

// Unresolved is the warning that a stationary law was not computed accurately.
const Unresolved stats.Code = "not-resolved-law"

// Stationary solves for the stationary law of the limit.
func (r Regime) Stationary() (Stationary, error) {
	if err := r.Check(); err != nil {
		return Stationary{}, err
	}
	return SolveStationary(r.Slack, r.slowest().Rate, r.fastest().Rate)
}

// SolveStationary solves for the law with the given beta, mu_M and mu_1; with one pool
// both rates are 1. It fails for numbers that are not positive and for a slack so large
// that next to no arrival ever waits.
func SolveStationary(slack, slowRate, fastRate float64) (Stationary, error) {
	p := reduced{slack, slowRate, fastRate}
	if err := p.check(); err != nil {
		return Stationary{}, err
	}
	return extrapolate(p, solveGrid(p, intervals/4), solveGrid(p, intervals/2), solveGrid(p, intervals)), nil
}

// intervals of the finest mesh, in each direction.
const intervals = 800

// rarest bounds beta^2/(2 mu_M): waiting has a probability of the order of its exponential.
const rarest = 200

func (p reduced) check() error {
	if err := checkPositive("slack", p.slack); err != nil {
		return err
	}
	if err := checkPositive("slow rate", p.slow); err != nil {
		return err
	}
	if err := checkPositive("fast rate", p.fast); err != nil {
		return err
	}
	if most := math.Sqrt(2 * rarest * p.slow); p.slack > most {
		return &FieldError{"slack", p.slack, fmt.Sprintf("at most %.4g at slow rate %v: beyond, no job ever waits", most, p.slow)}
	}
	return nil
}

// extrapolate combines laws on meshes twice as fine each, whose errors fall like the
// square of the mesh and, in the next order, like its cube.
func extrapolate(p reduced, coarse, middle, fine gridLaw) Stationary {
	better, best := halved(coarse.moments, middle.moments), halved(middle.moments, fine.moments)
	m := best.plus(best.minus(better), 1.0/7)
	z := m[atZ]
	x := p.slack / p.slow
	xz := p.slack * z / (p.slow + p.fast)
	s := Stationary{
		Slack: p.slack, SlowRate: p.slow, FastRate: p.fast,
		Idle:       Marginal{Mean: x, Variance: (1+p.slack*x-p.fast*xz)/p.slow - x*x},
		Second:     Marginal{Mean: z, Variance: m[atZZ] - z*z},
		Covariance: xz - x*z,
		Error:      math.Abs(best[atZ] - better[atZ]),
		Residual: max(miss(m[atX], x), miss(m[atXZ], xz),
			miss(p.slow*m[atXX]+p.fast*m[atXZ], 1+p.slack*x)),
	}
	s.Idle.Points, s.Idle.Tail = middle.idle, halvedTail(middle.idleTail, fine.idleTail)
	s.Second.Points, s.Second.Tail = middle.second, halvedTail(middle.secondTail, fine.secondTail)
	s.warn()
	return s
}

func (s *Stationary) warn() {
	const tolerance = 1e-2
	if s.Residual < tolerance && s.Error < tolerance*s.Second.Mean {
		return
	}
	s.Warnings = append(s.Warnings, stats.Warning{Code: Unresolved,
		Text: fmt.Sprintf("the mean of Y_{1,2} may be off by %.2g and identities by %.2g: slack or rates are extreme", s.Error, s.Residual)})
}

// miss is how far got is from want, relatively.
func miss(got, want float64) float64 { return math.Abs(got/want - 1) }

// halved extrapolates from a mesh and one twice as fine, for errors of second order.
func halved(coarse, fine moments) moments { return fine.plus(fine.minus(coarse), 1.0/3) }

// halvedTail does so for probabilities at the points of the coarser mesh.
func halvedTail(coarse, fine []float64) []float64 {
	tail := make([]float64, len(coarse))
	last := 1.0
	for k := range tail {
		last = min(last, max(0, fine[2*k]+(fine[2*k]-coarse[k])/3))
		tail[k] = last
	}
	return tail
}
