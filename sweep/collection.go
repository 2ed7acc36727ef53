package sweep

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/scenario"
)

// Collection is the results of one plan that lie in some folders.
type Collection struct {
	Duplicates []Duplicate
	Damaged    []Damage
	sweep      *Sweep
	found      map[string]folder // where the result of a key is
	shards     []int             // the numbers of shards that the plan was cut into
}

// Duplicate is a result that is there more than once, with the same content.
type Duplicate struct {
	Point Point
	File  string // that is not used
	Used  string
}

// Damage is a file that is not what its name says; it counts as if it were not there.
type Damage struct {
	File string
	Err  error
}

// Plan names the plan.
func (c *Collection) Plan() string { return c.sweep.id }

// Program is what ran the plan: its reports may differ from those of another in their last digits.
func (c *Collection) Program() string { return c.sweep.Plan.Program }

// Size is the number of points of the plan.
func (c *Collection) Size() int { return len(c.sweep.Points()) }

// Missing is a point without a result.
type Missing struct {
	Point  Point
	Shards []Shard // that would compute it, one for each number of shards that the plan was cut into
}

// Missing lists the points without a result.
func (c *Collection) Missing() []Missing {
	var missing []Missing
	for _, p := range c.sweep.Points() {
		if _, ok := c.found[p.Key]; ok {
			continue
		}
		m := Missing{Point: p}
		for _, n := range c.shards {
			m.Shards = append(m.Shards, Shard{p.Index % n, n})
		}
		missing = append(missing, m)
	}
	return missing
}

// Comparison is that of the policies and loads all of whose replications are there. Progress may be nil.
func (c *Collection) Comparison(ctx context.Context, progress func(done, total int)) (*scenario.Comparison, error) {
	w := c.sweep
	reports := make([]*scenario.Report, len(w.cells))
	tally := newTally(len(w.cells), progress)
	err := each(ctx, len(w.cells), func(_ context.Context, k int) (err error) {
		reports[k], err = c.report(k)
		tally.advance(k, whole)
		return err
	})
	if err != nil {
		return nil, err
	}
	return scenario.Collect(w.scenario, w.policies, w.Plan.Loads, reports), nil
}

// report is that of a cell, nil if some of its points are missing.
func (c *Collection) report(cell int) (*scenario.Report, error) {
	at := c.sweep.cells[cell]
	n := c.sweep.Plan.Replications
	points := c.sweep.Points()[cell*n : (cell+1)*n]
	var trials []*scenario.Trial
	for _, p := range points {
		f, ok := c.found[p.Key]
		if !ok {
			return nil, nil
		}
		r, _, err := f.read(p.Key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.path(pointFile(p.Key)), err)
		}
		trials = append(trials, r.Trial)
	}
	report, err := scenario.Pool(at.scenario, trials, at.options)
	if err != nil {
		return nil, fmt.Errorf("%s at load %s: %w", at.policy, at.load, err)
	}
	return report, nil
}

// Write writes the results and the plan into a folder, which may hold some of them, for another Gather. Progress may be nil.
func (c *Collection) Write(ctx context.Context, dir string, progress func(done, total int)) error {
	to := folder(dir)
	if err := to.begin(c.sweep, c.shards...); err != nil {
		return err
	}
	points := c.sweep.Points()
	tally := newTally(len(points), progress)
	return each(ctx, len(points), func(_ context.Context, k int) error {
		p := points[k]
		if from, ok := c.found[p.Key]; ok {
			if err := copyResult(from, to, p); err != nil {
				return fmt.Errorf("%v: %w", p, err)
			}
		}
		tally.advance(k, whole)
		return nil
	})
}

// copyResult copies a result unless it is there.
func copyResult(from, to folder, p Point) error {
	if _, _, err := to.read(p.Key); err == nil {
		return same(from, to, pointFile(p.Key))
	}
	_, data, err := from.read(p.Key)
	if err != nil {
		return fmt.Errorf("%s: %w", from.path(pointFile(p.Key)), err)
	}
	return to.publish(pointFile(p.Key), data)
}
