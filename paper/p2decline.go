package paper

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/stats"
)

// span is the range of some numbers and their widest interval.
type span struct{ low, high, width float64 }

func newSpan() span { return span{math.Inf(1), math.Inf(-1), 0} }

func (s *span) add(e stats.Estimate) {
	s.low, s.high, s.width = min(s.low, e.Mean), max(s.high, e.Mean), max(s.width, e.HalfWidth())
}

func (s span) String() string {
	if s.low > s.high {
		return "none"
	}
	return fmt.Sprintf("%.3g to %.3g (± %.1g at most)", s.low, s.high, s.width)
}

const (
	// leastSlope is how fast a probability must fall, as a power of n, to be on its way to 0.
	leastSlope = -.5
	// coarsest is how wide the interval of its limit may be, as a part of the probability in the smallest fleet, to tell anything.
	coarsest = .05
)

// vanishing judges whether a probability tends to 0 in every case: it falls faster than n^-.5, and what the fit a + b/n + c/n^2 leaves as n
// grows is 0 within its interval. With one router it falls too fast for a fit, and is judged by its fall from the smallest to the largest fleet.
func vanishing(what, symbol string, all []growing, measure int) Verdict {
	d := decline{measure: measure, slopes: newSpan(), limits: newSpan(), judgement: Agrees}
	for _, g := range all {
		if g[0].routers == 1 {
			d.addAlone(g)
		} else {
			d.add(g)
		}
	}
	claim := fmt.Sprintf("%s vanishes as n grows: %s falls faster than n^%g and its extrapolated limit is 0 within twice its interval",
		what, symbol, leastSlope)
	if d.alone != "" {
		claim += "; with one router it falls faster from the least n to the greatest"
	}
	first, last := all[0][0].servers, all[0].last().servers
	return Verdict{
		Claim:     claim,
		Published: "tends to 0 with load below 1",
		Ours: fmt.Sprintf("n = %d to %d, R > 1: slopes in log-log %v, limits %v, which is ± %.2g of the value at n = %d at most%s",
			first, last, d.slopes, d.limits, d.coarse, first, d.alone),
		Judgement: d.judgement, Why: d.why,
	}
}

// decline is how a probability falls with the number of servers, over several cases.
type decline struct {
	measure        int
	slopes, limits span
	coarse         float64 // widest interval of a limit, as a part of the probability in the smallest fleet
	alone          string  // what one router does
	judgement      Judgement
	why            string
}

// add counts a case of several routers.
func (d *decline) add(g growing) {
	points, start := g.points(d.measure), g[0].of[d.measure].Mean
	slope, ok := slopeOf(points)
	limit, _, fits := limitOf(points)
	if !ok || !fits || math.IsInf(limit.StdErr, 1) {
		d.against(Open, g, "too few waits or losses for a trend")
		return
	}
	d.slopes.add(slope)
	d.limits.add(limit)
	d.coarse = max(d.coarse, limit.HalfWidth()/start)
	if j, reason := toZero(slope, limit, coarsest*start); j != Agrees {
		d.against(j, g, reason)
	}
}

// addAlone counts a case of one router.
func (d *decline) addAlone(g growing) {
	start, end := g[0].of[d.measure], g.last().of[d.measure]
	d.alone = fmt.Sprintf("; R = 1: %.2g at n = %d and %.2g at n = %d", start.Mean, g[0].servers, end.Mean, g.last().servers)
	if j := g.fallen(d.measure); j != Agrees {
		d.against(j, g, "at the largest n it is "+brief(end))
	}
}

// against keeps what speaks against the claim; what refutes it is not given up for what leaves it open.
func (d *decline) against(j Judgement, g growing, reason string) {
	if d.judgement != Differs {
		d.judgement, d.why = j, fmt.Sprintf("%v: %s", g, reason)
	}
}

// fallen judges whether a probability is less in the largest fleet than a fall at the least slope from the smallest one would make it.
func (g growing) fallen(measure int) Judgement {
	end, ratio := g.last().of[measure], float64(g.last().servers)/float64(g[0].servers)
	return atMost(end.Mean, finite(end.HalfWidth()), g[0].of[measure].Mean*math.Pow(ratio, leastSlope))
}

// toZero judges a slope and a limit, whose interval may be so wide at most, and gives the reason of what does not agree.
func toZero(slope, limit stats.Estimate, widest float64) (Judgement, string) {
	switch {
	case limit.Mean > doubled(limit):
		return Differs, "the limit is above 0: " + brief(limit)
	case slope.Mean-slope.HalfWidth() > leastSlope:
		return Differs, "the slope is only " + brief(slope)
	case limit.Mean < -doubled(limit) || slope.Mean+slope.HalfWidth() > leastSlope || limit.HalfWidth() > widest:
		return Open, fmt.Sprintf("slope %s, limit %s", brief(slope), brief(limit))
	}
	return Agrees, ""
}
