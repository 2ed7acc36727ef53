package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/diffusion"
)

// spareOf makes a regime in which SA-JSQ has sqrt(n)(.2 + 1/sqrt(n)) jobs above the bound and each other policy more by sqrt(n) times f(n).
func spareOf(f func(n float64) float64) []spare {
	s := spare{slack: 1, limit: diffusion.Stationary{Second: diffusion.Marginal{Mean: .2}}}
	for k := range speedAwares() {
		var runs []boundedRun
		for _, n := range doubling(9, 4, 6) {
			root := math.Sqrt(float64(n))
			y := .2 + 1/root
			if k > 0 {
				y += f(float64(n))
			}
			r := boundedRun{boundedCase: boundedCase{servers: n}}
			for i := range 8 {
				noise := 1e-4 * float64(i%2) * float64(1+k%2)
				r.above = append(r.above, root*(y+noise))
			}
			runs = append(runs, r)
		}
		s.runs = append(s.runs, runs)
	}
	s.alone = s.runs[0]
	return []spare{s}
}

func TestSpeedAware(t *testing.T) {
	gains := func(n float64) float64 { // in small fleets, and nothing in large ones
		if n < 100 {
			return -.1
		}
		return 0
	}
	more := func(n float64) float64 { return 1 + 1/n }
	less := func(n float64) float64 { return -.1 }
	fades := func(n float64) float64 { return 3 / math.Sqrt(n) }
	for _, c := range []struct {
		name string
		v    Verdict
		want Judgement
	}{
		{"to the limit", toTheLimit(spareOf(more)), Agrees},
		{"best", bestAtLarge(spareOf(more)), Agrees},
		{"not best", bestAtLarge(spareOf(less)), Differs},
		{"lead", keepsLead(spareOf(more)), Agrees},
		{"lead fades", keepsLead(spareOf(fades)), Differs},
		{"small fleets", asymptoticOnly(spareOf(gains)), Agrees},
		{"large fleets too", asymptoticOnly(spareOf(less)), Differs},
		{"nothing to gain", nothingToGain(spareOf(gains)), Agrees},
		{"something to gain", nothingToGain(spareOf(less)), Differs},
	} {
		if c.v.Judgement != c.want {
			t.Errorf("%s: %+v, want %s", c.name, c.v, c.want)
		}
	}
	far := spareOf(more)
	far[0].limit.Second.Mean = .3
	if v := toTheLimit(far); v.Judgement != Differs {
		t.Errorf("another limit: %+v", v)
	}
}
