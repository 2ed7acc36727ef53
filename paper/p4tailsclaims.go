package paper

import (
	"fmt"
	"math"
	"strings"
)

// tailVerdicts judge how fast the tails fall.
func tailVerdicts(list []*tailCase, single []float64) []Verdict {
	of := func(scheme int) []*tailCase {
		return keepTails(list, func(c *tailCase) bool { return c.scheme == scheme })
	}
	return []Verdict{
		doubles(list), decayBound(of(1), 1), decayBound(of(2), 2), slopes(list), singleVerdict(single),
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
	return statement("doubly exponential decay: from the first level with P_k < 1/e on, −ln P_k at least doubles from each level to the next, for every type",
		"doubly exponential", fmt.Sprintf("in %d steps the least factor is %.3g (%s)", n, least, where), least >= 2, "it grows by a smaller factor at some step")
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
				against = append(against, fmt.Sprintf("%v: −ln P_k of type %d grows by %.3g per level in the end, less than d = %g, so that the bound fails from some level on whatever δ is; the decay is doubly exponential all the same",
					c.fleet, j+1, g, d))
			}
		}
	}
	return statement(fmt.Sprintf("scheme %d: P_(k+n) ≤ δ^((dⁿ−1)/(d−1)) with d = Σd_j for all n, where k is the first level with δ = max Δ_j (max P_k)^(d−1) < 1", scheme),
		"for all types and n", fmt.Sprintf("broken at %d of %d levels shown%s; in the end −ln P_k grows per level by: %s", broken, n, first, growthOf(list, scheme)),
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
	for _, c := range keepTails(list, func(c *tailCase) bool { return c.load == chosenTailsLoad }) {
		text = append(text, fmt.Sprintf("%v: %s", c.fleet, growthText(c.fleet, scheme)))
	}
	return strings.Join(text, "; ")
}

// deep is the -log P_k at which slopes are those of the end: P_k = 10^-400000000.
const deep = 1e9

// slopes judges whether log(-log P_k) is straight in the end, with the slope of the recursion.
func slopes(list []*tailCase) Verdict {
	const within = .02
	worst, where := 0.0, ""
	for _, c := range list {
		growth := c.fleet.growth(c.scheme)
		for j := range c.fleet.rates {
			period, end := c.period(j), 1
			for c.decay.at(j, end) < deep {
				end++
			}
			slope := math.Log(c.decay.at(j, end)/c.decay.at(j, end-period)) / float64(period)
			if off := math.Abs(slope/math.Log(growth[j]) - 1); off > worst {
				worst, where = off, fmt.Sprintf("%v, type %d: %.4g, and %.4g", c, j+1, slope, math.Log(growth[j]))
			}
		}
	}
	return statement(fmt.Sprintf("ln(−ln P_k) over k is straight in the end: its slope over a period at −ln P_k = %g is within %s of that of the recursion", float64(deep), percent(within)),
		"straight", fmt.Sprintf("farthest off by %s (%s)", percent(worst), where), worst <= within, "a slope is farther off")
}

// period is after how many levels of type j the pattern repeats: one level of the slowest type under scheme 2.
func (c *tailCase) period(j int) int {
	if c.scheme == 1 {
		return 1
	}
	return int(math.Round(c.fleet.rates[j] / last(c.fleet.rates)))
}

// singleVerdict judges the contrast: a split without queries has exponential tails.
func singleVerdict(single []float64) Verdict {
	off := 0.0
	for n := 1; n < len(single); n++ {
		off = max(off, math.Abs(single[n]/(float64(n)*single[1])-1))
	}
	return statement("without queries, under the best static split, the decay is exponential only: −ln P_k is in proportion to k", "exponential",
		fmt.Sprintf("−ln P_k is %.3g at k = 1 and %.3g at k = %d, off proportion by at most %.1g", single[1], last(single), len(single)-1, off), off < 1e-9,
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
					worst, where = off, fmt.Sprintf("%v, type %d: P_%d = %.5f ± %.1g, expected %.5f, in the limit %.5f", c, j+1, n, p.Y, p.Error, expected, limit)
				}
			}
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim: fmt.Sprintf("simulated with N = %d under processor sharing, every P_k above %g is within %s of the fixed point with its 1/N correction",
			chosenTailsServers, least, percent(within)),
		Published: "concentrates on the fixed point", Judgement: j,
		Ours: fmt.Sprintf("farthest off of %d by %s (%s); from the fixed point alone by at most %s", len(judged), percent(worst), where, percent(bare)),
		Why:  because(j, "corrections beyond 1/N, or an interval that is too wide"),
	}, nil
}
