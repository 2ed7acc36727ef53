package scenario

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Table writes the report as text for a terminal.
func (report *Report) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "policy\t%s\n", report.Policy)
	fmt.Fprintf(t, "fleet\t%d servers in %d classes\n", report.Servers, report.classes)
	fmt.Fprintf(t, "load\t%s  (%s jobs per %s)\n", number(report.Load), number(report.ArrivalRate), report.per())
	if report.Stable {
		fmt.Fprintf(t, "mean response\t%s\n", report.mean())
		for _, l := range Levels() {
			fmt.Fprintf(t, "%s\t%s\n", l.Name, orElse(report.Quantiles[l.Name], "not resolved", " "+report.Unit()))
		}
	} else {
		fmt.Fprintf(t, "verdict\tnot stable: %s\n", report.Verdict)
	}
	if report.Makespan != nil {
		fmt.Fprintf(t, "makespan\t%s s\n", number(*report.Makespan))
	}
	if report.Replications > 0 {
		report.counted(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return report.details(w)
}

// mean is the mean response time with its interval.
func (report *Report) mean() string {
	if report.MeanInfinite {
		return "infinite"
	}
	return fmt.Sprintf("%s +- %s %s", orElse(report.MeanResponse, "unknown", ""), orElse(report.CI95, "unknown", ""), report.Unit())
}

// counted writes the lines of what was counted, also when the fleet is not stable.
func (report *Report) counted(w io.Writer) {
	fmt.Fprintf(w, "messages per job\t%s\n", number(report.MessagesPerJob))
	for _, x := range []struct {
		name  string
		count int64
	}{{"blocked", report.Blocked}, {"lost", report.Lost}, {"unplaced", report.Unplaced}} {
		if x.count > 0 {
			fmt.Fprintf(w, "%s\t%d jobs\n", x.name, x.count)
		}
	}
	fmt.Fprintf(w, "run\t%d jobs in %d replications after %d of warm-up, engine %s, seed %d\n",
		report.Jobs, report.Replications, report.Warmup, report.Engine, report.Seed)
	switch controls := strings.Join(report.Controls, ", "); {
	case report.VarianceRatio > exactRatio:
		fmt.Fprintf(w, "controls\t%s: they explain the mean exactly\n", controls)
	case report.VarianceRatio > 1.05:
		fmt.Fprintf(w, "controls\t%s: as if %.1f times as many jobs had been simulated\n", controls, report.VarianceRatio)
	}
	if report.Timing != nil {
		fmt.Fprintf(w, "time\t%.2f s, %.3g million jobs per second\n", report.Timing.Seconds, report.Timing.JobsPerSecond/1e6)
	}
}

// exactRatio is a ratio of variances beyond which what is left is rounding.
const exactRatio = 1e9

// mostRows is how many classes a table shows.
const mostRows = 24

// details writes the tables of classes, windows and checks, and the warnings.
func (report *Report) details(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(report.Classes) > 0 {
		fmt.Fprintf(t, "\nclass\tservers\tspeed\tshare\tbusy\tjobs/server\tpeak\tmean\tp99\n")
	}
	for k, c := range report.Classes {
		if k == mostRows {
			fmt.Fprintf(t, "and %d classes more\n", len(report.Classes)-mostRows)
			break
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", c.Name, c.Servers, number(c.Speed), number(c.Share), number(c.Busy),
			orElse(c.MeanJobs, "-", ""), c.Peak, orElse(c.MeanResponse, "-", ""), orElse(c.P99, "-", ""))
	}
	if len(report.Windows) > 0 {
		fmt.Fprintf(t, "\nwindow\tjobs\tmean\tp99\n")
	}
	for _, x := range report.Windows {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\n", x.Name, x.Jobs, orElse(x.MeanResponse, "-", ""), orElse(x.P99, "-", ""))
	}
	if len(report.Checks) > 0 {
		fmt.Fprintf(t, "\ncheck\tobserved\ttheory\tby\n")
	}
	for _, c := range report.Checks {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", c.Quantity, number(c.Observed), number(c.Theory), c.Source)
	}
	if len(report.Warnings) > 0 {
		fmt.Fprintln(t)
	}
	for _, x := range report.Warnings {
		fmt.Fprintf(t, "warning: %s\n", x)
	}
	return t.Flush()
}

// number writes x with five significant digits.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }

// orElse writes a number with its unit, or a word if there is none.
func orElse(x *float64, word, unit string) string {
	if x == nil {
		return word
	}
	return number(*x) + unit
}
