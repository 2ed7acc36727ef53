package paper

import (
	"context"
	"fmt"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

// p4Insensitivity asks of Mukhopadhyay et al. 2015 whether mean sojourn times depend on the law of job lengths beyond its mean.
var p4Insensitivity = Figure{
	ID:    "p4-insensitivity",
	Title: "mean sojourn time for laws of job lengths of equal mean, as the fleet grows",
	Chosen: []string{"fleet: " + chosenHalves, fmt.Sprintf("λ = %g", chosenLengthsLoad),
		"the laws of job lengths: " + lengthLawTexts(), "the numbers of servers"},
	Run: runP4Insensitivity,
}

// lengthLaw is a law of job lengths of mean 1.
type lengthLaw struct{ name, text string }

// lengthLawTexts names those that are held against exponential lengths.
func lengthLawTexts() string {
	var list []string
	for _, law := range chosenLengths() {
		list = append(list, law.text)
	}
	return strings.Join(list, ", ")
}

// exponentialLengths are those that the others are held against.
func exponentialLengths() lengthLaw { return lengthLaw{"exponential", "exponential"} }

// lengthRuns are those of one scheme under one law of job lengths, by the size of the fleet.
type lengthRuns struct {
	scheme  int
	law     lengthLaw
	scv     float64 // of the law
	sizes   []int
	results []*sim.Result // by size, and last that of the largest fleet under FCFS
}

func runP4Insensitivity(ctx context.Context, o Options) (*Result, error) {
	sizes := pick(o, []int{10, 40, 160, 640}, []int{10, 40, 160, 640}, []int{10, 20})
	var list []*lengthRuns
	for scheme := 1; scheme <= 2; scheme++ {
		for _, law := range append([]lengthLaw{exponentialLengths()}, chosenLengths()...) {
			list = append(list, &lengthRuns{scheme: scheme, law: law, sizes: sizes})
		}
	}
	for k, r := range list {
		if err := r.run(ctx, o.part(k, len(list))); err != nil {
			return nil, err
		}
	}
	limits, err := schemeLimits()
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{
			Panels: chart.Panels{Charts: append(differenceCharts(list), contrastChart(list, limits)), Columns: 3},
			Size:   chart.Size{Width: 1260, Height: 360},
		}},
		Tables:   []Table{lengthTable(list, limits)},
		Verdicts: insensitivityVerdicts(list, limits),
		Notes: []string{
			"Differences are those from exponential lengths on the same arrivals, " +
				"under processor sharing. Under FCFS (right panel) the claim is not made.",
			contrastNote(list),
		},
	}, nil
}

// schemeLimits are the mean sojourn times in the limit of many servers.
func schemeLimits() ([2]float64, error) {
	var means [2]float64
	for k := range means {
		e, err := halves().equilibrium(halves().scheme(k+1), chosenLengthsLoad)
		if err != nil {
			return means, err
		}
		means[k] = e.MeanResponse
	}
	return means, nil
}

// run simulates all sizes under processor sharing, and the largest under FCFS.
func (r *lengthRuns) run(ctx context.Context, o Options) error {
	law, err := dist.Parse(r.law.text)
	if err != nil {
		return err
	}
	r.scv = dist.SCV(law)
	for k, servers := range append(r.sizes, last(r.sizes)) {
		s, err := halves().scenario(servers)
		if err != nil {
			return err
		}
		s.Size = law
		if k == len(r.sizes) {
			s.Discipline = "fcfs"
		}
		s = length(s, o, pick(o, 5_000_000, 700_000, 500), 4)
		result, err := observed(ctx, s, halves().scheme(r.scheme), chosenLengthsLoad, o.part(k, len(r.sizes)+1))
		if err != nil {
			return err
		}
		r.results = append(r.results, result)
	}
	return nil
}

// fcfs is the run of the largest fleet under FCFS, sharing that under processor sharing.
func (r *lengthRuns) fcfs() *sim.Result    { return r.results[len(r.sizes)] }
func (r *lengthRuns) sharing() *sim.Result { return r.results[len(r.sizes)-1] }

// differences are how much longer jobs stay than under other runs on the same arrivals, relative to these.
func (r *lengthRuns) differences(from *lengthRuns) []sized {
	var list []sized
	for k, n := range r.sizes {
		list = append(list, sized{float64(n), relative(r.results[k], from.results[k])})
	}
	return list
}

// relative is the difference of mean response times from those of another run on the same arrivals, relative to these.
func relative(a, b *sim.Result) stats.Estimate {
	pairs := make([]float64, min(len(a.Batches), len(b.Batches)))
	for k := range pairs {
		pairs[k] = (a.Batches[k] - b.Batches[k]) / b.Response.Mean
	}
	return stats.FromReplications(stats.Independent(pairs, sim.Batches))
}

// ofScheme splits the runs of a scheme into those under exponential lengths and those under the other laws.
func ofScheme(list []*lengthRuns, scheme int) (exponential *lengthRuns, others []*lengthRuns) {
	for _, r := range list {
		switch {
		case r.scheme != scheme:
		case r.law == exponentialLengths():
			exponential = r
		default:
			others = append(others, r)
		}
	}
	return exponential, others
}
