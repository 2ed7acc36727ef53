package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/internal/demo"
	"github.com/steelyard-lb/steelyard/policy"
)

func demoCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Compare policies on unequal backends, over real HTTP on this machine",
		Long: `Demo starts, for each policy, its own fleet of unequal HTTP backends on loopback,
each a single worker that serves its queue in order, behind balancers of its own.
It drives the same Poisson arrivals through all of them at once, waiting for no
answer before it sends the next request, and measures what the clients see from
the moment each request was due.`,
		Example: `  steelyard demo
  steelyard demo --load .9 --seconds 120
  steelyard demo --policies scd,leastconn,"jsq-fs(df=2, ds=2, pf=0.84, ps=1)" --balancers 10`,
		Args: noArgs,
	}
	flags := cmd.Flags()
	seconds := flags.Float64("seconds", 30, "how long requests arrive")
	load := flags.Float64("load", .8, "arrivals per second over what the servers can do")
	fast := flags.Int("fast", 2, "number of fast servers, 10 ms a request on average")
	slow := flags.Int("slow", 8, "number of slow servers")
	ratio := flags.Float64("ratio", 5, "speed of a fast server over that of a slow one")
	balancers := flags.Int("balancers", 1, "balancers that share each policy's traffic without talking to each other")
	policies := flags.String("policies", "weighted,roundrobin,jsq(d=2),leastconn,leastconn-w,scd", "policies to compare, separated by commas")
	seed := flags.Uint64("seed", 1, "of the arrivals and of the policies' draws")
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		specs, err := policy.ParseList(*policies)
		if err != nil {
			return err
		}
		c := demo.Config{
			Seconds: *seconds, Load: *load,
			Fast: *fast, Slow: *slow, Ratio: *ratio, FastMean: 10 * time.Millisecond,
			Balancers: *balancers, Policies: specs, Seed: *seed,
		}
		if err := c.Check(); err != nil {
			return err
		}
		bar := newDemoBar(cmd.ErrOrStderr(), c)
		result, err := demo.Run(cmd.Context(), c, bar)
		bar.finish()
		if err != nil {
			return no("%w", err)
		}
		if *asJSON {
			return writeJSON(cmd.OutOrStdout(), result)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n", c)
		return result.Table(cmd.OutOrStdout())
	}
	return cmd
}

// demoBar shows how far the demonstration is and what was measured so far: on
// a terminal as a bar, elsewhere as a line now and then.
type demoBar struct {
	bar     *progressbar.ProgressBar // nil without a terminal
	w       io.Writer
	seconds float64
	next    time.Duration // when the next line is due
}

// linePeriod is the time between two lines.
const linePeriod = 10 * time.Second

func newDemoBar(w io.Writer, c demo.Config) *demoBar {
	b := &demoBar{w: w, seconds: c.Seconds, next: linePeriod}
	if isTerminal(w) {
		b.bar = progressbar.NewOptions64(int64(1e3*c.Seconds),
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(20),
			progressbar.OptionThrottle(time.Second/2),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish(),
		)
	}
	return b
}

// Progress implements demo.Progress.
func (b *demoBar) Progress(done time.Duration, standings []demo.Standing) {
	switch {
	case b.bar != nil:
		b.bar.Describe(leaders(standings))
		b.bar.Set64(min(done.Milliseconds(), b.bar.GetMax64()-1))
	case done >= b.next:
		b.next += linePeriod
		fmt.Fprintf(b.w, "%.0f s of %g: %s\n", done.Seconds(), b.seconds, leaders(standings))
	}
}

func (b *demoBar) finish() {
	if b.bar != nil {
		b.bar.Finish()
	}
}

// leaders names the best and the worst so far: all of them do not fit on a line.
func leaders(standings []demo.Standing) string {
	best, worst := standings[0], standings[0]
	for _, s := range standings {
		if !s.Unstable && (best.Unstable || s.Mean < best.Mean) {
			best = s
		}
		if s.Unstable || (!worst.Unstable && s.Mean > worst.Mean) {
			worst = s
		}
	}
	return "best " + standing(best) + ", worst " + standing(worst)
}

func standing(s demo.Standing) string {
	if s.Unstable {
		return s.Policy + ": unstable"
	}
	return fmt.Sprintf("%s: %.0f ms", s.Policy, 1e3*s.Mean)
}
