package meanfield

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

func parse(t *testing.T, text string) steelyard.Policy {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := spec.New()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// counted is the fleet with numbers of servers.
func counted(f Fleet, servers float64) []steelyard.Group { return scaledGroups(groupsOf(f), servers) }

func TestStableLoads(t *testing.T) {
	fleet := TwoSpeeds(0.2, 10)
	slow := 0.8 * fleet[1].Rate
	for _, c := range []struct {
		text      string
		load      float64
		saturated string
		certainty Certainty
	}{
		{"random", fleet[1].Rate, "[1]", Exact},
		{"weighted", 1, "[]", Exact},
		{"jsq(d=2)", slow / (80 * 79.0 / (100 * 99)), "[1]", Exact},
		{"sed(d=3,replace=true)", slow / 0.512, "[1]", Exact},
		{"wjsq(d=2)", 1, "[]", Exact},
		{"scheme1(d=[2,2])", 1, "[]", Exact},
		{"scheme2(d=[0,2])", slow, "[1]", Exact},
		{"static(p=[0.5,0.5])", slow / 0.5, "[1]", Exact},
		{"hybrid(p=[0.9,0.1],d=2)", (1 - slow) / 0.9, "[0]", Exact},
		{"jsq", 1, "[]", Exact},
		{"jsq-fs(df=2,ds=2,pf=share,ps=1)", 1, "[]", FluidLimit},
		{"jsq-fs(df=2,ds=2,pf=1,ps=0)", 1 - slow, "[0]", FluidLimit},
	} {
		s, err := StableLoad(parse(t, c.text), counted(fleet, 100))
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.text, s.Load, c.load, 1e-6)
		if fmt.Sprint(s.Saturated) != c.saturated || s.Certainty != c.certainty {
			t.Errorf("%s: %v, %s, want %s, %s", c.text, s.Saturated, s.Certainty, c.saturated, c.certainty)
		}
	}
	if _, err := StableLoad(parse(t, "roundrobin"), counted(fleet, 100)); !errors.Is(err, ErrNoModel) {
		t.Errorf("roundrobin: %v", err)
	}
}

// The fluid equations themselves lose their fixed point at the stated load.
func TestStableLoadIsWhereTheEquilibriumEnds(t *testing.T) {
	fleet := TwoSpeeds(0.2, 10)
	for _, text := range []string{"jsq(d=2,replace=true)", "sed(d=2,replace=true)"} {
		s, err := StableLoad(parse(t, text), counted(fleet, 100))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fluid(t, text, fleet, s.Load*0.99).Equilibrium(); err != nil {
			t.Errorf("%s below: %v", text, err)
		}
		if _, err := fluid(t, text, fleet, s.Load*1.02).Equilibrium(); !errors.Is(err, ErrUnstable) {
			t.Errorf("%s above: %v", text, err)
		}
	}
}

func TestPredictChoosesTheModel(t *testing.T) {
	fleet := TwoSpeeds(0.2, 5)
	jiq := FastSlow{fleet, 0.98, 2, 2, 0.5791, 1, steelyard.IdleElseUniform}
	o, err := Predict(parse(t, "jiq-fs(df=2,ds=2,pf=0.5791,ps=1)"), counted(fleet, 1000), 0.98)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "jiq-fs", o.MeanResponse, jiq.Mean(), 1e-9)
	for _, text := range []string{"jsq(d=2)", "scheme2(d=[2,1])", "jsq", "sajsq", "sed"} {
		o, err := Predict(parse(t, text), counted(fleet, 1000), 0.5)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if o.Residual > 1e-10 || !o.Stable || math.Abs(o.FCFS().Mean()/o.MeanResponse-1) > 1e-9 {
			t.Errorf("%s: %+v, law with mean %v", text, o.Prediction, o.FCFS().Mean())
		}
	}
	if _, err := Predict(parse(t, "jsq(d=2)"), counted(fleet, 1000), 0.9); !errors.Is(err, ErrUnstable) {
		t.Errorf("jsq(d=2) at .9: %v", err)
	}
	if _, err := Predict(parse(t, "wrr"), counted(fleet, 1000), 0.5); !errors.Is(err, ErrNoModel) {
		t.Errorf("wrr: %v", err)
	}
}

func TestTooManyClassesHaveNoModel(t *testing.T) {
	var fleet Fleet
	for i := range 250 {
		fleet = append(fleet, Class{2 - float64(i)/250, 1.0 / 250})
	}
	if _, err := Predict(parse(t, "wjsq(d=2)"), counted(fleet, 250), 0.9); !errors.Is(err, ErrNoModel) {
		t.Errorf("250 classes: %v", err)
	}
}

// Every server of its own speed, as in the fleets of Goren et al. 2021.
func TestManyClasses(t *testing.T) {
	var fleet Fleet
	for i := range 25 {
		fleet = append(fleet, Class{10 - 9*float64(i)/24, 1.0 / 25})
	}
	for _, text := range []string{"hjsq(d=2)", "sed(d=2)"} {
		o, err := Predict(parse(t, text), counted(fleet, 25), 0.9*fleet.Capacity())
		if err != nil {
			t.Fatal(err)
		}
		near(t, text+" residual", o.Residual, 0, 1e-10)
	}
}

func TestClassIdleIsRecognised(t *testing.T) {
	fleet := TwoSpeeds(0.2, 5)
	for text, want := range map[string]bool{
		"jsq-fs(df=2,ds=2,pf=0.8,ps=0.9)": true, "jiq-fs(df=1,ds=3,pf=0.2,ps=0.4)": true, "hybrid(p=[0.6,0.4],d=2)": true,
		"scheme1(d=[2,2])": false, "jsq(d=2)": false, "sed(d=2)": false, "hjsq(d=3)": false,
	} {
		rule, err := parse(t, text).(steelyard.Ruled).Rule(groupsOf(fleet))
		if err != nil {
			t.Fatal(err)
		}
		m, ok := ClassIdleOf(rule, groupsOf(fleet), 0.5)
		if ok != want {
			t.Errorf("%s: recognised = %v", text, ok)
		}
		if ok {
			p, err := m.Predict()
			if err != nil {
				t.Fatal(err)
			}
			near(t, text, p.MeanResponse, equilibrium(t, fluid(t, text, fleet, 0.5)).MeanResponse, 1e-9)
		}
	}
}
