package sweep

import (
	"errors"
	"fmt"
	"strings"
)

// choose finds the plan whose id begins so, and opens it.
func (g *gathering) choose(id string) error {
	var fitting []string
	for _, have := range g.order {
		if strings.HasPrefix(have, id) {
			fitting = append(fitting, have)
		}
	}
	switch {
	case len(g.order) == 0:
		return errors.Join(errors.New("got no plan, want folders with results of sweep --out"), g.whatIsDamaged())
	case len(fitting) == 0:
		return fmt.Errorf("plan: got %s, want one of %s", id, strings.Join(g.order, ", "))
	case len(fitting) > 1:
		return g.mixed(fitting)
	}
	plan := g.plans[fitting[0]]
	if plan == nil {
		return errors.Join(fmt.Errorf("got results of the plan %s without its file %s, want it in one of the folders",
			fitting[0], planFile(fitting[0])), g.whatIsDamaged())
	}
	w, err := g.open(plan, g.where[fitting[0]])
	if err != nil {
		return err
	}
	g.collection.sweep = w
	g.points = make(map[string]Point)
	for _, p := range w.Points() {
		g.points[p.Key] = p
	}
	return nil
}

// open opens a plan in the first folder where all that it names is intact.
func (g *gathering) open(plan *Plan, folders []folder) (*Sweep, error) {
	var all []error
	for _, f := range folders {
		w, err := open(plan, f)
		if err == nil {
			return w, nil
		}
		all = append(all, err)
	}
	return nil, errors.Join(all...)
}

// mixed is the error of several plans.
func (g *gathering) mixed(ids []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "got results of %d plans, want --plan with the beginning of one of their names:", len(ids))
	first := g.plans[ids[0]]
	for _, id := range ids {
		fmt.Fprintf(&b, "\n  %s", id)
		switch p := g.plans[id]; {
		case p == nil:
			b.WriteString(", whose file is missing")
		default:
			fmt.Fprintf(&b, " in %s", g.where[id][0])
			if first != nil && p != first {
				fmt.Fprintf(&b, ", with another %s", strings.Join(first.differences(p), ", "))
			}
		}
	}
	return errors.New(b.String())
}

func (g *gathering) whatIsDamaged() error {
	var all []error
	for _, d := range g.collection.Damaged {
		all = append(all, fmt.Errorf("%s: %w", d.File, d.Err))
	}
	return errors.Join(all...)
}
