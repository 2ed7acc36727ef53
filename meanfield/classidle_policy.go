package meanfield

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// Plan is the policy as package policy plays and writes it.
func (m ClassIdle) Plan() policy.Plan {
	return policy.Plan{Mixes: m.Query, Send: m.Assign, Inside: m.Inside}
}

// Rule is the policy as a rule, which a balancer or a simulator plays.
func (m ClassIdle) Rule() steelyard.Rule { return m.Plan().Rule() }
