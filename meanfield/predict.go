package meanfield

import (
	"errors"
	"fmt"

	"github.com/steelyard-lb/steelyard"
)

// Outcome is the prediction for a policy on a fleet.
type Outcome struct {
	Prediction
	fluid Fluid // of policies given as a rule
	ruled bool
}

// Predict predicts a policy on a fleet of these groups, whose Servers are numbers,
// for an arrival rate in jobs per second per server. Errors wrap ErrUnstable,
// ErrAmbiguous or ErrNoModel where they apply.
func Predict(p steelyard.Policy, groups []steelyard.Group, arrivals float64) (*Outcome, error) {
	ruled, ok := p.(steelyard.Ruled)
	if !ok {
		return predictFull(p, groups, arrivals)
	}
	if s, err := StableLoad(p, groups); err != nil {
		return nil, err
	} else if load := arrivals * serversIn(groups) / capacityOf(groups); load >= s.Load && s.Certainty != FluidLimit {
		return nil, unstable("load is %.6g: want below %.6g; %s", load, s.Load, s.Reason)
	}
	rule, err := ruled.Rule(groups)
	if err != nil {
		return nil, err
	}
	o := &Outcome{ruled: true}
	if o.fluid, err = FromRule(rule, groups, arrivals); err != nil {
		return nil, err
	}
	if m, ok := ClassIdleOf(rule, groups, arrivals); ok {
		o.Prediction, err = m.Predict()
		return o, err
	}
	e, err := o.fluid.Equilibrium()
	if err != nil {
		return nil, err
	}
	o.Prediction = e.Prediction
	return o, nil
}

func predictFull(p steelyard.Policy, groups []steelyard.Group, arrivals float64) (*Outcome, error) {
	r, ok := p.(Ranking)
	if !ok {
		return nil, fmt.Errorf("the policy is not given as a rule or a rank: %w", ErrNoModel)
	}
	f, err := FleetOf(groups)
	if err != nil {
		return nil, err
	}
	order, fastestFirst := r.Ranking()
	prediction, err := FullInformation(f, arrivals, order, fastestFirst)
	if err != nil {
		return nil, err
	}
	prediction.Warnings = append(prediction.Warnings, "limit of many servers: this policy has no 1/n correction")
	return &Outcome{Prediction: prediction}, nil
}

// Equilibrium is the fixed point in queue lengths, with what a simulator wants of
// it: its tails to start from, its control, its refinement. Only policies given as
// a rule have it, and among these not those with very long queues, such as the JIQ
// families near saturation.
func (o *Outcome) Equilibrium() (*Equilibrium, error) {
	if !o.ruled {
		return nil, fmt.Errorf("a policy that sees all servers has no smooth drift: %w", ErrNoModel)
	}
	e, err := o.fluid.Equilibrium()
	if errors.Is(err, ErrUnstable) {
		return nil, fmt.Errorf("queues are too long for equations in queue lengths: %w", ErrNoModel)
	}
	return e, err
}
