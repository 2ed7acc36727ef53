package steelyard

import "testing"

// Whatever happens per job allocates nothing once the scratch space has grown.
func TestNoAllocations(t *testing.T) {
	const n = 60
	for form, classes := range map[string]int{"buckets": 4, "tree": n} {
		b := NewBoard(benchFleet(t, n, classes))
		index := mustDispatcher(t, &indexPolicy{order: workersOrder{}}, b, NewRand(1, "alloc"))
		ask := make([]int, classes)
		ask[0], ask[classes-1] = 2, 1
		rule := mustDispatcher(t, NewRulePolicy(fixed(Rule{asks{{.5, ask}, {.5, ask}}, Shortest, chooseFunc(shortestSeen)})), b, NewRand(2, "alloc"))
		v := rule.View()
		skip := []int{1, 2, 3, 2, n + 5}
		dst := make([]int, 0, 64)
		loads := make([]int32, n)
		k := 0
		next := func() int { k++; return k * 7 % n }
		ops := map[string]func(){
			"Add":               func() { i := next(); b.Add(i, 1); b.Add((i+1)%n, -1) },
			"Set":               func() { b.Set(next(), k%40) },
			"Load":              func() { loads[next()] = int32(k % 40); b.Load(loads); index.Pick(Job{}) },
			"SetEligible":       func() { i := next(); b.SetEligible(i, false); b.SetEligible(i, true) },
			"Pick by index":     func() { index.Pick(Job{}) },
			"Pick skipping":     func() { index.Pick(Job{Skip: skip}) },
			"Pick by rule":      func() { rule.Pick(Job{}) },
			"rule skipping":     func() { rule.Pick(Job{Skip: skip}) },
			"PickBatch":         func() { dst = index.PickBatch(50, dst[:0]) },
			"Any":               func() { v.Any() },
			"AnyOf":             func() { v.AnyOf(1) },
			"BySpeed":           func() { v.BySpeed() },
			"Sample":            func() { v.Sample(3) },
			"Sample, large":     func() { v.Sample(50) },
			"SampleOf":          func() { v.SampleOf(0, 12) },
			"SampleBySpeed":     func() { v.SampleBySpeed(3) },
			"SampleBySpeed all": func() { v.SampleBySpeed(n) },
		}
		for name, op := range ops {
			for range 3 * n { // growth
				op()
			}
			if allocs := testing.AllocsPerRun(200, op); allocs != 0 {
				t.Errorf("%s: %s allocates %v times", form, name, allocs)
			}
		}
	}
}
