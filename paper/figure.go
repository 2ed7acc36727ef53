package paper

import (
	"context"

	"github.com/steelyard-lb/steelyard/chart"
)

// Figure is one figure, table or claim of a paper.
type Figure struct {
	ID     string   // such as p0-fig3
	Title  string   // what it shows
	Chosen []string // parameters that the paper's text does not give, as chosen here: from chosen.go
	Timed  bool     // it measures this machine, so that two runs differ
	// Run makes the figure. It fails only if ctx ends or what it asks of the engines makes no sense: a claim that does not hold is a verdict.
	Run func(ctx context.Context, o Options) (*Result, error)
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
	Size   chart.Size // zero is chart.DefaultSize
}

func (p Picture) size() chart.Size {
	if p.Size == (chart.Size{}) {
		return chart.DefaultSize
	}
	return p.Size
}

// Table holds the numbers behind a figure. All rows are as long as the header; a number that there is not is an empty cell.
type Table struct {
	Name   string // of the file, without its ending; empty is the figure's ID
	Header []string
	Rows   [][]string
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

// IDs lists the figures by their names.
func IDs() []string {
	var ids []string
	for _, f := range All() {
		ids = append(ids, f.ID)
	}
	return ids
}
