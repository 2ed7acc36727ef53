package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// row is an engine with a policy and the C++ program that does the same job.
type row struct {
	name    string
	engine  sim.Engine
	policy  func() (steelyard.Policy, error)
	program string
	most    int // servers
}

var rows = []row{
	{"event list, jsq(d=2)", sim.Events, table, "heap", 1_000_000},
	{"lazy departures, jsq(d=2)", sim.Lazy, table, "lazy", 1_000_000},
	{"ctmc, a policy without a rule", sim.CTMC, plain, "ctmc", 1_000_000},
	{"ctmc, jsq(d=2) as a rule", sim.CTMC, table, "ctmc4", 1_000_000},
}

// table is SQ(2) as the table of policies has it.
func table() (steelyard.Policy, error) {
	spec, err := policy.Parse("jsq(d=2)")
	if err != nil {
		return nil, err
	}
	return spec.New()
}

// plain is SQ(2) as anybody would write it.
func plain() (steelyard.Policy, error) { return two{}, nil }

type two struct{}

// Pick implements steelyard.Policy. The order of a sample is exchangeable, so the first may take ties.
func (two) Pick(v *steelyard.View, _ steelyard.Job) int {
	s := v.Sample(2)
	i, j := int(s[0]), int(s[1])
	m, n := v.Len(i), v.Len(j)
	if n < m {
		i = j
	}
	return i
}

// rate is a speed in million jobs per second, with the mean response time that was found.
type rate struct{ speed, mean float64 }

func (r rate) String() string {
	if r.speed == 0 {
		return "not there"
	}
	return fmt.Sprintf("%.3g (%.4f)", r.speed, r.mean)
}

func (r rate) better(o rate) rate {
	if o.speed > r.speed {
		return o
	}
	return r
}

// config is the job.
func config(r row, servers, jobs int) sim.Config {
	return sim.Config{
		Classes: []sim.Class{{Name: "server", Servers: servers, Speed: 1}},
		Rate:    .9 * float64(servers),
		Policy:  r.policy,
		Length:  sim.Length{Jobs: jobs, Warmup: warmup(servers), Replications: 1},
		Engine:  r.engine,
		Seed:    1,
	}
}

// warmup is the number of jobs that are not counted. At a million servers it is too short for the mean to have settled, on both sides alike.
func warmup(servers int) int { return min(20*servers, 4_000_000) }

// engine measures a run less a short one, so that what it takes to begin does not count.
func (b *bench) engine(r row, servers int) (rate, error) {
	short := b.jobs / 20
	_, begin, err := timed(config(r, servers, short))
	if err != nil {
		return rate{}, err
	}
	result, all, err := timed(config(r, servers, b.jobs))
	if err != nil {
		return rate{}, err
	}
	return rate{float64(b.jobs-short) / (all - begin) / 1e6, result.Law.Mean()}, nil
}

func timed(c sim.Config) (*sim.Result, float64, error) {
	from := userSeconds()
	result, err := sim.Run(context.Background(), c)
	return result, userSeconds() - from, err
}

// userSeconds is the time that this process has computed.
func userSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()) / 1e9
}

// program runs a C++ program, which measures itself.
func (b *bench) program(name string, servers int) (rate, error) {
	if b.programs == "" {
		return rate{}, nil
	}
	return output(filepath.Join(b.programs, name), strconv.Itoa(servers), strconv.Itoa(b.jobs), strconv.Itoa(warmup(servers)))
}

// simpy runs the SimPy program, if SimPy is installed.
func simpy(servers int) rate {
	r, err := output("/usr/bin/python3", "bench/sim/simpy_peer.py", strconv.Itoa(servers), "150000")
	if err != nil {
		return rate{}
	}
	return r
}

// output reads the two numbers that a program prints.
func output(name string, args ...string) (rate, error) {
	text, err := exec.Command(name, args...).Output()
	if err != nil {
		return rate{}, fmt.Errorf("%s: %w", name, err)
	}
	var r rate
	if _, err := fmt.Fscan(bytes.NewReader(text), &r.speed, &r.mean); err != nil {
		return rate{}, fmt.Errorf("%s printed %q: %w", name, text, err)
	}
	return r, nil
}
