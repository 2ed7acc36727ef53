package scenario

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
)

const inRounds = base + "load: 0.9\ndispatchers: {count: 3}\nrounds: {count: 2000}\npolicy: scd\n"

func TestRounds(t *testing.T) {
	s := parse(t, inRounds+"run: {replications: 3, seed: 5}\nshares: [0.5, 0.25, 0.25]\n")
	report, err := Simulate(context.Background(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if report.Engine != "rounds" || report.Rounds != 2000 || report.Replications != 3 || report.Warmup != 0 || report.Seed != 5 {
		t.Errorf("report %+v", report)
	}
	jobs := 3 * 2000 * .9 * 18
	if math.Abs(float64(report.Jobs)-jobs) > 4*math.Sqrt(jobs) || !report.Stable || report.MeanResponse == nil || report.CI95 == nil {
		t.Errorf("%d jobs, want about %.0f; stable %v, mean %v +- %v", report.Jobs, jobs, report.Stable, report.MeanResponse, report.CI95)
	}
	for _, level := range []string{"p50", "p99", "p99.9"} {
		if x := report.Quantiles[level]; x == nil || *x != math.Trunc(*x) || *x < 1 {
			t.Errorf("%s: %v, want a whole number of rounds", level, x)
		}
	}
	if len(report.Classes) != 2 || report.Classes[1].Servers != 8 || report.Classes[0].MeanResponse == nil || report.Classes[0].MeanJobs == nil {
		t.Errorf("classes %+v", report.Classes)
	}
	for _, c := range report.Checks {
		if c.Quantity == "flow" && c.Observed != 0 || math.Abs(c.Observed-c.Theory) > .03 {
			t.Errorf("%s: %g, theory %g", c.Quantity, c.Observed, c.Theory)
		}
	}
	var text strings.Builder
	if err := report.Table(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" rounds\n", "jobs per round", "engine rounds"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("table without %q:\n%s", want, text.String())
		}
	}
}

func TestCompareInRounds(t *testing.T) {
	var policies []policy.Spec
	for _, text := range []string{"scd", "weighted"} {
		p, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		policies = append(policies, p)
	}
	c, err := Compare(context.Background(), parse(t, inRounds), policies, []float64{.5, .8}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := c.Table(&text); err != nil || !strings.Contains(text.String(), "mean (rounds)") {
		t.Errorf("error %v, table\n%s", err, text.String())
	}
	for k := 0; k < len(c.Points); k += 2 {
		scd, weighted := c.Points[k], c.Points[k+1]
		if scd.Jobs != weighted.Jobs || weighted.Difference == nil || weighted.Difference.Mean-weighted.Difference.CI95 <= 0 {
			t.Errorf("load %g: %d and %d jobs, difference %+v", scd.Load, scd.Jobs, weighted.Jobs, weighted.Difference)
		}
	}
}

// TestNoModelOfRounds: what is known of continuous time does not hold in rounds.
func TestNoModelOfRounds(t *testing.T) {
	s := parse(t, inRounds)
	if _, err := Predict(s); !errors.Is(err, meanfield.ErrNoModel) || !strings.Contains(err.Error(), "rounds") {
		t.Errorf("prediction: error %v", err)
	}
	s.Rounds = 300
	loads, err := StableLoads(context.Background(), s, []policy.Spec{*s.Policy}, Options{})
	if err != nil || loads[0].Basis != Simulated || loads[0].Load < .9 {
		t.Errorf("stable load %+v, error %v", loads, err)
	}
}

func TestDrawnSpeedsInRounds(t *testing.T) {
	s := parse(t, "speeds: {servers: 20, law: uniform, min: 1, max: 10, seed: 1}\nload: 0.7\nrounds: {count: 500}\npolicy: hlsq(d=2)\n")
	report, err := Simulate(context.Background(), s, Options{})
	if err != nil || !report.Stable || len(report.Classes) != 20 {
		t.Errorf("report %+v, error %v", report, err)
	}
}

func TestUnstableRounds(t *testing.T) {
	s := parse(t, strings.Replace(inRounds, "0.9", "1.1", 1))
	report, err := Simulate(context.Background(), s, Options{})
	if err != nil || report.Stable || report.Verdict == "" {
		t.Errorf("report %+v, error %v", report, err)
	}
}

func TestRoundsMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"rounds: 100", "rounds: got 100"},
		{"rounds: {count: 0}", "rounds.count: got 0, want a whole number from 1"},
		{"rounds: {}", "rounds.count: missing, want a whole number from 1"},
		{"rounds: {number: 3}", "rounds.number: unknown field"},
		{"rounds: {count: 9}\njob: {law: exponential}", "job: given beside rounds, want one of the two"},
		{"rounds: {count: 9}\ndiscipline: fcfs", "discipline: given beside rounds"},
		{"rounds: {count: 9}\narrivals: {law: exponential}", "arrivals: given beside rounds"},
		{"rounds: {count: 9}\nevents: [{at: 1, join: {class: fast}}]", "events: given beside rounds"},
		{"rounds: {count: 9}\nrun: {jobs: 100}", "run.jobs: given beside rounds"},
		{"rounds: {count: 9}\nrun: {precision: 1%}", "run.precision: given beside rounds"},
		{"rounds: {count: 9}\ndispatchers: {view: local(raw)}", "dispatchers.view: got local(raw), want fresh with rounds"},
		{"rounds: {count: 9}\ndispatchers: {message_delay: 1}", "dispatchers.message_delay: given beside rounds"},
	} {
		_, err := Parse("s.yaml", []byte(base+"load: 0.5\n"+c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
	buffered := strings.Replace(inRounds, "speed: 5", "speed: 5, buffer: 3", 1)
	if _, err := Parse("s.yaml", []byte(buffered)); err == nil || !strings.Contains(err.Error(), "class fast") {
		t.Errorf("a buffer: error %v", err)
	}
}

func TestOptionsOfRounds(t *testing.T) {
	for _, c := range []struct {
		want   string
		change func(s *Scenario, o *Options)
	}{
		{"engine", func(_ *Scenario, o *Options) { o.Engine = "lazy" }},
		{"jobs", func(s *Scenario, _ *Options) { s.Length.Jobs = 5 }},
		{"precision", func(s *Scenario, _ *Options) { s.Length.Precision = .1 }},
	} {
		s, o := parse(t, inRounds), Options{}
		c.change(s, &o)
		if _, err := Simulate(context.Background(), s, o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want one of %s", err, c.want)
		}
	}
}
