package policy_test

import (
	"math"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

func TestRoundRobinTakesTurns(t *testing.T) {
	d := mustBind(t, "roundrobin", 1, 5, 1)
	d.Board().SetEligible(1, false)
	for k, want := range []int{0, 2, 0, 2} {
		if got := d.Pick(steelyard.Job{}); got != want {
			t.Errorf("pick %d is %d, want %d", k, got, want)
		}
	}
	d.Board().SetEligible(1, true)
	for k, want := range []int{0, 1, 2, 0} {
		if got := d.Pick(steelyard.Job{}); got != want {
			t.Errorf("pick %d after server 1 returned is %d, want %d", k, got, want)
		}
	}
}

// prefixes plays picks of a policy and returns the counts, the longest run and the greatest distance of any server's count from its
// share of the picks so far.
func prefixes(t *testing.T, text string, picks int, rates ...float64) (counts []int, run int, off float64) {
	d := mustBind(t, text, rates...)
	total := d.Board().Layout().Capacity()
	counts = make([]int, len(rates))
	last, length := steelyard.None, 0
	for k := range picks {
		i := d.Pick(steelyard.Job{})
		counts[i]++
		if i != last {
			last, length = i, 0
		}
		length++
		run = max(run, length)
		for j, c := range counts {
			off = max(off, math.Abs(float64(c)-float64(k+1)*rates[j]/total))
		}
	}
	return counts, run, off
}

// TestEqualWeights: with three equal weights, 1500 picks give equal counts and no server is picked more than twice in a row.
func TestEqualWeights(t *testing.T) {
	counts, run, off := prefixes(t, "wrr", 1500, 50, 50, 50)
	if counts[0] != 500 || counts[1] != 500 || run > 2 || off > 1 {
		t.Errorf("counts %v, longest run %d, greatest distance from the share %v", counts, run, off)
	}
}

// TestLightServerIsNotStarved: with weights 100 and 10 the light server is among the first 11 picks, and every prefix is near its target.
func TestLightServerIsNotStarved(t *testing.T) {
	if counts, _, _ := prefixes(t, "wrr", 11, 100, 10); counts[1] == 0 {
		t.Errorf("counts after 11 picks %v", counts)
	}
	if _, _, off := prefixes(t, "wrr", 11000, 100, 10); off > 1 {
		t.Errorf("greatest distance from the share %v, want at most 1", off)
	}
}

// TestManyWeights: counts stay near their shares also with many different weights.
func TestManyWeights(t *testing.T) {
	var rates []float64
	for i := range 50 {
		rates = append(rates, 1+float64(i*i%37))
	}
	if _, _, off := prefixes(t, "wrr", 20000, rates...); off > 1.5 {
		t.Errorf("greatest distance from the share %v, want at most 1.5", off)
	}
}

// TestReturningServerHasNoBurst: a server that was away does not catch up on the turns it missed.
func TestReturningServerHasNoBurst(t *testing.T) {
	d := mustBind(t, "wrr", 1, 1, 1, 1)
	d.Board().SetEligible(2, false)
	for range 999 {
		if d.Pick(steelyard.Job{}) == 2 {
			t.Fatal("picked a server that is not eligible")
		}
	}
	d.Board().SetEligible(2, true)
	count := 0
	for range 40 {
		if d.Pick(steelyard.Job{}) == 2 {
			count++
		}
	}
	if count < 9 || count > 11 {
		t.Errorf("%d of 40 picks after the return, want about 10", count)
	}
}

// TestRareServerAlone: a server whose turn would come after 10^12 others is found at once if it is the only one.
func TestRareServerAlone(t *testing.T) {
	d := mustBind(t, "wrr", 1e12, 1)
	d.Board().SetEligible(0, false)
	for range 5 {
		if i := d.Pick(steelyard.Job{}); i != 1 {
			t.Fatalf("picked %d, want 1", i)
		}
	}
}

// TestTurnsSurviveRelayout: binding anew after every few picks, as when a fleet changes all the time, keeps the shares.
func TestTurnsSurviveRelayout(t *testing.T) {
	d := mustBind(t, "wrr", 9, 1)
	counts := make([]int, 2)
	for k := range 1000 {
		counts[d.Pick(steelyard.Job{})]++
		if k%3 == 0 {
			d.Board().Relayout(d.Board().Layout())
			if err := d.Rebind(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if counts[1] < 99 || counts[1] > 101 {
		t.Errorf("counts %v, want shares 9:1", counts)
	}
}
