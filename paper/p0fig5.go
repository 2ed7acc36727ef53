package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/tune"
)

// p0Fig5 is figure 5 of Gardner et al. 2020: how long queues are.
var p0Fig5 = Figure{
	ID:     "p0-fig5",
	Title:  "law of the number of jobs at fast and slow servers, q_F = 0.5",
	Chosen: []string{fmt.Sprintf("r = %g in the left panel", chosenFig5Ratio), chosenK()},
	Run:    runP0Fig5,
}

// lengths are the laws of the number of jobs at a server, of three policies on one fleet at one load.
type lengths struct {
	fleet twoSpeeds
	load  float64
	best  [2]tune.Choice  // of the families
	laws  [3][2][]float64 // jiq-fs, jsq-fs, jiq; fast, slow: probability of n jobs
	mean  [3][2]float64   // numbers of jobs
	limit []float64       // busy fractions of JIQ with infinitely many servers
	more  float64         // of JIQ: the probability of two jobs or more is at most that, in either class
}

// lengthsShown is how many jobs are drawn.
const lengthsShown = 6

func runP0Fig5(ctx context.Context, o Options) (*Result, error) {
	cases := []lengths{
		{fleet: twoSpeeds{.5, chosenFig5Ratio}, load: .5},
		{fleet: twoSpeeds{.5, 5}, load: .8},
		{fleet: twoSpeeds{.5, 10}, load: .2},
	}
	table := Table{Header: []string{"ratio", "load", "policy", "class", "jobs", "probability"}}
	r := &Result{}
	var fast, slow []chart.Chart
	for k := range cases {
		c := &cases[k]
		if err := c.fill(ctx, o.part(k, len(cases))); err != nil {
			return nil, err
		}
		fast, slow = append(fast, c.chart(0)), append(slow, c.chart(1))
		c.rows(&table)
		r.Notes = append(r.Notes, fmt.Sprintf("JIQ at r = %g, λ = %g: simulated busy "+
			"fractions %s; P(N >= 2) is at most %.2g; as k grows the busy fractions tend to %s.",
			c.fleet.ratio, c.load, pairText(1-c.laws[2][0][0], 1-c.laws[2][1][0]), max(0, c.more-1e-12), pairText(c.limit[0], c.limit[1])))
	}
	alikeLengths, err := lengthsAlike(cases[0])
	if err != nil {
		return nil, err
	}
	panels := chart.Panels{Charts: append(fast, slow...), Columns: 3}
	r.Pictures = []Picture{{Panels: panels, Size: chart.Size{Width: 990, Height: 520}}}
	r.Tables = []Table{table}
	r.Verdicts = []Verdict{alikeLengths, fastGrow(cases[1]), slowIdle(cases[2])}
	return r, nil
}

// fill works out the families and simulates JIQ.
func (c *lengths) fill(ctx context.Context, o Options) error {
	for i, f := range bothFamilies() {
		best, err := tune.FastSlow(c.fleet.limit(), c.load, f.inside, 2, 2)
		if err != nil {
			return err
		}
		c.best[i] = best
		p, err := c.fleet.member(f, c.load, bestFast(best), *best.PS).Predict()
		if err != nil {
			return err
		}
		for class := range 2 {
			c.laws[i][class] = differences(p.Tails[class])
			c.mean[i][class] = p.Classes[class].MeanJobs
		}
	}
	return c.simulate(ctx, o)
}

// simulate finds the law under JIQ. Of it the simulator tells the busy fraction and the mean, which differ little where a job hardly ever
// finds no idle server.
func (c *lengths) simulate(ctx context.Context, o Options) error {
	limit, err := meanfield.Pull{Fleet: c.fleet.limit(), Arrivals: c.load}.Predict()
	if err != nil {
		return err
	}
	s, err := c.fleet.scenario(chosenServers)
	if err != nil {
		return err
	}
	report, err := simulated(ctx, length(s, o, pick(o, 4_000_000, 200_000, 2_000), pick(o, 4, 2, 2)), centralJIQ, c.load, o)
	if err != nil {
		return err
	}
	for class, found := range report.Classes {
		c.limit = append(c.limit, limit.Classes[class].Busy)
		c.laws[2][class] = []float64{1 - found.Busy, found.Busy}
		c.mean[2][class] = found.Busy
		if found.MeanJobs != nil {
			c.mean[2][class] = *found.MeanJobs
			c.more = max(c.more, *found.MeanJobs-found.Busy)
		}
	}
	return nil
}

// differences makes of P(N >= n) the probabilities P(N = n).
func differences(tails []float64) []float64 {
	var law []float64
	for n, x := range tails {
		next := 0.0
		if n+1 < len(tails) {
			next = tails[n+1]
		}
		law = append(law, x-next)
	}
	return law
}

// chance is the probability of n jobs.
func (c *lengths) chance(policy, class, n int) float64 {
	if law := c.laws[policy][class]; n < len(law) {
		return law[n]
	}
	return 0
}

func lengthPolicies() [3]string { return [3]string{"jiq-fs", "jsq-fs", "jiq"} }

func classNames() [2]string { return [2]string{"fast", "slow"} }

func (c *lengths) chart(class int) chart.Chart {
	picture := chart.Chart{
		Title: fmt.Sprintf("%s servers, r = %g, λ = %g", classNames()[class], c.fleet.ratio, c.load),
		X:     chart.Axis{Label: "jobs at the server, n"}, Y: chart.Axis{Label: "P(N = n)", Min: 0, Max: 1},
	}
	for i, name := range lengthPolicies() {
		s := chart.Series{Name: name, Kind: chart.Bars}
		for n := range lengthsShown + 1 {
			s.Points = append(s.Points, chart.Point{X: float64(n), Y: c.chance(i, class, n)})
		}
		picture.Series = append(picture.Series, s)
	}
	picture.Series = asInPaper(picture.Series, 2)
	return picture
}

func (c *lengths) rows(t *Table) {
	for i, name := range lengthPolicies() {
		for class, className := range classNames() {
			for n := range lengthsShown + 1 {
				t.add([]string{cell(c.fleet.ratio), cell(c.load), name, className, fmt.Sprint(n)}, c.chance(i, class, n))
			}
		}
	}
}

func pairText(fast, slow float64) string {
	return fmt.Sprintf("%.3g (fast) and %.3g (slow)", fast, slow)
}

// nearlyEqual is what the best JSQ-(2,2) does where speeds hardly differ.
func nearlyEqual(load float64) (meanfield.Prediction, error) {
	fleet, jsq := twoSpeeds{.5, 1.001}, bothFamilies()[1]
	best, err := tune.FastSlow(fleet.limit(), load, jsq.inside, 2, 2)
	if err != nil {
		return meanfield.Prediction{}, err
	}
	return fleet.member(jsq, load, bestFast(best), *best.PS).Predict()
}

// alikeChances is how far probabilities may be apart that a reader of bars calls alike, and longer how much longer queues are that grow.
const (
	alikeChances = .1
	longer       = .2
)

func lengthsAlike(c lengths) (Verdict, error) {
	worst := 0.0
	for class := range 2 {
		for n := range lengthsShown + 1 {
			for i := range 3 {
				worst = max(worst, math.Abs(c.chance(i, class, n)-c.chance((i+1)%3, class, n)))
			}
		}
	}
	busy := func(i int) string { return pairText(1-c.laws[i][0][0], 1-c.laws[i][1][0]) }
	p, err := nearlyEqual(c.load)
	if err != nil {
		return Verdict{}, err
	}
	return statement(fmt.Sprintf("left panel (speeds nearly equal): the three laws are alike: no two probabilities differ by more than %g",
		alikeChances), "alike",
		fmt.Sprintf("greatest difference of two probabilities %.3g; busy fractions under JIQ-(2,2) %s, JSQ-(2,2) %s, JIQ %s",
			worst, busy(0), busy(1), busy(2)),
		worst <= alikeChances, fmt.Sprintf("hardly any server has two jobs under any of them, but a "+
			"queried idle fast server is always taken first: fast servers are busier than under JIQ "+
			"whatever the ratio (with r = 1.001 still %s under JSQ-(2,2), all %.2g under JIQ)",
			pairText(p.Classes[0].Busy, p.Classes[1].Busy), c.load)), nil
}

func fastGrow(c lengths) Verdict {
	yes := true
	for i := range 2 {
		yes = yes && c.best[i].PF != nil && *c.best[i].PF == 1 && c.mean[i][0] > (1+longer)*c.mean[2][0]
	}
	return statement(fmt.Sprintf("middle panel: the families let fast queues grow (p_F = 1), by over %g %%, JIQ does not", 100*longer),
		"p_F = 1, longer fast queues",
		fmt.Sprintf("p_F = %s and %s; mean jobs at a fast server: JIQ-(2,2) %.3g, JSQ-(2,2) %.3g, JIQ %.3g", orAny(c.best[0].PF), orAny(c.best[1].PF),
			c.mean[0][0], c.mean[1][0], c.mean[2][0]), yes, "an optimal p_F is below 1, or the queues are not that much longer")
}

func slowIdle(c lengths) Verdict {
	yes := true
	for i := range 2 {
		yes = yes && *c.best[i].PS == 0 && c.mean[i][1] == 0
	}
	return statement("right panel: the families leave slow servers idle (p_S = 0), JIQ does not", "p_S = 0, no jobs at slow servers",
		fmt.Sprintf("p_S = %s and %s; jobs at a slow server: %.3g and %.3g, under JIQ %.3g",
			orAny(c.best[0].PS), orAny(c.best[1].PS), c.mean[0][1], c.mean[1][1], c.mean[2][1]),
		yes && c.mean[2][1] > .01, "a family uses slow servers, or JIQ does not")
}
