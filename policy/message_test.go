package policy_test

import (
	"fmt"
	"slices"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

// idle hands idle messages to a dispatcher and then makes picks.
func idle(servers []int, picks int) func(d *steelyard.Dispatcher) []int {
	return func(d *steelyard.Dispatcher) []int {
		for _, i := range servers {
			d.Idle(i)
		}
		var got []int
		for range picks {
			got = append(got, d.Pick(steelyard.Job{}))
		}
		return got
	}
}

// TestPullUsesMessagesOnce: a message picked uniformly and used up, then a server picked uniformly from all.
func TestPullUsesMessagesOnce(t *testing.T) {
	s := single([]int{5, 1, 1}, 0, 0, 0)
	for _, text := range []string{"pull", "pull(stale=keep)", "jiq"} {
		compareLaws(t, text, s.branches(t, text, idle([]int{1, 2}, 2)), map[string]float64{"[1 2]": .5, "[2 1]": .5})
		compareLaws(t, text, s.branches(t, text, idle([]int{1, 1}, 2)), map[string]float64{"[1 0]": 1. / 3, "[1 1]": 1. / 3, "[1 2]": 1. / 3})
		compareLaws(t, text, s.branches(t, text, idle(nil, 1)), map[string]float64{"[0]": 1. / 3, "[1]": 1. / 3, "[2]": 1. / 3})
	}
}

// TestPullRevoke: a message withdrawn is gone; with stale=keep the policy does not listen.
func TestPullRevoke(t *testing.T) {
	s := single([]int{5, 1, 1}, 0, 0, 0)
	withdrawn := func(d *steelyard.Dispatcher) []int {
		d.Idle(0)
		d.Idle(2)
		d.Revoke(0)
		d.Revoke(1)
		return []int{d.Pick(steelyard.Job{})}
	}
	compareLaws(t, "pull", s.branches(t, "pull", withdrawn), map[string]float64{"[2]": 1})
	compareLaws(t, "pull(stale=keep)", s.branches(t, "pull(stale=keep)", withdrawn), map[string]float64{"[0]": .5, "[2]": .5})
}

// TestTokensOfIneligibleServers: they wait until their server is eligible again.
func TestTokensOfIneligibleServers(t *testing.T) {
	for _, text := range []string{"pull", "jiq", "hjiq"} {
		d := single([]int{1, 1, 1, 1}, 0, 0, 0, 0).dispatcher(t, text, steelyard.NewRand(1, "test"))
		for i := range 3 {
			d.Idle(i)
		}
		d.Board().SetEligible(0, false)
		d.Board().SetEligible(1, false)
		if i := d.Pick(steelyard.Job{}); i != 2 {
			t.Errorf("%s: picked %d, want 2", text, i)
		}
		d.Board().SetEligible(1, true)
		if i := d.Pick(steelyard.Job{}); i != 1 {
			t.Errorf("%s: picked %d, want 1", text, i)
		}
		if i := d.Pick(steelyard.Job{Skip: []int{1, 2}}); i != 3 {
			t.Errorf("%s: without a token to use picked %d, want 3", text, i)
		}
	}
}

// TestTokensLeaveWithTheirServer: a server that left and came back has no message out.
func TestTokensLeaveWithTheirServer(t *testing.T) {
	for _, text := range []string{"pull", "jiq", "hjiq"} {
		d := single([]int{1, 1}, 0, 0).dispatcher(t, text, steelyard.NewRand(1, "test"))
		d.Idle(0)
		with := d.Board().Layout()
		without, err := steelyard.NewLayout([]steelyard.Kind{{}, {Rate: 1}})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []*steelyard.Layout{without, with} {
			d.Board().Relayout(l)
			if err := d.Rebind(); err != nil {
				t.Fatal(err)
			}
		}
		d.Idle(1)
		if i := d.Pick(steelyard.Job{}); i != 1 {
			t.Errorf("%s: picked %d, want 1, which alone has a message out", text, i)
		}
	}
}

// TestJIQBatch: the jobs are spread evenly over the tokens, and the tokens are gone after.
func TestJIQBatch(t *testing.T) {
	s := single([]int{1, 1, 1, 1}, 0, 0, 0, 0)
	spread := func(d *steelyard.Dispatcher) []int {
		idle([]int{0, 1, 3}, 0)(d)
		got := d.PickBatch(4, nil)
		slices.Sort(got)
		return got
	}
	compareLaws(t, "jiq", s.branches(t, "jiq", spread), map[string]float64{"[0 0 1 3]": 1. / 3, "[0 1 1 3]": 1. / 3, "[0 1 3 3]": 1. / 3})

	d := s.dispatcher(t, "jiq(unused=keep)", steelyard.NewRand(1, "test"))
	idle([]int{0, 1, 3}, 0)(d)
	first := d.PickBatch(2, nil)
	if left := 4 - first[0] - first[1]; d.Pick(steelyard.Job{}) != left {
		t.Errorf("jiq(unused=keep): after %v the token of %d was not kept", first, left)
	}
	compareLaws(t, "jiq drops", s.branches(t, "jiq", func(d *steelyard.Dispatcher) []int {
		idle([]int{0, 1, 3}, 0)(d)
		d.PickBatch(1, nil)
		return []int{d.Pick(steelyard.Job{})}
	}), map[string]float64{"[0]": .25, "[1]": .25, "[2]": .25, "[3]": .25})
}

// TestEmptyBatchUsesNoTokens: a dispatcher without jobs keeps its tokens.
func TestEmptyBatchUsesNoTokens(t *testing.T) {
	for _, text := range []string{"jiq", "hjiq"} {
		d := single([]int{1, 9, 9}, 0, 0, 0).dispatcher(t, text, steelyard.NewRand(1, "test"))
		d.Idle(0)
		if got := d.PickBatch(0, nil); len(got) != 0 {
			t.Errorf("%s: a batch of no jobs gave %v", text, got)
		}
		if i := d.Pick(steelyard.Job{}); i != 0 {
			t.Errorf("%s: after an empty batch picked %d, want 0, whose token is left", text, i)
		}
	}
}

// TestHJIQ: the fastest token first; a batch is spread by speed, and tokens that get no job are kept.
func TestHJIQ(t *testing.T) {
	s := single([]int{1, 4, 4, 8}, 0, 0, 0, 0)
	compareLaws(t, "single", s.branches(t, "hjiq", idle([]int{0, 1, 2}, 3)), map[string]float64{"[1 2 0]": .5, "[2 1 0]": .5})
	compareLaws(t, "no token", s.branches(t, "hjiq", idle(nil, 1)), map[string]float64{"[0]": 1. / 17, "[1]": 4. / 17, "[2]": 4. / 17, "[3]": 8. / 17})
	counts := func(jobs int) func(d *steelyard.Dispatcher) []int {
		return func(d *steelyard.Dispatcher) []int {
			idle([]int{0, 1, 3}, 0)(d)
			got := make([]int, 5)
			for _, i := range d.PickBatch(jobs, nil) {
				got[i]++
			}
			got[4] = d.Pick(steelyard.Job{}) // the fastest token left
			return got
		}
	}
	compareLaws(t, "two jobs", s.branches(t, "hjiq", counts(2)), map[string]float64{"[0 1 0 1 0]": 1})
	compareLaws(t, "one job", s.branches(t, "hjiq", counts(1)), map[string]float64{"[0 0 0 1 1]": 1})
	// Greedy on jobs/mu, 13 jobs on speeds 8, 4, 1: in proportion to the speeds.
	if got := s.branches(t, "hjiq", func(d *steelyard.Dispatcher) []int { return counts(13)(d)[:4] }); len(got) != 1 || got["[1 4 0 8]"] == 0 {
		t.Errorf("13 jobs: counts %v, want [1 4 0 8]", got)
	}
}

// TestLSQLearnsFromRoundsAndDestinations: estimates start at 0, two are asked each round, and destinations are synchronised.
func TestLSQLearnsFromRoundsAndDestinations(t *testing.T) {
	for _, text := range []string{"lsq(d=2)", "hlsq(d=2)"} {
		d := single([]int{1, 1}, 5, 3).dispatcher(t, text, steelyard.NewRand(1, "test"))
		d.Round() // asks both
		if got := d.PickBatch(3, nil); got[0] != 1 || got[1] != 1 {
			t.Errorf("%s: batch %v, want two jobs at server 1 first", text, got)
		}
		if asked := d.Asked(); asked != 3 && asked != 4 {
			t.Errorf("%s: asked %d lengths, want 2 and one per destination", text, asked)
		}
	}
	// Nothing is known at first; whatever the draw, the other server is believed to be empty.
	got := single([]int{1, 1, 1}, 5, 5, 5).branches(t, "lsq(d=1)", func(d *steelyard.Dispatcher) []int {
		d.Round()
		first := d.PickBatch(1, nil)  // one of the two not asked, now known to have 6
		second := d.PickBatch(1, nil) // the other
		third := d.PickBatch(1, nil)  // the one asked: 5 against 6
		return []int{first[0] + second[0] + third[0], int(d.Asked())}
	})
	compareLaws(t, "lsq(d=1)", got, map[string]float64{"[3 4]": 1})
}

// TestLSQCountsAllJobsOfADestination: after two jobs at server 0 it is believed to be as long as server 1.
func TestLSQCountsAllJobsOfADestination(t *testing.T) {
	got := single([]int{1, 1}, 0, 2).branches(t, "lsq(d=2)", func(d *steelyard.Dispatcher) []int {
		d.Round()
		return append(d.PickBatch(2, nil), d.PickBatch(1, nil)...)
	})
	compareLaws(t, "lsq(d=2)", got, map[string]float64{"[0 0 0]": .5, "[0 0 1]": .5})
}

// TestLSQSingleJobs: before every job that comes alone servers are asked, and its destination after.
func TestLSQSingleJobs(t *testing.T) {
	d := single([]int{1, 1, 1}, 4, 2, 7).dispatcher(t, "lsq(d=3)", steelyard.NewRand(1, "test"))
	for range 5 {
		if i := d.Pick(steelyard.Job{}); i != 1 {
			t.Errorf("picked %d, want 1: all lengths are known before each job", i)
		}
	}
	if d.Asked() != 20 {
		t.Errorf("asked %d lengths in 5 jobs, want 20", d.Asked())
	}
}

// TestHLSQDrawsBySpeed: the server asked is drawn by speed, and the best is the smallest q/mu.
func TestHLSQDrawsBySpeed(t *testing.T) {
	got := single([]int{3, 1}, 6, 1).branches(t, "hlsq(d=1)", func(d *steelyard.Dispatcher) []int {
		return []int{d.Pick(steelyard.Job{}), d.Pick(steelyard.Job{})}
	})
	// Asked 0 (3/4): 6/3 against 0, so 1, known then to have 1+1. Second: asked 0 or 1: 2 against 2 or 1 against 2.
	// Asked 1 (1/4): 1 against 0, so 0, known then to have 7. Second: 6/3 or 7/3 against 1.
	compareLaws(t, "hlsq(d=1)", got, map[string]float64{
		"[1 0]": 3. / 4 * 3. / 4 / 2, "[1 1]": 3./4*3./4/2 + 3./4*1./4, "[0 1]": 1. / 4,
	})
}

// TestLED: own jobs add to the estimates, which are replaced by the truth with probability p per job.
func TestLED(t *testing.T) {
	s := single([]int{2, 1}, 9, 9)
	blind := s.branches(t, "led(p=0)", func(d *steelyard.Dispatcher) []int {
		var got []int
		for range 3 {
			got = append(got, d.Pick(steelyard.Job{}))
		}
		return got
	})
	compareLaws(t, "led(p=0)", blind, map[string]float64{"[0 1 0]": .5, "[1 0 0]": .5})
	first := s.branches(t, "led(p=0.5)", func(d *steelyard.Dispatcher) []int {
		return []int{d.Pick(steelyard.Job{}), int(d.Asked())}
	})
	compareLaws(t, "led(p=0.5)", first, map[string]float64{"[0 0]": .25, "[1 0]": .25, "[0 1]": .25, "[1 1]": .25})
}

// TestEstimatesFollowTheFleet: what is known of servers survives a change of the fleet, but not what was known of those that left.
func TestEstimatesFollowTheFleet(t *testing.T) {
	d := single([]int{1, 1, 1}, 5, 5, 0).dispatcher(t, "lsq(d=3)", steelyard.NewRand(1, "test"))
	d.Round()
	for _, kinds := range [][]steelyard.Kind{{{Rate: 1}, {Rate: 1}, {}}, {{Rate: 1}, {Rate: 1}, {Rate: 1}, {}}} {
		l, err := steelyard.NewLayout(kinds)
		if err != nil {
			t.Fatal(err)
		}
		d.Board().Relayout(l)
		if err := d.Rebind(); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.PickBatch(1, nil); got[0] != 2 {
		t.Errorf("picked %v, want 2, of which nothing is known, before those known to be long", got)
	}
}

// TestIdleMessageOfUnknownServer: a message that names no server changes nothing.
func TestIdleMessageOfUnknownServer(t *testing.T) {
	for _, text := range []string{"pull", "jiq", "hjiq"} {
		d := single([]int{1}, 0).dispatcher(t, text, steelyard.NewRand(1, "test"))
		for _, i := range []int{-1, 1, 1 << 20} {
			d.Idle(i)
			d.Revoke(i)
		}
		if i := d.Pick(steelyard.Job{}); i != 0 {
			t.Errorf("%s: picked %s, want 0", text, fmt.Sprint(i))
		}
	}
}
