package sim

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// countJobs is a control that is the number of jobs itself.
type countJobs struct {
	t       *testing.T
	servers []int64
	states  []float64
}

func (c *countJobs) Jobs(tails [][]int64) float64 {
	jobs := int64(0)
	for k, tail := range tails {
		if tail[0] != c.servers[k] || !slices.IsSortedFunc(tail, func(a, b int64) int { return int(b - a) }) || tail[len(tail)-1] < 0 {
			c.t.Errorf("class %d: tails %v of %d servers", k, tail, c.servers[k])
		}
		for _, n := range tail[1:] {
			jobs += n
		}
	}
	c.states = append(c.states, float64(jobs))
	return float64(jobs)
}

func controlledConfig(t *testing.T, text string) (*Config, *[]*countJobs) {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	seen := new([]*countJobs)
	c := &Config{
		Classes: []Class{{Name: "fast", Servers: 6, Speed: 3}, {Name: "slow", Servers: 14, Speed: 1}},
		Rate:    .8 * 32, Policy: func() (steelyard.Policy, error) { return spec.New() },
		Length: Length{Jobs: 100_000, Warmup: 10_000, Replications: 1}, Seed: 5,
		Control: func() Control {
			c := &countJobs{t: t, servers: []int64{6, 14}}
			*seen = append(*seen, c)
			return c
		},
	}
	return c, seen
}

// TestWatchSeesTimeAverages holds the states looked at, by a kernel or not, to the exact integral over time, within four standard errors
// from blocks of states.
func TestWatchSeesTimeAverages(t *testing.T) {
	for _, text := range []string{"hjsq(d=2)", "sed(d=3)", "sed"} {
		c, seen := controlledConfig(t, text)
		r, err := Run(context.Background(), *c)
		if err != nil || r.Engine != CTMC {
			t.Fatal(r, err)
		}
		states := (*seen)[0].states
		states = states[len(states)/11:] // the warm-up
		const blocks = 20
		sum, squares := 0.0, 0.0
		for b := range blocks {
			mean := 0.0
			for _, x := range states[b*len(states)/blocks : (b+1)*len(states)/blocks] {
				mean += x
			}
			mean /= float64((b+1)*len(states)/blocks - b*len(states)/blocks)
			sum, squares = sum+mean, squares+mean*mean
		}
		mean := sum / blocks
		width := 4 * math.Sqrt((squares/blocks-mean*mean)/(blocks-1))
		exact := r.Classes[0].Length + r.Classes[1].Length
		if math.Abs(mean-exact) > width {
			t.Errorf("%s: %d states with %v jobs +- %v, over time %v", text, len(states), mean, width, exact)
		}
	}
}

// TestWatchRepeats: the same seed shows the same states.
func TestWatchRepeats(t *testing.T) {
	c, seen := controlledConfig(t, "jsq(d=2)")
	run := func(m *chain) []float64 {
		if err := m.run(3000); err != nil {
			t.Fatal(err)
		}
		return (*seen)[len(*seen)-1].states
	}
	start := func() *chain {
		r, err := newReplica(c, 0)
		if err != nil {
			t.Fatal(err)
		}
		m, err := newChain(r)
		if err != nil || m.kernel == nil {
			t.Fatal(m.kernel, err)
		}
		return m
	}
	first, again := run(start()), run(start())
	if len(first) < 20 || !slices.Equal(first, again) {
		t.Errorf("%d states, then %d: %v, %v", len(first), len(again), first, again)
	}
}

// TestControlElsewhere: engines without states to look at leave the control alone.
func TestControlElsewhere(t *testing.T) {
	c, seen := controlledConfig(t, "jsq(d=2)")
	c.Engine = Events
	r, err := Run(context.Background(), *c)
	if err != nil || len(*seen) > 0 || slices.Contains(r.Controls, StateControl) {
		t.Errorf("controls %v, %d made, %v", r.Controls, len(*seen), err)
	}
}
