package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// sharedBy are the runs of a way of sharing.
func sharedBy(all []sharedRuns, name string) []sharedRuns {
	return filtered(all, func(s sharedRuns) bool { return s.name == name })
}

// growths are the runs without their names.
func growths(all []sharedRuns) []growing {
	var list []growing
	for _, s := range all {
		list = append(list, s.growing)
	}
	return list
}

// limitRange is where a limit lies, whatever the powers of n in which it is approached: from the least to the greatest of the limits in powers of 1/n
// and of n^(-1/2), which is the order of what the other routers hold, each with twice its interval.
type limitRange struct{ low, high float64 }

func rangeOf(points []sized) (limitRange, bool) {
	points = resolved(points)
	if len(points) < 4 {
		return limitRange{}, false
	}
	s := limitRange{math.Inf(1), math.Inf(-1)}
	for _, e := range []stats.Estimate{fitPowers(points, 0, -1, -2)[0], fitPowers(points, 0, -.5, -1)[0]} {
		s.low, s.high = min(s.low, e.Mean-doubled(e)), max(s.high, e.Mean+doubled(e))
	}
	return s, true
}

func (s limitRange) String() string { return fmt.Sprintf("%.3g to %.3g", s.low, s.high) }

// holding judges whether x is the limit; it cannot be told where the range is wider than a tenth of x.
func (s limitRange) holding(x float64) Judgement {
	switch {
	case x < s.low || x > s.high:
		return Differs
	case s.high-s.low > .1*x:
		return Open
	}
	return Agrees
}

// stays judges whether unequal shares leave waiting.
func stays(all []sharedRuns) Verdict {
	var judged []Judgement
	var text []string
	for _, g := range sharedBy(all, ways()[1].name) {
		s, ok := rangeOf(g.points(either))
		j := Open
		if ok {
			j = holds(s.low > 0)
		}
		judged = append(judged, j)
		text = append(text, fmt.Sprintf("%s, %s buffers: %v (fixed point %.4g)",
			g.growing[0].stale, g.growing[0].buffers(), s, g.limit.Wait+g.limit.Block))
	}
	j := inAll(judged...)
	return Verdict{
		Claim: "unequal shares: waiting does not vanish: the limit of P(wait or block) is " +
			"above 0, extrapolated in powers of 1/n and of n^-1/2, each with twice its interval",
		Published: "Stolyar assumes equal shares; unequal ones leave waiting (cf. van der Boor, Borst, van Leeuwaarden 2017)",
		Ours:      strings.Join(text, "; "), Judgement: j, Why: because(j, "some case has a limit of 0, or too few sizes"),
	}
}

// fixedPoint judges how much stays.
func fixedPoint(all []sharedRuns) Verdict {
	var judged []Judgement
	var against []string
	for _, g := range sharedBy(all, ways()[1].name) {
		for k, m := range []int{waiting, blocking, messages} {
			want := [3]float64{g.limit.Wait, g.limit.Block, g.limit.Messages}[k]
			s, ok := rangeOf(g.points(m))
			if !ok {
				continue // nothing is blocked by infinite buffers
			}
			j := s.holding(want)
			judged = append(judged, j)
			if j != Agrees {
				against = append(against, fmt.Sprintf("%v: %s has a limit of %v, the fixed point %.4g", g, measureNames()[m], s, want))
			}
		}
	}
	j := Open
	if len(judged) > 0 {
		j = inAll(judged...)
	}
	return Verdict{
		Claim: "unequal shares: what stays of waiting, blocking and messages is what the fixed point " +
			"of one server says: it lies within the limits so extrapolated, which are known to a tenth",
		Published: "messages pile up at the router of least share, the others send blindly what they lack",
		Ours:      fmt.Sprintf("%d of %d limits hold the fixed point", len(judged)-len(against), len(judged)), Judgement: j,
		Why: because(j, orNone(against)),
	}
}

// restored judges the remedy.
func restored(all []sharedRuns) Verdict {
	list := growths(sharedBy(all, ways()[2].name))
	v := vanishing("unequal shares, messages sent in proportion to them: waiting or blocking", "P(wait or block)", list, either)
	equal, remedied := sharedBy(all, ways()[0].name)[0].last(), list[0].last()
	v.Ours += fmt.Sprintf("; finite buffers, revoke: %s, with equal shares %s", brief(remedied.of[either]), brief(equal.of[either]))
	return v
}

// overloaded tells what still more unequal shares do.
func overloaded() string {
	c := pullCase{servers: 1000, routers: 4, stale: "keep", endless: true, shares: chosenTooUnequal()}
	_, err := c.limit()
	if err == nil {
		return fmt.Sprintf("With infinite buffers and messages that stay the shares %v leave the fleet stable too.", c.shares)
	}
	return fmt.Sprintf("With infinite buffers and messages that stay more unequal shares "+
		"overload the slow pool, which gets its part of what is sent blindly: %v.", err)
}
