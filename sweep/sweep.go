package sweep

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/sim"
)

// Sweep is a plan that can be run.
type Sweep struct {
	Plan     Plan
	id       string
	files    map[string][]byte // values that the scenario names
	scenario *scenario.Scenario
	policies []policy.Spec
	cells    []cell
	points   []Point
}

// cell is one policy at one load.
type cell struct {
	policy, load string // as tables show them
	scenario     *scenario.Scenario
	options      scenario.Options
}

// ID names the plan.
func (w *Sweep) ID() string { return w.id }

// New plans a sweep of a scenario, which was read from data, over the axes. It fails if a policy cannot work on the fleet, if the engine is not
// exact for it, or if the scenario asks for a precision, which leaves the number of replications open.
func New(s *scenario.Scenario, data []byte, axes Axes) (*Sweep, error) {
	if s.Length.Precision > 0 {
		return nil, fmt.Errorf("precision: got %g %% in %s, want a number of replications in a sweep, whose points are known before it runs",
			100*s.Length.Precision, s.File)
	}
	dir := filepath.Dir(s.File)
	from, err := canonical(data, dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.File, err)
	}
	policies, err := parsePolicies(axes.Policies, dir)
	if err != nil {
		return nil, err
	}
	plan := Plan{
		Format: format, Program: axes.Program, Scenario: from.text, Loads: axes.Loads, Replications: s.Length.Replications,
		Jobs: s.Length.Jobs, Seed: s.Seed, Engine: axes.Engine, Plain: axes.Plain,
	}
	for _, p := range policies {
		plan.Policies = append(plan.Policies, p.String())
	}
	if err := plan.check(); err != nil {
		return nil, err
	}
	w := &Sweep{Plan: plan, id: plan.ID(), files: from.files, scenario: s, policies: policies}
	return w, w.lay()
}

// parsePolicies reads text forms; tables of parameters that policies keep in files are put in their place.
func parsePolicies(texts []string, dir string) ([]policy.Spec, error) {
	var specs []policy.Spec
	for _, text := range texts {
		spec, err := policy.Parse(text)
		if err != nil {
			return nil, err
		}
		if spec, err = scenario.ReadTuned(spec, dir); err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// open makes a sweep of a stored plan, beside which the files lie that it names.
func open(plan *Plan, f folder) (*Sweep, error) {
	files, err := readValues(plan.Scenario, f)
	if err != nil {
		return nil, err
	}
	w := &Sweep{Plan: *plan, id: plan.ID(), files: files}
	s, err := scenario.Parse(f.path(planFile(w.id)), []byte(plan.Scenario))
	if err != nil {
		return nil, err
	}
	s.Seed, s.Length.Jobs, s.Length.Replications = plan.Seed, plan.Jobs, plan.Replications
	w.scenario = s
	if w.policies, err = parsePolicies(plan.Policies, string(f)); err != nil {
		return nil, err
	}
	return w, w.lay()
}

// lay lays out the cells, load by load, and their points.
func (w *Sweep) lay() error {
	points, err := scenario.Points(w.scenario, w.policies, w.Plan.Loads)
	if err != nil {
		return err
	}
	for _, at := range points {
		c := cell{policy: at.Policy.String(), load: strconv.FormatFloat(at.Load(), 'g', -1, 64), scenario: at}
		c.options.Engine = sim.Engine(w.Plan.Engine)
		if !w.Plan.Plain {
			hints := sync.OnceValue(func() scenario.Hints { return scenario.MeanField(at) })
			c.options.Model = func(*scenario.Scenario) scenario.Hints { return hints() }
		}
		w.cells = append(w.cells, c)
	}
	w.layPoints()
	return w.checkEngines()
}

// checkEngines refuses an engine that is not exact before anything runs.
func (w *Sweep) checkEngines() error {
	if w.Plan.Engine == "" || w.scenario.Rounds > 0 {
		return nil
	}
	for _, c := range w.cells {
		config := c.scenario.Config()
		exact, err := config.Engines()
		if err != nil {
			return err
		}
		if !slices.Contains(exact, c.options.Engine) {
			return fmt.Errorf("engine %q: not exact for %s on this fleet; want one of %v", w.Plan.Engine, c.policy, exact)
		}
	}
	return nil
}
