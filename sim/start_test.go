package sim

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/belief"
)

// TestStartFromTails checks that the lengths at time 0 have the law that was given, as nearly as whole servers can.
func TestStartFromTails(t *testing.T) {
	tails := [][]float64{{.9, .5, .25, .01}, {.3}}
	c := Config{
		Classes: []Class{{Servers: 400, Speed: 1}, {Servers: 100, Speed: 3, Buffer: 2}},
		Rate:    300,
		Policy:  named(t, "sed(d=2)"),
		Start:   Start{Tails: tails},
		Length:  Length{Jobs: 1000, Replications: 1, Warmup: -1},
	}
	for replication := range 3 {
		r, err := newReplica(&c, replication)
		if err != nil {
			t.Fatal(err)
		}
		var above [2][5]float64
		for i, n := range r.startLengths() {
			for k := range n {
				above[r.class[i]][k]++
			}
		}
		for class, tail := range tails {
			servers := float64(c.Classes[class].Servers)
			for k, p := range tail {
				if math.Abs(above[class][k]-p*servers) > 1 {
					t.Errorf("class %d: %v servers above length %d, want %v", class, above[class][k], k, p*servers)
				}
			}
		}
	}
	for _, e := range []Engine{CTMC, Lazy, Events} {
		c.Engine = e
		if _, err := Run(t.Context(), c); err != nil {
			t.Errorf("%s: %v", e, err)
		}
	}
}

// TestStartNearStationarityIsShort checks that a start near stationarity is warmed up in less than an empty one.
func TestStartNearStationarityIsShort(t *testing.T) {
	c := Config{
		Classes: []Class{{Servers: 100, Speed: 1}},
		Rate:    90,
		Policy:  named(t, "jsq(d=2)"),
		Length:  Length{Jobs: 200_000, Replications: 2, Warmup: -1},
	}
	empty := run(t, c)
	tail, p := []float64{}, .9
	for p > 1e-9 {
		tail = append(tail, p)
		p = .9 * p * p
	}
	c.Start.Tails = [][]float64{tail}
	warm := run(t, c)
	if warm.Warmup >= empty.Warmup || warm.Warmup == 0 {
		t.Errorf("warm-up of %d jobs from the fixed point, %d from empty", warm.Warmup, empty.Warmup)
	}
	want(t, warm, 2.6457, .0024)
	want(t, empty, 2.6457, .0024)
}

// TestMessagesOnTheirWay checks that idle messages that take longer make PULL worse, and that one of a server that has left is withdrawn.
func TestMessagesOnTheirWay(t *testing.T) {
	mean := func(delay float64) *Result {
		c := unequal(t, "pull")
		c.Rate = 5
		c.Dispatchers = Dispatchers{Count: 2, MessageDelay: delay}
		c.Length = Length{Jobs: 50_000, Warmup: 1000}
		return run(t, c)
	}
	soon, late := mean(0), mean(2)
	if soon.Engine != CTMC || late.Engine != Events || !(soon.Response.Mean < late.Response.Mean) {
		t.Errorf("mean response %.4f on %s without delay, %.4f on %s with", soon.Response.Mean, soon.Engine, late.Response.Mean, late.Engine)
	}
	for _, delay := range []float64{0, .5} {
		c := unequal(t, "pull")
		c.Dispatchers.MessageDelay = delay
		c.Events = []Event{{At: 10, Do: Leave, Class: 0, Servers: 2}, {At: 20, Do: Join, Class: 1}}
		c.Length = Length{Jobs: 2000, Drain: true}
		if r := run(t, c); delay == 0 && r.Nowhere > 0 {
			t.Errorf("%d jobs were sent to servers that had left", r.Nowhere)
		}
	}
}

// TestBeliefsFollowTheFleet lets servers come and go under every view.
func TestBeliefsFollowTheFleet(t *testing.T) {
	for _, view := range []string{"fresh", "stale(.3)", "local(raw)", "local(scaled)", "reported(.2)"} {
		c := unequal(t, "sed")
		c.Dispatchers.Count = 3
		var err error
		if c.Dispatchers.View, err = belief.ParseView(view); err != nil {
			t.Fatal(err)
		}
		c.Events = []Event{
			{At: 100, Do: Join, Class: 1, Servers: 2},
			{At: 200, Do: Leave, Class: 0, Servers: 1},
			{At: 300, Do: SetSpeed, Class: 1, Servers: 1, Speed: 1, Told: true},
			{At: 400, Do: Fail, Class: 1, Servers: 1},
		}
		c.Length = Length{Jobs: 3000, Drain: true}
		r := run(t, c)
		if r.Nowhere != 0 || r.Classes[1].Share < .5 {
			t.Errorf("%s: %d jobs found no server, share of the fast class %.3f", view, r.Nowhere, r.Classes[1].Share)
		}
	}
}

// TestManyClasses checks a fleet in which every server has a speed of its own: laws of single classes are not kept, their means are.
func TestManyClasses(t *testing.T) {
	for _, e := range []Engine{CTMC, Lazy, Events} {
		c := Config{Policy: named(t, "sed(d=2)"), Length: Length{Jobs: 50_000, Warmup: 2000, Replications: 2}, Engine: e}
		for k := range mostLaws + 6 {
			c.Classes = append(c.Classes, Class{Servers: 1, Speed: 1 + float64(k)/50})
		}
		c.Rate = .7 * c.capacity()
		r := run(t, c)
		weight, sum := 0.0, 0.0
		for _, class := range r.Classes {
			weight += class.Law.Weight()
			sum += class.Law.Weight() * class.Law.Mean()
			if _, resolved := class.Law.Quantile(.5); resolved != (e == CTMC) {
				t.Errorf("%s: a class's median is resolved: %v", e, resolved)
			}
			if class.Law.Tail(0) != 1 || class.Law.Tail(1e4) != 0 {
				t.Errorf("%s: tail %v at 0, %v far out", e, class.Law.Tail(0), class.Law.Tail(1e4))
			}
		}
		if weight != r.Law.Weight() || math.Abs(sum/weight-r.Law.Mean()) > 1e-9 {
			t.Errorf("%s: classes have %v jobs of mean %v, all %v of %v", e, weight, sum/weight, r.Law.Weight(), r.Law.Mean())
		}
		if _, resolved := r.Law.Quantile(.99); !resolved {
			t.Errorf("%s: p99 of all jobs is not resolved", e)
		}
	}
}
