// Command proxy measures the CPU time that reverse proxies spend per request: ways to build one in Go, beside nginx
// and HAProxy. Each proxy runs in a process of its own bound to one core; the load generator (wrk) and the backends
// share another. What is compared is the proxy's CPU time, user and system, divided by the requests it served.
//
// run.sh installs the peers and starts it. The same program plays the backends and the Go proxies (-role).
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"
)

const backends = 10

type options struct {
	role, only      string
	listen          string
	upstream        string
	rounds, clients int
	seconds         int
}

func main() {
	var o options
	flag.StringVar(&o.role, "role", "", "internal: what this process plays")
	flag.StringVar(&o.listen, "listen", "", "internal: address to listen on")
	flag.StringVar(&o.upstream, "upstream", "", "internal: backend addresses, split at commas")
	flag.StringVar(&o.only, "only", "", "names of the proxies to measure, split at commas; all if empty")
	flag.IntVar(&o.rounds, "rounds", 3, "measurements of each proxy")
	flag.IntVar(&o.clients, "clients", 64, "client connections")
	flag.IntVar(&o.seconds, "seconds", 3, "length of a measurement")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	switch {
	case o.role == "backend":
		return serveBackends(strings.Split(o.upstream, ","))
	case o.role != "":
		return serveCandidate(o.role, o.listen, strings.Split(o.upstream, ","))
	}
	upstream, err := freeAddresses(backends)
	if err != nil {
		return err
	}
	back, err := startSelf(1, "", "-role", "backend", "-upstream", strings.Join(upstream, ","))
	if err != nil {
		return err
	}
	defer back.stop()
	for _, address := range upstream {
		if err := waitFor(address); err != nil {
			return err
		}
	}
	results := map[string][]sample{}
	names := wanted(o.only)
	for range o.rounds {
		for _, name := range names {
			s, err := measure(name, o, upstream)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			results[name] = append(results[name], s)
		}
	}
	printTable(names, results)
	return nil
}

func wanted(only string) []string {
	if only != "" {
		return strings.Split(only, ",")
	}
	names := []string{"nginx", "haproxy"}
	for _, c := range candidates {
		names = append(names, c.name)
	}
	return names
}

// printTable gives each proxy's fastest round: noise only ever adds CPU time.
func printTable(names []string, results map[string][]sample) {
	var base sample
	if r := results["haproxy"]; len(r) > 0 {
		base = best(r)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprintln(w, "proxy\trequests/s\tCPU us/request\tCPU / HAProxy\terrors")
	for _, name := range names {
		s := best(results[name])
		ratio := "-"
		if base.cpu > 0 {
			ratio = fmt.Sprintf("%.2f", float64(s.cpu)/float64(base.cpu))
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.1f\t%s\t%d\n", name, s.rate, float64(s.cpu)/float64(time.Microsecond), ratio, s.errors)
	}
}

func best(samples []sample) sample {
	b := samples[0]
	for _, s := range samples[1:] {
		if s.cpu < b.cpu {
			b = s
		}
	}
	return b
}
