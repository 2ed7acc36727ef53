package tune_test

import (
	"fmt"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/tune"
)

// A row of Table 1 of Gardner et al. 2020.
func ExampleTune() {
	c, err := tune.Tune(meanfield.TwoSpeeds(0.2, 5), 0.98, tune.Request{Family: "jsq-fs", D: []int{2, 2}})
	if err != nil {
		panic(err)
	}
	fmt.Printf("pf %.4f, ps %.0f: %.4f s; heuristic %.4f s, %.1f %% more\n",
		*c.PF, *c.PS, c.MeanResponse, c.Heuristic.MeanResponse, 100*c.Heuristic.Excess)
	// Output: pf 0.5975, ps 1: 3.2434 s; heuristic 3.6587 s, 12.8 % more
}
