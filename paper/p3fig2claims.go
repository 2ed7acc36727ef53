package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// p3Fig2Verdicts judge Theorem 3.2 by paths.
func p3Fig2Verdicts(two, three *components, p *pushes) ([]Verdict, error) {
	list := []Verdict{two.atLargest(), two.noise(), p.scales(), two.lasting(), two.approaching(), two.drivenByPushes(), p.onlyAtZero(), p.onlyWhileFull()}
	for _, c := range []*components{two, three} {
		v, err := c.decay()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return append(list, two.single(), three.atLargest(), three.noise(), three.approaching()), nil
}

// pools names the regime in claims.
func (c *components) pools() string { return fmt.Sprintf("M = %d", len(c.limit.Pools)) }

// compared lists a number of the two that diffuse at several times, at the largest n and its distance from given paths of the limit.
func (c *components) compared(limit *diffused) (text []string, differences []stats.Estimate) {
	d := c.largest()
	for _, x := range diffusing(c.limit.Regime) {
		for _, t := range []float64{1, 2, 4} {
			k := lookOf(t)
			a, b := d.mean(x, k), limit.mean(x, k)
			e, f := d.spread(x, k), limit.spread(x, k)
			differences = append(differences, less(a, b), less(e, f))
			text = append(text, fmt.Sprintf("%s(%g s): mean %.3f and %.3f, deviation %.3f and %.3f", x, t, a.Mean, b.Mean, e.Mean, f.Mean))
		}
	}
	return text, differences
}

// atLargest compares the law of the components that diffuse with the limit that has the slack left by the fast pools.
func (c *components) atLargest() Verdict {
	text, differences := c.compared(c.effective)
	most, limit := farthest(differences, make([]float64, len(differences)))
	x := diffusing(c.limit.Regime)
	return statement(fmt.Sprintf("%s, %s: means and standard deviations of %s and %s at 1, 2 and 4 s are those of the limit with the slack that idle fast servers leave, %.4g; twelve comparisons at 5 %% together",
		c.pools(), servers(c.largest().servers), x[0], x[1], c.effective.Slack), "the two diffuse as in the limit",
		fmt.Sprintf("%s; farthest %.2f standard errors of %.2f allowed, a standard error being at most %.2g", strings.Join(text, "; "), most, limit, worst(differences)),
		most <= limit, "the difference is more than chance")
}

// noise judges the quadratic variation that Eq. 3.6 has.
func (c *components) noise() Verdict {
	d := c.largest()
	e := estimated(d.paths, func(p diffusedPath) float64 { return p.Variation })
	events := estimated(d.paths, func(p diffusedPath) float64 { return p.Events })
	v := number(fmt.Sprintf("%s, %s: the noise of %s, solved from Eq. 3.6, has the quadratic variation 2 - O(n^-½) per second that the rate of events has, within .1, seen every %g s",
		c.pools(), servers(d.servers), diffusing(d.Regime)[0], lookEvery*coarse), events.Mean, .1, e.Mean, e.HalfWidth())
	v.Published = "2, in the limit"
	v.Ours = fmt.Sprintf("%.3f ± %.2g; events %.3f, less than 2 by %.2f/√n", e.Mean, e.HalfWidth(), events.Mean, (2-events.Mean)*math.Sqrt(float64(d.servers)))
	return v
}

// scales judges where the quadratic variation of the limit ends.
func (p *pushes) scales() Verdict {
	text, r := []string{}, roughness{}
	for _, r = range p.roughness {
		text = append(text, fmt.Sprintf("%s: %s at %.1g s, %s at %.2g s", servers(r.servers), short(r.values[0]), r.steps[0], short(last(r.values)), last(r.steps)))
	}
	a, b := r.values[0], last(r.values)
	j := inAll(atMost(math.Abs(a.Mean-p.fine()), a.HalfWidth(), .1), atMost(math.Abs(b.Mean-2), b.HalfWidth(), .25))
	return Verdict{
		Claim: fmt.Sprintf("M = 2, %s: counting every event, Y_{2,1} + U has a quadratic variation of only 2 μ_2 γ_2 = %.3g per second (within .1), and of 2 (within .25) for looks far apart",
			servers(r.servers), p.fine()),
		Published: "infinitesimal variance 2, in the limit", Ours: strings.Join(text, "; "), Judgement: j, Why: because(j, "one of the two is another, or not known so well"),
	}
}

// lasting judges whether randomness stays as n grows.
func (c *components) lasting() Verdict {
	j, text := Agrees, []string{}
	for _, x := range diffusing(c.limit.Regime) {
		var list []stats.Estimate
		for _, d := range c.systems {
			list = append(list, d.spread(x, lookOf(4)))
		}
		e, width := powerOf(c.sizes(), list)
		j = inAll(j, atMost(math.Abs(e), width, .1))
		text = append(text, fmt.Sprintf("%s: n^(%.3f ± %.2g), %s", x, e, width, ends(list)))
	}
	return Verdict{
		Claim:     "M = 2: the standard deviations of Y_{2,1} and Y_{1,2} at 4 s do not vanish as n grows (powers of n within 0.1 of 0)",
		Published: "the two are random in the limit", Ours: strings.Join(text, "; "), Judgement: j, Why: because(j, "one of them shrinks or grows, or may"),
	}
}

// approaching judges whether growing systems come nearer to the limit itself.
func (c *components) approaching() Verdict {
	x := diffusing(c.limit.Regime)[0]
	k := lookOf(4)
	var text []string
	var off []stats.Estimate
	for _, d := range c.systems {
		e := less(d.mean(x, k), c.limit.mean(x, k))
		off, text = append(off, e), append(text, fmt.Sprintf("%s with %s", short(e), servers(d.servers)))
	}
	first, final := off[0], off[len(off)-1]
	j := atMost(math.Abs(final.Mean)-math.Abs(first.Mean), first.HalfWidth()+final.HalfWidth(), 0)
	return Verdict{
		Claim:     fmt.Sprintf("%s: the mean of %s at 4 s comes nearer to that of the limit from the smallest to the largest n, by more than the intervals of its distances", c.pools(), x),
		Published: "tends to the limit", Ours: "distance " + strings.Join(text, "; "), Judgement: j, Why: because(j, "the distance grows, or the two cannot be told apart"),
	}
}

// drivenByPushes judges Eq. 3.7.
func (c *components) drivenByPushes() Verdict {
	var list []stats.Estimate
	for _, d := range c.systems {
		list = append(list, rootOf(estimated(d.paths, func(p diffusedPath) float64 { return p.Residual * p.Residual })))
	}
	v := power("M = 2: what Eq. 3.7 leaves unexplained of Y_{1,2} at 4 s falls like n^-¼ (within n^0.05): only U drives it", -.25, .05, c.sizes(), list)
	v.Published = "exact in the limit"
	return v
}

// countable is how many servers must be expected in all paths together for their mean to have an interval.
const countable = 30

// decay compares means over paths with the closed form.
func (c *components) decay() (Verdict, error) {
	d := c.largest()
	var means []stats.Estimate
	var want []float64
	off := 0.0
	for k := 1; k < len(d.paths[0].Kept); k++ {
		y, err := d.Decay(d.start, float64(k)*lookEvery*keptEvery)
		if err != nil {
			return Verdict{}, err
		}
		for _, x := range decaying(d.Regime) {
			e, closed := d.mean(x, k), y.At(x.pool, x.level)
			if closed*math.Sqrt(float64(d.servers))*float64(len(d.paths)) > countable {
				means, want = append(means, e), append(want, closed)
				off = max(off, math.Abs(e.Mean-closed))
			}
		}
	}
	most, limit := farthest(means, want)
	return statement(fmt.Sprintf("%s, %s: the means of %s decay as in closed form; %d comparisons at 5 %% together", c.pools(), servers(d.servers), names(decaying(d.Regime)), len(means)),
		"e^{-μ_j t} Σ (μ_j t)^k/k! Y_{j,i+k}(0)", fmt.Sprintf("at most %.2g off, at most %.2f standard errors of %.2f allowed, a standard error being at most %.2g", off, most, limit, worst(means)),
		most <= limit, "a mean is off by more than chance"), nil
}

// names lists components.
func names(list []component) string {
	var text []string
	for _, x := range list {
		text = append(text, x.String())
	}
	return strings.Join(text, ", ")
}

// single judges whether single paths decay so, too.
func (c *components) single() Verdict {
	var list []stats.Estimate
	for _, d := range c.systems {
		list = append(list, d.spread(component{1, 2}, lookOf(1)))
	}
	v := power("M = 2: Y_{2,2} at 1 s strays from its mean by the order of n^-¼ (within n^0.05), so that a single path decays so in the limit", -.25, .05, c.sizes(), list)
	v.Published = "deterministic in the limit"
	return v
}

// onlyAtZero judges the regulator of the limit.
func (p *pushes) onlyAtZero() Verdict {
	var perSecond []int
	for _, step := range p.steps {
		perSecond = append(perSecond, int(1/step+.5))
	}
	e, width := powerOf(perSecond, p.distance)
	v := number("limit: the mean of |Y_{2,1}| over pushes, at the looks before and after, falls like the square root of the time between looks (power within 0.1 of ½)", .5, .1, -e, width)
	v.Published = "the regulator acts only while Y_{2,1} = 0"
	v.Ours = fmt.Sprintf("power %.3f ± %.2g; %s for looks every %g to %g s", -e, width, ends(p.distance), p.steps[0], last(p.steps))
	return v
}

// onlyWhileFull judges that of a system, event by event.
func (p *pushes) onlyWhileFull() Verdict {
	j := atMost(p.idle.Mean, p.idle.HalfWidth(), 1)
	return Verdict{
		Claim:     fmt.Sprintf("%s: when an arrival finds no idle server, fewer than 1 slow server is idle on average at the looks before and after it, one event apart", servers(p.servers)),
		Published: "the regulator acts only while Y_{2,1} = 0", Judgement: j, Why: because(j, "the regulator acts away from 0"),
		Ours: fmt.Sprintf("%s idle servers, against %s over time", short(p.idle), short(p.usual)),
	}
}

// componentTable lists means and deviations of all components over time.
func componentTable(regimes ...*components) (Table, error) {
	t := Table{Name: "p3-fig2-means", Header: []string{"pools", "servers", "component", "seconds", "mean", "ci95", "deviation", "closed_form"}}
	for _, c := range regimes {
		for _, d := range append(append([]*diffused{}, c.systems...), c.limit, c.effective) {
			if err := d.rows(&t); err != nil {
				return t, err
			}
		}
	}
	return t, nil
}

// rows are those of one system or limit.
func (d *diffused) rows(t *Table) error {
	x := diffusing(d.Regime)
	for n, c := range append(x[:], decaying(d.Regime)...) {
		for k := range d.paths[0].Kept {
			seconds := float64(k) * lookEvery * keptEvery
			y, err := d.Decay(d.start, seconds)
			if err != nil {
				return err
			}
			closed := y.At(c.pool, c.level)
			if n < len(x) {
				closed = math.NaN()
			}
			e := d.mean(c, k)
			t.add([]string{fmt.Sprint(len(d.Pools)), d.name(), c.String()}, seconds, e.Mean, e.HalfWidth(), d.spread(c, k).Mean, closed)
		}
	}
	return nil
}

// name says which system it is.
func (d *diffused) name() string {
	if d.servers > 0 {
		return fmt.Sprint(d.servers)
	}
	return fmt.Sprintf("limit with slack %.4g", d.Slack)
}
