package paper

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/steelyard-lb/steelyard/scenario"
)

// trials keep the finished parts of a figure that is not finished, so that one that is interrupted goes on where it stopped. They are only ever a
// shortcut: what cannot be kept or read is made again.
type trials struct {
	dir   string
	build string
	least time.Duration // what took less is not worth a file
}

// worthKeeping is how long a part takes that is kept.
const worthKeeping = 50 * time.Millisecond

// trials are those of a figure on the shelf.
func (s shelf) trials(f Figure, o Options) *trials {
	return &trials{filepath.Join(s.dir, trialsFolder, f.ID), o.Build, worthKeeping}
}

// trialsFolder is where unfinished figures have their parts.
const trialsFolder = ".unfinished"

// drop removes what a finished figure needs no more.
func (t *trials) drop() {
	os.RemoveAll(t.dir)
	os.Remove(filepath.Dir(t.dir)) // which fails where other figures have some
}

// key tells a part of a figure from all others of its type: it holds what decides the outcome besides effort, seed and build.
type key []any

// kept is what work gives, or gave when the figure was interrupted. That must be what JSON stores exactly, all of it in exported fields; with a NaN
// in it, it is made again.
func kept[T any](o Options, name key, work func() (T, error)) (T, error) {
	file := o.partFile(fmt.Sprintf("%T", *new(T)), name)
	if part, ok := readPart[T](file); ok {
		return part, nil
	}
	began := time.Now()
	part, err := work()
	if err == nil && file != "" && time.Since(began) >= o.trials.least {
		writePart(file, part)
	}
	return part, err
}

// keptEach is do(0), ..., do(n-1), made on all cores and with progress. At most 64 parts are kept, which many short ones share; the key is that of
// all, without n.
func keptEach[T any](ctx context.Context, o Options, name key, n int, do func(k int) (T, error)) ([]T, error) {
	const most = 64
	size := (n + most - 1) / most
	list := make([]T, n)
	err := counting(ctx, (n+size-1)/size, o, func(p int) error {
		own := list[p*size : min(n, (p+1)*size)]
		done, err := kept(o, slices.Concat(name, key{p * size, len(own)}), func() ([]T, error) {
			for k := range own {
				err := ctx.Err()
				if err == nil {
					own[k], err = do(p*size + k)
				}
				if err != nil {
					return nil, err
				}
			}
			return own, nil
		})
		copy(own, done)
		return err
	})
	return list, err
}

// replications runs those of a scenario, on all cores and with progress. They do not depend on how many there are.
func replications[T any](
	ctx context.Context, o Options, s *scenario.Scenario, run func(s *scenario.Scenario, k int, progress func(done, total int)) (T, error),
) ([]T, error) {
	list := make([]T, s.Length.Replications)
	progress := o.together(len(list))
	return list, eachOf(ctx, len(list), func(k int) (err error) {
		own, tell := *s, progress(k) // a scenario notes what was tuned for it
		list[k], err = kept(o, replicationKey(s, k), func() (T, error) { return run(&own, k, tell) })
		if tell != nil && err == nil {
			tell(1, 1)
		}
		return err
	})
}

func replicationKey(s *scenario.Scenario, index int) key {
	plain := *s
	plain.Policy, plain.Length.Replications = nil, 0
	return key{fmt.Sprint(s.Policy), index, plain}
}

// simulate is [scenario.Simulate] with replications that are kept.
func (o Options) simulate(ctx context.Context, s *scenario.Scenario) (*scenario.Report, error) {
	list, err := replications(ctx, o, s, func(s *scenario.Scenario, k int, progress func(done, total int)) (*scenario.Trial, error) {
		return scenario.Replicate(ctx, s, k, scenario.Options{Model: scenario.MeanField, Progress: progress})
	})
	if err != nil {
		return nil, err
	}
	return scenario.Pool(s, list, scenario.Options{Model: scenario.MeanField})
}

// together makes of the progress of n simulations at the same time that of the figure.
func (o Options) together(n int) func(k int) func(done, total int) {
	var one sync.Mutex
	shares, sum := make([]float64, n), 0.0
	return func(k int) func(done, total int) {
		if o.Progress == nil {
			return nil
		}
		return func(done, total int) {
			one.Lock()
			defer one.Unlock()
			share := float64(done) / float64(total)
			sum += share - shares[k]
			shares[k] = share
			o.Progress(sum / float64(n))
		}
	}
}

// partFile is named by a hash of all that decides the outcome of a part; empty if the part cannot be kept. What a pointer hides is not in the
// hash, so that there must be none.
func (o Options) partFile(of string, name key) string {
	if o.trials == nil {
		return ""
	}
	text := fmt.Sprintf("%q %q %d %q %#v", o.trials.build, o.Effort, o.Seed, of, name)
	if strings.Contains(text, ")(0x") {
		return ""
	}
	return filepath.Join(o.trials.dir, hashOf([]byte(text))+".json")
}

// keptPart is a part as it is stored; the hash tells whether all of it is there.
type keptPart struct {
	Hash string          `json:"hash"`
	Part json.RawMessage `json:"part"`
}

func readPart[T any](file string) (part T, ok bool) {
	var stored keptPart
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &stored) != nil || hashOf(stored.Part) != stored.Hash {
		return part, false
	}
	return part, json.Unmarshal(stored.Part, &part) == nil
}

func writePart[T any](file string, part T) {
	data, err := json.Marshal(part)
	if err == nil {
		data, err = json.Marshal(keptPart{hashOf(data), data})
	}
	if err == nil && os.MkdirAll(filepath.Dir(file), 0o777) == nil {
		place(file, data, writeFile)
	}
}
