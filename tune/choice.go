package tune

import (
	"fmt"
	"strconv"

	"github.com/steelyard-lb/steelyard/meanfield"
)

// Choice is the best member of a family of policies for a fleet and a load.
type Choice struct {
	Family       string     `json:"family"`
	Policy       string     `json:"policy,omitempty"` // its text form, "" for a policy that has none
	D            []int      `json:"d"`                // servers queried per class, fastest first, or in all
	PF           *float64   `json:"pf"`               // nil where ps = 0 or the family makes it irrelevant
	PS           *float64   `json:"ps"`               // nil for families without it
	Split        []float64  `json:"p,omitempty"`      // of the jobs over the classes
	Classes      *Classes   `json:"classes,omitempty"`
	MeanResponse float64    `json:"mean_response"` // seconds
	Residual     float64    `json:"residual"`      // of the fixed point, relative
	Heuristic    *Heuristic `json:"heuristic"`     // nil for families without one
	Warnings     []string   `json:"warnings,omitempty"`
}

// Heuristic is the best of the seven candidates of Gardner et al. 2020,
// Section 5.4, beside the optimum.
type Heuristic struct {
	PF           *float64 `json:"pf"`
	PS           float64  `json:"ps"`
	MeanResponse float64  `json:"mean_response"`
	Excess       float64  `json:"excess"` // relative to the optimum
}

// Classes is a policy of the general framework: a query law and an assignment by
// class and idleness.
type Classes struct {
	Query  string               `json:"query"` // the query family
	Inside string               `json:"inside"`
	Mixes  meanfield.Query      `json:"mixes"`
	Assign meanfield.Assignment `json:"assign"`
}

func (c Choice) fastSlowText() string {
	pf := 1.0
	if c.PF != nil {
		pf = *c.PF
	}
	return fmt.Sprintf("%s(df=%d, ds=%d, pf=%s, ps=%s)", c.Family, c.D[0], c.D[1], decimal(pf), decimal(*c.PS))
}

func splitText(p []float64) string {
	text := ""
	for i, x := range p {
		if i > 0 {
			text += ","
		}
		text += decimal(x)
	}
	return "[" + text + "]"
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
