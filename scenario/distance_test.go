package scenario

import (
	"context"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
)

// TestUnresolvedIsNoVerdict has two servers so unlike that the exact chain does not converge: what it then says of queues that grow must not
// be taken for a verdict on a policy that is known to be stable.
func TestUnresolvedIsNoVerdict(t *testing.T) {
	s, err := Parse("s.yaml", []byte(`
classes:
  - {name: fast, servers: 1, speed: 1000000}
  - {name: slow, servers: 1, speed: 1}
load: 0.8
run: {jobs: 20000, replications: 2}
`))
	if err != nil {
		t.Fatal(err)
	}
	sed, err := policy.Parse("sed")
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Distance(context.Background(), []policy.Spec{sed}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := d.Policies[0]; p.Basis != Simulated || p.MeanResponse == nil || p.Verdict != "" {
		t.Errorf("%+v, want a simulated mean", p)
	}
	if len(d.Warnings) == 0 {
		t.Error("an optimum that is not resolved carries no warning")
	}
}
