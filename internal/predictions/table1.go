package predictions

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/tune"
)

// Row is an optimum of Table 1 of Gardner et al. 2020: a fifth of the servers is five times as fast, two of each class are asked.
type Row struct {
	Family string
	Load   float64
}

// LeftOut are the rows whose values were never printed.
func LeftOut() []Row {
	return []Row{{"jiq-fs", .54}, {"jiq-fs", .90}, {"jsq-fs", .44}, {"jsq-fs", .64}, {"jsq-fs", .90}}
}

// Optimum is a tuned policy with its mean response time on many servers, and what simulations found.
type Optimum struct {
	Row
	Choice tune.Choice
	Sizes  [2]Size // of 1,000 and 5,000 servers
}

// Compare tunes the policy of a row and simulates it, with so many jobs in each of four replications.
func (r Row) Compare(ctx context.Context, jobs int, seed uint64) (*Optimum, error) {
	o := &Optimum{Row: r}
	for k, servers := range []int{1000, 5000} {
		text := fmt.Sprintf("classes: [{name: fast, servers: %d, speed: 5}, {name: slow, servers: %d, speed: 1}]\nnormalise: true\nload: %v\n"+
			"run: {jobs: %d, warmup: %d, seed: %d}\n", servers/5, servers*4/5, r.Load, jobs, jobs/2, seed)
		s, err := scenario.Parse("row", []byte(text))
		if err != nil {
			return nil, err
		}
		if o.Choice, err = scenario.Tune(s, tune.Request{Family: r.Family, D: []int{2, 2}}); err != nil {
			return nil, err
		}
		spec, err := policy.Parse(o.Choice.Policy)
		if err != nil {
			return nil, err
		}
		if s, err = s.With(spec); err != nil {
			return nil, err
		}
		p, err := scenario.Predict(s)
		if err != nil {
			return nil, err
		}
		report, err := scenario.Simulate(ctx, s, scenario.Options{Model: scenario.MeanField})
		if err != nil {
			return nil, err
		}
		o.Sizes[k] = sizeOf(s, p, report)
	}
	return o, nil
}

// Confirmed says whether the simulated means, less the term of order 1/k, are the one of many servers, within three standard errors or a tenth
// of that term.
func (o *Optimum) Confirmed() bool {
	for k := range o.Sizes {
		c := Outcome{Limit: o.Choice.MeanResponse, Sizes: o.Sizes}
		if errors, term := c.Off(k); !o.Sizes[k].Known || errors > 3 && term > .1 {
			return false
		}
	}
	return true
}
