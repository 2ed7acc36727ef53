package tune

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
)

func groupsOf(f meanfield.Fleet, servers float64) []steelyard.Group {
	var g []steelyard.Group
	for _, c := range f {
		g = append(g, steelyard.Group{Kind: steelyard.Kind{Rate: c.Rate, Workers: 1}, Servers: c.Share * servers})
	}
	return g
}

// What is tuned is what the policy of that text form is predicted to do.
func TestTextFormsArePredictedAlike(t *testing.T) {
	fleet := meanfield.TwoSpeeds(0.2, 5)
	for _, r := range []Request{
		{Family: "jiq-fs", D: []int{2, 2}}, {Family: "jsq-fs", D: []int{3, 1}}, {Family: "jsq-fs", Total: 4},
		{Family: "jiq-fs", Total: 1}, {Family: "static"}, {Family: "hybrid", Total: 2},
	} {
		for _, arrivals := range []float64{0.2, 0.6, 0.9} {
			c, err := Tune(fleet, arrivals, r)
			if err != nil {
				t.Fatalf("%+v: %v", r, err)
			}
			spec, err := policy.Parse(c.Policy)
			if err != nil {
				t.Fatal(err)
			}
			p, err := spec.New()
			if err != nil {
				t.Fatal(err)
			}
			o, err := meanfield.Predict(p, groupsOf(fleet, 1000), arrivals)
			if err != nil {
				t.Fatalf("%s: %v", c.Policy, err)
			}
			if d := o.MeanResponse/c.MeanResponse - 1; d > 1e-9 || d < -1e-9 {
				t.Errorf("%s at %v: tuned %.12g, predicted %.12g", c.Policy, arrivals, c.MeanResponse, o.MeanResponse)
			}
		}
	}
}

func TestClassesChoiceMakesItsPolicy(t *testing.T) {
	fleet := meanfield.Fleet{{Rate: 4, Share: 0.2}, {Rate: 1.5, Share: 0.3}, {Rate: 0.6, Share: 0.5}}
	c, err := Tune(fleet, 0.9, Request{Family: "classes", Total: 3, Inside: steelyard.Shortest, Servers: []int{20, 30, 50}})
	if err != nil {
		t.Fatal(err)
	}
	o, err := meanfield.Predict(c.Classes.Play(), groupsOf(fleet, 100), 0.9)
	if err != nil {
		t.Fatal(err)
	}
	if d := o.MeanResponse/c.MeanResponse - 1; d > 1e-9 || d < -1e-9 {
		t.Errorf("tuned %v, predicted %v", c.MeanResponse, o.MeanResponse)
	}
}

func TestChoiceAsJSON(t *testing.T) {
	c, err := Tune(meanfield.TwoSpeeds(0.2, 5), 0.24, Request{Family: "jsq-fs", D: []int{2, 2}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"family":"jsq-fs"`, `"d":[2,2]`, `"pf":null`, `"ps":0`, `"mean_response":0.4295`, `"heuristic":{"pf":null`, `"excess":0`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s lacks %s", text, part)
		}
	}
}

func TestBadRequests(t *testing.T) {
	fleet := meanfield.TwoSpeeds(0.2, 5)
	for name, r := range map[string]Request{
		"family":         {Family: "scd"},
		"no d":           {Family: "jsq-fs"},
		"three d":        {Family: "jsq-fs", D: []int{1, 1, 1}},
		"negative d":     {Family: "jsq-fs", D: []int{2, -1}},
		"large d":        {Family: "jsq-fs", D: []int{2, 9}, Servers: []int{2, 8}},
		"large total":    {Family: "classes", Total: 4, Servers: []int{3, 8}},
		"servers":        {Family: "jsq-fs", Total: 4, Servers: []int{3}},
		"negative total": {Family: "hybrid", Total: -1},
		"no total":       {Family: "classes"},
		"query":          {Family: "classes", Total: 2, Query: "any"},
	} {
		var field *meanfield.FieldError
		if _, err := Tune(fleet, 0.5, r); !errors.As(err, &field) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Tune(fleet[:1], 0.5, Request{Family: "jsq-fs", D: []int{2, 2}}); err == nil {
		t.Error("one class for a two-class family is accepted")
	}
	c, err := Tune(fleet, 0.6, Request{Family: "jsq-fs", Total: 4, Servers: []int{2, 8}})
	if err != nil || c.D[0] > 2 {
		t.Errorf("a split of %v on two fast servers, %v", c.D, err)
	}
}
