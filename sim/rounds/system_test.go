package rounds

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// TestCommonNumbers: arrivals and services are the same whatever the policy does with its own random numbers.
func TestCommonNumbers(t *testing.T) {
	var first *system
	for _, text := range examples(t) {
		s := mustStart(t, threeSpeeds(t, text))
		if err := s.run(100); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = s
		}
		if s.sums.arrived != first.sums.arrived || s.arrivals != first.arrivals || s.services != first.services {
			t.Errorf("%s: the streams of arrivals and services are not those of the others", text)
		}
	}
}

func TestCoresDoNotMatter(t *testing.T) {
	c := threeSpeeds(t, "scd")
	c.Replications = 5
	many := mustRun(t, c)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := mustRun(t, c); !reflect.DeepEqual(one, many) {
		t.Errorf("results on one core and on several differ: %+v, %+v", one, many)
	}
	c.Seed++
	if other := mustRun(t, c); other.Response.Mean == many.Response.Mean {
		t.Error("another seed gives the same mean")
	}
}

// TestEveryPolicy checks conservation and what must hold of every result.
func TestEveryPolicy(t *testing.T) {
	for _, text := range examples(t) {
		c := threeSpeeds(t, text)
		c.Replications = 2
		r := mustRun(t, c)
		if r.Flow != 0 || r.Nowhere != 0 || r.Jobs == 0 {
			t.Errorf("%s: of %d jobs, %d are not accounted for and %d went nowhere", text, r.Jobs, r.Flow, r.Nowhere)
		}
		share := 0.0
		for _, x := range r.Classes {
			share += x.Share
		}
		if math.Abs(share-1) > 1e-12 || r.Law.Mean() < 1 || r.Response.Mean != r.Law.Mean() {
			t.Errorf("%s: shares sum to %g, mean %g, %g", text, share, r.Law.Mean(), r.Response.Mean)
		}
	}
}

// TestLittle: the lengths added up are the rounds that all jobs spent in the system, those still there included.
func TestLittle(t *testing.T) {
	for _, text := range examples(t) {
		s := mustStart(t, threeSpeeds(t, text))
		if err := s.run(200); err != nil {
			t.Fatal(err)
		}
		spent := s.sums.took
		for i := range s.servers {
			q := &s.servers[i].queue
			for k := range q.count {
				b := q.ring[(q.first+k)%len(q.ring)]
				spent += int64(b.jobs) * int64(s.round-b.round)
			}
		}
		if spent != s.sums.present {
			t.Errorf("%s: jobs spent %d rounds, lengths add up to %d", text, spent, s.sums.present)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	for _, text := range []string{"scd", "twf", "jsq", "sed(rank=q)", "weighted", "jsq(d=2)", "hjsq(d=2, sample=round)", "jiq", "hjiq",
		"pull", "lsq(d=2)", "hlsq(d=2)", "led(p=0.1)", "roundrobin"} {
		c := drawn(t, text, 30, 3, .5, 1)
		s := mustStart(t, c)
		if err := s.run(3000); err != nil {
			t.Fatal(err)
		}
		if got := testing.AllocsPerRun(300, s.play); got > 0 {
			t.Errorf("%s: %g allocations per round", text, got)
		}
	}
}

func TestVerdicts(t *testing.T) {
	c := drawn(t, "scd", 20, 2, 1, 1)
	if r := mustRun(t, c); r.Stable || !strings.Contains(r.Verdict, "load") {
		t.Errorf("load 1: %+v", r)
	}
	for _, x := range []struct {
		text   string
		load   float64
		stable bool
	}{
		{"scd", .99, true}, {"sed(rank=q)", .99, true}, {"weighted", .99, true}, {"random", .7, false}, {"jiq", .9, false}, {"jiq", .7, true},
	} {
		c := drawn(t, x.text, 100, 10, x.load, 1)
		c.Rounds, c.Replications = 1200, 2
		if r := mustRun(t, c); r.Stable != x.stable || r.Stable != (r.Verdict == "") {
			t.Errorf("%s at load %g: stable %v (%s), want %v", x.text, x.load, r.Stable, r.Verdict, x.stable)
		}
	}
}

// TestFewRoundsProveNothing: a stable system that is still filling up is not called unstable, however short the run.
func TestFewRoundsProveNothing(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 10, 20, 40} {
		c := drawn(t, "scd", 100, 10, .99, 1)
		c.Rounds = n
		if r := mustRun(t, c); !r.Stable {
			t.Errorf("%d rounds: %s", n, r.Verdict)
		}
	}
}

// TestStillRising: a run that is too short to forget its empty start says so.
func TestStillRising(t *testing.T) {
	c := drawn(t, "weighted", 100, 10, .99, 1)
	c.Rounds, c.Replications = 300, 4
	if r := mustRun(t, c); !r.Stable || len(r.Warnings) == 0 {
		t.Errorf("stable %v, warnings %v", r.Stable, r.Warnings)
	}
	c = drawn(t, "weighted", 100, 10, .5, 1)
	c.Rounds, c.Replications = 3000, 4
	if r := mustRun(t, c); len(r.Warnings) != 0 {
		t.Errorf("warnings %v at load .5", r.Warnings)
	}
}

func TestShares(t *testing.T) {
	c := threeSpeeds(t, "random")
	c.Dispatchers, c.Shares = 3, []float64{2, 1, 1}
	got := c.rates()
	for d, want := range []float64{.5, .25, .25} {
		if math.Abs(got[d]-want*c.Rate) > 1e-12 {
			t.Errorf("dispatcher %d: %g jobs per round, want %g", d, got[d], want*c.Rate)
		}
	}
	if laws := c.inflow(); laws[1] != laws[2] || laws[0] == laws[1] {
		t.Error("equal rates have one law")
	}
	mustRun(t, c)
}

func TestCheck(t *testing.T) {
	for _, x := range []struct {
		name   string
		change func(c *Config)
		want   string
	}{
		{"classes", func(c *Config) { c.Classes = nil }, "classes: none"},
		{"servers", func(c *Config) { c.Classes[1].Servers = 0 }, "class 1 (middle): servers 0: want at least 1"},
		{"class rate", func(c *Config) { c.Classes[2].Rate = math.NaN() }, "class 2 (slow): rate NaN: want a positive"},
		{"policy", func(c *Config) { c.Policy = nil }, "policy: none"},
		{"rate", func(c *Config) { c.Rate = 0 }, "rate 0: want a positive"},
		{"rounds", func(c *Config) { c.Rounds = 0 }, "rounds 0: want a number from 1"},
		{"replications", func(c *Config) { c.Replications = -1 }, "replications -1"},
		{"dispatchers", func(c *Config) { c.Dispatchers = -1 }, "dispatchers -1"},
		{"number of shares", func(c *Config) { c.Shares = []float64{1} }, "shares: 1 of them, want one for each of 2"},
		{"share", func(c *Config) { c.Shares = []float64{1, 0} }, "share 0: want a positive"},
		{"fleet", func(c *Config) { c.Policy = parse(t, "scheme1(d=[2,2])").New }, "classes"},
	} {
		c := threeSpeeds(t, "scd")
		x.change(&c)
		if _, err := Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: error %v, want %q", x.name, err, x.want)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := threeSpeeds(t, "scd")
	c.Replications = 3
	last := 0
	c.Progress = func(done, total int) {
		if done <= last || total != 3*c.Rounds {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		if last = done; done > total/2 {
			cancel()
		}
	}
	if r, err := Run(ctx, c); err == nil || r != nil {
		t.Errorf("result %v, error %v of a run that was stopped", r, err)
	}
}

func BenchmarkRound(b *testing.B) {
	for _, text := range []string{"scd", "twf", "jsq", "sed(rank=q)", "weighted", "hjsq(d=2)", "hjsq(d=2, sample=round)", "jiq", "hjiq", "lsq(d=2)", "hlsq(d=2)"} {
		b.Run(text, func(b *testing.B) {
			s := mustStart(b, drawn(b, text, 100, 10, .9, 1))
			if err := s.run(200); err != nil {
				b.Fatal(err)
			}
			before := s.sums.arrived
			b.ReportAllocs()
			for b.Loop() {
				s.play()
			}
			b.ReportMetric(float64(s.sums.arrived-before)/b.Elapsed().Seconds()/1e6, "Mjobs/s")
		})
	}
}
