package paper

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// alike is how far means may be apart that a reader of a plot calls alike.
const alike = .05

// farApart is how far means are apart, at least, that the text calls poor or clearly worse; hardly is what the printed scale does not show.
const (
	farApart = .2
	hardly   = .002
)

// p0Fig4Verdicts judge what the paper's text says of figure 4.
func p0Fig4Verdicts(ctx context.Context, panels []*panel) ([]Verdict, error) {
	unstable, err := unstableBaselines(ctx, panels)
	if err != nil {
		return nil, err
	}
	return []Verdict{
		alikeAtEqualSpeeds(panels),
		betterAtEqualSpeeds(panels),
		unstable,
		speedSampling(panels),
		bestAtLowLoad(panels),
		neverWorse(panels),
		alikeUntilHigh(panels),
		idleBestAtHighLoad(panels),
		idleWorseAtLowLoad(panels),
		notConvex(panels),
	}, nil
}

// ofRatio are the panels of one speed ratio.
func ofRatio(panels []*panel, ratio float64) []*panel {
	return filtered(panels, func(p *panel) bool { return p.fleet.ratio == ratio })
}

// mean is the mean response time of a policy at a load of the panel.
func (p *panel) mean(policy string, load float64) float64 { return at(called(p.all, policy), load).Y }

// families is the lesser mean of the two.
func (p *panel) families(load float64) float64 {
	return min(p.mean("jiq-fs", load), p.mean("jsq-fs", load))
}

func alikeAtEqualSpeeds(panels []*panel) Verdict {
	worst := 0.0
	for _, p := range ofRatio(panels, 1.1) {
		for _, load := range p.loads {
			worst = max(worst, math.Abs(p.mean(jsq4, load)/p.mean(sed4, load)-1))
		}
	}
	return statement(fmt.Sprintf("r = 1.1: JSQ-4 and SED-4 are alike: at no load more than %g %% apart", 100*alike),
		"nearly identical", "greatest difference "+percent(worst), worst < alike,
		"they differ by more somewhere")
}

func betterAtEqualSpeeds(panels []*panel) Verdict {
	text, yes := "", true
	for _, p := range ofRatio(panels, 1.1) {
		load := last(p.loads)
		a, b := p.mean(jsq4, load), p.families(load)
		for _, policy := range []string{jsq4, sed4} {
			own := at(called(p.others, policy), load)
			yes = yes && own.Y+own.Error < b
		}
		text += fmt.Sprintf("q_F = %g: %.3g against %.3g s; ", p.fleet.shareFast, a, b)
	}
	return statement("r = 1.1: JSQ-4 and SED-4 beat the families at high load", "lower", fmt.Sprintf("λ = %g, JSQ-4 against the better family: %s",
		last(panels[0].loads), strings.TrimSuffix(text, "; ")), yes, "not so for at least one share of fast servers")
}

func unstableBaselines(ctx context.Context, panels []*panel) (Verdict, error) {
	text, yes := "", true
	for _, p := range ofRatio(panels, 10) {
		if p.fleet.shareFast > .2 {
			continue
		}
		for _, policy := range []string{jsq4, sed4} {
			load, err := p.fleet.stableLoad(ctx, policy)
			if err != nil {
				return Verdict{}, err
			}
			yes = yes && load < 1
			text += fmt.Sprintf("%s for λ < %.3g; ", policy, load)
		}
	}
	return statement("high r and low q_F: JSQ-4 and SED-4 are unstable at high load",
		"unstable", "r = 10, q_F = .2: stable only "+strings.TrimSuffix(text, "; "), yes,
		"they bear every load below 1"), nil
}

func speedSampling(panels []*panel) Verdict {
	text, stable, poor := "", true, true
	for _, p := range ofRatio(panels, 10) {
		if p.fleet.shareFast > .2 {
			continue
		}
		low, high := p.loads[0], last(p.loads)
		ratio := p.mean(wjsq4, low) / p.families(low)
		stable, poor = stable && !math.IsNaN(p.mean(wjsq4, high)), poor && ratio > 1+farApart
		text = fmt.Sprintf("r = 10, q_F = .2: %.3g times the families' mean at λ = %g; stable at λ = %g: %t", ratio, low, high, stable)
	}
	return statement(fmt.Sprintf("high r and low q_F: WJSQ-4 is stable, but poor at low load: over %g %% above the families", 100*farApart),
		"stable; much higher at low load", text, stable && poor,
		"it is not stable, or nearer to the families at low load")
}

func bestAtLowLoad(panels []*panel) Verdict {
	met, n, worst, where := 0, 0, 0.0, ""
	for _, p := range panels {
		low := p.loads[0]
		n++
		excess := 0.0
		for _, s := range p.others {
			if y := at(s, low).Y; !math.IsNaN(y) {
				excess = max(excess, p.families(low)/y-1)
				if p.families(low)/y-1 > worst {
					worst, where = excess, fmt.Sprintf(", %s, at %v", s.Name, p.fleet)
				}
			}
		}
		if excess < hardly {
			met++
		}
	}
	return statement(fmt.Sprintf("the families are the best at low load, but for %g %%", 100*hardly), "lowest",
		fmt.Sprintf("in %d of %d fleets at λ = %g; at most %s above the best other%s", met, n, panels[0].loads[0], percent(worst), where), met == n,
		"where most servers are fast, four drawn from all hold more than two fast ones on average; the families are held to two")
}

func neverWorse(panels []*panel) Verdict {
	worst, n := 0.0, 0
	for _, p := range panels {
		for _, load := range p.fine {
			worst = max(worst, p.mean("jsq-fs", load)/p.mean("jiq-fs", load)-1)
			n++
		}
	}
	return statement("JSQ-(2,2) is never worse than JIQ-(2,2)", "never",
		fmt.Sprintf("greatest excess %s in %d comparisons", percent(worst), n), worst < 1e-7,
		"JSQ-(2,2) is worse somewhere")
}

func alikeUntilHigh(panels []*panel) Verdict {
	const high = .6
	met, worst, where := 0, 0.0, ""
	for _, p := range panels {
		gap := 0.0
		for _, load := range p.fine {
			if x := math.Abs(p.mean("jiq-fs", load)/p.mean("jsq-fs", load) - 1); load <= high && x > gap {
				gap = x
				if gap > worst {
					worst, where = gap, fmt.Sprintf("%v, λ = %.2g", p.fleet, load)
				}
			}
		}
		if gap < alike {
			met++
		}
	}
	return statement(fmt.Sprintf("JSQ-(2,2) and JIQ-(2,2) are alike until the load is high: within %g %% for λ ≤ %g", 100*alike, high), "alike",
		fmt.Sprintf("so in %d of %d fleets; they are apart by at most %s (%s)", met, len(panels), percent(worst), where), met == len(panels),
		"where p_S = 0 only the two fast servers of each query are in use, and they are all busy often at loads that are low for the whole fleet")
}

func idleBestAtHighLoad(panels []*panel) Verdict {
	met, n, text := 0, 0, ""
	for _, p := range panels {
		high := last(p.loads)
		n++
		jiq, best := at(called(p.others, centralJIQ), high), p.families(high)
		for _, s := range p.others {
			if x := at(s, high); s.Name != centralJIQ && !math.IsNaN(x.Y) {
				best = min(best, x.Y-x.Error)
			}
		}
		if jiq.Y+jiq.Error < best {
			met++
		} else {
			text += fmt.Sprintf("; not at %v", p.fleet)
		}
	}
	return statement("JIQ is the best of all at high load", "lowest",
		fmt.Sprintf("in %d of %d fleets at λ = %g%s", met, n, last(panels[0].loads), text), met == n,
		"another policy is better there, or no worse than the interval is wide")
}

func idleWorseAtLowLoad(panels []*panel) Verdict {
	const lowLoads = .6
	text, yes := "", true
	for _, p := range ofRatio(panels, 10) {
		worst, where := 0.0, 0.0
		for _, load := range p.loads {
			if x := p.mean(centralJIQ, load) / nearest(p, load); load < lowLoads && x > worst {
				worst, where = x, load
			}
		}
		yes = yes && worst > 1+farApart
		text += fmt.Sprintf("q_F = %g: %.3g times the families' mean at λ = %g; ", p.fleet.shareFast, worst, where)
	}
	return statement(fmt.Sprintf("high r: JIQ is clearly worse than the families at some load below %g: by over %g %%", lowLoads, 100*farApart),
		"clearly higher", "r = 10, "+strings.TrimSuffix(text, "; "), yes,
		"JIQ is nearer to the families for some share of fast servers")
}

// nearest is the lesser mean of the families at the load of the analysis that is nearest.
func nearest(p *panel, load float64) float64 {
	best := p.fine[0]
	for _, x := range p.fine {
		if math.Abs(x-load) < math.Abs(best-load) {
			best = x
		}
	}
	return p.families(best)
}

func notConvex(panels []*panel) Verdict {
	p := panels[0]
	for _, q := range panels {
		if q.fleet == (twoSpeeds{.2, 5}) {
			p = q
		}
	}
	bends, text := true, ""
	for i, f := range bothFamilies() {
		n, where := concavities(p.family[i])
		bends = bends && n > 0
		zero, one, fast := kinks(p.fine, p.best[i])
		text += fmt.Sprintf("%s bends down at %d loads (λ =%s ...), p_S leaves 0 at λ = %s and reaches 1 at %s, p_F leaves 1 at %s; ",
			f.of(2, 2), n, where, loadText(zero), loadText(one), loadText(fast))
	}
	return statement("the families' mean is not convex in λ: kinks where p_F or p_S leave 0 or 1", "not convex", fmt.Sprintf("%v: %s", p.fleet,
		strings.TrimSuffix(text, "; ")), bends, "for a family no second difference is below 0 on this grid")
}

// loadText writes a load that there may not be.
func loadText(x float64) string {
	if math.IsNaN(x) {
		return "no load here"
	}
	return fmt.Sprintf("%.3g", x)
}
