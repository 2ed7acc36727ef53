package optimal

import (
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// Solve computes the mean response time of the best dispatcher for a fleet to which jobs come at the rate arrivals per second, each being
// served by a worker of a server at the server's rate. It fails with [*Overload] or [*TooLarge].
func Solve(l *steelyard.Layout, arrivals float64, o Options) (*Optimum, error) {
	q, err := newQuestion(l, arrivals, o)
	if err != nil {
		return nil, err
	}
	var v *improver
	p, boundary, err := grow(q, func(s *system, _ *law) (*law, error) {
		v = newImprover(s)
		v.solve(q.options.residual())
		v.mean, v.residual = v.target, (v.upper-v.lower)/v.target
		return v.law, nil
	})
	if err != nil {
		return nil, err
	}
	return &Optimum{Mean: q.mean(p, boundary), Lower: v.lower / arrivals, Upper: v.upper / arrivals}, nil
}

// Evaluate computes the mean response time of a policy that remembers nothing, from the probabilities with which it picks. It fails, besides as
// [Solve] does, if the policy remembers or cannot work on the fleet. A mean that grows with the limits, as that of a policy which
// is not stable does, carries a warning.
func Evaluate(l *steelyard.Layout, arrivals float64, spec policy.Spec, o Options) (*Mean, error) {
	if !spec.Memoryless() {
		return nil, fmt.Errorf("policy %v: it remembers more than the queue lengths, want one that does not (or simulate it)", spec)
	}
	q, err := newQuestion(l, arrivals, o)
	if err != nil {
		return nil, err
	}
	e, err := newEnumerator(l, spec)
	if err != nil {
		return nil, err
	}
	p, boundary, err := grow(q, func(s *system, smaller *law) (*law, error) {
		picks, err := e.enumerate(s.space)
		if err != nil {
			return nil, err
		}
		p := newLaw(s)
		if smaller != nil {
			p.resume(smaller)
		}
		p.solve(picks.sender(p), q.options.residual()/100)
		return p, nil
	})
	if err != nil {
		return nil, err
	}
	m := q.mean(p, boundary)
	return &m, nil
}

func (q question) mean(p *law, b Boundary) Mean {
	m := Mean{Jobs: p.mean, Residual: p.residual, Boundary: b}
	m.Response = m.Jobs / q.arrivals
	switch {
	case b.Grows:
		m.Warnings = append(m.Warnings, fmt.Sprintf("queues are at their limits %v as often as at lower ones: the policy is not stable", b.Limits))
	case b.Change > q.options.tolerance():
		m.Warnings = append(m.Warnings, fmt.Sprintf("the mean changed by %.2g of itself when queue limits were doubled to %v: "+
			"more states are needed", b.Change, b.Limits))
	}
	if most := q.options.residual(); m.Residual > most {
		m.Warnings = append(m.Warnings, fmt.Sprintf("residual %.2g of the mean, want at most %.0g", m.Residual, most))
	}
	return m
}
