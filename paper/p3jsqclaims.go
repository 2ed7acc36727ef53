package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// roots replaces n by its root, as corrections in the Halfin-Whitt regime are powers of that.
func roots(list []sized) []sized {
	out := slices.Clone(list)
	for k := range out {
		out[k].servers = math.Sqrt(out[k].servers)
	}
	return out
}

// beyondSmall leaves out the smallest fleet, where no expansion holds.
func beyondSmall(list []sized) []sized { return list[1:] }

// missedBy is how far an extrapolated mean may be from the limit, in scaled jobs, if its interval is narrower.
const missedBy = .02

// toTheLimit judges whether what SA-JSQ has above the bound tends to what the diffusion says.
func toTheLimit(all []spare) Verdict {
	var judged []Judgement
	var text []string
	for _, s := range all {
		want := s.limit.Second.Mean
		a, _, ok := limitOf(roots(upper(overRoot(s.alone))))
		if !ok {
			judged = append(judged, Open)
			text = append(text, fmt.Sprintf("%v: too few n", s))
			continue
		}
		judged = append(judged, atMost(math.Abs(a.Mean-want), 0, max(doubled(a), missedBy)))
		if doubled(a) > .2*want+missedBy {
			judged = append(judged, Open)
		}
		text = append(text, fmt.Sprintf("%v: %s, limit %.4f", s, brief(a), want))
	}
	j := inAll(judged...)
	return Verdict{
		Claim: fmt.Sprintf("SA-JSQ: jobs above the bound over √n tend to E[Z] of the limit: a in the "+
			"fit a + b/√n + c/n to the larger half of the fleets is within twice its interval or %g", missedBy),
		Published: "Theorem 3.2 and Corollary 3.5", Ours: strings.Join(text, "; "),
		Judgement: j, Why: because(j, "a limit is missed, or not known well enough"),
	}
}

// bestAtLarge judges whether SA-JSQ is the best of all in the largest fleet.
func bestAtLarge(all []spare) Verdict {
	j, tied := Agrees, 0
	var text, against []string
	for _, s := range all {
		for k, rival := range speedAwares()[1:] {
			d := greatest(s.worseBy(k + 1))
			if d.Mean == 0 && d.StdErr == 0 {
				tied++
				continue
			}
			more := atMost(-d.Mean, doubled(d.Estimate), 0)
			if j = inAll(j, more); more != Agrees {
				against = append(against, fmt.Sprintf("%s at %v: %s", rival, s, brief(d.Estimate)))
			}
		}
	}
	for k, rival := range speedAwares()[1:] {
		text = append(text, fmt.Sprintf("%s %s", rival, brief(greatest(all[0].worseBy(k+1)).Estimate)))
	}
	last := greatest(overRoot(all[0].runs[0])).servers
	return Verdict{
		Claim: "in the largest fleet no policy has fewer jobs than SA-JSQ, and each has more " +
			"by over twice the interval of the paired difference or makes the very same decisions",
		Published: "asymptotically optimal among policies that use queue lengths and speeds",
		Ours:      fmt.Sprintf("n = %g, %v, jobs more over √n: %s; %d pairs the same throughout", last, all[0], strings.Join(text, ", "), tied),
		Judgement: j, Why: because(j, "not more: "+strings.Join(against, "; ")),
	}
}

// keepsLead judges whether the advantage stays as n grows.
func keepsLead(all []spare) Verdict {
	yes, why := true, ""
	var text []string
	for k, rival := range speedAwares() {
		if k == 0 || rival == indexPolicy {
			continue
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, s := range all {
			d := s.worseBy(k)
			end := greatest(d)
			low, high = min(low, end.Mean), max(high, end.Mean)
			a, _, ok := limitOf(roots(beyondSmall(d)))
			if slope, rises := slopeOf(beyondSmall(d)); rises && slope.Mean > slope.HalfWidth() {
				continue
			}
			if !ok || a.Mean < doubled(a) {
				yes, why = false, fmt.Sprintf("%s at %v: limit %s", rival, s, brief(a))
			}
		}
		text = append(text, fmt.Sprintf("%s %.3g to %.3g", rival, low, high))
	}
	v := statement("the advantage over JSQ, SED, SCD, WJSQ-2 and hJSQ-2 is of order √n or more jobs: over √n it "+
		"grows with n or has a limit above 0 by more than twice its interval", "others are not asymptotically optimal",
		fmt.Sprintf("at n = %g, over the β: %s", greatest(overRoot(all[0].runs[0])).servers, strings.Join(text, ", ")), yes, why)
	if !yes && strings.Contains(why, "Inf") {
		v.Judgement, v.Why = Open, "too few n"
	}
	return v
}

// asymptoticOnly judges whether whatever is better than SA-JSQ in small fleets is so no longer in large ones.
func asymptoticOnly(all []spare) Verdict {
	better, n, late := 0, 0, ""
	var text []string
	for k, rival := range speedAwares() {
		if k == 0 {
			continue
		}
		for _, s := range all {
			d := s.worseBy(k)
			var where []string
			for i, p := range d {
				n++
				if p.Mean >= -2*p.HalfWidth() {
					continue
				}
				better++
				where = append(where, fmt.Sprintf("%g (%s)", p.servers, brief(p.Estimate)))
				if i >= len(d)/2 {
					late = fmt.Sprintf("%s at %v, n = %g", rival, s, p.servers)
				}
			}
			if len(where) > 0 {
				text = append(text, fmt.Sprintf("%s at %v: n = %s", rival, s, strings.Join(where, ", ")))
			}
		}
	}
	return statement("what is better than SA-JSQ in small fleets, by more than twice the "+
		"interval of the paired difference, is so only in the smaller half of the fleets",
		"optimality is claimed for the limit only",
		fmt.Sprintf("better in %d of %d cases (jobs more over √n): %s", better, n, strings.Join(text, "; ")),
		late == "", "still better: "+late)
}

// nothingToGain judges whether what the best of the others gains in small fleets vanishes.
func nothingToGain(all []spare) Verdict {
	k := slices.Index(speedAwares(), indexPolicy)
	j, text := Agrees, []string{}
	for _, s := range all {
		d := s.worseBy(k)
		first, end := d[0], greatest(d)
		j = inAll(j, atMost(math.Abs(end.Mean), end.HalfWidth(), .01*greatest(overRoot(s.runs[0])).Mean))
		text = append(text, fmt.Sprintf("%v: %s at n = %g, %.2g at n = %g", s, brief(first.Estimate), first.servers, end.Mean, end.servers))
	}
	return Verdict{
		Claim: "what a nearly optimal policy (Whittle's index, which knows the load) gains " +
			"over SA-JSQ vanishes on the scale of √n: at most 1 % of the jobs above the bound " +
			"in the largest fleet",
		Published: "nothing is to be gained in the limit", Ours: strings.Join(text, "; "),
		Judgement: j, Why: because(j, "there is more left, or may be"),
	}
}
