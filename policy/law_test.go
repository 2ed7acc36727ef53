package policy_test

import (
	"math"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// fleets are those on which picks are enumerated: one, two and three classes, several workers, one server.
var fleets = map[string]state{
	"one server":     {rate: []int{2}, workers: []int{1}},
	"equal":          {rate: []int{1, 1}, workers: []int{1, 1}},
	"fast and slow":  {rate: []int{1, 2}, workers: []int{1, 1}},
	"two classes":    {rate: []int{5, 1, 5}, workers: []int{1, 1, 1}},
	"three classes":  {rate: []int{1, 3, 2}, workers: []int{1, 1, 1}},
	"several worker": {rate: []int{2, 1, 2}, workers: []int{1, 2, 1}},
	"same rate":      {rate: []int{1, 1, 1}, workers: []int{1, 3, 3}},
	"four servers":   {rate: []int{3, 1, 3, 1}, workers: []int{1, 1, 1, 1}},
	"slow pair":      {rate: []int{3, 1, 2, 1}, workers: []int{1, 1, 1, 1}},
}

// examples lists every example of the table.
func examples(t testing.TB) []policy.Spec {
	var specs []policy.Spec
	for _, e := range policy.All() {
		for _, text := range e.Examples {
			s, err := policy.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			specs = append(specs, s)
		}
	}
	return specs
}

// states calls each for every state of a fleet with queues of at most most jobs and every set of eligible servers.
func (s state) states(most int, each func(s state)) {
	k := len(s.rate)
	s.n, s.ok = make([]int, k), make([]bool, k)
	var fill func(i int)
	fill = func(i int) {
		if i == k {
			each(s)
			return
		}
		for s.n[i] = 0; s.n[i] <= most; s.n[i]++ {
			for _, s.ok[i] = range []bool{true, false} {
				fill(i + 1)
			}
		}
	}
	fill(0)
}

// TestLawOnSmallFleets enumerates every branch of every memoryless policy in every state of the small fleets.
func TestLawOnSmallFleets(t *testing.T) {
	for _, spec := range examples(t) {
		if !spec.Memoryless() {
			continue
		}
		want, known := laws[spec.Name()]
		if !known {
			t.Errorf("%s: no independent law to compare it with", spec)
			continue
		}
		t.Run(spec.String(), func(t *testing.T) {
			compared := 0
			for name, fleet := range fleets {
				most := 5 - len(fleet.rate)
				fleet.states(most, func(s state) {
					p, err := spec.New()
					if err != nil {
						t.Fatal(err)
					}
					script := steelyard.NewScript()
					d, err := steelyard.NewDispatcher(p, s.board(), script.Rand())
					if err != nil {
						return // the policy does not suit the fleet
					}
					compared++
					got := steelyard.PickLaw(d, script, steelyard.Job{})
					compare(t, name, s, got, want(spec.Args(), s))
				})
			}
			if compared == 0 {
				t.Error("binds to none of the fleets")
			}
		})
	}
}

func compare(t *testing.T, name string, s state, got []float64, want law) {
	t.Helper()
	if want == nil {
		want = make(law, len(s.rate))
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Fatalf("%s: lengths %v, eligible %v: law %v, want %v", name, s.n, s.ok, got, want)
		}
	}
}

// TestDrawsFollowLaw compares the real random source with the laws by chi-square.
func TestDrawsFollowLaw(t *testing.T) {
	const draws = 20000
	lengths := [][]int{{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 0, 1, 1}, {3, 1, 3, 1}}
	for _, spec := range examples(t) {
		if !spec.Memoryless() {
			continue
		}
		for name, s := range fleets {
			s.ok = []bool{true, true, true, true}[:len(s.rate)]
			for seed, n := range lengths {
				s.n = n[:len(s.rate)]
				p, err := spec.New()
				if err != nil {
					t.Fatal(err)
				}
				d, err := steelyard.NewDispatcher(p, s.board(), steelyard.NewRand(uint64(seed), "law"))
				if err != nil {
					continue
				}
				counts := make([]int, len(s.rate))
				for range draws {
					counts[d.Pick(steelyard.Job{})]++
				}
				if z := chiSquare(counts, laws[spec.Name()](spec.Args(), s), draws); z > 4.5 {
					t.Errorf("%s on %s, lengths %v: chi-square %.1f deviations too large, counts %v", spec, name, s.n, z, counts)
				}
			}
		}
	}
}

// chiSquare is the chi-square statistic of counts against a law as a standard normal deviate, by the cube root of Wilson and Hilferty;
// infinite if something happened that cannot.
func chiSquare(counts []int, p law, draws int) float64 {
	x, free := 0.0, -1.0
	for i, c := range counts {
		want := p[i] * float64(draws)
		if want == 0 {
			if c > 0 {
				return math.Inf(1)
			}
			continue
		}
		free++
		x += (float64(c) - want) * (float64(c) - want) / want
	}
	if free == 0 {
		return 0
	}
	v := 2 / (9 * free)
	return (math.Cbrt(x/free) - (1 - v)) / math.Sqrt(v)
}

// TestRuleIsThePick compares every policy that is also given as a Rule with the policy that plays its rule.
func TestRuleIsThePick(t *testing.T) {
	fleet := state{rate: []int{3, 1, 1, 3, 1}, workers: []int{1, 1, 1, 1, 1}, ok: []bool{true, true, true, true, true}}
	one := state{rate: []int{3, 3, 3}, workers: []int{1, 1, 1}, ok: []bool{true, true, true}}
	three := state{rate: []int{3, 1, 2, 3, 1}, workers: []int{1, 1, 1, 1, 1}, ok: []bool{true, true, true, true, true}}
	compared := 0
	for _, spec := range examples(t) {
		for _, s := range []state{one, fleet, three} {
			for _, n := range [][]int{{0, 0, 0, 0, 0}, {3, 1, 1, 3, 1}, {1, 0, 2, 1, 0}, {2, 2, 0, 5, 1}} {
				s.n = n[:len(s.rate)]
				own, ok := ownLaw(t, spec, s)
				if !ok {
					continue
				}
				byRule := ruleLaw(t, spec, s)
				compare(t, spec.String(), s, own, byRule)
				compared++
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d comparisons", compared)
	}
}

func ownLaw(t *testing.T, spec policy.Spec, s state) (law, bool) {
	p, err := spec.New()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.(steelyard.Ruled); !ok {
		return nil, false
	}
	script := steelyard.NewScript()
	d, err := steelyard.NewDispatcher(p, s.board(), script.Rand())
	if err != nil {
		return nil, false
	}
	return steelyard.PickLaw(d, script, steelyard.Job{}), true
}

func ruleLaw(t *testing.T, spec policy.Spec, s state) law {
	p, err := spec.New()
	if err != nil {
		t.Fatal(err)
	}
	script := steelyard.NewScript()
	d, err := steelyard.NewDispatcher(steelyard.NewRulePolicy(p.(steelyard.Ruled).Rule), s.board(), script.Rand())
	if err != nil {
		t.Fatalf("%s has a rule that does not bind: %v", spec, err)
	}
	return steelyard.PickLaw(d, script, steelyard.Job{})
}
