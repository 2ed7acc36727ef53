package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/steelyard-lb/steelyard/scenario"
)

// Outcome says what a run found and did.
type Outcome struct {
	Points   int      `json:"points"`   // of the shard
	Computed int      `json:"computed"` // the replaced ones included
	Kept     int      `json:"kept"`     // were there already
	Replaced []string `json:"replaced"` // files that were damaged
}

// Run computes the points of a shard whose results are not in the folder yet, on all cores, and writes each as soon as it is there. It fails if
// the folder cannot be written or if ctx ends; what is finished then stays, and the same call goes on from there. Progress may be nil.
func (w *Sweep) Run(ctx context.Context, dir string, shard Shard, progress func(done, total int)) (Outcome, error) {
	f := folder(dir)
	if err := f.begin(w, shard.Count); err != nil {
		return Outcome{}, err
	}
	r := &run{sweep: w, folder: f}
	for _, p := range w.Points() {
		if shard.has(p) {
			r.points = append(r.points, p)
		}
	}
	r.tally = newTally(len(r.points), progress)
	r.outcome = Outcome{Points: len(r.points), Replaced: []string{}}
	err := each(ctx, len(r.points), r.point)
	slices.Sort(r.outcome.Replaced)
	return r.outcome, err
}

// run is one process's work on a sweep.
type run struct {
	sweep   *Sweep
	folder  folder
	points  []Point
	tally   *tally
	lock    sync.Mutex // of the outcome
	outcome Outcome
}

// point computes the k-th point unless its result is there.
func (r *run) point(ctx context.Context, k int) error {
	p := r.points[k]
	_, _, err := r.folder.read(p.Key)
	damaged := errors.Is(err, errDamaged)
	switch {
	case err == nil:
		r.finish(k, func(o *Outcome) { o.Kept++ })
		return nil
	case !damaged && !os.IsNotExist(err):
		return err
	}
	if err := r.compute(ctx, k); err != nil {
		return err
	}
	r.finish(k, func(o *Outcome) {
		o.Computed++
		if damaged {
			o.Replaced = append(o.Replaced, r.folder.path(pointFile(p.Key)))
		}
	})
	return nil
}

func (r *run) compute(ctx context.Context, k int) error {
	p := r.points[k]
	c := r.sweep.cells[p.cell]
	c.options.Progress = func(done, total int) { r.tally.advance(k, done*whole/max(total, 1)) }
	trial, err := scenario.Replicate(ctx, c.scenario, p.Replication, c.options)
	if err != nil {
		return err
	}
	result := record{Plan: r.sweep.id, Key: p.Key, Policy: p.Policy, Load: p.Load, Replication: p.Replication, Trial: trial}
	data, err := result.encode()
	if err == nil {
		err = r.folder.publish(pointFile(p.Key), data)
	}
	if err != nil {
		return fmt.Errorf("%v: cannot keep the result: %w", p, err)
	}
	return nil
}

func (r *run) finish(k int, note func(*Outcome)) {
	r.lock.Lock()
	note(&r.outcome)
	r.lock.Unlock()
	r.tally.advance(k, whole)
}
