package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// p1Fig2 is figure 2 of Goren et al. 2021: the optimum may send jobs to a server above the ideal workload.
var p1Fig2 = Figure{
	ID:    "p1-fig2",
	Title: "an optimum that gives a server above the IWL a positive probability",
	Chosen: []string{
		"the instance: the first found with a = 7 and a probability that rounds to .221, fewest servers first: " +
			fmt.Sprintf("one of a rate up to %d beside slower ones of two kinds, of rates up to %d", chosenSearchFast, chosenSearchSlow),
		fmt.Sprintf("(b): %d servers, rates uniform from 1 on, queues Poisson with mean %g μ", chosenAbove(0, 1).servers, chosenAbove(0, 1).fill),
	},
	Run: runP1Fig2,
}

// fig2Published is the probability in the figure, and how many jobs it is of seven.
const (
	fig2Published = .221
	fig2Expected  = 1.55
	fig2Jobs      = 7
)

func runP1Fig2(ctx context.Context, o Options) (*Result, error) {
	i, found := searched(10)
	if !found {
		return nil, fmt.Errorf("p1-fig2: no instance with a = %d and a probability that rounds to %g", fig2Jobs, fig2Published)
	}
	instances := Table{Header: []string{"server", "rate_jobs_per_round", "queue_jobs",
		"load_rounds", "ideal_workload_rounds", "probability", "probability_below_only"}}
	p, only := i.optimum(), i.restricted()
	expected := make([]float64, len(p))
	for s, x := range p {
		expected[s] = x * float64(i.jobs)
		instances.add([]string{fmt.Sprint(s + 1)}, i.rate[s], float64(i.queue[s]), i.load(s, 0), i.ideal(), x, only[s])
	}
	picture := vessels("(a) "+i.String(), i)
	picture.Series = append(picture.Series, bars("with a p jobs more", i, expected), bars("load before", i, make([]float64, len(p))))
	often, err := howOften(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: []chart.Chart{picture, often.chart()}}, Size: chart.Size{Width: 1000, Height: 380}}},
		Tables:   []Table{instances, often.table()},
		Verdicts: []Verdict{aboveIdeal(i), optimal(o, i), restriction(i), often.equalRates()},
		Notes:    []string{"(a): each server is as wide as it is fast, so that areas are jobs; a p is the mean number of jobs that a server gets."},
	}, nil
}

// searched is the first instance of the figure's kind, fewest servers first.
func searched(most int) (i instance, found bool) {
	for n := 3; n <= most; n++ {
		for fast := 2; fast <= chosenSearchFast; fast++ {
			for a := 1; a <= min(fast, chosenSearchSlow); a++ {
				for b := a; b <= min(fast, chosenSearchSlow); b++ {
					if i, found := searchedQueues(n, fast, a, b); found {
						return i, true
					}
				}
			}
		}
	}
	return instance{}, false
}

// searchedQueues tries n servers: one of the rate fast, some of rate a, and the rest of rate b.
func searchedQueues(n, fast, a, b int) (i instance, found bool) {
	for first := 1; first < n-1; first++ {
		for queueA := range 2 {
			for queueB := range 3 {
				i := instance{rate: []float64{float64(fast)}, queue: []int32{0}, jobs: fig2Jobs}
				for s := 1; s < n; s++ {
					rate, queue := a, queueA
					if s > first {
						rate, queue = b, queueB
					}
					i.rate, i.queue = append(i.rate, float64(rate)), append(i.queue, int32(queue))
				}
				if i.raiseFirst() {
					return i, true
				}
			}
		}
	}
	return instance{}, false
}

// raiseFirst lengthens the queue of the first server until it is above the IWL and has the published probability, if it ever does.
func (i instance) raiseFirst() bool {
	others := instance{rate: i.rate[1:], queue: i.queue[1:], jobs: i.jobs}
	ideal := others.ideal() // that of all, if the first is above
	for i.queue[0] = int32(i.rate[0]*ideal+1e-9) + 1; ; i.queue[0]++ {
		p := i.optimum()[0]
		if p < fig2Published-.01 || likeFig2(p) {
			return likeFig2(p)
		}
	}
}

// likeFig2 says whether a probability is that of the figure to its digits, and so is that of the jobs.
func likeFig2(p float64) bool {
	return math.Abs(p-fig2Published) < .0005 && math.Abs(fig2Jobs*p-fig2Expected) < .005
}

func aboveIdeal(i instance) Verdict {
	p := i.optimum()[0]
	return statement("with a = 7, the optimum gives a server above the IWL a probability of about .221", "p ≈ .221, 1.55 of 7 jobs",
		fmt.Sprintf("%v: server 1 has the load %.4g, the IWL is %.4g; p = %.5f, %.4f of 7 jobs", i, i.load(0, 0), i.ideal(), p, fig2Jobs*p),
		i.above() == 0 && likeFig2(p), "the server is not above, or has another probability")
}

// optimal checks the optimum by its conditions and by another way to it, on the instance and on random ones.
func optimal(o Options, i instance) Verdict {
	r := rng.New(o.Seed, "optima")
	residual, off := 0.0, 0.0
	random := pick(o, 2_000, 300, 20)
	for k := range random + 1 {
		if k > 0 {
			i = chosenOptima(k).draw(&r)
		}
		p := i.optimum()
		residual = max(residual, i.residual(p))
		for s, x := range i.descended() {
			off = max(off, math.Abs(x-p[s]))
		}
	}
	return statement("these probabilities are the optimum of Eq. 10", "optimal", fmt.Sprintf(
		"on this and %d random instances: conditions of optimality met to %.1g; probabilities found by pairwise descent differ by at most %.1g",
		random, residual, off),
		residual < 1e-9 && off < 1e-9, "the conditions are missed, or descent finds another optimum")
}

// restriction judges what TWF assumes of the support.
func restriction(i instance) Verdict {
	best, only := i.expectedError(i.optimum()), i.expectedError(i.restricted())
	return statement("unlike TWF's assumption, S⁺ is not {q/μ < IWL}", "not that set",
		fmt.Sprintf("expected error (Eq. 5) with the optimum %.5f, with the best on {q/μ < IWL} %.5f: %s more", best, only, percent(only/best-1)),
		only > best*(1+1e-9), "the best on that set is as good")
}
