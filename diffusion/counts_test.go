package diffusion

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/policy"
)

// The counts know where the policy itself sends a job, in random states.
func TestTargetIsThatOfThePolicy(t *testing.T) {
	spec, err := policy.Parse("sajsq")
	if err != nil {
		t.Fatal(err)
	}
	rates, servers := []float64{3, 1.5, .5}, []int{2, 3, 4}
	random := rng.New(1, "states")
	for trial := range 500 {
		var kinds []steelyard.Kind
		var pools []int
		for j, n := range servers {
			for range n {
				kinds = append(kinds, steelyard.Kind{Rate: rates[j], Workers: 1})
				pools = append(pools, j)
			}
		}
		layout, err := steelyard.NewLayout(kinds)
		if err != nil {
			t.Fatal(err)
		}
		board := steelyard.NewBoard(layout)
		c := newCounts(servers)
		floor := trial % 3
		for i, j := range pools {
			length := floor + random.IntN(3)
			board.Add(i, length)
			for k := 1; k <= length; k++ {
				c.set(j, k, c.atLeast(j, k)+1)
			}
		}
		p, err := spec.New()
		if err != nil {
			t.Fatal(err)
		}
		d, err := steelyard.NewDispatcher(p, board, steelyard.NewRand(uint64(trial), "policy"))
		if err != nil {
			t.Fatal(err)
		}
		pick := d.Pick(steelyard.Job{})
		if j, i := c.target(); j != pools[pick] || i != board.Len(pick)+1 {
			t.Fatalf("counts %v: target pool %d level %d, policy picks pool %d with %d jobs", c.levels, j, i, pools[pick], board.Len(pick))
		}
	}
}

// One server a pool: means from the balance equations of the two queue lengths.
func TestSimulationAgainstExactChain(t *testing.T) {
	s := System{Servers: []int{1, 1}, Rates: []float64{1.5, .5}, Arrivals: 1.4}
	jobs, idle, wait := exactPair(s)
	a, err := s.Simulate(t.Context(), nil, Length{100, 2e5}, 1)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "jobs", a.Jobs, jobs, 0)
	within(t, "response", a.Response, jobs/s.Arrivals, 0)
	within(t, "idle fast", a.Idle(0), idle[0], 0)
	within(t, "idle slow", a.Idle(1), idle[1], 0)
	within(t, "wait", a.Wait, wait, 0)
}

// exactPair iterates the uniformised chain of two servers on 60 x 60 lengths.
func exactPair(s System) (jobs float64, idle [2]float64, wait float64) {
	const most = 60
	law, next := make([]float64, most*most), make([]float64, most*most)
	law[0] = 1
	total := s.Arrivals + s.Capacity()
	for range 6000 {
		clear(next)
		for at, p := range law {
			fast, slow := at/most, at%most
			up := at + most
			if slow < fast {
				up = at + 1
			}
			if max(fast, slow) == most-1 {
				up = at
			}
			next[up] += p * s.Arrivals / total
			next[at-most*min(fast, 1)] += p * s.Rates[0] / total
			next[at-min(slow, 1)] += p * s.Rates[1] / total
		}
		law, next = next, law
	}
	for at, p := range law {
		fast, slow := at/most, at%most
		jobs += p * float64(fast+slow)
		if fast == 0 {
			idle[0] += p
		}
		if slow == 0 {
			idle[1] += p
		}
		if fast > 0 && slow > 0 {
			wait += p
		}
	}
	return jobs, idle, wait
}

// Sums kept at changes equal sums over all steps.
func TestIntegrals(t *testing.T) {
	s := mustSystem(t, threePools(.5), 40)
	newRun := func() *chain {
		c, err := s.starting(nil)
		if err != nil {
			t.Fatal(err)
		}
		return newChain(s, c, rng.New(3, "test"))
	}
	const steps = 5000
	kept := newIntegrals(newRun())
	kept.run(steps)
	kept.flush()

	run := newRun()
	sums := make([][]float64, 3)
	idle := make([][]float64, 2)
	for range steps {
		for j := range sums {
			for i := range max(len(run.levels[j]), len(sums[j])) {
				sums[j] = addAt(sums[j], i, float64(run.atLeast(j, i+1)))
			}
		}
		free := 0
		for l := range idle {
			free += s.Servers[l] - run.atLeast(l, 1)
			idle[l] = addAt(idle[l], free, 1)
		}
		run.step()
	}
	for j := range sums {
		for i, want := range sums[j] {
			if kept.sums[j][i] != want {
				t.Errorf("sum of X_{%d,%d} is %v, want %v", j+1, i+1, kept.sums[j][i], want)
			}
		}
	}
	for l := range idle {
		if !slices.Equal(trimmed(kept.idle[l]), trimmed(idle[l])) {
			t.Errorf("idle in pools 0 to %d: %v, want %v", l, kept.idle[l], idle[l])
		}
	}
}

func trimmed(values []float64) []float64 {
	for len(values) > 0 && values[len(values)-1] == 0 {
		values = values[:len(values)-1]
	}
	return values
}

// Conservation laws that hold in every system: what capacity is spare, and that jobs
// that waited leave the second level.
func TestBalances(t *testing.T) {
	for name, r := range map[string]Regime{"one": onePool(1), "two": twoPools(1), "three": threePools(.7)} {
		a := simulated(t, r, 400, 2e6, 5)
		within(t, name+": imbalance", a.Imbalance, 0, 0)
		flow, deviation := 0.0, 0.0
		for j, rate := range a.Rates {
			flow += rate * a.Level(j, 2).Mean / a.Arrivals
			deviation += rate * a.Level(j, 2).StdErr / a.Arrivals
		}
		within(t, name+": wait", a.Wait, flow, 4*deviation)
		for l, law := range a.FastIdle {
			mean, idle := 0.0, 0.0
			for k, p := range law {
				mean += float64(k) * p
			}
			for j := range l + 1 {
				idle += a.Idle(j).Mean
			}
			near(t, name+": mean of the law of idle servers", mean, idle, .05)
			near(t, name+": its mass", total(law), 1, 1e-12)
		}
	}
}

func TestSameSeedSameNumbers(t *testing.T) {
	a, b, c := simulated(t, twoPools(1), 100, 1e5, 1), simulated(t, twoPools(1), 100, 1e5, 1), simulated(t, twoPools(1), 100, 1e5, 2)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same seed gives different averages")
	}
	if a.Wait.Mean == c.Wait.Mean {
		t.Error("different seeds give the same averages")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := twoPools(1)
	s := mustSystem(t, r, 100)
	if _, err := s.Simulate(ctx, nil, Length{1, 1}, 1); err != context.Canceled {
		t.Errorf("Simulate: %v", err)
	}
	if _, err := s.Path(ctx, nil, Looks{1, 1}, 1); err == nil {
		t.Error("Path of a system goes on")
	}
	if _, err := r.Path(ctx, nil, Looks{1, 1}, .1, 1); err == nil {
		t.Error("Path of the limit goes on")
	}
}

func TestAllotment(t *testing.T) {
	for n := 5; n < 200; n++ {
		s, err := Allot(threePools(1).Pools, n)
		if err != nil {
			t.Fatal(n, err)
		}
		if s.Size() != n {
			t.Fatalf("%d servers: %v", n, s.Servers)
		}
		for j, p := range threePools(1).Pools {
			if off := math.Abs(float64(s.Servers[j]) - p.Share*float64(n)); off >= 1 {
				t.Errorf("%d servers: pool %d has %d", n, j, s.Servers[j])
			}
		}
	}
}
