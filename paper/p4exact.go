package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard"
	chain "github.com/steelyard-lb/steelyard/optimal"
	"github.com/steelyard-lb/steelyard/policy"
)

// exactServers is the least fleet of two types of which the schemes can ask two servers each.
const exactServers = 4

// exactSystem is a system so small that its states are listed, on the fleet of halves().
type exactSystem struct {
	scheme int
	load   float64
	jobs   float64 // mean, per server
	states int
}

// exactSystems solves both schemes at the loads.
func exactSystems(ctx context.Context, o Options) ([]exactSystem, error) {
	var list []exactSystem
	for _, scheme := range []int{1, 2} {
		for _, load := range interchangeLoads(o) {
			list = append(list, exactSystem{scheme: scheme, load: load})
		}
	}
	return list, eachOf(ctx, len(list), func(k int) error { return list[k].solve() })
}

func (e *exactSystem) solve() error {
	fleet := halves()
	var kinds []steelyard.Kind
	for j, rate := range fleet.rates {
		for range fleet.servers(exactServers, j) {
			kinds = append(kinds, steelyard.Kind{Rate: rate, Workers: 1})
		}
	}
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		return err
	}
	spec, err := policy.Parse(fleet.scheme(e.scheme))
	if err != nil {
		return err
	}
	m, err := chain.Evaluate(layout, exactServers*e.load, spec, chain.Options{Tolerance: 1e-4})
	if err != nil {
		return err
	}
	if len(m.Warnings) > 0 {
		return fmt.Errorf("scheme %d at load %g: %s", e.scheme, e.load, strings.Join(m.Warnings, "; "))
	}
	e.jobs, e.states = m.Jobs/exactServers, m.Boundary.States
	return nil
}

// exactAgrees compares the simulation with the exact means: within four standard errors each.
func exactAgrees(list []*stationary, exact []exactSystem) Verdict {
	met, n, farthest := 0, 0, 0.0
	for _, e := range exact {
		for _, s := range list {
			if s.fleet.name != chosenHalves || s.scheme != e.scheme || s.load != e.load {
				continue
			}
			jobs := s.points[0].jobs
			off := math.Abs(jobs.Mean-e.jobs) / jobs.StdErr
			n++
			if off <= 4 {
				met++
			}
			farthest = max(farthest, off)
		}
	}
	return statement("the simulated systems are those of the schemes: with 4 servers "+
		"their mean numbers of jobs are those of the exact chain within four standard errors",
		"exact balance equations", fmt.Sprintf("%d of %d are; the farthest is %.2g standard errors off", met, n, farthest), met == n && n > 0,
		"simulation and balance equations contradict each other")
}

func exactTable(list []exactSystem) Table {
	t := Table{Name: "exact", Header: []string{"fleet", "scheme", "load", "servers", "jobs_per_server", "bound", "states"}}
	for _, e := range list {
		t.add([]string{chosenHalves, fmt.Sprint(e.scheme)}, e.load, exactServers, e.jobs, jobsBound(e.load), float64(e.states))
	}
	return t
}
