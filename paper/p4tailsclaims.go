package paper

import (
	"fmt"
	"math"
	"strings"
)

// tailVerdicts judge how fast the tails fall.
func tailVerdicts(list []*tailCase, single []float64) []Verdict {
	of := func(scheme int) []*tailCase {
		return filtered(list, func(c *tailCase) bool { return c.scheme == scheme })
	}
	return []Verdict{
		doubles(list), decayBound(of(1), 1), decayBound(of(2), 2), follows(list), singleVerdict(single),
	}
}

// doubles judges whether the decay is doubly exponential at all.
func doubles(list []*tailCase) Verdict {
	least, where, n := math.Inf(1), "", 0
	for _, c := range list {
		for j := range c.fleet.rates {
			for k := 1; k < c.levels(j); k++ {
				a, b := c.decay.at(j, k), c.decay.at(j, k+1)
				if a < 1 {
					continue
				}
				if n++; b/a < least {
					least, where = b/a, fmt.Sprintf("%v, type %d, k = %d", c, j+1, k)
				}
			}
		}
	}
	return statement("doubly exponential decay: from the first level with P_k < "+
		"1/e on, −ln P_k at least doubles from each level to the next, for every type",
		"doubly exponential", fmt.Sprintf("in %d steps the least factor is %.3g (%s)", n, least, where),
		least >= 2, "it grows by a smaller factor at some step")
}

// decayBound judges P_(k+n) <= delta^((d^n-1)/(d-1)) with d = sum of d_j, where k is the first level with
// delta = max Delta_j (max P_k^(j))^(d-1) < 1: over all levels shown, and for all that follow by the factor of the end.
func decayBound(list []*tailCase, scheme int) Verdict {
	broken, n, first, against := 0, 0, "", []string{}
	for _, c := range list {
		d := float64(c.fleet.queries())
		k, decay := c.start()
		for j := range c.fleet.rates {
			for m := 1; k+m <= c.levels(j); m++ {
				n++
				if c.decay.at(j, k+m) < decay*(math.Pow(d, float64(m))-1)/(d-1)*(1-1e-9) {
					if broken++; first == "" {
						first = fmt.Sprintf(", first at %v, type %d, k = %d", c, j+1, k+m)
					}
				}
			}
			if g := c.fleet.growth(scheme)[j]; g < d*(1-1e-9) && c.load == chosenTailsLoad {
				against = append(against, fmt.Sprintf("%v: −ln P_k of type %d grows by %.3g per level in the end, less than d "+
					"= %g, so that the bound fails from some level on whatever δ is; the decay is doubly exponential all the same",
					c.fleet, j+1, g, d))
			}
		}
	}
	return statement(fmt.Sprintf("scheme %d: P_(k+n) ≤ δ^((dⁿ−1)/(d−1)) with d = Σd_j for "+
		"all n, where k is the first level with δ = max Δ_j (max P_k)^(d−1) < 1", scheme),
		"for all types and n", fmt.Sprintf("broken at %d of %d levels shown%s; in the end −ln P_k grows per level by: %s",
			broken, n, first, growthOf(list, scheme)),
		broken == 0 && len(against) == 0, orNone(append(against, brokenText(broken)...)))
}

func brokenText(broken int) []string {
	if broken == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of the levels shown are above it", broken)}
}

// start is the level k from which the bound is meant, and -log delta.
func (c *tailCase) start() (k int, decay float64) {
	for k = 1; ; k++ {
		cost, slowest := math.Inf(1), math.Inf(1)
		for j := range c.fleet.rates {
			cost, slowest = min(cost, c.decay.cost[j]), min(slowest, c.decay.at(j, k))
		}
		if decay = cost + float64(c.fleet.queries()-1)*slowest; decay > 0 {
			return k, decay
		}
	}
}

// growthOf names the factors of each fleet once.
func growthOf(list []*tailCase, scheme int) string {
	var text []string
	for _, c := range filtered(list, func(c *tailCase) bool { return c.load == chosenTailsLoad }) {
		text = append(text, fmt.Sprintf("%v: %s", c.fleet, growthText(c.fleet, scheme)))
	}
	return strings.Join(text, "; ")
}

// follows judges the recursion by the fixed point that is solved: whether it gives the last levels that are resolved from those before them.
func follows(list []*tailCase) Verdict {
	const small, within = 1e-3, .01
	worst, where, n := 0.0, "", 0
	for _, c := range list {
		for j := range c.fleet.rates {
			for k := 1; k < c.decay.solved[j]; k++ {
				solved := c.decay.at(j, k)
				if solved < -math.Log(small) {
					continue
				}
				next := c.decay.next(j, k)
				if n++; math.Abs(next/solved-1) >= worst {
					worst, where = math.Abs(next/solved-1),
						fmt.Sprintf("%v, type %d: −ln P_%d = %.5g, the recursion gives %.5g", c, j+1, k, solved, next)
				}
			}
		}
	}
	return statement(fmt.Sprintf("ln(−ln P_k) over k is straight in the end: the linear recursion gives −ln "+
		"P_k of the solved fixed point from the levels before it to within %s, at all levels with %g > P_k > %g",
		percent(within), small, resolvedTail), "straight",
		fmt.Sprintf("%d levels; farthest off by %s (%s)", n, percent(worst), where), n > 0 && worst <= within,
		"what the recursion leaves out counts")
}

// singleVerdict judges the contrast: a split without queries has exponential tails.
func singleVerdict(single []float64) Verdict {
	off := 0.0
	for n := 1; n < len(single); n++ {
		off = max(off, math.Abs(single[n]/(float64(n)*single[1])-1))
	}
	return statement("without queries, under the best static split, the decay is exponential only: −ln P_k is in proportion to k", "exponential",
		fmt.Sprintf("−ln P_k is %.3g at k = 1 and %.3g at k = %d, off proportion by at most %.1g", single[1], last(single), len(single)-1, off),
		off < 1e-9,
		"it is not in proportion")
}

// simulatedTails judges the tails of the finite system by the fixed point with its correction for the number of servers, where they are not
// too small for that.
func simulatedTails(list []*tailCase) (Verdict, error) {
	const least, within = .02, .05
	var judged []Judgement
	worst, bare, where := 0.0, 0.0, ""
	for _, c := range list {
		r, err := c.limit.Refine(chosenTailsServers)
		if err != nil {
			return Verdict{}, err
		}
		for j, points := range c.simulated {
			for _, p := range points {
				n := int(p.X)
				limit := math.Exp(-c.decay.at(j, n))
				if limit < least {
					continue
				}
				expected := limit + r.Tails[j][n]/chosenTailsServers
				off := math.Abs(p.Y/expected - 1)
				judged = append(judged, atMost(off, p.Error/expected, within))
				bare = max(bare, math.Abs(p.Y/limit-1))
				if off >= worst {
					worst, where = off, fmt.Sprintf("%v, type %d: P_%d = %.5f ± %.1g, expected %.5f, in the limit %.5f",
						c, j+1, n, p.Y, p.Error, expected, limit)
				}
			}
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim: fmt.Sprintf("simulated with N = %d under processor sharing, every "+
			"P_k above %g is within %s of the fixed point with its 1/N correction",
			chosenTailsServers, least, percent(within)),
		Published: "concentrates on the fixed point", Judgement: j,
		Ours: fmt.Sprintf("farthest off of %d by %s (%s); from the fixed point alone by at most %s",
			len(judged), percent(worst), where, percent(bare)),
		Why: because(j, "corrections beyond 1/N, or an interval that is too wide"),
	}, nil
}
