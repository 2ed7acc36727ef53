package stats

// Warning says that a result must be read with care, and why.
type Warning struct {
	Code Code   `json:"code"`
	Text string `json:"text"`
}

// Code names a kind of warning for programs.
type Code string

// The kinds of warning.
const (
	NotStationary    Code = "not-stationary"    // the run shows no steady state
	NotResolved      Code = "not-resolved"      // too few observations behind a quantile
	ShortRun         Code = "short-run"         // batches still depend on one another
	InfiniteVariance Code = "infinite-variance" // intervals may mislead
	Unbalanced       Code = "unbalanced"        // a conservation law does not hold within its error
)

func (w Warning) String() string { return string(w.Code) + ": " + w.Text }
