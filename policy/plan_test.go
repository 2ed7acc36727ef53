package policy_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
)

// planLaw reads the tables of a plan a second time.
func planLaw(a policy.Args, s state) law {
	ask, probs, send := a.Ints("ask"), a.Floats("p"), a.Floats("send")
	k := len(ask) / len(probs)
	inside := s.by(shortest)
	if a.Is("inside", "uniform") {
		inside = func(i int) *big.Rat { return big.NewRat(int64(min(s.n[i]/s.workers[i], 1)), 1) }
	}
	var p law
	for m, prob := range probs {
		s.perClass(ask[m*k:(m+1)*k], func(samples [][]int, chance float64) {
			var seen []int
			idle := k
			for c, sample := range samples {
				seen = append(seen, len(sample))
				if idle == k && slices.ContainsFunc(sample, func(i int) bool { return s.n[i] < s.workers[i] }) {
					idle = c
				}
			}
			if slices.Max(seen) == 0 {
				s.mix(&p, s.uniform(s.eligible()), prob*chance)
				return
			}
			row := s.fallback(samples, idle)
			for l := range probs {
				if slices.Equal(ask[l*k:(l+1)*k], seen) {
					row = send[(l*(k+1)+idle)*k : (l*(k+1)+idle+1)*k]
				}
			}
			for c, sample := range samples {
				s.mix(&p, s.best(sample, inside), prob*chance*row[c])
			}
		})
	}
	return p
}

// fallback is what is done when servers are missing: the fastest idle class, or else any by what was asked.
func (s state) fallback(samples [][]int, idle int) []float64 {
	row := make([]float64, len(samples))
	if idle < len(samples) {
		row[idle] = 1
		return row
	}
	total := 0.0
	for c, sample := range samples {
		for _, i := range sample {
			row[c] += float64(s.rate[i] * s.workers[i])
			total += float64(s.rate[i] * s.workers[i])
		}
	}
	for c := range row {
		row[c] /= total
	}
	return row
}

func TestPlanText(t *testing.T) {
	for _, text := range []string{
		"classes(ask=[2,0,1,1], p=[0.5,0.5], send=[1,0,0,0,1,0,1,0,0.3,0.7,0.6,0.4])",
		"classes(inside=uniform, ask=[1,1,1], p=[1], send=[1,0,0,0.5,0.5,0,0,0.5,0.5,0.4,0.4,0.2])",
	} {
		s, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := s.Plan()
		if err != nil || plan.String() != text {
			t.Errorf("%s becomes %s, %v", text, plan, err)
		}
	}
}

func TestPlanErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"classes", "want one of d (to be tuned), file, or the tables"},
		{"classes(d=2, file=a.json)", "want one of d (to be tuned), file, or the tables"},
		{"classes(d=0)", "d=0: want a whole number from 1 to 12 or given"},
		{"classes(query=best, d=2)", "query=best: want gen or ind"},
		{"classes(file=a b)", "the name of a file"},
		{"classes(p=[1])", "want ask, p and send together"},
		{"classes(d=1, ask=[1], p=[1], send=[1,1])", "neither d nor file"},
		{"classes(ask=[1], p=[.5,.5], send=[1,1])", "ask has 1 entries and p 2"},
		{"classes(ask=[1,1], p=[1], send=[1,0])", "send has 2 entries: want 6"},
		{"classes(ask=[1], p=[.9], send=[1,1])", "p: the sum is 0.9, want 1"},
		{"classes(ask=[1], p=[1.5], send=[1,1])", "from 0 to 1"},
		{"classes(ask=[0], p=[1], send=[1,1])", "at least one server"},
		{"classes(ask=[1], p=[1], send=[1,.5])", "the sum is 0.5, want 1"},
		{"classes(ask=[1,1], p=[1], send=[0,1,0,1,1,0])", "slower than an idle one"},
		{"classes(ask=[1,0], p=[1], send=[1,0,0,0,0,1])", "not asked"},
	} {
		_, err := policy.Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Parse(%q): %v, want %q", c.text, err, c.want)
		}
	}
}

func TestUntuned(t *testing.T) {
	for text, want := range map[string]bool{"classes(d=2)": true, "classes(file=a.json)": true, "classes(ask=[1], p=[1], send=[1,1])": false, "jsq": false} {
		s, err := policy.Parse(text)
		if err != nil || policy.Untuned(s) != want {
			t.Errorf("%s: %v, want %v; %v", text, !want, want, err)
		}
		if !want {
			continue
		}
		if _, err := s.Plan(); err == nil {
			t.Errorf("%s has a plan", text)
		}
	}
}
