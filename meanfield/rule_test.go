package meanfield

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// fluid is the model of a policy given by its text form.
func fluid(t *testing.T, text string, f Fleet, arrivals float64) Fluid {
	t.Helper()
	m, err := fluidOf(text, f, arrivals)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func fluidOf(text string, f Fleet, arrivals float64) (Fluid, error) {
	spec, err := policy.Parse(text)
	if err != nil {
		return Fluid{}, err
	}
	p, err := spec.New()
	if err != nil {
		return Fluid{}, err
	}
	return FromPolicy(p, groupsOf(f), arrivals)
}

// hidden is a rule's chooser without its ranking, so that it must be enumerated.
type hidden struct{ steelyard.Chooser }

func TestRankedAndEnumeratedModelsAgree(t *testing.T) {
	fleet := Fleet{{3, 0.25}, {2, 0.25}, {1, 0.5}}
	u := randomTails(rand.New(rand.NewPCG(7, 8)), 3, 6)
	for _, text := range []string{"jsq(d=3)", "sed(d=2)", "sed(d=2,rank=q)", "wjsq(d=2)", "hjsq(d=3)", "scheme1(d=[2,1,2])", "scheme2(d=[1,2,0])"} {
		model := fluid(t, text, fleet, 1)
		r, ok := model.Dispatch.(*ranked)
		if !ok {
			t.Fatalf("%s is not ranked", text)
		}
		for _, servers := range []float64{0, 12, 1000} {
			var fast, slow Dispatch = r, &enumerated{sampled: sampled{steelyard.Rule{Query: r.rule.Query, Choose: hidden{r.rule.Choose}}, r.groups, r.query, false}}
			if servers > 0 {
				fast, slow = finite(t, fast, servers), finite(t, slow, servers)
			}
			got, want := joined(t, fast, u), joined(t, slow, u)
			total := 0.0
			for c := range got {
				for n := range got[c] {
					near(t, fmt.Sprintf("%s on %v servers: p[%d][%d]", text, servers, c, n), got[c][n], want[c][n], 1e-13)
					total += got[c][n]
				}
			}
			near(t, "total", total, 1, 1e-13)
		}
	}
}

// A rule that is recognised as one of idleness, enumerated all the same.
func TestIdlenessAndEnumeratedModelsAgree(t *testing.T) {
	fleet := Fleet{{4, 0.25}, {1.5, 0.25}, {0.6, 0.5}}
	q := SpeedQuery(fleet, 3)
	u := randomTails(rand.New(rand.NewPCG(7, 8)), 3, 6)
	for _, inside := range bothInside {
		m := ClassIdle{fleet, 1, q, randomAssignment(rand.New(rand.NewPCG(1, 2)), q), inside}
		f, err := FromRule(m.Rule(), groupsOf(fleet), 1)
		if err != nil {
			t.Fatal(err)
		}
		r, ok := f.Dispatch.(*idleness)
		if !ok {
			t.Fatal("the rule is not recognised")
		}
		for _, servers := range []float64{0, 16, 1000} {
			var fast Dispatch = r
			groups, limited := r.groups, true
			if servers > 0 {
				fast = finite(t, r, servers)
				groups, limited = scaledGroups(r.groups, servers), false
			}
			got, want := joined(t, fast, u), joined(t, &enumerated{sampled: sampled{r.rule, groups, q, !limited}}, u)
			for c := range got {
				for n := range got[c] {
					near(t, fmt.Sprintf("inside %v, %v servers: p[%d][%d]", inside, servers, c, n), got[c][n], want[c][n], 1e-13)
				}
			}
		}
	}
}

func finite(t *testing.T, d Dispatch, servers float64) Dispatch {
	t.Helper()
	f, err := d.Finite(servers)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRulesReachReferenceValues(t *testing.T) {
	for _, row := range readTable(t, "schemes.csv") {
		arrivals := number(t, row["lambda"])
		for _, scheme := range []string{"scheme1", "scheme2"} {
			e := equilibrium(t, fluid(t, scheme+"(d=[2,2])", halves, arrivals))
			near(t, scheme, e.MeanResponse, number(t, row[scheme]), 0.6e-5)
		}
		split, _ := OptimalHybrid(halves, arrivals, 2)
		e := equilibrium(t, fluid(t, fmt.Sprintf("hybrid(p=[%.12f,%.12f],d=2)", split[0], split[1]), halves, arrivals))
		near(t, "hybrid", e.MeanResponse, number(t, row["hybrid_sq2"]), 0.6e-5)
	}
}

func TestTwoClassFamiliesAgreeWithTheirRule(t *testing.T) {
	for family, inside := range map[string]steelyard.Inside{"jiq-fs": steelyard.IdleElseUniform, "jsq-fs": steelyard.Shortest} {
		for _, m := range []FastSlow{
			{TwoSpeeds(0.2, 5), 0.84, 2, 2, 0.8774, 1, inside}, {TwoSpeeds(0.2, 5), 0.34, 2, 2, 1, 0.0178, inside},
			{TwoSpeeds(0.5, 2), 0.6, 1, 3, 0.5, 0.7, inside}, {TwoSpeeds(0.8, 10), 0.7, 3, 1, 0.95, 0.2, inside},
		} {
			want, err := m.Predict()
			if err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintf("%s(df=%d,ds=%d,pf=%v,ps=%v)", family, m.Fast, m.Slow, m.FastIfBusy, m.SlowIfIdle)
			e := equilibrium(t, fluid(t, text, m.Fleet, m.Arrivals))
			near(t, text, e.MeanResponse, want.MeanResponse, 1e-9)
			for c := range want.Classes {
				near(t, text+" busy", e.Classes[c].Busy, want.Classes[c].Busy, 1e-10)
			}
		}
	}
}

func TestPoliciesWithoutModelSaySo(t *testing.T) {
	if _, err := fluidOf("jsq", halves, 0.5); !errors.Is(err, ErrNoModel) {
		t.Errorf("jsq: %v", err)
	}
	if _, err := fluidOf("scheme1(d=[2])", halves, 0.5); err == nil {
		t.Error("one number for two classes is accepted")
	}
}

func groupsOf(f Fleet) []steelyard.Group {
	g := make([]steelyard.Group, len(f))
	for c, class := range f {
		g[c] = steelyard.Group{Kind: steelyard.Kind{Rate: class.Rate, Workers: 1}, Servers: class.Share}
	}
	return g
}

// Kinds that leave the number of workers out have one.
func TestWorkersLeftOutAreOne(t *testing.T) {
	fleet := Fleet{{4. / 3, .5}, {2. / 3, .5}}
	for _, text := range []string{"scheme1(d=[2,2])", "scheme2(d=[2,2])", "sed(d=2)"} {
		spec, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var means []float64
		for workers := range 2 {
			groups := groupsOf(fleet)
			for c := range groups {
				groups[c].Kind.Workers = workers
			}
			p, err := spec.New()
			if err != nil {
				t.Fatal(err)
			}
			f, err := FromPolicy(p, groups, .9)
			if err != nil {
				t.Fatal(err)
			}
			means = append(means, equilibrium(t, f).MeanResponse)
		}
		if means[0] != means[1] {
			t.Errorf("%s: mean response %v without a number of workers, %v with one", text, means[0], means[1])
		}
	}
}
