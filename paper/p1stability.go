package paper

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/chart"
)

// p1Stability is a theorem of Goren et al. 2021: SCD is stable whatever a dispatcher takes for the number of all jobs.
var p1Stability = Figure{
	ID:     "p1-stability",
	Title:  "SCD with estimators of the number of jobs, rates drawn from [1, 10], 100 servers and 10 dispatchers",
	Chosen: chosenEstimates(),
	Run:    runP1Stability,
}

// The estimators, and what they are compared with.
const (
	estimateOne  = "scd(est=1)"
	estimateFull = "scd(est=capacity)"
	estimateHuge = "scd(est=1e9)"
	plainRandom  = "random" // not stable at high load
	delayedSED   = "sed"    // by (q+1)/mu
)

func estimators() []string { return []string{roundSCD, estimateOne, estimateFull, estimateHuge} }

// estimates are the runs of the figure.
type estimates struct {
	loads   []float64
	numbers []float64 // a_est in panel b
	crowds  []int     // dispatchers in panel c
	rounds  int
	runs    roundRuns
}

// estimateLoad is that of panels b and c.
const estimateLoad = .9

func runP1Stability(ctx context.Context, o Options) (*Result, error) {
	e := estimates{
		loads:   pick(o, []float64{.3, .5, .7, .8, .9, .95, .97, .99}, []float64{.5, .7, .9, .95, .99}, []float64{.5, .9}),
		numbers: pick(o, logarithmic(1, 1e7, 22), []float64{1, 3, 10, 30, 100, 300, 1000, 3000, 1e4, 1e5, 1e6, 1e7}, []float64{1, 500}),
		crowds:  pick(o, chosenCrowds(), []int{10, 100, 1000, 3000}, []int{10, 20}),
		rounds:  pick(o, 50_000, 8_000, 20),
	}
	tasks := e.tasks(o)
	runs, err := inRounds(ctx, tasks, o)
	if err != nil {
		return nil, err
	}
	e.runs = runs
	table := Table{Header: []string{
		"servers", "dispatchers", "load", "policy", "rounds", "stable", "mean_response_rounds", "ci95", "p99_rounds", "p99.9_rounds",
	}}
	for _, t := range tasks {
		r := runs[t.roundRun]
		words := []string{fmt.Sprint(r.servers), fmt.Sprint(r.dispatchers), cell(r.load), r.policy, fmt.Sprint(r.rounds), fmt.Sprint(r.stable)}
		table.add(words, r.mean(), r.width(), r.quantile(.99), r.quantile(.999))
	}
	return &Result{
		Pictures: []Picture{{
			Panels: chart.Panels{Charts: []chart.Chart{e.overLoad(), e.overEstimate(), e.overCrowd(), e.overTime()}},
			Size:   chart.Size{Width: 1040, Height: 760},
		}},
		Tables:   []Table{table},
		Verdicts: []Verdict{e.stable(), e.likeSED(), e.likeRandom(hugeEstimate(o))},
		Notes: []string{
			"All policies meet the same arrivals and services. Intervals are 95 %, from " +
				"stretches of one run; they are too narrow where queues take as long to fill " +
				"as a stretch is, as with a_est = 10⁹ at λ = 0.99, for which nothing is judged by them.",
			"With a_est = 1 all jobs of a dispatcher go to one server, that of the least (q+½)/μ.",
			e.best(o),
		},
	}, nil
}

// main is a run of panels a, b and d.
func (e *estimates) main(policy string, load float64) roundRun {
	return roundRun{tailSystem(10), policy, load, 0}
}

// crowd is a run of panel c.
func (e *estimates) crowd(policy string, dispatchers int) roundRun {
	return roundRun{roundSystem{100, dispatchers, 10}, policy, estimateLoad, 0}
}

// numbered is SCD with a number for an estimate.
func numbered(estimate float64) string { return fmt.Sprintf("scd(est=%.6g)", estimate) }

// tasks lists all runs, each once.
func (e *estimates) tasks(o Options) []roundTask {
	var list []roundTask
	add := func(r roundRun, rounds int) {
		if !slices.ContainsFunc(list, func(t roundTask) bool { return t.roundRun == r }) {
			list = append(list, roundTask{r, rounds})
		}
	}
	for _, load := range e.loads {
		for _, text := range append(estimators(), roundSED, roundWR) {
			add(e.main(text, load), e.rounds)
		}
	}
	add(e.main(plainRandom, last(e.loads)), e.rounds)
	for _, x := range e.numbers {
		add(e.main(numbered(x), estimateLoad), e.rounds/2)
	}
	for _, m := range e.crowds {
		for _, text := range []string{estimateOne, delayedSED} {
			add(e.crowd(text, m), pick(o, 1_000, 500, 20))
		}
	}
	return list
}

func (e *estimates) point(x float64, run roundRun) chart.Point {
	r := e.runs[run]
	return chart.Point{X: x, Y: r.mean(), Error: r.width()}
}

func meanAxis() chart.Axis {
	return chart.Axis{Label: "mean response time", Unit: "rounds", Log: true}
}

func (e *estimates) overLoad() chart.Chart {
	c := chart.Chart{Title: "(a)", X: chart.Axis{Label: "load λ"}, Y: meanAxis()}
	for _, text := range append(estimators(), roundSED, roundWR) {
		s := chart.Series{Name: text, Style: estimatorStyle(text)}
		for _, load := range e.loads {
			s.Points = append(s.Points, e.point(load, e.main(text, load)))
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func (e *estimates) overEstimate() chart.Chart {
	c := chart.Chart{Title: fmt.Sprintf("(b) λ = %g", estimateLoad), X: chart.Axis{Label: "a_est", Unit: "jobs", Log: true}, Y: meanAxis()}
	estimated := chart.Series{Name: "scd(est=a_est)", Style: estimatorStyle(estimateHuge)}
	for _, x := range e.numbers {
		estimated.Points = append(estimated.Points, e.point(x, e.main(numbered(x), estimateLoad)))
	}
	c.Series = append(c.Series, estimated)
	for _, text := range []string{roundSCD, roundSED, roundWR} {
		y := e.runs[e.main(text, estimateLoad)].mean()
		c.Series = append(c.Series, chart.Series{
			Name: text, Kind: chart.Line, Style: estimatorStyle(text), Points: []chart.Point{{X: e.numbers[0], Y: y}, {X: last(e.numbers), Y: y}},
		})
	}
	return c
}

// overCrowd shows that estimate 1 and SED meet where a dispatcher has no more than a job in a round.
func (e *estimates) overCrowd() chart.Chart {
	c := chart.Chart{Title: fmt.Sprintf("(c) λ = %g", estimateLoad), X: chart.Axis{Label: "dispatchers m", Log: true}, Y: meanAxis()}
	for _, text := range []string{estimateOne, delayedSED} {
		s := chart.Series{Name: text, Style: estimatorStyle(text)}
		for _, m := range e.crowds {
			s.Points = append(s.Points, e.point(float64(m), e.crowd(text, m)))
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// overTime shows that the means of stretches of the run settle.
func (e *estimates) overTime() chart.Chart {
	load := last(e.loads)
	c := chart.Chart{Title: fmt.Sprintf("(d) λ = %g", load), X: chart.Axis{Label: "rounds played"}, Y: meanAxis()}
	c.Y.Label = "mean response time of a stretch"
	for _, text := range append(estimators(), plainRandom) {
		r := e.runs[e.main(text, load)]
		s := chart.Series{Name: text, Kind: chart.Line, Style: estimatorStyle(text)}
		for k, y := range r.batches {
			s.Points = append(s.Points, chart.Point{X: float64((k+1)*r.rounds) / float64(len(r.batches)), Y: y})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// best says where the fixed estimate is best.
func (e *estimates) best(o Options) string {
	at, least := 0.0, math.Inf(1)
	for _, x := range e.numbers {
		if y := e.runs[e.main(numbered(x), estimateLoad)].mean(); y < least {
			at, least = x, y
		}
	}
	jobs := 0.0
	for _, rate := range tailSystem(10).rates(o.Seed, 0) {
		jobs += estimateLoad * rate
	}
	return fmt.Sprintf("(b): a round brings %.0f jobs on average. Of these fixed "+
		"estimates the best is %.3g, with the mean %.3g; with Eq. 18 it is %.3g.",
		jobs, at, least, e.runs[e.main(roundSCD, estimateLoad)].mean())
}

// estimatorStyle tells the estimators of SCD apart in all panels.
func estimatorStyle(text string) *chart.Style {
	style := chart.StyleOf(text)
	switch text {
	case estimateOne:
		style.Dash, style.Mark = []float64{6, 3}, chart.Square
	case estimateFull:
		style.Dash, style.Mark = []float64{1.5, 2.5}, chart.Ring
	case estimateHuge:
		style.Dash, style.Mark = []float64{6, 2.5, 1.5, 2.5}, chart.Triangle
	}
	return &style
}
