package scenario

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/steelyard-lb/steelyard/stats"
)

// Table writes the comparison as text for a terminal.
func (c *Comparison) Table(w io.Writer) error {
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "load\tpolicy\tmean (%s)\t\tp50\tp99\tp99.9\tmessages\tdifference from %s\t\n", c.Points[0].Unit(), c.Policies[0])
	for k, p := range c.Points {
		load := ""
		if k == 0 || c.Points[k-1].Load != p.Load {
			load = number(p.Load)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t\n", load, p.Policy, strings.Join(p.cells(), "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(b.String() + strings.Join(append(c.remarks(), ""), "\n")) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// cells are the numbers of a line.
func (p Point) cells() []string {
	if !p.Stable {
		return []string{"not stable", "", "", "", "", "", ""}
	}
	mean, width := orElse(p.MeanResponse, "-", ""), "+- "+orElse(p.CI95, "?", "")
	if p.MeanInfinite {
		mean, width = "infinite", ""
	}
	cells := []string{mean, width}
	for _, name := range []string{"p50", "p99", "p99.9"} {
		cells = append(cells, orElse(p.Quantiles[name], "not resolved", ""))
	}
	difference := ""
	if d := p.Difference; d != nil {
		difference = fmt.Sprintf("%s +- %s (%+.1f %%)", number(d.Mean), number(d.CI95), 100*d.Relative)
	}
	return append(cells, number(p.MessagesPerJob), difference)
}

// Unstable names the points at which a policy does not keep the fleet stable, a line for each policy.
func (c *Comparison) Unstable() []string {
	var found saying
	for _, p := range c.Points {
		if !p.Stable {
			found.add("not stable: "+p.Policy, "", p.Load)
		}
	}
	return found.lines()
}

// remarks are lines to read with the table: what is not stable, which numbers to distrust, and whether all was done.
func (c *Comparison) remarks() []string {
	var found saying
	for _, p := range c.Points {
		for _, x := range p.Warnings {
			if x.Code != stats.NotResolved { // of which the table says so itself
				found.add("warning: "+p.Policy, ": "+x.String(), p.Load)
			}
		}
	}
	lines := append(c.Unstable(), found.lines()...)
	if missing := len(c.Loads)*len(c.Policies) - len(c.Points); c.Interrupted {
		lines = append(lines, fmt.Sprintf("interrupted: %d of %d points are missing", missing, missing+len(c.Points)))
	}
	return lines
}

// saying is what is said of some loads, once for all of them.
type saying []remark

type remark struct {
	before, after string
	loads         []string
}

func (s *saying) add(before, after string, load float64) {
	for k := range *s {
		if x := &(*s)[k]; x.before == before && x.after == after {
			x.loads = append(x.loads, number(load))
			return
		}
	}
	*s = append(*s, remark{before, after, []string{number(load)}})
}

func (s saying) lines() []string {
	var lines []string
	for _, x := range s {
		lines = append(lines, fmt.Sprintf("%s at load %s%s", x.before, strings.Join(x.loads, ", "), x.after))
	}
	return lines
}

// Time notes how many seconds the comparison took.
func (c *Comparison) Time(seconds float64) {
	jobs := 0.0
	for _, p := range c.Points {
		jobs += float64(p.Jobs + p.Warmup)
	}
	c.Timing = timing(jobs, seconds)
}
