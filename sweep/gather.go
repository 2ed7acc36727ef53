package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
)

// Gather collects the results in the folders, whatever their order. id is the beginning of the plan's; empty, it stands for the only plan there.
// Gather fails if there is none or more than one such plan, if two files give one point different results, and if ctx ends. Progress may be
// nil.
func Gather(ctx context.Context, dirs []string, id string, progress func(done, total int)) (*Collection, error) {
	g := &gathering{collection: &Collection{found: make(map[string]folder)}, plans: make(map[string]*Plan), where: make(map[string][]folder)}
	for _, dir := range dirs {
		if err := g.look(dir); err != nil {
			return nil, err
		}
	}
	if err := g.read(ctx, progress); err != nil {
		return nil, err
	}
	if err := g.choose(id); err != nil {
		return nil, err
	}
	for _, x := range g.results {
		if err := g.take(x); err != nil {
			return nil, err
		}
	}
	g.collection.split(g.splits)
	return g.collection, nil
}

// gathering is the state of Gather.
type gathering struct {
	collection *Collection
	looked     []os.FileInfo // folders
	plans      map[string]*Plan
	where      map[string][]folder // of a plan; none if only results of it are there
	order      []string            // of plans
	results    []result
	splits     []string         // names of the files that tell numbers of shards
	points     map[string]Point // of the plan that is chosen, by key
}

// result is a file of a point.
type result struct {
	folder folder
	key    string
	plan   string // "" if it is damaged
	err    error  // why it is
}

func (x *result) file() string { return x.folder.path(pointFile(x.key)) }

// look lists a folder, once.
func (g *gathering) look(dir string) error {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return fmt.Errorf("got %s, want a folder with results of sweep --out", dir)
	}
	if slices.ContainsFunc(g.looked, func(o os.FileInfo) bool { return os.SameFile(o, info) }) {
		return nil
	}
	g.looked = append(g.looked, info)
	f := folder(dir)
	entries, err := f.list()
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := g.file(f, e.Name()); err != nil {
			return err
		}
	}
	return nil
}

// file takes note of a file if its name is one of ours.
func (g *gathering) file(f folder, name string) error {
	if id, ok := idOf(name, "plan-", ".json"); ok {
		return g.plan(f, id)
	}
	if key, ok := idOf(name, "point-", ".json"); ok {
		g.results = append(g.results, result{folder: f, key: key})
	}
	if _, ok := idOf(name, "shards-", ""); ok {
		g.splits = append(g.splits, name)
	}
	return nil
}

func (g *gathering) plan(f folder, id string) error {
	data, err := f.load(planFile(id))
	if err != nil && !errors.Is(err, errDamaged) {
		return err
	}
	var p *Plan
	if err == nil {
		p, err = decodePlan(data, id)
	}
	if err != nil {
		g.damaged(f.path(planFile(id)), err)
		return nil
	}
	g.meet(id)
	g.plans[id], g.where[id] = p, append(g.where[id], f)
	return nil
}

// read reads all results, on all cores: which plan each is of, and whether it is intact.
func (g *gathering) read(ctx context.Context, progress func(done, total int)) error {
	tally := newTally(len(g.results), progress)
	err := each(ctx, len(g.results), func(_ context.Context, k int) error {
		x := &g.results[k]
		r, _, err := x.folder.read(x.key)
		switch {
		case errors.Is(err, errDamaged):
			x.err = err
		case err != nil:
			return err
		default:
			x.plan = r.Plan
		}
		tally.advance(k, whole)
		return nil
	})
	for _, x := range g.results {
		if x.err != nil {
			g.damaged(x.file(), x.err)
		} else if err == nil {
			g.meet(x.plan)
		}
	}
	return err
}

func (g *gathering) meet(id string) {
	if !slices.Contains(g.order, id) {
		g.order = append(g.order, id)
	}
}

func (g *gathering) damaged(file string, err error) {
	g.collection.Damaged = append(g.collection.Damaged, Damage{file, err})
}

// take takes a result of the chosen plan unless it is there already.
func (g *gathering) take(x result) error {
	c := g.collection
	if x.plan != c.sweep.id {
		return nil
	}
	p, ok := g.points[x.key]
	if !ok {
		g.damaged(x.file(), errors.New("no point of its plan"))
		return nil
	}
	used, twice := c.found[x.key]
	if !twice {
		c.found[x.key] = x.folder
		return nil
	}
	if err := same(used, x.folder, pointFile(x.key)); err != nil {
		return fmt.Errorf("%v: %w", p, err)
	}
	c.Duplicates = append(c.Duplicates, Duplicate{p, x.file(), used.path(pointFile(x.key))})
	return nil
}

// same fails if a file is not the same in two folders.
func same(a, b folder, name string) error {
	x, err := a.load(name)
	if err != nil {
		return err
	}
	y, err := b.load(name)
	if err == nil && !bytes.Equal(x, y) {
		err = fmt.Errorf("got different results in %s and %s, want them to be the same: one is not of this plan", a.path(name), b.path(name))
	}
	return err
}

// split notes the numbers of shards that are told of the plan.
func (c *Collection) split(names []string) {
	for _, name := range names {
		digits, ok := idOf(name, shardsPrefix(c.sweep.id), "")
		if n, err := strconv.Atoi(digits); ok && err == nil && n > 1 && n <= maxShards && !slices.Contains(c.shards, n) {
			c.shards = append(c.shards, n)
		}
	}
	slices.Sort(c.shards)
}
