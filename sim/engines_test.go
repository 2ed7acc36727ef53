package sim

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/steelyard-lb/steelyard/belief"
)

// TestLazyIsTheEventList checks that the two give every job the same server and the same end: they draw the same numbers in the
// same order, so over a whole drained run their sums agree.
func TestLazyIsTheEventList(t *testing.T) {
	for _, text := range []string{"random", "roundrobin", "jsq(d=2)", "sed(d=2)", "jsq-fs(df=1, ds=2, pf=.7, ps=1)"} {
		for _, size := range []string{"exponential", "deterministic", "pareto"} {
			var found [2]*Result
			for k, e := range []Engine{Lazy, Events} {
				c := unequal(t, text)
				c.Size = law(t, size)
				c.Classes[0].Buffer = 6
				c.Length = Length{Jobs: 20_000, Replications: 2, Drain: true}
				c.Start = Start{Queues: []int{2, 0, 1, 3, 0}}
				c.Engine = e
				found[k] = run(t, c)
			}
			a, b := found[0], found[1]
			if math.Abs(a.Law.Mean()/b.Law.Mean()-1) > 1e-9 || a.Blocked != b.Blocked || a.Classes[1].Jobs != b.Classes[1].Jobs {
				t.Errorf("%s, %s: lazy %v, %d blocked; events %v, %d blocked", text, size, a.Law.Mean(), a.Blocked, b.Law.Mean(), b.Blocked)
			}
			if math.Abs(a.Classes[0].Busy-b.Classes[0].Busy) > 1e-9 || math.Abs(a.Classes[0].Length-b.Classes[0].Length) > 1e-9 {
				t.Errorf("%s, %s: class 0 busy %v and %v, length %v and %v", text, size,
					a.Classes[0].Busy, b.Classes[0].Busy, a.Classes[0].Length, b.Classes[0].Length)
			}
		}
	}
}

// TestChainAgreesWithEventList compares the two in law, for policies of all kinds: with samples, indexes, idle messages and finite buffers.
func TestChainAgreesWithEventList(t *testing.T) {
	for _, text := range []string{"jsq(d=3)", "sed", "sajsq", "jiq", "pull", "jiq-fs(df=2, ds=2, pf=.7, ps=.5)"} {
		for _, dispatchers := range []int{1, 3} {
			for _, buffer := range []int{0, 3} {
				var found [2]*Result
				for k, e := range []Engine{CTMC, Events} {
					c := unequal(t, text)
					c.Rate = 6
					c.Classes[0].Buffer = buffer
					c.Dispatchers.Count = dispatchers
					c.Length = Length{Jobs: 60_000, Warmup: 2000, Replications: 4}
					c.Engine = e
					found[k] = run(t, c)
				}
				name := fmt.Sprintf("%s, %d dispatchers, buffer %d", text, dispatchers, buffer)
				agree(t, name, found[0], found[1])
			}
		}
	}
}

// agree compares what two engines found.
func agree(t *testing.T, name string, a, b *Result) {
	t.Helper()
	if d := a.Response.Mean - b.Response.Mean; math.Abs(d) > 4*math.Hypot(a.Response.StdErr, b.Response.StdErr) {
		t.Errorf("%s: mean response %.4f +- %.4f on %s, %.4f +- %.4f on %s", name,
			a.Response.Mean, a.Response.StdErr, a.Engine, b.Response.Mean, b.Response.StdErr, b.Engine)
	}
	if math.Abs(a.MessagesPerJob-b.MessagesPerJob) > .02 || math.Abs(a.RevokedPerJob-b.RevokedPerJob) > .02 {
		t.Errorf("%s: %.3f messages and %.3f revocations per job on %s, %.3f and %.3f on %s", name,
			a.MessagesPerJob, a.RevokedPerJob, a.Engine, b.MessagesPerJob, b.RevokedPerJob, b.Engine)
	}
	if x, y := share(a.Blocked, a.Jobs), share(b.Blocked, b.Jobs); math.Abs(x-y) > .005+.1*x {
		t.Errorf("%s: %.4f blocked on %s, %.4f on %s", name, x, a.Engine, y, b.Engine)
	}
	for k := range a.Classes {
		if x, y := a.Classes[k].Busy, b.Classes[k].Busy; math.Abs(x-y) > .02 {
			t.Errorf("%s: class %d busy %.4f on %s, %.4f on %s", name, k, x, a.Engine, y, b.Engine)
		}
	}
	for p, slack := range map[float64]float64{.5: .05, .9: .08, .99: .15} {
		x, _ := a.Law.Quantile(p)
		y, _ := b.Law.Quantile(p)
		if math.Abs(x/y-1) > slack {
			t.Errorf("%s: quantile %v is %.4f on %s, %.4f on %s", name, p, x, a.Engine, y, b.Engine)
		}
	}
}

func share(part, whole int64) float64 { return float64(part) / float64(whole) }

// TestStaleOnBothEngines checks that a snapshot is the same whoever takes it.
func TestStaleOnBothEngines(t *testing.T) {
	for _, text := range []string{"jsq", "sed(d=2)"} {
		var found [2]*Result
		for k, e := range []Engine{Lazy, Events} {
			c := unequal(t, text)
			c.Dispatchers = Dispatchers{Count: 2, View: belief.View{Kind: belief.Stale, Seconds: .7}}
			c.Length = Length{Jobs: 20_000, Replications: 2, Drain: true}
			c.Engine = e
			found[k] = run(t, c)
		}
		if a, b := found[0].Law.Mean(), found[1].Law.Mean(); math.Abs(a/b-1) > 1e-9 {
			t.Errorf("%s: lazy %v, events %v", text, a, b)
		}
	}
}

// TestCoresDoNotMatter checks that one seed gives the same bytes on one core and on two, whichever the engine.
func TestCoresDoNotMatter(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, e := range []Engine{CTMC, Lazy, Events} {
		for _, precision := range []float64{0, .02} {
			var bytes [2]string
			for k := range bytes {
				runtime.GOMAXPROCS(k + 1)
				c := unequal(t, "jsq(d=2)")
				c.Engine = e
				c.Length = Length{Jobs: 5000, Warmup: -1, Replications: 3, Precision: precision}
				text, err := json.Marshal(run(t, c))
				if err != nil {
					t.Fatal(err)
				}
				bytes[k] = string(text)
			}
			if bytes[0] != bytes[1] {
				t.Errorf("%s: on one core\n%.500s\non two\n%.500s", e, bytes[0], bytes[1])
			}
		}
	}
}

// TestForcedEngineMustBeExact checks the refusals.
func TestForcedEngineMustBeExact(t *testing.T) {
	for _, x := range []struct {
		change func(c *Config)
		engine Engine
	}{
		{func(c *Config) { c.Size = law(t, "deterministic") }, CTMC},
		{func(c *Config) { c.Arrivals = law(t, "deterministic") }, CTMC},
		{func(c *Config) { c.Classes[0].Workers = 2 }, CTMC},
		{func(c *Config) { c.Classes[0].Workers = 2 }, Lazy},
		{func(c *Config) { c.Discipline = "ps" }, Lazy},
		{func(c *Config) { c.Policy = named(t, "jsq") }, Lazy},
		{func(c *Config) { c.Policy = named(t, "jiq") }, Lazy},
		{func(c *Config) { c.Events = []Event{{At: 1, Do: Leave, Servers: 1}} }, Lazy},
		{func(c *Config) { c.Dispatchers.View.Kind = belief.LocalRaw }, CTMC},
		{func(*Config) {}, "magic"},
	} {
		c := unequal(t, "jsq(d=2)")
		x.change(&c)
		c.Engine = x.engine
		if _, err := Run(t.Context(), c); err == nil {
			t.Errorf("%s ran on %s", fmt.Sprint(c.Classes, c.Discipline), x.engine)
		}
	}
}
