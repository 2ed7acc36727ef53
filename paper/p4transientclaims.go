package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// gapsVanish judges whether the distance from the limit falls from each number of servers to the next.
func gapsVanish(list []*transient) Verdict {
	var judged []Judgement
	var text []string
	for _, t := range list {
		judged = append(judged, falls(t.gaps))
		text = append(text, fmt.Sprintf("%s: %s", t, fromTo(t.gaps)))
	}
	j := worst(judged...)
	return Verdict{
		Claim: "the mean over paths of the supremum of |u − w|/(n+1) over types, lengths and a bounded time vanishes as N grows: it falls from each N to the " +
			"next by more than the intervals",
		Published: "tends to 0", Ours: strings.Join(text, "; "), Judgement: j, Why: because(j, "it does not fall, or the intervals do not tell"),
	}
}

// falls judges whether estimates fall from each to the next, beyond their intervals.
func falls(list []sized) Judgement {
	var judged []Judgement
	for k := range len(list) - 1 {
		rise, width := list[k+1].Mean-list[k].Mean, math.Hypot(list[k].HalfWidth(), list[k+1].HalfWidth())
		judged = append(judged, atMost(rise, width, 0))
	}
	return worst(judged...)
}

// fromTo writes the first and the last of several estimates.
func fromTo(list []sized) string {
	a, b := list[0], list[len(list)-1]
	return fmt.Sprintf("%s at N = %g, %s at N = %g", brief(a.Estimate), a.servers, brief(b.Estimate), b.servers)
}

// brief writes an estimate with its interval to few digits.
func brief(e stats.Estimate) string { return fmt.Sprintf("%.3g ± %.1g", e.Mean, e.HalfWidth()) }

// The exponents of the rates at which fluctuations and correlations of n exchangeable servers fall, and how far off an estimate may be.
const (
	rateTolerance    = .05
	distanceExponent = -.5
)

// gapsShrinkAs judges the exponent of the distance.
func gapsShrinkAs(list []*transient) Verdict {
	var named []trend
	for _, t := range list {
		named = append(named, trend{t.String(), t.gaps})
	}
	return rate("that distance is of the order N^-1/2, that of fluctuations: the exponent is within 0.05 of −1/2 for both schemes and starts", distanceExponent, named)
}

// trend is a quantity over the number of servers.
type trend struct {
	name   string
	points []sized
}

// rate judges whether quantities are of the order of a power of the number of servers.
func rate(claim string, exponent float64, list []trend) Verdict {
	var judged []Judgement
	var text []string
	for _, t := range list {
		slope, ok := slopeOf(t.points)
		if !ok {
			judged, text = append(judged, Open), append(text, t.name+": too few points")
			continue
		}
		judged = append(judged, atMost(math.Abs(slope.Mean-exponent), slope.HalfWidth(), rateTolerance))
		text = append(text, t.name+": "+brief(slope))
	}
	j := worst(judged...)
	return Verdict{
		Claim: claim, Published: fmt.Sprintf("no rate in the paper; %g expected", exponent), Ours: "exponents of N: " + strings.Join(text, "; "),
		Judgement: j, Why: because(j, "a fitted exponent is farther off, or its interval reaches beyond"),
	}
}
