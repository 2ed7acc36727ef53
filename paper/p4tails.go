package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// p4Tails shows how fast the tails of queue lengths fall: Mukhopadhyay et al. 2015, Section 4.
var p4Tails = Figure{
	ID:    "p4-tails",
	Title: "doubly exponential decay of the stationary tails of queue lengths",
	Chosen: []string{
		"fleets: " + chosenHalves + " and " + chosenThree, fmt.Sprintf("λ = %v, in the pictures %g", chosenTailsLoads(), chosenTailsLoad),
		fmt.Sprintf("simulations have N = %d servers", chosenTailsServers),
	},
	Run: runP4Tails,
}

// tailCase is the fixed point of a scheme, with tails of a simulation beside it.
type tailCase struct {
	fleet     serverTypes
	scheme    int
	load      float64
	limit     *meanfield.Equilibrium
	decay     *decay
	simulated [][]chart.Point // per type: P_n over n with half-widths; nil at loads that are not simulated
}

// resolvedTail is the least P_n^(j) that is taken from the fixed point, which is solved to 1e-16 or so. Smaller ones follow from these.
const resolvedTail = 1e-9

// shownDecay is the greatest -log P_n that is shown and judged: P_n = 10^-43429.
const shownDecay = 1e5

func runP4Tails(ctx context.Context, o Options) (*Result, error) {
	list, err := tailCases()
	if err != nil {
		return nil, err
	}
	pictured := filtered(list, func(c *tailCase) bool { return c.load == chosenTailsLoad })
	for k, c := range pictured {
		if err := c.simulate(ctx, o.part(k, len(pictured))); err != nil {
			return nil, err
		}
	}
	finite, err := simulatedTails(pictured)
	if err != nil {
		return nil, err
	}
	single, err := singleExponential(halves())
	if err != nil {
		return nil, err
	}
	var charts []chart.Chart
	for _, c := range pictured {
		charts = append(charts, c.chart(single))
	}
	return &Result{
		Pictures: []Picture{{Panels: chart.Panels{Charts: charts}.SameAxes(), Size: chart.Size{Width: 1000, Height: 760}}},
		Tables:   []Table{tailTable(list)},
		Verdicts: append(tailVerdicts(list, single), finite),
		Notes: []string{
			fmt.Sprintf("Tails below %g follow from the levels before by the first term of Eqs. 4.11 and 4.12; what that leaves out is a fraction of the order of P_k/P_(k−1).", resolvedTail),
			"Where the tails are small the logarithms −ln P_k follow a linear recursion in the levels, whose greatest eigenvalue is the factor by which they grow: the slopes named below the panels.",
			"Dots are levels of the fixed point, rings simulated. The static line is the best split of the first fleet at the same load, whose tails are ρ^k.",
		},
	}, nil
}

// tailCases are the fixed points of both schemes on two fleets at several loads.
func tailCases() ([]*tailCase, error) {
	var list []*tailCase
	for _, t := range []serverTypes{halves(), threeTypes()} {
		for scheme := 1; scheme <= 2; scheme++ {
			for _, load := range chosenTailsLoads() {
				e, err := t.equilibrium(t.scheme(scheme), load)
				if err != nil {
					return nil, err
				}
				list = append(list, &tailCase{fleet: t, scheme: scheme, load: load, limit: e, decay: t.continued(scheme, load, e.Tails, resolvedTail)})
			}
		}
	}
	return list, nil
}

func (c *tailCase) String() string {
	return fmt.Sprintf("scheme %d, %v, λ = %g", c.scheme, c.fleet, c.load)
}

// levels are how far type j is followed: the last n with -log P_n within what is shown.
func (c *tailCase) levels(j int) int {
	n := 1
	for c.decay.at(j, n+1) <= shownDecay {
		n++
	}
	return n
}

// simulate averages the tails of a finite system over time.
func (c *tailCase) simulate(ctx context.Context, o Options) error {
	f := finiteSystem{fleet: c.fleet, scheme: c.scheme, load: c.load, servers: chosenTailsServers, replications: pick(o, 32, 16, 2)}
	if err := f.settled(pick(o, 2000, 400, 3)); err != nil {
		return err
	}
	sums, err := looked(ctx, o, f, "sums", func(sums *[][]float64, _, k int, x [][]float64) { // [type][n], over the looks
		if k == 0 {
			*sums = make([][]float64, len(x))
		}
		for j, own := range *sums {
			for n, tail := range x[j] {
				for len(own) <= n {
					own = append(own, 0)
				}
				own[n] += tail / float64(len(f.times))
			}
			(*sums)[j] = own
		}
	})
	if err != nil {
		return err
	}
	for j := range c.fleet.rates {
		c.simulated = append(c.simulated, averageTails(sums, j))
	}
	return nil
}

// singleExponential are -log P_n of the best static split at the load of the pictures, for the fastest type.
func singleExponential(t serverTypes) ([]float64, error) {
	p, err := meanfield.OptimalStatic(t.limit(), chosenTailsLoad)
	if err != nil {
		return nil, err
	}
	limit, err := meanfield.Hybrid(t.limit(), chosenTailsLoad, p, 1)
	if err != nil {
		return nil, err
	}
	var list []float64
	for _, tail := range limit.Tails[0][:20] {
		list = append(list, -math.Log(tail))
	}
	return list, nil
}
