package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/scenario"
)

// nearBound is how near to the bound, as a part of it, the mean response time of the largest fleet must be.
const nearBound = .01

// reachesBound judges whether the mean response time tends to the bound.
func reachesBound(loads []fixedLoad) Verdict {
	worst, where := 0.0, ""
	var judged []Judgement
	for _, f := range loads {
		gaps := f.gaps()
		end := greatest(gaps)
		if x := (end.Mean + end.HalfWidth()) / f.bound; x > worst {
			worst, where = x, f.String()
		}
		near := atMost(end.Mean/f.bound, end.HalfWidth()/f.bound, nearBound)
		falling := Agrees
		if slope, ok := slopeOf(upper(gaps)); ok {
			falling = atMost(slope.Mean, slope.HalfWidth(), leastSlope)
		}
		judged = append(judged, near, falling)
	}
	j := inAll(judged...)
	return Verdict{
		Claim: fmt.Sprintf("SA-JSQ is asymptotically optimal at fixed load: in the largest fleet its mean is within %s of "+
			"the fluid bound, and the gap falls faster than n^%g in the larger half of the fleets", percent(nearBound), leastSlope),
		Published: "tends to the bound", Judgement: j, Why: because(j, "the farthest is "+where),
		Ours: fmt.Sprintf("%d loads: at most %s above at the greatest n, %g for most (%s)",
			len(loads), percent(worst), greatest(loads[len(loads)-1].gaps()).servers, where),
	}
}

// greatest is the estimate of the largest fleet.
func greatest(list []sized) sized { return list[len(list)-1] }

// upper is the half of larger fleets.
func upper(list []sized) []sized { return list[len(list)/2-1:] }

// closeTo is how far a coefficient may be from what theory says, as a part of it, if its interval is narrower.
const closeTo = .02

// fallsInverse judges the rate at loads that use more than the fastest pool.
func fallsInverse(loads []fixedLoad) Verdict {
	var judged []Judgement
	var text []string
	for _, f := range loads {
		want := f.coefficient()
		if want == 0 {
			continue
		}
		c, _, ok := limitOf(upper(f.coefficients()))
		if !ok {
			judged = append(judged, Open)
			text = append(text, fmt.Sprintf("%v: too few n, expected %.4g/n", f, want))
			continue
		}
		judged = append(judged, atMost(math.Abs(c.Mean-want), 0, max(doubled(c), closeTo*want)))
		if doubled(c) > .2*want {
			judged = append(judged, Open)
		}
		text = append(text, fmt.Sprintf("%v: (%s)/n, expected %.4g/n", f, brief(c), want))
	}
	j := inAll(judged...)
	return Verdict{
		Claim: fmt.Sprintf("where slower pools are needed the gap falls like c/n, c being due "+
			"to idle servers of faster pools alone, within twice its interval or %s", percent(closeTo)),
		Published: "Theorem 3.3 and Proposition 3.1, at fixed load: the idle servers of the fast pools are bounded in n",
		Ours:      strings.Join(text, "; "),
		Judgement: j, Why: because(j, "some coefficient is not as expected, or not known well enough"),
	}
}

// fallsFaster judges the rate where the fastest pool does all the work.
func fallsFaster(loads []fixedLoad) Verdict {
	yes, text, short := true, []string{}, false
	for _, f := range loads {
		if f.coefficient() != 0 {
			continue
		}
		s := f.steepness()
		short = short || len(s) < 2
		for k := range s {
			yes = yes && (k == 0 || s[k] < s[k-1])
		}
		yes = yes && len(s) > 0 && s[len(s)-1] < -2
		text = append(text, fmt.Sprintf("%v: slopes in log-log from n = %d to %d: %.3g", f, f.runs[0].servers, f.runs[len(f.runs)-1].servers, s))
	}
	v := statement("where the fastest pool can do all the work the gap falls faster "+
		"than any power of n: its slope in log-log grows ever steeper, beyond −2",
		"the text gives no rate", strings.Join(text, "; "), yes, "the slope does not grow, or stays above −2")
	if short {
		v.Judgement, v.Why = Open, "the gap is not resolved at enough n"
	}
	return v
}

// challengers are policies of every kind, for two pools.
func challengers(load float64) []string {
	return []string{
		"sajsq", "jsq", "sed", "scd", fmt.Sprintf("whittle(load=%g)", load),
		"wjsq(d=2)", "hjsq(d=2)", "jsq-fs(df=2, ds=2, pf=1)", "jiq-fs(df=2, ds=2)",
		"scheme1(d=[2,2])", "scheme2(d=[2,2])", "leastconn-w", "jiq", "hjiq", "pull", "lsq", "led", "weighted", "wrr", "random",
	}
}

// nobodyBelow tries whether some policy beats the bound on a finite fleet, by its simulated mean response time.
func nobodyBelow(ctx context.Context, o Options) (Verdict, Table, error) {
	x := challenge{
		table: Table{Name: "p3-fluid-challengers",
			Header: []string{"policy", "load", "servers", "bound_of_mean_response", "mean_response", "ci95"}},
		nearest: math.Inf(1),
	}
	loads := pick(o, []float64{.3, .5, .8, .95}, []float64{.5, .8, .95}, []float64{.8})
	sizes := pick(o, []int{6, 30, 300}, []int{6, 300}, []int{6})
	for k, load := range loads {
		for i, servers := range sizes {
			c := boundedCase{pools: chosenTwoPools(), servers: servers, load: load, policy: "sajsq"}
			if err := x.on(ctx, c, o.part(k*len(sizes)+i, len(loads)*len(sizes))); err != nil {
				return Verdict{}, x.table, err
			}
		}
	}
	return statement("the fluid bound is a lower bound for every policy on a finite fleet: none is below it by more than twice its interval",
		"no policy does better",
		fmt.Sprintf("%d of %d stable cases are below, of %d policies with n from %d to %d; the nearest: %s",
			x.beaten, x.cases, len(challengers(loads[0])), sizes[0], sizes[len(sizes)-1], x.who),
		x.beaten == 0, "some policy's mean is below"), x.table, nil
}

// challenge is what the challengers reach.
type challenge struct {
	table         Table
	beaten, cases int
	nearest       float64 // least mean over the bound
	who           string
}

// on runs the challengers on a fleet at a load.
func (x *challenge) on(ctx context.Context, c boundedCase, o Options) error {
	bound, err := c.bound()
	if err != nil {
		return err
	}
	s, err := c.scenario()
	if err != nil {
		return err
	}
	s = length(s, o, pick(o, 1_000_000, 100_000, 1_000), pick(o, 4, 2, 2))
	points, err := compared(ctx, s, challengers(c.load), nil, o)
	if err != nil {
		return err
	}
	for _, p := range points.Points {
		mean, width, ok := meanOf(p.Report)
		if !ok {
			continue
		}
		x.cases++
		x.table.add([]string{p.Policy}, c.load, float64(c.servers), bound, mean, width)
		if mean < bound-2*width {
			x.beaten++
		}
		if mean/bound < x.nearest {
			x.nearest, x.who = mean/bound, fmt.Sprintf("%s at λ = %g, n = %d: %s ± %.2g %% above",
				p.Policy, c.load, c.servers, percent(mean/bound-1), 100*width/bound)
		}
	}
	return nil
}

// meanOf is the mean response time of a report and the half-width of its interval; it reports false if there is none.
func meanOf(r *scenario.Report) (mean, width float64, ok bool) {
	if !r.Stable || r.MeanResponse == nil || r.CI95 == nil {
		return 0, 0, false
	}
	return *r.MeanResponse, *r.CI95, true
}
