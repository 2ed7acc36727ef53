package sim

import (
	"context"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

func judged(t *testing.T, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestUnstableIsAVerdict checks loads at and above capacity, and a policy that cannot keep its fleet stable below it.
func TestUnstableIsAVerdict(t *testing.T) {
	skewed := []Class{{Name: "fast", Servers: 25, Speed: 5}, {Name: "slow", Servers: 75, Speed: 1}}
	for _, x := range []struct {
		name   string
		change func(c *Config)
		stable bool
	}{
		{"uniform sampling of two", func(c *Config) { c.Classes, c.Rate = skewed, .7*200 }, false},
		{"random", func(c *Config) { c.Classes, c.Rate, c.Policy = skewed, .7*200, named(t, "random") }, false},
		{"by speed", func(c *Config) { c.Classes, c.Rate, c.Policy = skewed, .7*200, named(t, "hjsq(d=2)") }, true},
		{"all servers", func(c *Config) { c.Classes, c.Rate, c.Policy = skewed, .95*200, named(t, "jsq") }, true},
		{"load 1", func(c *Config) { c.Rate = 9 }, false},
		{"load 1.2 with room", func(c *Config) { c.Rate, c.Classes[0].Buffer, c.Classes[1].Buffer = 11, 5, 5 }, true},
		{"load .97", func(c *Config) { c.Rate = 8.7 }, true},
	} {
		for _, e := range []Engine{CTMC, Events} {
			c := unequal(t, "jsq(d=2)")
			if x.name == "load .97" {
				c.Policy = named(t, "sed")
			}
			c.Length = Length{Jobs: 100_000, Warmup: -1}
			c.Engine = e
			x.change(&c)
			r := judged(t, c)
			if r.Stable != x.stable || r.Stable != (r.Verdict == "") {
				t.Errorf("%s on %s: stable %v, verdict %q", x.name, e, r.Stable, r.Verdict)
			}
		}
	}
}

// TestGrowthIsNotExplainedAway checks that a fleet that fills, where no rate is what it would be in a steady state, has the mean that was observed.
func TestGrowthIsNotExplainedAway(t *testing.T) {
	for _, e := range []Engine{CTMC, Events} {
		c := unequal(t, "random")
		c.Classes, c.Rate = []Class{{Name: "fast", Servers: 20, Speed: 5}, {Name: "slow", Servers: 80, Speed: 1}}, .9*180
		c.Length, c.Engine = Length{Jobs: 100_000, Warmup: 100_000}, e
		r := judged(t, c)
		if r.Stable || len(r.Controls) > 0 || !(r.Response.Mean > 10) {
			t.Errorf("%s: stable %v, controls %v, mean %v", e, r.Stable, r.Controls, r.Response.Mean)
		}
	}
}

// TestInfiniteVariance checks when the mean response time is called infinite.
func TestInfiniteVariance(t *testing.T) {
	for _, x := range []struct {
		policy, discipline string
		infinite           bool
	}{
		{"random", "fcfs", true},
		{"roundrobin", "fcfs", true},
		{"jsq(d=2)", "fcfs", false},
		{"jsq", "fcfs", false},
		{"random", "ps", false},
	} {
		c := unequal(t, x.policy)
		c.Size, c.Discipline = law(t, "pareto(shape=1.8)"), x.discipline
		c.Length = Length{Jobs: 20_000, Warmup: 1000}
		r := judged(t, c)
		warned := slices.ContainsFunc(r.Warnings, func(w stats.Warning) bool { return w.Code == stats.InfiniteVariance })
		if r.InfiniteMean != x.infinite || !warned {
			t.Errorf("%s under %s: infinite %v, warned %v", x.policy, x.discipline, r.InfiniteMean, warned)
		}
	}
}

// TestShortRunWarns checks that a run far too short for its correlations says so.
func TestShortRunWarns(t *testing.T) {
	c := unequal(t, "sed")
	c.Rate = 8.9
	c.Length = Length{Jobs: 4000, Warmup: 1000}
	if r := judged(t, c); len(r.Warnings) == 0 {
		t.Errorf("no warning on %d jobs per batch at load %.2f", c.Length.Jobs/Batches, r.Load)
	}
}

// TestInterrupted checks that a cancelled run keeps the replications it finished, and fails when there are none.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := unequal(t, "jsq(d=2)")
	c.Length = Length{Jobs: 2000, Replications: 2, Precision: 1e-9}
	c.Progress = func(done, total int) {
		if done >= 2*2000 {
			cancel()
		}
	}
	r, err := Run(ctx, c)
	if err != nil || !r.Interrupted || r.Replications < 2 {
		t.Errorf("after two replications: %v, %+v", err, r)
	}
	if _, err := Run(ctx, c); err == nil {
		t.Error("a run that was cancelled before it began has a result")
	}
}

// TestPrecisionIsReached checks that replications are added until the interval is as asked.
func TestPrecisionIsReached(t *testing.T) {
	c := unequal(t, "jsq(d=2)")
	c.Length = Length{Jobs: 5000, Warmup: 500, Replications: 2, Precision: .005}
	r := judged(t, c)
	if !r.Response.Within(.005) || r.Replications <= 2 || int64(r.Replications*5000) != r.Jobs {
		t.Errorf("%d replications, %d jobs, mean %v +- %v", r.Replications, r.Jobs, r.Response.Mean, r.Response.HalfWidth())
	}
}
