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
	block := vanishing("blocking", "P(block)", append(buffered(all, false, "revoke"), buffered(all, false, "keep")...), blocking)
	return []Verdict{wait, block, oneMessage(all), occupied, cheapRouters(all), otherSimulation(all)}, nil
}

// widestShare is the widest interval of a limit, doubled, that tells whether it is the one claimed: of messages per customer, and of busy shares.
const widestShare = .01

// equals judges whether a limit is the one claimed, within twice its interval.
func equals(limit stats.Estimate, want float64) Judgement {
	switch {
	case math.Abs(limit.Mean-want) > doubled(limit):
		return Differs
	case !(doubled(limit) <= widestShare):
		return Open
	}
	return Agrees
}

// oneMessage judges the rate of messages.
func oneMessage(all []growing) Verdict {
	limits, unexplained := newSpan(), 0.0
	var judged []Judgement
	var against []string
	for _, g := range all {
		j := Open
		limit, _, ok := limitOf(g.points(messages))
		if ok {
			limits.add(limit)
			j = equals(limit, 1)
		}
		if judged = append(judged, j); j != Agrees {
			against = append(against, fmt.Sprintf("%v: limit %s", g, brief(limit)))
		}
		if g[0].stale == "revoke" {
			for _, r := range g {
				unexplained = max(unexplained, math.Abs(1-r.of[either].Mean-r.of[messages].Mean))
			}
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim:     fmt.Sprintf("one message per customer: the extrapolated rate is 1 within twice its interval, which is known to ± %g", widestShare),
		Published: "1",
		Ours: fmt.Sprintf("limits %v; with revocation a customer costs a message unless it waits or is lost: that explains all but %.1g",
			limits, unexplained),
		Judgement: j, Why: because(j, "another limit, or not known so well: "+strings.Join(against, "; ")),
	}
}

// occupancyVerdict judges the busy servers of both pools.
func occupancyVerdict(all []growing) (Verdict, error) {
	limit, err := all[0][0].limit()
	if err != nil {
		return Verdict{}, err
	}
	var judged []Judgement
	var text, against []string
	for pool, measure := range []int{busyFast, busySlow} {
		want, limits := limit.Classes[pool].Busy, newSpan()
		for _, g := range all {
			j := Open
			e, _, ok := limitOf(g.points(measure))
			if ok {
				limits.add(e)
				j = equals(e, want)
			}
			if judged = append(judged, j); j != Agrees {
				against = append(against, fmt.Sprintf("%v: limit %s of pool %d", g, brief(e), pool+1))
			}
		}
		text = append(text, fmt.Sprintf("pool %d: %.5f to %.5f (± %.1g at most)", pool+1, limits.low, limits.high, limits.width))
	}
	j := inAll(judged...)
	return Verdict{
		Claim: fmt.Sprintf("the busy shares of the pools tend to ν_j/β_j = c/(μ_j + "+
			"c), within twice the interval of the limit, which is known to ± %g", widestShare),
		Published: fmt.Sprintf("%.5f and %.5f", limit.Classes[0].Busy, limit.Classes[1].Busy), Ours: "limits " + strings.Join(text, "; "),
		Judgement: j, Why: because(j, "another limit, or not known so well: "+strings.Join(against, "; ")),
	}, nil
}

// littleCost is what more routers may cost in a large fleet: the share of customers that wait or are lost.
const littleCost = .01

// cheapRouters judges what several routers cost.
func cheapRouters(all []growing) Verdict {
	list := buffered(all, false, "revoke")
	servers := list[0].last().servers
	most, text := 0.0, []string{}
	var judged []Judgement
	for _, g := range all {
		e := g.last().of[either]
		most = max(most, e.Mean)
		judged = append(judged, atMost(e.Mean, finite(e.HalfWidth()), littleCost))
	}
	for _, g := range list {
		if _, b, ok := limitOf(g.points(either)); ok && g[0].routers > 1 {
			text = append(text, fmt.Sprintf("R = %d: (%s)/n", g[0].routers, brief(b)))
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim:     fmt.Sprintf("more routers cost little: at the greatest n at most %s of the customers wait or are lost", percent(littleCost)),
		Published: "the number of routers does not matter in the limit",
		Ours: fmt.Sprintf("n = %d: at most %s in all cases; finite buffers, revoke: P(wait or block) is about %s",
			servers, percent(most), strings.Join(text, ", ")),
		Judgement: j, Why: because(j, fmt.Sprintf("%s at n = %d, or not known so well", percent(most), servers)),
	}
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
		"Jobs and messages are split equally, so that a router loses and gains messages " +
			"at the same rate however many it holds: only chance moves the split. " +
			fmt.Sprintf("With %d routers the share of one has the standard deviation %s at n = %d, where messages "+
				"that fell on routers independently would give %.3f, and all splits being equally likely %.3f. ",
				last.routers, brief(last.deviation), last.servers,
				independentSplit(last.routers, idle*float64(last.servers)), uniformSplit(last.routers)) +
			"The occupancy of pools concentrates, that of routers does not, and a router " +
			"is now and then without a message: that is why waiting falls like 1/n, " +
			"and not exponentially as with one router.",
		fmt.Sprintf("A heuristic argument of ours for the coefficient, with revocation: "+
			"the split does a driftless walk that is pushed inwards where a router is empty; "+
			"if the faces are met evenly, P(wait or block) is about (1-s)(R-1)/(s(1+s)n), "+
			"s = %.3g being the share of idle servers, that is %.3g (R-1)/n.",
			idle, (1-idle)/(idle*(1+idle))),
		"Replications begin with all servers idle; their warm-up grows like n^2 jobs, the time in which chance moves the split.",
	}
}
