package paper

import (
	"context"
	"fmt"
	"strings"

	"github.com/steelyard-lb/steelyard/scenario"
)

// p4CompareVerdicts judge what the paper's text says of the comparison, and the numbers that its equations give.
func p4CompareVerdicts(ctx context.Context, list []*contest, d *duel, o Options) ([]Verdict, error) {
	kept, err := wholeRegion(ctx, list, o.part(0, 2))
	if err != nil {
		return nil, err
	}
	fight, err := namedPoint(ctx, o.part(1, 2))
	if err != nil {
		return nil, err
	}
	rivals, err := withoutRatesVerdicts(list)
	if err != nil {
		return nil, err
	}
	verdicts := append(append(kept, rivals...), fight, d.judge())
	numbers, err := referenceNumbers(ctx, halves())
	return append(verdicts, numbers...), err
}

// withoutRatesVerdicts judge the schemes against each way that need not know the arrival rate.
func withoutRatesVerdicts(list []*contest) ([]Verdict, error) {
	var verdicts []Verdict
	for k, way := range list[0].ways {
		name := way.name
		if list[0].ways[k].name != last(list).ways[k].name { // as many servers as the schemes ask
			name = strings.NewReplacer("d=4", "d = Σd_j", "d = 4", "d = Σd_j").Replace(name)
		}
		v, err := lowerThan(list, k, name)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// lowerThan judges whether the better scheme has a lower mean than the k-th rival at every load, on every fleet. Where the rival is not
// stable the scheme counts as lower.
func lowerThan(list []*contest, k int, name string) (Verdict, error) {
	met, n := 0, 0
	var against []string
	for _, c := range list {
		lost := c.lost(k)
		n += len(c.fine)
		met += len(c.fine) - len(lost)
		if len(lost) > 0 {
			text, err := c.explain(k, lost)
			if err != nil {
				return Verdict{}, err
			}
			against = append(against, text)
		}
	}
	return statement("arrival rates unknown: the better scheme has a lower mean "+
		"sojourn time than "+name+" at every load and on every fleet shown, or that is not stable", "lower",
		fmt.Sprintf("lower at %d of %d points", met, n), met == n, strings.Join(against, "; ")), nil
}

// lost are the loads, by their numbers, at which the k-th rival has no higher mean than the better scheme.
func (c *contest) lost(k int) []int {
	var list []int
	for i := range c.fine {
		if c.better(i) >= c.rivals[k].Points[i].Y { // never where the rival has none
			list = append(list, i)
		}
	}
	return list
}

// explain says where the k-th rival is lower, by how much, and how the two use the slowest servers there.
func (c *contest) explain(k int, lost []int) (string, error) {
	worst := lost[0]
	excess := func(i int) float64 { return c.better(i)/c.rivals[k].Points[i].Y - 1 }
	for _, i := range lost {
		if excess(i) > excess(worst) {
			worst = i
		}
	}
	scheme := c.fleet.schemes()[0]
	if c.main[1].Points[worst].Y < c.main[0].Points[worst].Y {
		scheme = c.fleet.schemes()[1]
	}
	own, err := scheme.slowest(c.fleet, c.fine[worst])
	if err != nil {
		return "", err
	}
	rival, err := c.ways[k].slowest(c.fleet, c.fine[worst])
	if err != nil {
		return "", err
	}
	fastest, err := c.ways[k].fastestAsked(c.fleet, c.fine[worst])
	return fmt.Sprintf("%v: the rival is lower at %d of %d loads, from %.2g to %.2g; most at %.2g, where %s is %s "+
		"higher, asks %d of the fastest servers for a job and gives the slowest %s of the jobs, the rival %.3g and %s",
		c.fleet, len(lost), len(c.fine), c.fine[lost[0]], c.fine[last(lost)], c.fine[worst],
		scheme.name, percent(excess(worst)), c.fleet.asked[0], percent(own),
		fastest, percent(rival)), err
}

// better is the lesser mean of the two schemes at the i-th load.
func (c *contest) better(i int) float64 { return min(c.main[0].Points[i].Y, c.main[1].Points[i].Y) }

// namedPoint sets scheme 2 against scheme 1 where scheme 1 is said to win, by analysis and on the same arrivals and steps.
func namedPoint(ctx context.Context, o Options) (Verdict, error) {
	at := theNamedPoint()
	t := twoTypes(at.share, at.ratio)
	var means [2]float64
	for i, c := range t.schemes() {
		var err error
		if means[i], err = c.mean(t, at.load); err != nil {
			return Verdict{}, err
		}
	}
	d, err := schemesApart(ctx, t, at.load, o)
	if err != nil {
		return Verdict{}, err
	}
	return at.judge(means, d), nil
}

// judge holds the claim to both the means of the schemes in the limit and the simulated difference, which is nil if there is none.
func (f fight) judge(means [2]float64, d *scenario.Difference) Verdict {
	limit, finite := holds(means[0] < means[1]), Open
	v := Verdict{
		Claim:     fmt.Sprintf("scheme 1 has the lower mean with q_F = %g, r = %g, d = (2,2) at λ = %g", f.share, f.ratio, f.load),
		Published: "scheme 1 lower",
		Ours:      fmt.Sprintf("%.4f s against %.4f s in the limit", means[0], means[1]),
	}
	if d != nil {
		finite = atMost(-d.Mean, d.CI95, 0)
		v.Ours += fmt.Sprintf("; scheme 2 longer by %.4f ± %.2g s, simulated with N = %d", d.Mean, d.CI95, chosenTypesServers)
	}
	v.Judgement = inAll(limit, finite)
	v.Why = because(v.Judgement, fmt.Sprintf("the limit %s, the simulation %s", asWord(limit), asWord(finite)))
	return v
}

// asWord says what a part of the evidence does to a claim.
func asWord(j Judgement) string {
	return map[Judgement]string{Agrees: "agrees", Differs: "differs", Open: "leaves it open"}[j]
}

// schemesApart is how much longer jobs stay under scheme 2 than under scheme 1, simulated; nil if there are no means.
func schemesApart(ctx context.Context, t serverTypes, load float64, o Options) (*scenario.Difference, error) {
	s, err := t.scenario(chosenTypesServers)
	if err != nil {
		return nil, err
	}
	s.Discipline = "fcfs" // the same mean, simulated faster
	s = length(s, o, pick(o, 2_000_000, 200_000, 2_000), pick(o, 4, 2, 2))
	c, err := compared(ctx, s, []string{t.scheme(1), t.scheme(2)}, []float64{load}, o)
	if err != nil {
		return nil, err
	}
	return c.Points[1].Difference, nil
}

// reference is what the equations give for halves() at a load.
type reference struct {
	load  float64
	means [4]float64 // scheme 1, scheme 2, best static split, best hybrid SQ(2)
}

func references() []reference {
	return []reference{
		{.1, [4]float64{.76616, .76616, .88235, .76688}},
		{.5, [4]float64{.98089, .98081, 1.88562, 1.17109}},
		{.7, [4]float64{1.16957, 1.16316, 3.19716, 1.54225}},
		{.9, [4]float64{1.75499, 1.74721, 9.68227, 2.54433}},
	}
}

// referenceNumbers hold our solution of the equations to another one, to its five digits.
func referenceNumbers(ctx context.Context, t serverTypes) ([]Verdict, error) {
	var verdicts []Verdict
	for _, row := range references() {
		for i, c := range append(t.schemes(), bestSplit(1), bestSplit(2)) {
			y, err := c.mean(t, row.load)
			if err != nil {
				return nil, err
			}
			verdicts = append(verdicts, number(fmt.Sprintf("mean sojourn time in the limit, as another solution of the equations "+
				"gives it (the paper's numbers are lost): %s, λ = %g, %v", c.name, row.load, t), row.means[i], 5.1e-6, y, 0))
		}
	}
	return verdicts, ctx.Err()
}
