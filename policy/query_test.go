package policy_test

import (
	"math"
	"strings"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

func parse(t testing.TB, text string) policy.Spec {
	t.Helper()
	s, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// bind puts a policy before servers of the given rates, one worker each.
func bind(t testing.TB, text string, rates ...float64) (*steelyard.Dispatcher, error) {
	t.Helper()
	kinds := make([]steelyard.Kind, len(rates))
	for i, r := range rates {
		kinds[i].Rate = r
	}
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	p, err := parse(t, text).New()
	if err != nil {
		t.Fatal(err)
	}
	return steelyard.NewDispatcher(p, steelyard.NewBoard(l), steelyard.NewRand(1, "test"))
}

func mustBind(t testing.TB, text string, rates ...float64) *steelyard.Dispatcher {
	t.Helper()
	d, err := bind(t, text, rates...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestLimitOfLargeFleets checks that the law over mixes on a large fleet approaches its limit, and that both sum to 1.
func TestLimitOfLargeFleets(t *testing.T) {
	shares := []float64{.2, .3, .5}
	for _, text := range []string{
		"jsq(d=3)", "jsq(d=3, replace=true)", "wjsq(d=2)", "hjsq(d=4)", "hjsq(d=2, replace=true)", "sed(d=2)",
		"random", "weighted", "static(p=[.5,.2,.3])", "hybrid(p=[.5,0,.5], d=3)", "scheme1(d=[1,0,2])", "scheme2(d=[2,1,2])",
	} {
		limit := mixes(t, text, shares, true)
		finite := mixes(t, text, []float64{2e6, 3e6, 5e6}, false)
		far, sumLimit, sumFinite := 0.0, 0.0, 0.0
		for ask, p := range limit {
			sumLimit += p
			far = max(far, math.Abs(p-finite[ask]))
		}
		for ask, p := range finite {
			sumFinite += p
			far = max(far, math.Abs(p-limit[ask]))
		}
		if far > 1e-5 || math.Abs(sumLimit-1) > 1e-12 || math.Abs(sumFinite-1) > 1e-12 {
			t.Errorf("%s: laws %v (sum %v) and in the limit %v (sum %v), want them closer", text, finite, sumFinite, limit, sumLimit)
		}
	}
}

func mixes(t *testing.T, text string, servers []float64, limit bool) map[[3]int]float64 {
	t.Helper()
	g := make([]steelyard.Group, len(servers))
	for c, n := range servers {
		g[c] = steelyard.Group{Kind: steelyard.Kind{Rate: float64(5 - c), Workers: 1}, Servers: n}
	}
	p, err := parse(t, text).New()
	if err != nil {
		t.Fatal(err)
	}
	rule, err := p.(steelyard.Ruled).Rule(g)
	if err != nil {
		t.Fatal(err)
	}
	law := rule.Query.Mixes
	if limit {
		law = rule.Query.Limit
	}
	list, err := law(g)
	if err != nil {
		t.Fatal(err)
	}
	byAsk := map[[3]int]float64{}
	for _, m := range list {
		byAsk[[3]int(m.Ask)] += m.Prob
	}
	return byAsk
}

// TestKnownMixes are laws over mixes worked out by hand: one server of rate 3 and two of rate 1.
func TestKnownMixes(t *testing.T) {
	for _, c := range []struct {
		text string
		want map[[2]int]float64
	}{
		{"jsq(d=2)", map[[2]int]float64{{1, 1}: 2. / 3, {0, 2}: 1. / 3}},
		{"jsq(d=5)", map[[2]int]float64{{1, 2}: 1}},
		{"jsq(d=2, replace=true)", map[[2]int]float64{{1, 0}: 1. / 9, {1, 1}: 4. / 9, {0, 1}: 2. / 9, {0, 2}: 2. / 9}},
		{"wjsq(d=2)", map[[2]int]float64{{1, 1}: 3./5 + 2./5*3./4, {0, 2}: 2. / 5 * 1. / 4}},
		{"hjsq(d=2, replace=true)", map[[2]int]float64{{1, 0}: 9. / 25, {1, 1}: 12. / 25, {0, 1}: 2. / 25, {0, 2}: 2. / 25}},
		{"hybrid(p=[.3,.7], d=2)", map[[2]int]float64{{1, 0}: .3, {0, 2}: .7}},
	} {
		g := []steelyard.Group{
			{Kind: steelyard.Kind{Rate: 3, Workers: 1}, Servers: 1},
			{Kind: steelyard.Kind{Rate: 1, Workers: 1}, Servers: 2},
		}
		p, err := parse(t, c.text).New()
		if err != nil {
			t.Fatal(err)
		}
		rule, err := p.(steelyard.Ruled).Rule(g)
		if err != nil {
			t.Fatal(err)
		}
		list, err := rule.Query.Mixes(g)
		if err != nil || len(list) != len(c.want) {
			t.Errorf("%s: mixes %v, %v, want %v", c.text, list, err, c.want)
		}
		for _, m := range list {
			if math.Abs(m.Prob-c.want[[2]int(m.Ask)]) > 1e-15 {
				t.Errorf("%s: mixes %v, want %v", c.text, list, c.want)
			}
		}
	}
}

// TestRuleErrors are rules that cannot be given.
func TestRuleErrors(t *testing.T) {
	p, _ := parse(t, "sed(d=2)").New()
	_, err := p.(steelyard.Ruled).Rule([]steelyard.Group{{Kind: steelyard.Kind{Rate: 1, Workers: 2}, Servers: 3}})
	if err == nil || !strings.Contains(err.Error(), "one worker") {
		t.Errorf("sed(d=2) on servers of two workers: error %v", err)
	}
	many := make([]steelyard.Group, 5000)
	for c := range many {
		many[c] = steelyard.Group{Kind: steelyard.Kind{Rate: float64(c + 1), Workers: 1}, Servers: 1}
	}
	p, _ = parse(t, "jsq(d=2)").New()
	rule, err := p.(steelyard.Ruled).Rule(many)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rule.Query.Mixes(many); err == nil || !strings.Contains(err.Error(), "5000 classes") {
		t.Errorf("jsq(d=2) on 5000 classes: error %v", err)
	}
}
