package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// trend is a quantity over the number of servers.
type trend struct {
	name   string
	points []sized
}

// allFall judges whether quantities fall from each number of servers to the next.
func allFall(claim, published string, list []trend) Verdict {
	var judged []Judgement
	var against []string
	low, high := math.Inf(1), 0.0
	for _, t := range list {
		fall := falls(t.points)
		judged = append(judged, fall)
		if fall != Agrees {
			against = append(against, fmt.Sprintf("%s (%s)", t.name, fall))
		}
		left := t.points[len(t.points)-1].Mean / t.points[0].Mean
		low, high = min(low, left), max(high, left)
	}
	j := inAll(judged...)
	p := list[0].points
	return Verdict{
		Claim: claim, Published: published, Judgement: j,
		Why: because(j, "not by more than the intervals at every step: "+strings.Join(against, ", ")),
		Ours: fmt.Sprintf("%d of %d fall; at N = %g there is left %s to %s of that at N = %g (%s: %s)",
			count(judged, Agrees), len(list), p[len(p)-1].servers, percent(low), percent(high), p[0].servers, list[0].name, fromTo(p)),
	}
}

// falls judges whether estimates fall from each to the next, beyond their intervals.
func falls(list []sized) Judgement {
	var judged []Judgement
	for k := range len(list) - 1 {
		rise, width := list[k+1].Mean-list[k].Mean, math.Hypot(list[k].HalfWidth(), list[k+1].HalfWidth())
		judged = append(judged, atMost(rise, width, 0))
	}
	return inAll(judged...)
}

// fromTo writes the first and the last of several estimates.
func fromTo(list []sized) string {
	a, b := list[0], list[len(list)-1]
	return fmt.Sprintf("%s at N = %g, %s at N = %g", brief(a.Estimate), a.servers, brief(b.Estimate), b.servers)
}

// order is a power of the number of servers, and how far off a fitted exponent may be.
type order struct{ exponent, within float64 }

// rate judges whether quantities are of an order.
func rate(claim string, of order, list []trend) Verdict {
	var judged []Judgement
	var found []named
	var against []string
	for _, t := range list {
		slope, ok := slopeOf(t.points)
		if !ok {
			judged, against = append(judged, Open), append(against, t.name+": too few points")
			continue
		}
		j := atMost(math.Abs(slope.Mean-of.exponent), slope.HalfWidth(), of.within)
		judged, found = append(judged, j), append(found, named{t.name, slope})
		if j != Agrees {
			against = append(against, fmt.Sprintf("%s: %s", t.name, brief(slope)))
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim:     fmt.Sprintf("%s is of the order N^%g: each fitted exponent is within %g of that", claim, of.exponent, of.within),
		Published: fmt.Sprintf("no rate in the paper; %g expected", of.exponent),
		Ours:      fmt.Sprintf("%d of %d exponents are so, from %s", count(judged, Agrees), len(list), extremes(found)),
		Judgement: j, Why: because(j, "farther off, or not known so well: "+strings.Join(against, "; ")),
	}
}

// named is an estimate of something.
type named struct {
	name string
	stats.Estimate
}

// extremes writes the least and the greatest of several estimates.
func extremes(list []named) string {
	if len(list) == 0 {
		return "none that is known"
	}
	byMean := func(a, b named) int { return cmp.Compare(a.Mean, b.Mean) }
	low, high := slices.MinFunc(list, byMean), slices.MaxFunc(list, byMean)
	return fmt.Sprintf("%s (%s) to %s (%s)", brief(low.Estimate), low.name, brief(high.Estimate), high.name)
}
