package steelyard

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// asks is a Query whose law is given.
type asks []Mix

func (q asks) Mixes([]Group) ([]Mix, error) { return q, nil }
func (q asks) Limit([]Group) ([]Mix, error) { return q, nil }

// chooseFunc is a Chooser without state.
type chooseFunc func(g []Group, seen []Seen, law []float64)

func (f chooseFunc) Choose(g []Group, seen []Seen, law []float64) { f(g, seen, law) }

// shortestSeen is the class of the shortest queue seen, classes that tie weighing as many servers as tie there.
func shortestSeen(_ []Group, seen []Seen, law []float64) {
	least := math.MaxInt
	for _, s := range seen {
		if s.Asked > 0 {
			least = min(least, s.Len)
		}
	}
	for c, s := range seen {
		if s.Asked > 0 && s.Len == least {
			law[c] = float64(s.Ties)
		}
	}
}

func fixed(r Rule) func([]Group) (Rule, error) {
	return func([]Group) (Rule, error) { return r, nil }
}

// twoOfThree asks two of two fast servers and one slow, uniformly: SQ(2).
var twoOfThree = asks{{1. / 3, []int{2, 0}}, {2. / 3, []int{1, 1}}}

func TestRuleLaws(t *testing.T) {
	two := Kind{Rate: 2, Workers: 2}
	one := Kind{Rate: 1}
	tests := []struct {
		name string
		rule Rule
		n    []int32 // of two fast servers and a slow one
		skip []int
		want []float64
	}{
		// Samples {0,1}, {0,2}, {1,2}, each 1/3.
		{"SQ(2), one shortest", Rule{twoOfThree, Shortest, chooseFunc(shortestSeen)}, []int32{1, 0, 2}, nil, []float64{1. / 3, 2. / 3, 0}},
		{"SQ(2), two tie", Rule{twoOfThree, Shortest, chooseFunc(shortestSeen)}, []int32{1, 0, 0}, nil, []float64{0, 1. / 2, 1. / 2}},
		{"SQ(2), all tie", Rule{twoOfThree, Shortest, chooseFunc(shortestSeen)}, []int32{3, 3, 3}, nil, []float64{1. / 3, 1. / 3, 1. / 3}},
		// With 1 skipped {0,1} becomes {0}, and {.,2} becomes {0,2}.
		{"SQ(2), one skipped", Rule{twoOfThree, Shortest, chooseFunc(shortestSeen)}, []int32{1, 0, 0}, []int{1}, []float64{1. / 3, 0, 2. / 3}},
		{"SQ(2), slow one skipped", Rule{twoOfThree, Shortest, chooseFunc(shortestSeen)}, []int32{1, 0, 0}, []int{2}, []float64{1. / 3, 2. / 3, 0}},
		// With the fast skipped {0,1} has none left and any server is taken.
		{"SQ(2), fast ones skipped", Rule{twoOfThree, Shortest, chooseFunc(shortestSeen)}, []int32{1, 0, 0}, []int{0, 1}, []float64{0, 0, 1}},
		{"all skipped", Rule{twoOfThree, Shortest, chooseFunc(shortestSeen)}, []int32{1, 0, 0}, []int{0, 1, 2}, []float64{0, 0, 0}},
		{"nobody asked", Rule{asks{{1, []int{0, 0}}}, Shortest, chooseFunc(shortestSeen)}, []int32{0, 5, 9}, nil, []float64{1. / 3, 1. / 3, 1. / 3}},
		// Both fast have a free worker: they tie as idle. The slow one is busy.
		{"idle means a free worker", Rule{asks{{1, []int{2, 1}}}, IdleElseUniform, chooseFunc(shortestSeen)}, []int32{1, 0, 1}, nil, []float64{.5, .5, 0}},
		{"one idle", Rule{asks{{1, []int{2, 1}}}, IdleElseUniform, chooseFunc(shortestSeen)}, []int32{2, 1, 1}, nil, []float64{0, 1, 0}},
		{"none idle, lengths do not count", Rule{asks{{1, []int{2, 1}}}, IdleElseUniform, chooseFunc(shortestSeen)}, []int32{2, 9, 7}, nil, []float64{1. / 3, 1. / 3, 1. / 3}},
		{"law over classes", Rule{asks{{1, []int{2, 1}}}, Shortest, chooseFunc(func(_ []Group, _ []Seen, law []float64) {
			law[0], law[1] = 1, 3
		})}, []int32{4, 4, 0}, nil, []float64{1. / 8, 1. / 8, 3. / 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := NewBoard(mustLayout(t, two, two, one))
			b.Load(test.n)
			s := NewScript()
			d := mustDispatcher(t, NewRulePolicy(fixed(test.rule)), b, s.Rand())
			want, possible := map[int]float64{}, map[int]float64{}
			for i, p := range test.want {
				if want[i] = p; p > 0 {
					possible[i] = p
				}
			}
			got := map[int]float64{}
			for i, p := range PickLaw(d, s, Job{Skip: test.skip}) {
				got[i] = p
			}
			checkLaw(t, got, want)
			if len(possible) > 1 {
				d = mustDispatcher(t, NewRulePolicy(fixed(test.rule)), b, NewRand(16, test.name))
				checkCounts(t, samples(50_000, func() int { return d.Pick(Job{Skip: test.skip}) }), possible)
			}
		})
	}
}

// A rule asks as many servers as its query says, each once and as one message.
func TestRuleMessages(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(2, 2, 1)...))
	d := mustDispatcher(t, NewRulePolicy(fixed(Rule{asks{{1, []int{2, 1}}}, Shortest, chooseFunc(shortestSeen)})), b, NewRand(1, ""))
	d.Pick(Job{})
	if d.Asked() != 3 {
		t.Errorf("asked %d lengths, want 3", d.Asked())
	}
	d.Pick(Job{Skip: []int{0}})
	if d.Asked() != 5 {
		t.Errorf("asked %d lengths when one is skipped, want 2 more than 3", d.Asked())
	}
}

// The chooser sees the fleet's groups and, of each class, how many were asked, the shortest and how many have it.
func TestRuleSeen(t *testing.T) {
	b := NewBoard(mustLayout(t, rates(2, 2, 2, 1)...))
	b.Load([]int32{4, 3, 3, 0})
	saw := false
	rule := Rule{asks{{1, []int{3, 0}}}, Shortest, chooseFunc(func(g []Group, seen []Seen, law []float64) {
		saw = true
		if g[0].Servers != 3 || g[1].Kind.Rate != 1 {
			t.Errorf("groups: %v", g)
		}
		if seen[0] != (Seen{Asked: 3, Len: 3, Ties: 2}) || seen[1] != (Seen{}) {
			t.Errorf("seen: %+v", seen)
		}
		if law[0] != 0 || law[1] != 0 {
			t.Errorf("law is not empty: %v", law)
		}
		law[0] = 1
	})}
	d := mustDispatcher(t, NewRulePolicy(fixed(rule)), b, NewRand(1, ""))
	for range 3 {
		if i := d.Pick(Job{}); i != 1 && i != 2 {
			t.Errorf("got %d, want one of the shortest", i)
		}
	}
	if !saw {
		t.Error("the chooser was not asked")
	}
}

// failing is a Query that gives no law.
type failing struct{ asks }

func (failing) Mixes([]Group) ([]Mix, error) { return nil, errors.New("no law") }

func TestRuleErrors(t *testing.T) {
	choose := chooseFunc(shortestSeen)
	tests := []struct {
		query Query
		want  string
	}{
		{failing{}, "no law"},
		{asks{}, "probabilities sum to 0, want 1"},
		{asks{{1, []int{1}}}, "want one number for each of 2 classes"},
		{asks{{.5, []int{1, 1}}, {.4, []int{2, 0}}}, "probabilities sum to 0.9, want 1"},
		{asks{{-.5, []int{1, 1}}, {1.5, []int{2, 0}}}, "with probability -0.5"},
		{asks{{math.NaN(), []int{1, 1}}}, "with probability NaN"},
	}
	b := NewBoard(mustLayout(t, rates(2, 1)...))
	for _, test := range tests {
		_, err := NewDispatcher(NewRulePolicy(fixed(Rule{Query: test.query, Choose: choose})), b, NewRand(1, ""))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("query %v: got error %v, want %q", test.query, err, test.want)
		}
	}
	refuses := func(g []Group) (Rule, error) { return Rule{}, errors.New("wants one class") }
	if _, err := NewDispatcher(NewRulePolicy(refuses), b, NewRand(1, "")); err == nil || err.Error() != "wants one class" {
		t.Errorf("rule that does not suit the fleet: got error %v", err)
	}
}

// The policy gives away its rule, for models of it.
func TestRuled(t *testing.T) {
	p := NewRulePolicy(fixed(Rule{Query: twoOfThree, Inside: IdleElseUniform, Choose: chooseFunc(shortestSeen)}))
	r, err := p.(Ruled).Rule(nil)
	if err != nil || r.Inside != IdleElseUniform || len(r.Query.(asks)) != 2 {
		t.Errorf("Rule: got %v, %v", r, err)
	}
}
