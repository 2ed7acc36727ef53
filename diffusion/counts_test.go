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
	"github.com/steelyard-lb/steelyard/stats"
)

// The counts know where the policy itself sends a job, in random states; with one pool
// that is JSQ.
func TestTargetIsThatOfThePolicy(t *testing.T) {
	for _, c := range []struct {
		policy  string
		rates   []float64
		servers []int
	}{
		{"sajsq", []float64{3, 1.5, .5}, []int{2, 3, 4}},
		{"jsq", []float64{1}, []int{5}},
	} {
		random := rng.New(1, "states")
		for trial := range 500 {
			agree(t, c.policy, c.rates, c.servers, func() int { return trial%3 + random.IntN(3) })
		}
	}
}

// agree compares policy and counts in one state.
func agree(t *testing.T, text string, rates []float64, servers []int, length func() int) {
	t.Helper()
	var kinds []steelyard.Kind
	var pools []int
	for j, n := range servers {
		kinds = append(kinds, slices.Repeat([]steelyard.Kind{{Rate: rates[j], Workers: 1}}, n)...)
		pools = append(pools, slices.Repeat([]int{j}, n)...)
	}
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	board := steelyard.NewBoard(layout)
	c := newCounts(servers)
	for i, j := range pools {
		n := length()
		board.Add(i, n)
		for k := 1; k <= n; k++ {
			c.set(j, k, c.atLeast(j, k)+1)
		}
	}
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := spec.New()
	if err != nil {
		t.Fatal(err)
	}
	d, err := steelyard.NewDispatcher(p, board, steelyard.NewRand(1, "policy"))
	if err != nil {
		t.Fatal(err)
	}
	pick := d.Pick(steelyard.Job{})
	if j, i := c.target(); j != pools[pick] || i != board.Len(pick)+1 {
		t.Fatalf("counts %v: target pool %d level %d, %s picks pool %d with %d jobs", c.levels, j, i, text, pools[pick], board.Len(pick))
	}
}

// The counts and a list of queue lengths see the same jobs come and go.
func FuzzCounts(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 9, 130, 0, 0})
	f.Fuzz(func(t *testing.T, operations []byte) {
		servers := []int{2, 3}
		c := newCounts(servers)
		queues := [][]int{make([]int, 2), make([]int, 3)} // each falling
		for _, op := range operations {
			if op < 128 {
				j, i := c.target()
				c.set(j, i, c.atLeast(j, i)+1)
				shortest := min(slices.Min(queues[0]), slices.Min(queues[1]))
				fastest := 0
				if slices.Min(queues[0]) > shortest {
					fastest = 1
				}
				queues[fastest][slices.Index(queues[fastest], shortest)]++
			} else {
				j := int(op) % 2
				rank := int(op) / 2 % servers[j]
				if i := c.length(j, rank); i != queues[j][rank] {
					t.Fatalf("pool %d rank %d: length %d, want %d", j, rank, i, queues[j][rank])
				} else if i > 0 {
					c.levels[j][i-1]--
					queues[j][rank]--
				}
			}
			for j := range queues {
				slices.SortFunc(queues[j], func(a, b int) int { return b - a })
				for i := 1; i <= len(operations)+1; i++ {
					want := 0
					for _, length := range queues[j] {
						if length >= i {
							want++
						}
					}
					if c.atLeast(j, i) != want {
						t.Fatalf("X_{%d,%d} is %d, want %d", j+1, i, c.atLeast(j, i), want)
					}
				}
			}
		}
	})
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

// A path seen often has the averages of the system.
func TestPathOfSystem(t *testing.T) {
	r := twoPools(1)
	p, err := r.Predict(400)
	if err != nil {
		t.Fatal(err)
	}
	start, err := r.Typical()
	if err != nil {
		t.Fatal(err)
	}
	const every, looks = .25, 8000
	path, err := p.Path(t.Context(), start, Looks{every, looks}, 6)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "Y_{2,1}", stats.FromSeries(path.Component(1, 1)), -p.Idle[1]/p.scale(), 0)
	within(t, "Y_{1,2}", stats.FromSeries(path.Component(0, 2)), p.Second/p.scale(), .01)
	arrivals := make([]float64, looks)
	for k := range arrivals {
		arrivals[k] = (path.Regulator[k+1] - path.Regulator[k]) * p.scale() / every
	}
	within(t, "rate of arrivals that wait", stats.FromSeries(arrivals), p.Wait*p.Arrivals, .02*p.Wait*p.Arrivals)
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
