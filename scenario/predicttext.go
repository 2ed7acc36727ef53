package scenario

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Table writes the prediction as text for a terminal.
func (p *Prediction) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "policy\t%s\n", p.Policy)
	fmt.Fprintf(t, "load\t%s  (%s jobs per second)\n", number(p.Load), number(p.ArrivalRate))
	if p.Stable {
		fmt.Fprintf(t, "mean response\t%s  (many servers)\n", orElse(p.MeanResponse, "unknown", " s"))
		fmt.Fprintf(t, "\t%s  (refined for %d servers)\n", orElse(p.MeanResponseRefined, "unknown", " s"), p.Servers)
		for _, l := range Levels() {
			fmt.Fprintf(t, "%s\t%s\n", l.Name, orElse(p.Quantiles[l.Name], "unknown", " s"))
		}
		fmt.Fprintf(t, "residual\t%.1e\n", *p.Residual)
	} else {
		fmt.Fprintf(t, "verdict\tnot stable: %s\n", p.Verdict)
	}
	fmt.Fprintf(t, "messages per job\t%s\n", orElse(p.MessagesPerJob, "unknown", ""))
	if len(p.Classes) > 0 {
		fmt.Fprintf(t, "\nclass\tservers\tspeed\tshare\tbusy\tjobs/server\n")
	}
	for _, c := range p.Classes {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\n", c.Name, c.Servers, number(c.Speed), number(c.Share), number(c.Busy), number(c.MeanJobs))
	}
	if len(p.Warnings) > 0 {
		fmt.Fprintln(t)
	}
	for _, x := range p.Warnings {
		fmt.Fprintf(t, "warning: %s\n", x)
	}
	return t.Flush()
}
