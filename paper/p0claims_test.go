package paper

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/tune"
)

// judged is a verdict with the judgement that is wanted.
type judged struct {
	verdict Verdict
	want    Judgement
}

func checkJudged(t *testing.T, list ...judged) {
	t.Helper()
	for _, c := range list {
		if c.verdict.Judgement != c.want || (c.verdict.Why == "") != (c.want == Agrees) {
			t.Errorf("want %s: %+v", c.want, c.verdict)
		}
	}
}

// simulatedAs are simulations that miss a mean of 1 by so much each, at one load.
func simulatedAs(width float64, off ...float64) []chart.Series {
	var list []chart.Series
	for _, x := range off {
		list = append(list, chart.Series{Points: []chart.Point{{X: .5, Y: 1 + x, Error: width}}})
	}
	return list
}

func TestFig3Judges(t *testing.T) {
	f, best := bothFamilies()[0], []tune.Choice{{MeanResponse: 1}}
	worst := func(width, off float64) Verdict { return indistinguishable(f, simulatedAs(width, off)[0], best) }
	checkJudged(t,
		judged{approaches(f, simulatedAs(.001, .1, -.05, .01), best), Agrees},
		judged{approaches(f, simulatedAs(.001, .1, .01, .05), best), Differs},
		judged{approaches(f, simulatedAs(.1, .1, .05, .01), best), Open},
		judged{worst(.001, -.01), Agrees}, judged{worst(.001, .03), Differs}, judged{worst(.01, .025), Open}, judged{worst(0, math.NaN()), Differs},
	)
}

// madeUpPanel has the same means at loads .1 and .9, of the two families first.
func madeUpPanel(fleet twoSpeeds, jiqFS, jsqFS, jsq, sed, jiq, wjsq float64) *panel {
	loads := []float64{.1, .9}
	p := &panel{fleet: fleet, d: 2, fine: loads, loads: loads}
	for k, x := range []float64{jiqFS, jsqFS, jsq, sed, jiq, wjsq} {
		name := []string{"jiq-fs", "jsq-fs", jsq4, sed4, centralJIQ, wjsq4}[k]
		p.all = append(p.all, chart.Series{Name: name, Points: []chart.Point{{X: .1, Y: x}, {X: .9, Y: x}}})
	}
	p.others = p.all[2:]
	return p
}

func TestFig4Judges(t *testing.T) {
	equal, unequal := twoSpeeds{.2, 1.1}, twoSpeeds{.2, 10}
	of := func(fleet twoSpeeds, means ...float64) []*panel {
		return []*panel{madeUpPanel(fleet, means[0], means[1], means[2], means[3], means[4], means[5])}
	}
	checkJudged(t,
		judged{alikeAtEqualSpeeds(of(equal, 3, 3, 2, 2.05, 1, 2)), Agrees}, judged{alikeAtEqualSpeeds(of(equal, 3, 3, 2, 2.2, 1, 2)), Differs},
		judged{betterAtEqualSpeeds(of(equal, 3, 3, 2, 2, 1, 2)), Agrees}, judged{betterAtEqualSpeeds(of(equal, 3, 2, 2.5, 1, 1, 2)), Differs},
		judged{speedSampling(of(unequal, 1, 1, 2, 2, 1, 2)), Agrees}, judged{speedSampling(of(unequal, 1, 1, 2, 2, 1, 1.1)), Differs},
		judged{speedSampling(of(unequal, 1, 1, 2, 2, 1, math.NaN())), Differs},
		judged{bestAtLowLoad(of(equal, 1, 1, 2, 2, 2, 2)), Agrees}, judged{bestAtLowLoad(of(equal, 1, 1, 2, .9, 2, 2)), Differs},
		judged{neverWorse(of(equal, 2, 1, 2, 2, 2, 2)), Agrees}, judged{neverWorse(of(equal, 1, 2, 2, 2, 2, 2)), Differs},
		judged{alikeUntilHigh(of(equal, 1.01, 1, 2, 2, 2, 2)), Agrees}, judged{alikeUntilHigh(of(equal, 1.1, 1, 2, 2, 2, 2)), Differs},
		judged{alikeUntilHigh(of(equal, 1, 1.1, 2, 2, 2, 2)), Differs},
		judged{idleBestAtHighLoad(of(equal, 2, 2, 2, 2, 1, 2)), Agrees}, judged{idleBestAtHighLoad(of(equal, 2, 2, 2, .9, 1, 2)), Differs},
		judged{idleWorseAtLowLoad(of(unequal, 1, 1, 2, 2, 2, 2)), Agrees}, judged{idleWorseAtLowLoad(of(unequal, 1, 1, 2, 2, 1.1, 2)), Differs},
	)
}

// With equal bends both families are convex; one that bends down is not enough.
func TestNotConvexJudges(t *testing.T) {
	p, any := &panel{fine: []float64{.1, .2, .3}}, tune.Choice{PS: new(float64)}
	curve := func(middle float64) chart.Series {
		return chart.Series{Points: []chart.Point{{X: .1, Y: 1}, {X: .2, Y: middle}, {X: .3, Y: 3}}}
	}
	p.best = [2][]tune.Choice{{any, any, any}, {any, any, any}}
	for _, c := range []struct {
		middle [2]float64
		want   Judgement
	}{{[2]float64{2.5, 2.5}, Agrees}, {[2]float64{2.5, 1.5}, Differs}, {[2]float64{1.5, 1.5}, Differs}} {
		p.family = [2]chart.Series{curve(c.middle[0]), curve(c.middle[1])}
		checkJudged(t, judged{notConvex([]*panel{p}), c.want})
	}
}

// flat is a surface of one height.
func flat(height float64) *surface {
	best := tune.Choice{MeanResponse: 1, PS: new(float64)}
	return &surface{side: []float64{0, 1}, mean: [][]float64{{height, height}, {height, height}}, best: best}
}

func TestFig8Judges(t *testing.T) {
	steep := flat(2)
	for _, row := range steep.mean {
		row[0] = math.Inf(1)
	}
	small := flat(math.Inf(1))
	small.mean[1][1] = 2
	checkJudged(t,
		judged{flat(1.1).insensitive(), Agrees}, judged{flat(2).insensitive(), Differs}, judged{steep.insensitive(), Differs},
		judged{small.sensitive(), Agrees}, judged{flat(2).sensitive(), Differs}, judged{flat(1.1).sensitive(), Differs},
	)
}

func TestFig7Judges(t *testing.T) {
	q := queries{split: map[int][2][2]int{2: {{1, 1}, {1, 1}}}}
	means := func(list ...float64) (choices []tune.Choice) {
		for _, x := range list {
			choices = append(choices, tune.Choice{MeanResponse: x, D: []int{1, 1}})
		}
		return choices
	}
	others := func(d2, d3 float64) []chart.Series {
		s := chart.Series{Points: []chart.Point{{X: 1, Y: 9}, {X: 2, Y: d2}, {X: 3, Y: d3}}}
		return []chart.Series{s, s}
	}
	q.best = [2][]tune.Choice{means(4, 2, 1.5), means(4, 2, 1.4)}
	q.others = others(1.95, 1.35)
	checkJudged(t, judged{q.steepest(), Agrees}, judged{q.splits(), Agrees}, judged{q.othersBetter(), Agrees},
		judged{q.slightlyBetter(), Agrees}, judged{q.stableAndBetter(), Differs})
	q.best = [2][]tune.Choice{means(4, 3, 1.5), means(4, 3, 1.4)}
	q.best[1][1].D = []int{2, 0}
	q.others = others(2, 1.6)
	checkJudged(t, judged{q.steepest(), Differs}, judged{q.splits(), Differs}, judged{q.othersBetter(), Differs}, judged{q.slightlyBetter(), Differs})
	q.others = others(math.NaN(), 2)
	checkJudged(t, judged{q.stableAndBetter(), Agrees})
}

// withExcess are choices whose heuristic errs so much.
func withExcess(list ...float64) (choices []tune.Choice) {
	for _, x := range list {
		choices = append(choices, tune.Choice{Heuristic: &tune.Heuristic{Excess: x}})
	}
	return choices
}

func TestTable1Judges(t *testing.T) {
	peak := []float64{publishedPeak}
	near := func(jiq, jsq float64) Verdict {
		return excessNearPeak(peak, [][]tune.Choice{withExcess(jiq), withExcess(jsq)})
	}
	greatest := func(x float64) Verdict {
		s := excessOver(bothFamilies()[0], peak, withExcess(x))
		return greatestExcess([]chart.Series{s, s})
	}
	loads, fleet := []float64{.98, .99, .999, .9999}, twoSpeeds{.2, 5}
	checkJudged(t,
		judged{near(.247, .2), Agrees}, judged{near(.22, .2), Differs}, judged{near(.264, .25), Differs},
		judged{greatest(.254), Agrees}, judged{greatest(.264), Differs},
	)
	for _, f := range bothFamilies() {
		checkJudged(t,
			judged{vanishes(f, fleet, loads, withExcess(.12, .1, .07, .05)), Agrees},
			judged{vanishes(f, fleet, loads, withExcess(.12, .11, .1, .09)), Differs},
			judged{vanishes(f, fleet, loads, withExcess(.12, .01, .1, .01)), Differs},
		)
	}
	row := publishedTable()[6]
	c := tune.Choice{PF: &row.pf, PS: &row.ps, MeanResponse: row.mean, Heuristic: &tune.Heuristic{Excess: row.excess / 100}}
	off := c
	off.MeanResponse += 2e-5
	checkJudged(t, judged{row.verdict(bothFamilies()[0], c), Agrees}, judged{row.verdict(bothFamilies()[0], off), Differs})
}

func TestFig5Judges(t *testing.T) {
	one, none := 1., 0.
	c := lengths{best: [2]tune.Choice{{PF: &one, PS: &none}, {PF: &one, PS: &none}}, mean: [3][2]float64{{2, 0}, {2, 0}, {1, .5}}}
	checkJudged(t, judged{fastGrow(c), Agrees}, judged{slowIdle(c), Agrees})
	c.mean = [3][2]float64{{2, .1}, {1.1, .1}, {1, .5}}
	checkJudged(t, judged{fastGrow(c), Differs}, judged{slowIdle(c), Differs})
}

func TestGrowthJudges(t *testing.T) {
	for _, c := range []struct {
		wanted, steady bool
		want           Judgement
	}{{true, true, Agrees}, {false, false, Agrees}, {true, false, Differs}, {false, true, Open}} {
		if got := growth(c.wanted, c.steady); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
