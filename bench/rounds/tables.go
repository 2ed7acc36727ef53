package main

import (
	"fmt"
	"io"
	"math"
	"slices"
)

const intro = `# The round engine beside the published evaluation

Response times of policies that act in rounds (Goren, Vargaftik and Moses 2021, "Stochastic coordination in heterogeneous load
balancing systems"): n servers whose rates are drawn uniformly from [1, 10] or [1, 100], m dispatchers, all rounds counted from empty
queues. Times are rounds. This page is what

    go run ./bench/rounds tables > docs/rounds.md

prints. "hjsq(d=2, sample=round)" draws two servers per dispatcher and round, "hjsq(d=2)" two per job; the paper does not say which it means,
but only the first fits its ranking.
`

// The policies of the paper: those of its main figures, those of its appendix, and the other reading of hJSQ(2).
var (
	mainSet   = []string{"scd", "twf", "jsq", "sed(rank=q)", "hjsq(d=2, sample=round)", "hjiq", "hlsq(d=2)"}
	appendix  = []string{"jsq(d=2, sample=round)", "jiq", "lsq(d=2)", "weighted"}
	perJob    = []string{"hjsq(d=2)", "jsq(d=2)"}
	allOfThem = slices.Concat(mainSet, appendix, perJob)
)

// baseDraws is how many draws of the rates the comparison with published numbers averages.
const baseDraws = 6

// tables prints all of them. Every run is scale times shorter than it should be.
func tables(w io.Writer, scale int) error {
	fmt.Fprint(w, intro)
	base, err := study{system: system{100, 10, 10}, policies: allOfThem, loads: []float64{.7, .9, .99}, rounds: 100_000 / scale, draws: baseDraws}.run()
	if err != nil {
		return err
	}
	if err := comparison(w, base, 100_000/scale); err != nil {
		return err
	}
	if err := oneDraw(w, base); err != nil {
		return err
	}
	wide, err := study{system: system{100, 10, 100}, policies: slices.Concat(mainSet, perJob), loads: []float64{.7, .99}, rounds: 20_000 / scale, draws: 2}.run()
	if err != nil {
		return err
	}
	tails(w, base, wide, scale)
	return ranking(w, scale)
}

// comparison puts the published numbers beside ours.
func comparison(w io.Writer, cells []cell, rounds int) error {
	published, err := readPublished("sim/rounds/testdata/published.csv")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n## Published numbers\n\nn = 100, m = 10, rates in [1, 10]. Ours are averages over %d draws of the rates, %d rounds each, with the least "+
		"and the greatest of the draws\nin brackets; the published ones are what the authors' program prints for one draw that is not known "+
		"(100000 rounds).\nThe tails of policies that do not know the rates, or learn late, follow the slowest few servers of a draw.\n\n", baseDraws, rounds)
	fmt.Fprintln(w, "| load | policy | mean | published | deviation | p50 | p99 | p99.9 | published | p99.99 | published | messages per job |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, c := range cells {
		p, known := published[key{c.policy, c.load}]
		c.compare(w, p, known)
	}
	return nil
}

// likePublished is the draw of ours, counted from 0, whose slowest servers are most like the published ones, by their tails.
const likePublished = 1

// oneDraw puts the tails of one draw beside the published ones, for the policies whose tails follow the draw.
func oneDraw(w io.Writer, cells []cell) error {
	published, err := readPublished("sim/rounds/testdata/published.csv")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n### One draw\n\nAveraged over draws, p99.9 of some policies is more than one round from the published one. It is the draw that makes the difference: with the "+
		"rates of draw %d\nalone, whose four slowest servers have rates 1.05 to 1.12, these policies come out like this.\n\n", likePublished+1)
	fmt.Fprintln(w, "| load | policy | p99.9 | published | p99.99 | published |\n|---|---|---|---|---|---|")
	for _, c := range cells {
		p, known := published[key{c.policy, c.load}]
		if known && c.load < .95 && slices.Contains(followers, c.policy) {
			d := c.draws[likePublished]
			fmt.Fprintf(w, "| %g | `%s` | %g | %g | %g | %g |\n", c.load, c.policy, d.quantiles[4], p.quantiles[4], d.quantiles[5], p.quantiles[5])
		}
	}
	return nil
}

// followers are the policies whose tails follow the slowest servers of a draw.
var followers = []string{"twf", "jsq", "sed(rank=q)", "hjiq", "lsq(d=2)"}

// compare writes a row of the comparison.
func (c *cell) compare(w io.Writer, p published, known bool) {
	fmt.Fprintf(w, "| %g | `%s` | %s ", c.load, c.policy, c.span(3, mean, func(d draw) float64 { return d.mean }))
	if known {
		fmt.Fprintf(w, "| %.3f | %+.1f %% ", p.mean, 100*(c.mean/p.mean-1))
	} else {
		fmt.Fprint(w, "| | ")
	}
	fmt.Fprintf(w, "| %s | %s ", c.number(c.quantiles[0], 1), c.number(c.quantiles[3], 1))
	for _, k := range []int{4, 5} {
		fmt.Fprintf(w, "| %s | ", c.span(1, func(c *cell) float64 { return c.quantiles[k] }, func(d draw) float64 { return d.quantiles[k] }))
		if known {
			fmt.Fprintf(w, "%g ", p.quantiles[k])
		}
	}
	fmt.Fprintf(w, "| %.3f |\n", c.messages)
}

// span writes an average with the range of the draws.
func (c *cell) span(digits int, average func(*cell) float64, of func(draw) float64) string {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, d := range c.draws {
		least, greatest = min(least, of(d)), max(greatest, of(d))
	}
	if !c.stable {
		return "unstable"
	}
	return fmt.Sprintf("%.*f (%.*f .. %.*f)", digits, average(c), max(digits-1, 0), least, max(digits-1, 0), greatest)
}

// number writes a number of a stable system.
func (c *cell) number(x float64, digits int) string {
	if !c.stable {
		return "unstable"
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// tails prints how far SCD is ahead in the tail.
func tails(w io.Writer, base, wide []cell, scale int) {
	fmt.Fprintf(w, "\n## The tail at load 0.99\n\nn = 100, m = 10. p99.99, and what it is beside that of `scd`. Rates in [1, 10]: %d rounds, %d draws; in [1, 100]: %d rounds, two draws.\n\n",
		100_000/scale, baseDraws, 20_000/scale)
	fmt.Fprintln(w, "| policy | mean, [1, 10] | p99.99 | times scd | mean, [1, 100] | p99.99 | times scd |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	for _, name := range slices.Concat(mainSet, perJob) {
		fmt.Fprintf(w, "| `%s` ", name)
		for _, cells := range [][]cell{base, wide} {
			c, scd := find(cells, name, .99), find(cells, "scd", .99)
			fmt.Fprintf(w, "| %s | %s | %.2f ", c.number(c.mean, 2), c.number(c.quantiles[5], 1), c.quantiles[5]/scd.quantiles[5])
		}
		fmt.Fprintln(w, "|")
	}
	for k, cells := range [][]cell{base, wide} {
		second := best(cells, mainSet[1:], .99, tail)
		scd := find(cells, "scd", .99)
		fmt.Fprintf(w, "\nRates in [1, %d]: the second best of the paper's main set in the tail is `%s`, %.2f times `scd`;\nthe best with sampling per job is `%s`, %.2f times.\n",
			[]int{10, 100}[k], second.policy, tail(second)/tail(scd), best(cells, perJob, .99, tail).policy, tail(best(cells, perJob, .99, tail))/tail(scd))
	}
}

// ranking prints SCD beside the best of all others, on all systems and loads.
func ranking(w io.Writer, scale int) error {
	const narrow, broad = 10_000, 1_000
	fmt.Fprintf(w, "\n## SCD beside the best of the others\n\nOne draw; rates in [1, 10]: %d rounds, in [1, 100]: %d rounds. \"Ahead\" says whether the mean of `scd` is the smallest and "+
		"whether its\np99.99 is at most that of any other of the paper's policies, both of its d = 2 with sampling per round; the last columns are "+
		"the better\nof those two with sampling per job.\n\n", narrow/scale, broad/scale)
	fmt.Fprintln(w, "| n | m | rates to | load | scd mean | best other | by | scd p99.99 | best other | by | ahead | per job mean | p99.99 |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	loads := []float64{.5, .7, .9, .95, .99}
	for _, most := range []float64{10, 100} {
		for _, size := range [][2]int{{100, 5}, {100, 10}, {200, 10}, {200, 20}} {
			s := study{system: system{size[0], size[1], most}, policies: allOfThem, loads: loads, rounds: narrow / scale, draws: 1}
			if most > 10 {
				s.rounds = broad / scale
			}
			cells, err := s.run()
			if err != nil {
				return err
			}
			for _, load := range loads {
				s.rank(w, cells, load)
			}
		}
	}
	return nil
}

func (s study) rank(w io.Writer, cells []cell, load float64) {
	others := slices.Concat(mainSet[1:], appendix)
	scd := find(cells, "scd", load)
	m, t := best(cells, others, load, mean), best(cells, others, load, tail)
	fmt.Fprintf(w, "| %d | %d | %g | %g | %.3f | %.3f | `%s` | %g | %g | `%s` | %s, %s | %.3f | %g |\n", s.servers, s.dispatchers, s.most, load,
		mean(scd), mean(m), m.policy, tail(scd), tail(t), t.policy, yes(mean(scd) < mean(m)), yes(tail(scd) <= tail(t)),
		mean(best(cells, perJob, load, mean)), tail(best(cells, perJob, load, tail)))
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func mean(c *cell) float64 { return c.mean }
func tail(c *cell) float64 { return c.quantiles[5] }

func find(cells []cell, policy string, load float64) *cell {
	k := slices.IndexFunc(cells, func(c cell) bool { return c.policy == policy && c.load == load })
	return &cells[k]
}

// best is the cell of the least value among policies.
func best(cells []cell, policies []string, load float64, value func(*cell) float64) *cell {
	least := &cell{mean: math.Inf(1), quantiles: slices.Repeat([]float64{math.Inf(1)}, len(levels))}
	for _, p := range policies {
		if c := find(cells, p, load); value(c) < value(least) {
			least = c
		}
	}
	return least
}
