package tune

// Choice is the best member of a family of policies for a fleet and a load.
type Choice struct {
	Family       string     `json:"family"`
	D            []int      `json:"d"`             // servers queried per class, fastest first
	PF           *float64   `json:"pf"`            // nil where ps = 0 makes it irrelevant
	PS           float64    `json:"ps"`            //
	Shares       []float64  `json:"p,omitempty"`   // of the classes, for a static split
	MeanResponse float64    `json:"mean_response"` // seconds
	Residual     float64    `json:"residual"`      // of the fixed point
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
