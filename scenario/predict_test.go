package scenario

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/meanfield"
)

func predicted(t *testing.T, text string) *Prediction {
	t.Helper()
	p, err := Predict(parse(t, text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// TestPredictPull has the fixed point of D.3: nu/beta = 2/3 and 8/9, and a message for every job.
func TestPredictPull(t *testing.T) {
	p := predicted(t, "classes:\n  - {name: fast, servers: 40, speed: 2, buffer: 5}\n  - {name: slow, servers: 60, speed: 0.5, buffer: 1}\n"+
		"arrival_rate: 80\ndispatchers: {count: 4}\npolicy: pull\n")
	if !p.Stable || math.Abs(p.Classes[0].Busy-2./3) > 1e-9 || math.Abs(p.Classes[1].Busy-8./9) > 1e-9 || *p.MessagesPerJob != 1 {
		t.Errorf("%+v", p)
	}
	if want := (.4*2/3 + .6*8/9) / .8; math.Abs(*p.MeanResponse/want-1) > 1e-9 {
		t.Errorf("mean %v, want %v", *p.MeanResponse, want)
	}
	// Of the jobs, a fraction goes to either class, to an idle server.
	share := .4 * 2 * 2 / 3 / .8
	tail := func(x float64) float64 { return share*math.Exp(-2*x) + (1-share)*math.Exp(-x/2) }
	if q := p.Quantiles["p99"]; q == nil || math.Abs(tail(*q)-.01) > 1e-9 {
		t.Errorf("p99 %v", q)
	}
	few := predicted(t, "classes: [{name: a, servers: 100, speed: 1}]\nload: .5\ndispatchers: {count: 2}\nshares: [.9, .1]\npolicy: pull\n")
	if *few.MeanResponse <= 1.1 || len(few.Warnings) != 2 {
		t.Errorf("with unequal shares %+v: want jobs that wait, and a warning", few)
	}
}

// TestClassesShareTheirGroup: classes of one speed are one to the policy, and each is told its own part.
func TestClassesShareTheirGroup(t *testing.T) {
	whole := predicted(t, "classes: [{name: a, servers: 30, speed: 1}, {name: c, servers: 10, speed: 3}]\nload: .7\npolicy: sed(d=2)\n")
	split := predicted(t, "classes: [{name: a, servers: 20, speed: 1}, {name: b, servers: 10, speed: 1}, {name: c, servers: 10, speed: 3}]\nload: .7\npolicy: sed(d=2)\n")
	if *whole.MeanResponse != *split.MeanResponse || math.Abs(split.Classes[0].Share-2*split.Classes[1].Share) > 1e-12 ||
		math.Abs(split.Classes[0].Share+split.Classes[1].Share-whole.Classes[0].Share) > 1e-12 {
		t.Errorf("%+v, want %+v", split.Classes, whole.Classes)
	}
}

// TestPredictionBesideSimulation has one of each kind of policy within a few percent of a simulation of a large fleet.
func TestPredictionBesideSimulation(t *testing.T) {
	const fleet = "classes: [{name: fast, servers: 300, speed: 3}, {name: slow, servers: 700, speed: 1}]\nload: .8\n"
	for _, policy := range []string{"jsq", "sed", "sajsq", "pull", "jsq(d=2)", "static(p=[.6,.4])", "hybrid(p=[.6,.4], d=2)", "classes(d=2, query=br)"} {
		text := fleet + "policy: " + policy + "\nrun: {jobs: 100000, seed: 4}\n"
		p := predicted(t, text)
		r, err := Simulate(context.Background(), parse(t, text), Options{Model: MeanField})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(*p.MeanResponse / *r.MeanResponse - 1) > .02 || math.Abs(p.Classes[0].Share-r.Classes[0].Share) > .01 ||
			math.Abs(*p.MessagesPerJob-r.MessagesPerJob) > .02 {
			t.Errorf("%s: mean %v, share %v, messages %v; simulated %v, %v, %v", policy, *p.MeanResponse, p.Classes[0].Share, *p.MessagesPerJob,
				*r.MeanResponse, r.Classes[0].Share, r.MessagesPerJob)
		}
	}
}

func TestNoModel(t *testing.T) {
	const fleet = "classes: [{name: a, servers: 10, speed: 1, buffer: 3}, {name: b, servers: 10, speed: 1}]\nload: .5\n"
	for _, text := range []string{
		fleet + "policy: jsq\n",
		fleet + "policy: pull\n",
		pairOfClasses + "load: .5\npolicy: pull\njob: {law: deterministic}\n",
		pairOfClasses + "load: .5\npolicy: wrr\n",
		pairOfClasses + "load: .5\npolicy: jsq\nrounds: {count: 10}\n",
		pairOfClasses + "load: .5\npolicy: jsq\ndispatchers: {view: stale(1)}\n",
	} {
		if _, err := Predict(parse(t, text)); !errors.Is(err, meanfield.ErrNoModel) {
			t.Errorf("%s: %v, want no model", text, err)
		}
	}
}
