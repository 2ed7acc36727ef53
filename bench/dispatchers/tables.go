package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// tolerance is how much worse than the best of the others counts as worse.
const tolerance = 1.05

// tables prints, for each view, in how many cells scd is worse, and those cells.
func tables(w io.Writer, found map[task][]sample) {
	fmt.Fprintln(w, "| view | fleet | cells | mean worse | p99 worse | greatest ratio, mean | greatest ratio, p99 | median ratio, mean | median ratio, p99 |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
	var worse []string
	for _, view := range views {
		for _, fleet := range fleetNames {
			worse = append(worse, row(w, found, view, fleet)...)
		}
	}
	fmt.Fprintln(w, "\n| fleet, view, dispatchers, load | scd | (q+1/2)/mu | sed | hjsq(d=2) | wrr | weighted | ratio, mean | ratio, p99 |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
	fmt.Fprintln(w, strings.Join(worse, "\n"))
}

// row prints the summary of a view and a fleet and returns the lines of the cells in which scd is worse.
func row(w io.Writer, found map[task][]sample, view, fleet string) (lines []string) {
	var mean, p99 []float64
	meanWorse, p99Worse := 0, 0
	for _, c := range cells() {
		if c.view != view || c.fleet != fleet {
			continue
		}
		m := c.compare(found, func(s sample) float64 { return s.mean })
		q := c.compare(found, func(s sample) float64 { return s.p99 })
		mean, p99 = append(mean, m.ratio), append(p99, q.ratio)
		if m.worse() {
			meanWorse++
		}
		if q.worse() {
			p99Worse++
		}
		if m.worse() || q.worse() {
			lines = append(lines, c.line(found, m, q))
		}
	}
	fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %.2f | %.2f | %.2f | %.2f |\n", view, fleet, len(mean), meanWorse, p99Worse,
		quantile(mean, 1), quantile(p99, 1), quantile(mean, .5), quantile(p99, .5))
	return lines
}

// line shows all policies in a cell, mean / p99.
func (c cell) line(found map[task][]sample, m, q comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s, %s, %d, %g ", c.fleet, c.view, c.dispatchers, c.load)
	for _, spec := range append([]string{ours}, others...) {
		s := found[task{c, spec}]
		fmt.Fprintf(&b, "| %.3g / %.3g ", average(s, func(s sample) float64 { return s.mean }), average(s, func(s sample) float64 { return s.p99 }))
	}
	fmt.Fprintf(&b, "| %.2f ± %.2f | %.2f ± %.2f |", m.ratio, m.err, q.ratio, q.err)
	return b.String()
}

// comparison is the ratio of scd's figure to the best of the others', and its standard error over paired replications.
type comparison struct{ ratio, err float64 }

// worse says that the ratio is above the tolerance by three standard errors.
func (c comparison) worse() bool { return c.ratio-3*c.err > tolerance }

// compare holds scd against the policy that is best on average.
func (c cell) compare(found map[task][]sample, figure func(sample) float64) comparison {
	best := found[task{c, others[0]}]
	for _, spec := range others[1:] {
		if s := found[task{c, spec}]; average(s, figure) < average(best, figure) {
			best = s
		}
	}
	var ratios []float64
	for k, s := range found[task{c, ours}] {
		ratios = append(ratios, figure(s)/figure(best[k]))
	}
	n, sum, squares := float64(len(ratios)), 0., 0.
	for _, r := range ratios {
		sum += r
	}
	for _, r := range ratios {
		squares += (r - sum/n) * (r - sum/n)
	}
	return comparison{sum / n, math.Sqrt(squares / n / max(n-1, 1))}
}

func average(list []sample, figure func(sample) float64) float64 {
	sum := 0.
	for _, s := range list {
		sum += figure(s)
	}
	return sum / float64(len(list))
}

func quantile(list []float64, p float64) float64 {
	slices.Sort(list)
	return list[int(p*float64(len(list)-1))]
}
