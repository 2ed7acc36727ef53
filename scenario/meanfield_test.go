package scenario

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard/sim"
)

const pairOfClasses = "classes:\n  - {name: slow, servers: 14, speed: 1}\n  - {name: fast, servers: 6, speed: 3}\n"

// TestControlExplainsAll: servers without regard to one another have linear drifts, so that the control leaves no variance and M/M/1 is found
// exactly, but for what lies beyond its levels.
func TestControlExplainsAll(t *testing.T) {
	s := parse(t, "classes: [{name: a, servers: 10, speed: 1}]\nload: 0.8\npolicy: random\nrun: {jobs: 20000, seed: 2}\n")
	r, err := Simulate(context.Background(), s, Options{Model: MeanField})
	if err != nil {
		t.Fatal(err)
	}
	if r.Start != "mean field" || !slices.Contains(r.Controls, sim.StateControl) || math.Abs(*r.MeanResponse-5) > 1e-3 || *r.CI95 > 1e-3 {
		t.Errorf("mean %v +- %v, start %s, controls %v; want 5 exactly", *r.MeanResponse, *r.CI95, r.Start, r.Controls)
	}
}

// TestControlIsUnbiased compares with long runs without the control, from an empty fleet, within four standard errors. On so few servers the
// fixed point is far off, which must not matter.
func TestControlIsUnbiased(t *testing.T) {
	for _, policy := range []string{"sed(d=2)", "hjsq(d=2)", "jsq-fs(df=2, ds=2, pf=.6, ps=.8)", "scheme2(d=[2,2])"} {
		text := pairOfClasses + "load: 0.85\npolicy: " + policy + "\n"
		short := parse(t, text+"run: {jobs: 50000, seed: 11}\n")
		controlled, err := Simulate(context.Background(), short, Options{Model: MeanField})
		if err != nil {
			t.Fatal(err)
		}
		long := parse(t, text+"run: {jobs: 500000, seed: 12}\n")
		plain, err := Simulate(context.Background(), long, Options{})
		if err != nil {
			t.Fatal(err)
		}
		difference := *controlled.MeanResponse - *plain.MeanResponse
		// Intervals of 95 % are two standard errors wide.
		if limit := 2 * math.Hypot(*controlled.CI95, *plain.CI95); math.Abs(difference) > limit {
			t.Errorf("%s: %v +- %v with the control, %v +- %v without", policy, *controlled.MeanResponse, *controlled.CI95, *plain.MeanResponse, *plain.CI95)
		}
		if plain.Start != "given" || slices.Contains(plain.Controls, sim.StateControl) {
			t.Errorf("%s: without a model, start %s, controls %v", policy, plain.Start, plain.Controls)
		}
	}
}

// TestControlGain asks for a gain that grows with the fleet.
func TestControlGain(t *testing.T) {
	last := 5.0
	for _, servers := range []string{"100", "1000"} {
		s := parse(t, "classes: [{name: a, servers: "+servers+", speed: 1}]\nload: 0.9\npolicy: jsq(d=2)\nrun: {jobs: 400000, seed: 3}\n")
		r, err := Simulate(context.Background(), s, Options{Model: MeanField})
		if err != nil {
			t.Fatal(err)
		}
		if r.VarianceRatio < 4*last {
			t.Errorf("%s servers: variance ratio %v, want at least %v", servers, r.VarianceRatio, 4*last)
		}
		last = r.VarianceRatio
	}
}

// TestNoHints: where the models say nothing, or something else is simulated, nothing is hinted.
func TestNoHints(t *testing.T) {
	for _, text := range []string{
		"policy: roundrobin\n",
		"policy: jsq(d=2)\ndiscipline: ps\n",
		"policy: jsq(d=2)\njob: {law: deterministic}\n",
		"policy: jsq(d=2)\ndispatchers: {view: stale(1)}\n",
		"policy: jsq(d=2)\narrivals: {law: deterministic}\n",
		"policy: random\nevents:\n  - {at: 1, leave: {class: slow}}\n",
	} {
		if h := MeanField(parse(t, pairOfClasses+"load: 0.5\n"+text)); h.Tails != nil || h.Control != nil {
			t.Errorf("%s: got hints", text)
		}
	}
	if h := MeanField(parse(t, pairOfClasses+"load: 0.5\npolicy: sed\n")); h.Tails == nil || h.Control != nil {
		t.Error("sed: want a start and no control, its drift not being smooth")
	}
}
