package demo

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// tooLate is the delay of sending, in seconds, from which the machine was too busy for the figures to be trusted.
const tooLate = .01

// Table writes a result for people to read.
func (r Result) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "policy\tmean ms\t+-\texact\tp50\tp95\tp99\tto fast\terrors\t")
	for _, o := range r.Policies {
		fmt.Fprintln(t, o.row())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nRequests arrived for %.4g s; the first %.0f %% are left out.\nOne idle request through a balancer takes %.2f ms, which is in every figure but the exact ones.\n",
		r.Seconds, 100*warmup, 1e3*r.Overhead)
	if r.Late > tooLate {
		fmt.Fprintf(w, "The machine was too busy: 1 %% of the requests were sent more than %.0f ms late. Do not trust the figures.\n", 1e3*r.Late)
	}
	return nil
}

func (o Outcome) row() string {
	cells := []string{o.Policy, "unstable", "", "", "", "", "", "", fmt.Sprint(o.Errors), ""}
	switch {
	case !o.Stable:
		cells[len(cells)-1] = "  the queues grew for as long as it ran"
	case o.Mean == nil:
		cells[1], cells[len(cells)-1] = "no answers", o.remark()
	default:
		cells = []string{o.Policy, millis(o.Mean), millis(o.CI95), millis(o.Exact),
			o.quantile("p50"), o.quantile("p95"), o.quantile("p99"), fmt.Sprintf("%.0f %%", 100**o.FastShare), fmt.Sprint(o.Errors), o.remark()}
	}
	return strings.Join(cells, "\t")
}

// remark is what has to be said of the figures.
func (o Outcome) remark() string {
	var parts []string
	if o.Short != "" {
		parts = append(parts, o.Short)
	}
	if o.Error != "" {
		parts = append(parts, "first error: "+o.Error)
	}
	if len(parts) == 0 {
		return ""
	}
	return "  " + strings.Join(parts, "; ")
}

func (o Outcome) quantile(name string) string {
	q := o.Quantiles[name]
	return millis(&q)
}

// millis writes seconds as milliseconds, nothing where there is no value.
func millis(seconds *float64) string {
	if seconds == nil {
		return ""
	}
	return fmt.Sprintf("%.1f", 1e3**seconds)
}
