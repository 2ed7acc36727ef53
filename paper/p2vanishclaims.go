package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// p2VanishVerdicts judge the claims of Stolyar 2015.
func p2VanishVerdicts(all []growing) ([]Verdict, error) {
	occupied, err := occupancyVerdict(all)
	if err != nil {
		return nil, err
	}
	wait := vanishing("waiting", "P(wait)", all, waiting)
	block := vanishing("blocking", "P(block)", append(some(all, false, "revoke"), some(all, false, "keep")...), blocking)
	return []Verdict{wait, block, oneMessage(all), occupied, cheapRouters(all), otherSimulation(all)}, nil
}

// doubled is how far a limit may be from what is claimed: twice the half-width of its interval, since many limits are judged at once.
func doubled(e stats.Estimate) float64 { return 2 * e.HalfWidth() }

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
// grows is 0 within its interval.
func vanishing(what, symbol string, all []growing, measure int) Verdict {
	slopes, limits, coarse := newSpan(), newSpan(), 0.0
	judgement, why := Agrees, ""
	against := func(j Judgement, g growing, reason string) {
		if judgement != Differs {
			judgement, why = j, fmt.Sprintf("%v: %s", g, reason)
		}
	}
	first, last := all[0][0].servers, all[0].last().servers
	alone := "" // what one router does
	for _, g := range all {
		points := g.points(measure)
		if g[0].routers == 1 {
			alone = fmt.Sprintf("; R = 1: %.2g at n = %d and %.2g at n = %d", g[0].of[measure].Mean, first, g.last().of[measure].Mean, last)
			continue
		}
		slope, ok := slopeOf(points)
		limit, _, fits := limitOf(points)
		if !ok || !fits || math.IsInf(limit.StdErr, 1) {
			against(Open, g, "too few waits or losses for a trend")
			continue
		}
		slopes.add(slope)
		limits.add(limit)
		coarse = max(coarse, limit.HalfWidth()/g[0].of[measure].Mean)
		switch {
		case limit.Mean > doubled(limit):
			against(Differs, g, "the limit is above 0: "+brief(limit))
		case slope.Mean-slope.HalfWidth() > leastSlope:
			against(Differs, g, "the slope is only "+brief(slope))
		case limit.Mean < -doubled(limit) || slope.Mean+slope.HalfWidth() > leastSlope || limit.HalfWidth() > coarsest*g[0].of[measure].Mean:
			against(Open, g, fmt.Sprintf("slope %s, limit %s", brief(slope), brief(limit)))
		}
	}
	return Verdict{
		Claim:     fmt.Sprintf("%s vanishes as n grows: %s falls faster than n^%g and its extrapolated limit is 0 within twice its interval", what, symbol, leastSlope),
		Published: "tends to 0 with load below 1",
		Ours: fmt.Sprintf("n = %d to %d, R > 1: slopes in log-log %v, limits %v, which is ± %.2g of the value at n = %d at most%s",
			first, last, slopes, limits, coarse, first, alone),
		Judgement: judgement, Why: why,
	}
}

// oneMessage judges the rate of messages.
func oneMessage(all []growing) Verdict {
	limits, worst, where := newSpan(), 0.0, ""
	unexplained := 0.0
	for _, g := range all {
		if limit, _, ok := limitOf(g.points(messages)); ok {
			limits.add(limit)
			if off := math.Abs(limit.Mean-1) / doubled(limit); off > worst {
				worst, where = off, fmt.Sprintf("%v: limit %s", g, brief(limit))
			}
		}
		if g[0].stale == "revoke" {
			for _, r := range g {
				unexplained = max(unexplained, math.Abs(1-r.of[either].Mean-r.of[messages].Mean))
			}
		}
	}
	last := all[0].last().servers
	return statement("one message per customer: the extrapolated rate is 1 within twice its interval", "1",
		fmt.Sprintf("limits %v; with revocation a customer costs a message unless it waits or is lost: that explains all but %.1g", limits, unexplained),
		worst > 0 && worst <= 1, fmt.Sprintf("not so to n = %d, %s", last, where))
}

// occupancyVerdict judges the busy servers of both pools.
func occupancyVerdict(all []growing) (Verdict, error) {
	limit, err := all[0][0].limit()
	if err != nil {
		return Verdict{}, err
	}
	yes, text, where := true, []string{}, ""
	for pool, measure := range []int{busyFast, busySlow} {
		want, limits := limit.Classes[pool].Busy, newSpan()
		for _, g := range all {
			e, _, ok := limitOf(g.points(measure))
			if !ok {
				yes = false
				continue
			}
			limits.add(e)
			if math.Abs(e.Mean-want) > doubled(e) {
				yes, where = false, fmt.Sprintf("%v: limit %.5f ± %.1g of pool %d", g, e.Mean, e.HalfWidth(), pool+1)
			}
		}
		text = append(text, fmt.Sprintf("pool %d: %.5f to %.5f (± %.1g at most)", pool+1, limits.low, limits.high, limits.width))
	}
	return statement("the busy shares of the pools tend to ν_j/β_j = c/(μ_j + c), within twice the interval of the limit",
		fmt.Sprintf("%.5f and %.5f", limit.Classes[0].Busy, limit.Classes[1].Busy), "limits "+strings.Join(text, "; "), yes, where), nil
}

// littleCost is what more routers may cost in a large fleet: the share of customers that wait or are lost.
const littleCost = .01

// cheapRouters judges what several routers cost.
func cheapRouters(all []growing) Verdict {
	list := some(all, false, "revoke")
	servers := list[0].last().servers
	most, text := 0.0, []string{}
	for _, g := range all {
		most = max(most, g.last().of[either].Mean)
	}
	for _, g := range list {
		if _, b, ok := limitOf(g.points(either)); ok && g[0].routers > 1 {
			text = append(text, fmt.Sprintf("R = %d: (%s)/n", g[0].routers, brief(b)))
		}
	}
	return statement(fmt.Sprintf("more routers cost little: at the greatest n at most %s of the customers wait or are lost", percent(littleCost)), "the number of routers does not matter in the limit",
		fmt.Sprintf("n = %d: at most %s in all cases; finite buffers, revoke: P(wait or block) is about %s", servers, percent(most), strings.Join(text, ", ")),
		most <= littleCost, fmt.Sprintf("%s at n = %d", percent(most), servers))
}

// vanishNotes say why the decay is that of 1/n.
func vanishNotes(all []growing, splits []split) []string {
	last := splits[len(splits)-1]
	idle := 0.0
	if limit, err := all[0][0].limit(); err == nil {
		for k, pool := range chosenPools(1000) {
			idle += float64(pool.Servers) / 1000 * (1 - limit.Classes[k].Busy)
		}
	}
	return []string{
		"Jobs and messages are split equally, so that a router loses and gains messages at the same rate however many it holds: only chance moves the split. " +
			fmt.Sprintf("With %d routers the share of one has the standard deviation %s at n = %d, where messages that fell on routers independently would give %.3f, and all splits being equally likely %.3f. ",
				last.routers, brief(last.deviation), last.servers, independentSplit(last.routers, idle*float64(last.servers)), uniformSplit(last.routers)) +
			"The occupancy of pools concentrates, that of routers does not, and a router is now and then without a message: that is why waiting falls like 1/n, " +
			"and not exponentially as with one router.",
		fmt.Sprintf("A heuristic argument of ours for the coefficient, with revocation: the split does a driftless walk that is pushed inwards where a router is empty; "+
			"if the faces are met evenly, P(wait or block) is about (1-s)(R-1)/(s(1+s)n), s = %.3g being the share of idle servers, that is %.3g (R-1)/n.",
			idle, (1-idle)/(idle*(1+idle))),
		"Replications begin with all servers idle; their warm-up grows like n^2 jobs, the time in which chance moves the split.",
	}
}
