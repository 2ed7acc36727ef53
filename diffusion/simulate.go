package diffusion

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/stats"
)

// Length says how long a simulation is, in seconds of a system whose servers do about
// one job per second.
type Length struct {
	Warmup float64 // not counted
	Time   float64
}

func (l Length) check() error {
	if !(l.Warmup >= 0) || math.IsInf(l.Warmup, 0) {
		return &FieldError{"warmup", l.Warmup, "a finite time of at least 0"}
	}
	return checkPositive("time", l.Time)
}

// Averages are stationary means of a simulated system, over time unless said
// otherwise. Those of numbers of servers and jobs are estimated with the control
//
//	sum_j mu_j E[idle_j] = sum_j mu_j N_j - arrivals,
//
// which holds exactly in every stable system.
type Averages struct {
	System
	AtLeast  [][]stats.Estimate // AtLeast[j][i-1] is E[X_{j,i}], the servers of pool j with at least i jobs
	Jobs     stats.Estimate     // in the system
	Response stats.Estimate     // mean response time, by Little's law
	Wait     stats.Estimate     // fraction of arrivals that found no idle server
	FastIdle [][]float64        // FastIdle[l][k]: fraction of time with k idle servers in pools 0 to l
	// Imbalance is the spare capacity observed less the true one: 0 but for its error.
	Imbalance stats.Estimate
	Warnings  []stats.Warning
}

// Idle is the mean number of idle servers of pool j.
func (a Averages) Idle(j int) stats.Estimate {
	e := a.AtLeast[j][0]
	e.Mean = float64(a.Servers[j]) - e.Mean
	return e
}

// Level is E[X_{j,i}], 0 for levels that were never reached.
func (a Averages) Level(j, i int) stats.Estimate {
	if i > len(a.AtLeast[j]) {
		return stats.Estimate{Degrees: math.Inf(1)}
	}
	return a.AtLeast[j][i-1]
}

// batches is the number of batches from which standard errors come.
const batches = 40

// Simulate runs the system from the given scaled state, nil being one job at every
// server. The same seed gives the same numbers. It costs some 30 ns per event, of which
// there are arrivals plus capacity per second.
func (s System) Simulate(ctx context.Context, start State, l Length, seed uint64) (Averages, error) {
	if err := s.Check(); err != nil {
		return Averages{}, err
	}
	if err := l.check(); err != nil {
		return Averages{}, err
	}
	c, err := s.starting(start)
	if err != nil {
		return Averages{}, err
	}
	run := newChain(s, c, rng.New(seed, "diffusion/chain"))
	if err := run.skip(ctx, int(l.Warmup*run.rate)); err != nil {
		return Averages{}, err
	}
	m := measured{system: s}
	steps := int(math.Ceil(l.Time * run.rate / batches))
	for range batches {
		if err := ctx.Err(); err != nil {
			return Averages{}, err
		}
		t := newIntegrals(run)
		t.run(steps)
		t.flush()
		m.add(t)
	}
	return m.averages(), nil
}

func (s System) starting(start State) (*counts, error) {
	if start == nil {
		start = NewState(len(s.Servers), 1)
	}
	return s.unscaled(start)
}

// skip makes steps that nobody looks at.
func (c *chain) skip(ctx context.Context, steps int) error {
	const piece = 1 << 20
	for ; steps > 0; steps -= piece {
		if err := ctx.Err(); err != nil {
			return err
		}
		for range min(steps, piece) {
			c.step()
		}
	}
	return ctx.Err()
}

// measured collects batch means.
type measured struct {
	system System
	levels [][][]float64 // [j][i-1][batch]
	jobs   []float64
	wait   []float64
	spare  []float64 // capacity not used
	idle   [][]float64
	steps  float64
}

func (m *measured) add(t *integrals) {
	steps := float64(t.now)
	batch := len(m.jobs)
	jobs, spare := 0.0, m.system.Capacity()
	if batch == 0 {
		m.levels = make([][][]float64, len(t.sums))
		m.idle = make([][]float64, len(t.idle))
	}
	for j, sums := range t.sums {
		spare -= m.system.Rates[j] * sums[0] / steps
		for len(m.levels[j]) < len(sums) {
			m.levels[j] = append(m.levels[j], make([]float64, batches))
		}
		for i, sum := range sums {
			jobs += sum / steps
			m.levels[j][i][batch] = sum / steps
		}
	}
	for l, at := range t.idle {
		for k, x := range at {
			m.idle[l] = addAt(m.idle[l], k, x)
		}
	}
	m.jobs = append(m.jobs, jobs)
	m.spare = append(m.spare, spare)
	m.wait = append(m.wait, float64(t.waiting)/float64(max(t.arrived, 1)))
	m.steps += steps
}

func (m *measured) averages() Averages {
	spare := stats.Control{Values: m.spare, Mean: m.system.Capacity() - m.system.Arrivals}
	a := Averages{System: m.system, AtLeast: make([][]stats.Estimate, len(m.levels)), FastIdle: m.idle}
	for j := range m.levels {
		for _, values := range m.levels[j] {
			a.AtLeast[j] = append(a.AtLeast[j], stats.WithControls(values, spare).Estimate)
		}
	}
	for l := range a.FastIdle {
		for k := range a.FastIdle[l] {
			a.FastIdle[l][k] /= m.steps
		}
	}
	a.Wait = stats.WithControls(m.wait, spare).Estimate
	a.Jobs = stats.WithControls(m.jobs, spare).Estimate
	a.Response = a.Jobs
	a.Response.Mean /= m.system.Arrivals
	a.Response.StdErr /= m.system.Arrivals
	a.Imbalance = stats.FromReplications(m.spare)
	a.Imbalance.Mean -= spare.Mean
	a.warn(m)
	return a
}

func (a *Averages) warn(m *measured) {
	if x := a.Imbalance; math.Abs(x.Mean) > 5*x.StdErr {
		a.Warnings = append(a.Warnings, stats.Warning{Code: stats.Unbalanced,
			Text: fmt.Sprintf("spare capacity is off by %.3g +- %.2g: lengthen the warm-up", x.Mean, x.StdErr)})
	}
	if x := stats.BatchCorrelation(m.jobs); x > 2/math.Sqrt(20) {
		a.Warnings = append(a.Warnings, stats.Warning{Code: stats.ShortRun,
			Text: fmt.Sprintf("neighbouring batches are correlated, %.2f: lengthen the run", x)})
	}
}
