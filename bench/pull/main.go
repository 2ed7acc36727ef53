// Command pull repeats the example of Stolyar's PULL with several routers (arXiv 1512.07873) on growing fleets and prints docs/pull.md, in a
// minute or two.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/stats"
)

const intro = `# PULL with several routers

A server that becomes idle sends one message to one of the routers, chosen uniformly; a job goes to a server whose message its router holds
or, if there is none, to any server (Stolyar, "Pull-based load distribution among heterogeneous parallel servers: the case of multiple routers",
Queueing Systems 85, 2017). Two pools hold .4 and .6 of n servers, of rates 2 and .5 and with room for 5 jobs and 1; .8 n jobs arrive per second at four
routers. As n grows, a fraction c/(mu + c) of a pool is busy, with c = 4 here, no job waits or is lost, and every job costs one message.
Probabilities and rates are per arrival. This page is what

    go run ./bench/pull > docs/pull.md

prints.
`

func main() {
	if err := tables(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pull:", err)
		os.Exit(1)
	}
}

func tables(w io.Writer) error {
	fmt.Fprint(w, intro, "\n## Growing fleets\n\nA message whose server gets a job from another router first is withdrawn (`revoke`) or stays (`keep`). In brackets, an independent "+
		"simulation of the same model.\n\n")
	fmt.Fprintln(w, "| n | stale messages | busy, pool 1 | busy, pool 2 | P(wait) | P(block) | messages | withdrawn |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	for _, n := range []int{100, 400, 1600, 6400} {
		for _, stale := range []string{"revoke", "keep"} {
			x, err := simulate(n, stale, sim.Dispatchers{Count: 4})
			if err != nil {
				return err
			}
			x.write(w, n, stale)
		}
	}
	fmt.Fprintln(w, "| limit | | .6667 | .8889 | 0 | 0 | 1 | |")
	return unequal(w)
}

// unequal shows what unequal shares of the arrivals do, and the remedy.
func unequal(w io.Writer) error {
	shares := []float64{.4, .3, .2, .1}
	fmt.Fprintf(w, "\n## Unequal routers\n\nRouters with shares %v of the jobs: messages pile up at the router that needs them least, and jobs of the others find none, however large "+
		"the fleet (cf. van der Boor, Borst and van Leeuwaarden, arXiv 1706.01059). Sent to routers in proportion to their shares, messages are where the jobs are.\n\n", shares)
	fmt.Fprintln(w, "| n | equal shares: P(wait), P(block) | unequal shares | unequal, messages by share |")
	fmt.Fprintln(w, "|---|---|---|---|")
	for _, n := range []int{100, 400, 1600, 6400} {
		fmt.Fprintf(w, "| %d ", n)
		for _, d := range []sim.Dispatchers{{Count: 4}, {Count: 4, Shares: shares}, {Count: 4, Shares: shares, IdleByShare: true}} {
			x, err := simulate(n, "revoke", d)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "| %.4f, %.4f ", x.wait, x.block)
		}
		fmt.Fprintln(w, "|")
	}
	return nil
}

// outcome is what one fleet showed.
type outcome struct {
	busy              [2]float64
	wait, block       float64
	messages, revoked float64
}

func simulate(n int, stale string, d sim.Dispatchers) (outcome, error) {
	spec, err := policy.Parse("pull(stale=" + stale + ")")
	if err != nil {
		return outcome{}, err
	}
	r, err := sim.Run(context.Background(), sim.Config{
		Classes: []sim.Class{
			{Name: "one", Servers: 4 * n / 10, Speed: 2, Buffer: 5},
			{Name: "two", Servers: 6 * n / 10, Speed: .5, Buffer: 1},
		},
		Rate:        .8 * float64(n),
		Dispatchers: d,
		Policy:      spec.New,
		Length:      sim.Length{Jobs: 4_000_000, Warmup: 100 * n, Replications: 2},
		Engine:      sim.CTMC,
		Seed:        1,
	})
	if err != nil {
		return outcome{}, err
	}
	x := outcome{block: float64(r.Blocked) / float64(r.Jobs), messages: r.MessagesPerJob, revoked: r.RevokedPerJob}
	for k, c := range r.Classes {
		x.busy[k] = c.Busy
	}
	x.wait = waited(r) * (1 - x.block)
	return x, nil
}

// waited is the share of the jobs taken that found their server busy, which the chain of queue lengths counts.
func waited(r *sim.Result) float64 {
	idle, all := 0.0, 0.0
	for _, c := range r.Law.(*stats.ResponseLaw).Classes {
		for k, weight := range c.Weight {
			all += weight
			if k == 0 {
				idle += weight
			}
		}
	}
	return 1 - idle/all
}

// known are the results of an independent simulation.
var known = map[string]outcome{
	"100 revoke":  {[2]float64{.6205, .8592}, .0282, .0556, .916, 0},
	"100 keep":    {[2]float64{.6122, .8537}, .0376, .0674, .885, 0},
	"400 revoke":  {[2]float64{.6535, .8808}, .0084, .0166, .975, 0},
	"400 keep":    {[2]float64{.6486, .8784}, .0122, .0213, .964, 0},
	"6400 revoke": {[2]float64{.6663, .8887}, .0005, .0010, .9986, 0},
	"6400 keep":   {[2]float64{.6650, .8874}, .0007, .0012, .9980, 0},
}

func (x outcome) write(w io.Writer, n int, stale string) {
	k, ok := known[fmt.Sprint(n, " ", stale)]
	fmt.Fprintf(w, "| %d | %s ", n, stale)
	for _, pair := range [][2]float64{{x.busy[0], k.busy[0]}, {x.busy[1], k.busy[1]}, {x.wait, k.wait}, {x.block, k.block}, {x.messages, k.messages}} {
		fmt.Fprintf(w, "| %.4f ", pair[0])
		if ok {
			fmt.Fprintf(w, "(%.4f) ", pair[1])
		}
	}
	fmt.Fprintf(w, "| %.4f |\n", x.revoked)
}
