package paper

import (
	"context"

	"github.com/steelyard-lb/steelyard/chart"
)

// Figure is one figure, table or claim of a paper.
type Figure struct {
	ID     string   // such as p0-fig3
	Title  string   // what it shows
	Chosen []string // parameters that the paper's text does not give, as chosen here
	Run    func(ctx context.Context, o Options) (*Result, error)
}

// Options say how thoroughly to run. The same options give the same Result, whatever the number of cores.
type Options struct {
	// Quick shortens simulations and thins out loads, so that all figures together take minutes.
	Quick bool
	Seed  uint64
	// Progress, if not nil, is called from time to time with the share of the work that is done.
	Progress func(share float64)
}

// Result is what a figure came to.
type Result struct {
	Pictures []Picture
	Tables   []Table
	Verdicts []Verdict
	Notes    []string // what a reader should know besides
}

// Picture is a drawing of a figure.
type Picture struct {
	Name   string // of the file, without its ending; empty is the figure's ID
	Panels chart.Panels
	Size   chart.Size
}

// Table holds the numbers behind a figure.
type Table struct {
	Name   string // of the file, without its ending; empty is the figure's ID
	Header []string
	Rows   [][]string
}

// Judgement is how a claim fared.
type Judgement string

// The judgements.
const (
	Agrees  Judgement = "agrees"
	Differs Judgement = "differs"
	Open    Judgement = "open" // the run cannot tell, for instance because the interval is too wide
)

// Verdict judges one published number or claim.
type Verdict struct {
	Claim     string // in our own words
	Published string // the number or statement of the paper
	Ours      string // with its interval
	Judgement Judgement
	Why       string // where it differs or is open, the reason as far as known
}

// Lookup finds a figure by its ID.
func Lookup(id string) (Figure, bool) {
	for _, f := range All() {
		if f.ID == id {
			return f, true
		}
	}
	return Figure{}, false
}
