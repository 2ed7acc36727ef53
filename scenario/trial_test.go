package scenario

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// pooled runs every replication apart, stores and reads it, and pools them.
func pooled(t *testing.T, s *Scenario, o Options) *Report {
	t.Helper()
	var trials []*Trial
	for k := range s.Length.Replications {
		trial, err := Replicate(context.Background(), s, k, o)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(trial)
		if err != nil {
			t.Fatal(err)
		}
		read := &Trial{}
		if err := json.Unmarshal(data, read); err != nil {
			t.Fatal(err)
		}
		trials = append(trials, read)
	}
	report, err := Pool(s, trials, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestPool wants the report on replications run apart to be that of one run, whatever the scenario asks for.
func TestPool(t *testing.T) {
	for name, text := range map[string]string{
		"ctmc":     base + "load: 0.7\npolicy: jsq(d=2)\nrun: {jobs: 5000, replications: 3}\n",
		"events":   base + "load: 0.7\npolicy: sed\njob: {law: hyperexponential, scv: 4}\nrun: {jobs: 5000, replications: 2}\n",
		"infinite": base + "load: 0.7\npolicy: weighted\njob: {law: pareto, shape: 1.5}\nrun: {jobs: 5000, replications: 2}\n",
		"unstable": base + "load: 0.95\npolicy: random\nrun: {jobs: 5000, replications: 2}\n",
		"overload": base + "load: 1.5\npolicy: sed\nrun: {jobs: 5000, replications: 2}\n",
		"drain":    base + "start: {jobs: 50}\npolicy: sed\nrun: {replications: 2}\n",
		"windows":  base + "load: 0.5\npolicy: sed\nwindows: [{name: w, from: 5, to: 50}]\nrun: {jobs: 5000, replications: 2}\n",
		"rounds":   base + "load: 0.7\npolicy: scd\ndispatchers: {count: 3}\nrounds: {count: 400}\nrun: {replications: 3}\n",
	} {
		t.Run(name, func(t *testing.T) {
			s, o := parse(t, text), Options{Model: MeanField}
			whole, err := Simulate(context.Background(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			if parts := pooled(t, s, o); asJSON(t, whole) != asJSON(t, parts) || !reflect.DeepEqual(whole.observations(), parts.observations()) {
				t.Errorf("one run reports\n%s\npooled\n%s", asJSON(t, whole), asJSON(t, parts))
			}
		})
	}
}

func asJSON(t *testing.T, report *Report) string {
	t.Helper()
	data, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestPoolRefuses wants errors of the question, and of trials of another scenario, to be those of a run.
func TestPoolRefuses(t *testing.T) {
	s := parse(t, base+"load: 0.7\npolicy: sed\nrun: {jobs: 100, replications: 1}\n")
	if _, err := Pool(s, []*Trial{{}}, Options{}); err == nil {
		t.Error("an empty trial is pooled")
	}
	if _, err := Replicate(context.Background(), s, 0, Options{Engine: sim.Engine("abacus")}); err == nil {
		t.Error("an unknown engine runs")
	}
	s.Policy = nil
	if _, err := Replicate(context.Background(), s, 0, Options{}); err == nil {
		t.Error("no policy runs")
	}
}

// TestCollect wants points that are missing left out, and no difference from one that is missing.
func TestCollect(t *testing.T) {
	s := shortRun(t)
	specs, err := policy.ParseList("sed,scd")
	if err != nil {
		t.Fatal(err)
	}
	loads := []float64{.5, .8}
	points, err := Points(s, specs, loads)
	if err != nil {
		t.Fatal(err)
	}
	var reports []*Report
	for _, at := range points {
		reports = append(reports, pooled(t, at, Options{}))
	}
	whole := compare(t, s, "sed,scd", loads...)
	if got := Collect(s, specs, loads, reports); !reflect.DeepEqual(got.Points[1].Difference, whole.Points[1].Difference) || got.Interrupted {
		t.Errorf("got %+v, want %+v", got.Points[1].Difference, whole.Points[1].Difference)
	}
	reports[0] = nil
	got := Collect(s, specs, loads, reports)
	if len(got.Points) != 3 || !got.Interrupted || got.Points[0].Difference != nil || got.Points[2].Difference == nil {
		t.Errorf("got %+v", got)
	}
}
