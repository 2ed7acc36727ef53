package tune

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

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
		"idle query":     {Family: "jsq-fs", Total: 2, Query: "gen"},
		"too many":       {Family: "jsq-fs", Total: 11, Servers: []int{2, 8}},
		"hybrid":         {Family: "hybrid", Total: 3, Servers: []int{2, 8}},
		"hybrid list":    {Family: "hybrid", D: []int{2, 2}},
		"static total":   {Family: "static", Total: 2},
		"static list":    {Family: "static", D: []int{1, 1}},
		"short list":     {Family: "classes", D: []int{1, 1, 1}},
		"mix and query":  {Family: "classes", D: []int{1, 1}, Query: "ind"},
		"empty mix":      {Family: "classes", D: []int{0, 0}},
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

func TestGivenMix(t *testing.T) {
	fleet := meanfield.TwoSpeeds(0.2, 5)
	for _, inside := range []steelyard.Inside{steelyard.Shortest, steelyard.IdleElseUniform} {
		want, err := FastSlow(fleet, 0.84, inside, 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Tune(fleet, 0.84, Request{Family: "classes", D: []int{2, 2}, Inside: inside, Servers: []int{20, 80}})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Classes.Mixes) != 1 || math.Abs(got.MeanResponse/want.MeanResponse-1) > 1e-7 {
			t.Errorf("inside %v: %v with %.10f, want %.10f", inside, got.Classes.Mixes, got.MeanResponse, want.MeanResponse)
		}
	}
}

// Mixes that ask single servers of a class make tails that fall ever more slowly near saturation, and many classes have too many mixes.
func TestSearchesEnd(t *testing.T) {
	start := time.Now()
	two := meanfield.TwoSpeeds(0.2, 5)
	for _, load := range []float64{0.9999, 0.999999} {
		c, err := General(two, load, "gen", 3, steelyard.Shortest)
		if err != nil || c.MeanResponse > 30 {
			t.Errorf("load %v: %v, %v", load, c.MeanResponse, err)
		}
	}
	var field *meanfield.FieldError
	for classes, d := range map[int]int{8: 5, 30: 2, 40: 1} {
		var f meanfield.Fleet
		for k := range classes {
			f = append(f, meanfield.Class{Rate: float64(classes - k), Share: 1 / float64(classes)})
		}
		if _, err := General(f.Scaled(), 0.5, "det", d, steelyard.Shortest); !errors.As(err, &field) {
			t.Errorf("%d classes, d = %d: %v", classes, d, err)
		}
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}
