package sim

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/belief"
)

// clockwork is a fleet in which nothing is random: jobs of size .5 every second.
func clockwork(t testing.TB, events ...Event) Config {
	return Config{
		Classes:  []Class{{Name: "old", Servers: 1, Speed: 1}, {Name: "new", Speed: 2}},
		Rate:     1,
		Arrivals: law(t, "deterministic"),
		Size:     law(t, "deterministic(mean=.5)"),
		Policy:   named(t, "sed"),
		Events:   events,
		Windows:  []Window{{Name: "before", From: 0, To: 99.5}, {Name: "after", From: 150, To: 200.5}},
		Length:   Length{Jobs: 200, Replications: 1, Drain: true},
	}
}

func TestChangesOfTheFleet(t *testing.T) {
	at := 99.75 // between two jobs, with none there
	for _, x := range []struct {
		name          string
		event         Event
		before, after float64
		newShare      float64 // of the jobs
	}{
		{"slower", Event{At: at, Do: SetSpeed, Speed: .8}, .5, .625, 0},
		{"slower by and by", Event{At: at, Do: SetSpeed, Speed: .8, Over: 20}, .5, .625, 0},
		{"slower and told", Event{At: at, Do: SetSpeed, Speed: .8, Told: true}, .5, .625, 0},
		{"a faster one joins", Event{At: at, Do: Join, Class: 1}, .5, .25, 101. / 200},
	} {
		r := run(t, clockwork(t, x.event))
		for k, want := range []float64{x.before, x.after} {
			if got := r.Windows[k].Law.Mean(); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: mean response in window %s %v, want %v", x.name, r.Windows[k].Name, got, want)
			}
		}
		if got := r.Classes[1].Share; math.Abs(got-x.newShare) > 1e-9 {
			t.Errorf("%s: share of the new class %v, want %v", x.name, got, x.newShare)
		}
	}
}

// TestSpeedChangesInService checks the job that is there when the speed changes.
func TestSpeedChangesInService(t *testing.T) {
	c := clockwork(t, Event{At: 1.25, Do: SetSpeed, Speed: .5})
	c.Length.Jobs = 1
	r := run(t, c)
	if got, want := r.Law.Mean(), .25+.5; math.Abs(got-want) > 1e-9 {
		t.Errorf("response %v, want %v", got, want)
	}
}

// TestFailingServersLoseTheirJobs lets one of two servers fail and one leave, and counts the jobs.
func TestFailingServersLoseTheirJobs(t *testing.T) {
	for _, x := range []struct {
		do   Action
		lost int64
	}{{Fail, 3}, {Leave, 0}} {
		c := clockwork(t, Event{At: .1, Do: x.do, Class: 0, Servers: 1})
		c.Classes[0].Servers = 2
		c.Start.Queues = []int{0, 3}
		r := run(t, c)
		if r.Lost != x.lost || r.Nowhere != 0 || r.Flow != 0 {
			t.Errorf("action %d: lost %d, nowhere %d, flow %d; want %d lost", x.do, r.Lost, r.Nowhere, r.Flow, x.lost)
		}
		if got, want := int64(r.Law.Weight()), 200+3-x.lost; got != want {
			t.Errorf("action %d: %d jobs ended, want %d", x.do, got, want)
		}
		if x.do == Leave && r.Classes[0].Peak != 3 {
			t.Errorf("longest queue %d, want 3", r.Classes[0].Peak)
		}
	}
	c := clockwork(t, Event{At: 100.9, Do: Leave})
	if r := run(t, c); r.Nowhere != 100 {
		t.Errorf("%d jobs found no server, want 100", r.Nowhere)
	}
}

// TestJobsAtTimeZero checks the time at which a burst has been served: 110 jobs of size 1 by servers of speeds 10 and 1.
func TestJobsAtTimeZero(t *testing.T) {
	c := Config{
		Classes: []Class{{Servers: 1, Speed: 10}, {Servers: 1, Speed: 1}},
		Size:    law(t, "deterministic"),
		Policy:  named(t, "sed"),
		Start:   Start{Jobs: 110},
		Length:  Length{Replications: 1, Drain: true},
	}
	r := run(t, c)
	if r.Jobs != 110 || math.Abs(r.Seconds-10) > 1e-9 {
		t.Errorf("%d jobs took %v s, want 110 in 10", r.Jobs, r.Seconds)
	}
}

// TestOneDispatcherKnowsAll checks that with one dispatcher and no delay every belief is the truth: results are the same to the bit.
func TestOneDispatcherKnowsAll(t *testing.T) {
	for _, text := range []string{"jsq", "sed", "jsq(d=2)"} {
		c := unequal(t, text)
		c.Engine = Events
		c.Length.Jobs = 20_000
		truth := run(t, c).Law.Mean()
		for _, view := range []belief.View{{Kind: belief.LocalRaw}, {Kind: belief.LocalScaled}, {Kind: belief.Reported}} {
			c.Dispatchers.View = view
			if got := run(t, c).Law.Mean(); got != truth {
				t.Errorf("%s, %v: mean response %v, with the truth %v", text, view, got, truth)
			}
		}
	}
}

// TestBeliefsOrder checks what is known of many dispatchers: the more they know, the better they do.
func TestBeliefsOrder(t *testing.T) {
	mean := func(view string) float64 {
		c := unequal(t, "sed")
		c.Rate = 7.5
		c.Dispatchers.Count = 6
		var err error
		if c.Dispatchers.View, err = belief.ParseView(view); err != nil {
			t.Fatal(err)
		}
		c.Length = Length{Jobs: 60_000, Warmup: 2000}
		return run(t, c).Response.Mean
	}
	fresh, reported, old, raw := mean("fresh"), mean("reported(.01)"), mean("reported(3)"), mean("local(raw)")
	if !(fresh < reported && reported < old && reported < raw) {
		t.Errorf("fresh %.3f, reported %.3f, late %.3f, local %.3f", fresh, reported, old, raw)
	}
}

// TestUnequalShares checks that dispatchers get their shares.
func TestUnequalShares(t *testing.T) {
	c := unequal(t, "random")
	c.Dispatchers = Dispatchers{Count: 3, Shares: []float64{1, 2, 5}}
	a := newArrivals(&c, 0)
	var count [3]float64
	const draws = 80_000
	for range draws {
		count[a.dispatcher()]++
	}
	for d, want := range []float64{1. / 8, 2. / 8, 5. / 8} {
		if se := math.Sqrt(want * (1 - want) / draws); math.Abs(count[d]/draws-want) > 4*se {
			t.Errorf("dispatcher %d got %.4f of the jobs, want %.4f", d, count[d]/draws, want)
		}
	}
}

// TestArrivalsDoNotDependOnThePolicy checks that two policies see the same jobs at the same times.
func TestArrivalsDoNotDependOnThePolicy(t *testing.T) {
	for _, e := range []Engine{CTMC, Lazy, Events} {
		var seen []mark
		for _, text := range []string{"random", "jsq(d=2)", "jsq-fs(df=2, ds=2, pf=.8, ps=1)"} {
			c := unequal(t, text)
			engine, err := c.start(e, 3)
			if err != nil {
				t.Fatal(err)
			}
			if err := engine.run(5000); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, engine.mark())
		}
		for _, m := range seen[1:] {
			if m.seconds != seen[0].seconds || e != CTMC && m.offered != seen[0].offered {
				t.Errorf("%s: %+v and %+v", e, seen[0], m)
			}
		}
	}
}

// TestNoAllocations checks that jobs allocate nothing once queues have grown.
func TestNoAllocations(t *testing.T) {
	for _, text := range []string{"jsq(d=2)", "jsq(d=3)", "sed", "jiq", "pull"} {
		for _, view := range []string{"fresh", "local(raw)", "reported(.1)"} {
			for _, discipline := range []string{"fcfs", "ps"} {
				c := unequal(t, text)
				c.Dispatchers.Count = 2
				var err error
				if c.Dispatchers.View, err = belief.ParseView(view); err != nil {
					t.Fatal(err)
				}
				c.Discipline = discipline
				exact, err := c.Engines()
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range exact {
					engine, err := c.start(e, 0)
					if err != nil {
						t.Fatal(err)
					}
					if err := engine.run(20_000); err != nil {
						t.Fatal(err)
					}
					jobs := func() {
						if err := engine.run(300); err != nil {
							t.Fatal(err)
						}
					}
					if n := testing.AllocsPerRun(10, jobs); n > 0 {
						t.Errorf("%s, %s, %s on %s: %v allocations in 300 jobs", text, view, discipline, e, n)
					}
				}
			}
		}
	}
}
