package optimal

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// TestNoPolicyIsBetter compares every policy of the table that remembers nothing with the optimum.
func TestNoPolicyIsBetter(t *testing.T) {
	const arrivals = .6 * 4
	l := servers(t, 3, 1)
	optimum := best(t, l, .6)
	compared := 0
	for _, e := range policy.All() {
		for _, text := range e.Examples {
			m, err := Evaluate(l, arrivals, parse(t, text), Options{})
			if err != nil || m.Boundary.Grows {
				continue
			}
			compared++
			if m.Response < optimum.Response*(1-1e-7) {
				t.Errorf("%s: %v, below the optimum %v", text, m.Response, optimum.Response)
			}
			if throughput := m.Jobs / m.Response; math.Abs(throughput/arrivals-1) > 1e-12 {
				t.Errorf("%s: %v jobs pass, want %v", text, throughput, arrivals)
			}
		}
	}
	if compared < 25 {
		t.Errorf("only %d policies could be compared", compared)
	}
}

// TestDoubling doubles the limits once more than needed and wants the mean where it was.
func TestDoubling(t *testing.T) {
	for _, load := range []float64{.3, .9, .95} {
		l := servers(t, 5, 1)
		got := best(t, l, load)
		if got.Boundary.Change > 1e-6 || !(got.Lower <= got.Response && got.Response <= got.Upper) || got.Upper-got.Lower > 1e-7*got.Response {
			t.Errorf("load %v: %+v", load, got)
		}
		further, err := Solve(l, load*l.Capacity(), Options{Tolerance: 1e-14, States: 4*got.Boundary.States + 500})
		if err != nil || further.Boundary.States < 2*got.Boundary.States {
			t.Fatalf("load %v: %v, %+v", load, err, further)
		}
		near(t, fmt.Sprintf("load %v, doubled", load), further.Response, got.Response, 1e-6)
	}
}

// TestNoJobIsLost compares small limits with large ones at a load at which a tenth of all jobs finds every queue at its limit.
func TestNoJobIsLost(t *testing.T) {
	l := servers(t, 1)
	s := &system{space: newSpace(l.Classes(), []int{22}), arrivals: .9, load: .9}
	v := newImprover(s)
	v.solve(1e-8)
	near(t, "jobs", v.target, 9, 1e-7)
	near(t, "jobs by the law", v.mean, 9, 1e-7)
	near(t, "at the limit", v.prob[s.last()], math.Pow(.9, 22), 1e-6)
}

func TestUnstable(t *testing.T) {
	for _, c := range []struct {
		policy string
		load   float64
	}{{"random", .9}, {"random", .7}, {"static(p=[.3,.7])", .6}} {
		l := servers(t, 5, 1)
		m, err := Evaluate(l, c.load*l.Capacity(), parse(t, c.policy), Options{})
		if err != nil || !m.Boundary.Grows || len(m.Warnings) == 0 {
			t.Errorf("%s at %v: %v, %+v", c.policy, c.load, err, m)
		}
	}
	for _, c := range []string{"random", "jsq", "weighted"} {
		if m := mean(t, servers(t, 3, 1), .45, c); m.Boundary.Grows {
			t.Errorf("%s: %+v", c, m)
		}
	}
}

func TestErrors(t *testing.T) {
	small := servers(t, 2, 1)
	many := servers(t, slices.Repeat([]float64{5, 1}, 50)...)
	for _, c := range []struct {
		what string
		run  func() error
		want string
	}{
		{"overload", func() error { _, err := Solve(small, 3, Options{}); return err }, "load 1: no policy is stable, want less than 1"},
		{"no load", func() error { _, err := Solve(small, 0, Options{}); return err }, "load 0: want at least 1e-06"},
		{"no number", func() error { _, err := Solve(small, math.NaN(), Options{}); return err }, "load NaN"},
		{"no servers", func() error { _, err := Solve(layout(t), 1, Options{}); return err }, "no servers"},
		{"large", func() error { _, err := Solve(many, 150, Options{}); return err }, "fastest servers would fit"},
		{"memory", func() error { _, err := Evaluate(small, 1, parse(t, "roundrobin"), Options{}); return err }, "policy roundrobin: it remembers"},
		{"classes", func() error { _, err := Evaluate(small, 1, parse(t, "static(p=[1])"), Options{}); return err }, "for 1 classes of servers, and there are 2"},
		{"bound", func() error { _, err := FluidBound(small, 4); return err }, "no policy is stable"},
	} {
		if err := c.run(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
	var large *TooLarge
	few := Options{States: 2000}
	if _, err := Solve(many, 150, few); !errors.As(err, &large) || large.Servers != 100 || large.Allowed != 2000 {
		t.Fatalf("got %+v", large)
	}
	for more, fits := range []bool{true, false} {
		n := large.Fit + more
		_, err := Solve(servers(t, slices.Repeat([]float64{5}, n)...), .5*5*float64(n), few)
		if fits != (err == nil) {
			t.Errorf("%d servers, where %d would fit: %v", n, large.Fit, err)
		}
	}
}

// TestMoves wants every move to lead where it says.
func TestMoves(t *testing.T) {
	l := servers(t, 4, 2, 2, 2)
	s := newSpace(l.Classes(), []int{3, 4})
	seen := make([]*[2][]int32, s.size)
	for w := s.walk(); w.next(); {
		seen[w.state] = &[2][]int32{w.rows[0].lengths, w.rows[1].lengths}
		if found := s.find(w.rows); found != w.state {
			t.Fatalf("state %d is found at %d", w.state, found)
		}
	}
	if s.size != 4*35 || s.size != sizeOf(l.Classes(), s.limits) {
		t.Errorf("%d states, want 140", s.size)
	}
	for w := s.walk(); w.next(); {
		for c, r := range w.rows {
			for _, m := range r.moves {
				checkMove(t, seen, w.state, c, m)
			}
		}
	}
}

// checkMove wants the queue lengths behind a move to be those before it with one job more or less.
func checkMove(t *testing.T, seen []*[2][]int32, state, c int, m move) {
	t.Helper()
	for _, step := range []struct{ offset, jobs int }{{m.up, 1}, {m.down, -1}} {
		if step.offset == 0 {
			continue
		}
		want := slices.Clone(seen[state][c])
		want[m.place] += int32(step.jobs)
		slices.Sort(want)
		slices.Reverse(want)
		to := seen[state+step.offset]
		if !slices.Equal(to[c], want) || !slices.Equal(to[1-c], seen[state][1-c]) {
			t.Errorf("from %v, class %d, place %d: to %v, want %v", *seen[state], c, m.place, *to, want)
		}
	}
}

// twoServers is the grid of two-server fleets on which dispatchers are compared.
func twoServers(t *testing.T, visit func(l *steelyard.Layout, load float64)) {
	t.Helper()
	for _, fast := range []float64{2, 3, 5, 10} {
		for _, load := range []float64{.3, .8, .9} {
			visit(servers(t, fast, 1), load)
		}
	}
}

// TestTwoServers reproduces how far known rules are from the optimum on two servers where ties go to the faster one: (q+1/2)/mu up to
// 2.2 %, SED up to 15 %, JSQ up to 85 %.
func TestTwoServers(t *testing.T) {
	rules := []struct {
		name string
		rank func(n int, rate float64) float64
		most [2]float64
	}{
		{"(q+1/2)/mu", func(n int, rate float64) float64 { return (float64(n) + .5) / rate }, [2]float64{.021, .022}},
		{"SED", func(n int, rate float64) float64 { return float64(n+1) / rate }, [2]float64{.13, .155}},
		{"JSQ", func(n int, _ float64) float64 { return float64(n) }, [2]float64{.85, .86}},
	}
	worst := make([]float64, len(rules))
	twoServers(t, func(l *steelyard.Layout, load float64) {
		q, err := newQuestion(l, load*l.Capacity(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		optimum := best(t, l, load).Jobs
		for k, r := range rules {
			p, _, err := grow(q, func(s *system, _ *law) (*law, error) {
				p := newLaw(s)
				p.solve(fastestFirst(p, r.rank), 1e-10)
				return p, nil
			})
			if err != nil || p.mean < optimum*(1-1e-7) {
				t.Fatalf("%s: %v, %v jobs, optimum %v", r.name, err, p.mean, optimum)
			}
			worst[k] = max(worst[k], p.mean/optimum-1)
		}
	})
	for k, r := range rules {
		if worst[k] < r.most[0] || worst[k] > r.most[1] {
			t.Errorf("%s: up to %.4f above the optimum, want %v", r.name, worst[k], r.most)
		}
	}
}

// fastestFirst sends arrivals to the smallest rank, to the fastest server among ties.
func fastestFirst(p *law, rank func(n int, rate float64) float64) sender {
	return func(w *walk, arrivals float64) {
		least, class, up := math.Inf(1), 0, 0
		for c, r := range w.rows {
			for _, m := range r.moves {
				x := steelyard.RoundRank(rank(int(r.lengths[m.place]), p.classes[c].Kind.Rate))
				if m.up != 0 && x < least {
					least, class, up = x, c, m.up
				}
			}
		}
		if arrivals > 0 {
			p.add(w, class, up, arrivals)
		}
	}
}

// TestWhittle wants the rule that knows the load within 1 % of the optimum, on two servers and on more, and closer than (q+1/2)/mu on the
// whole.
func TestWhittle(t *testing.T) {
	worst, sum, without := 0.0, 0.0, 0.0
	visit := func(l *steelyard.Layout, load float64) {
		optimum := best(t, l, load).Response
		above := mean(t, l, load, fmt.Sprintf("whittle(load=%v)", load)).Response/optimum - 1
		worst, sum = max(worst, above), sum+above
		without += mean(t, l, load, "scd").Response/optimum - 1
	}
	twoServers(t, visit)
	visit(servers(t, 10, 3, 1), .5)
	if worst > .01 || sum > without/3 {
		t.Errorf("up to %v above the optimum, %v in all; (q+1/2)/mu %v in all", worst, sum, without)
	}
}
