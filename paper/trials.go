package paper

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/steelyard-lb/steelyard/scenario"
)

// trials keep the finished replications of a figure that is not finished, so that one that is interrupted goes on where it stopped. They are
// only ever a shortcut: what cannot be kept or read is simulated again.
type trials struct {
	dir   string
	build string
	least time.Duration // what took less is not worth a file
}

// worthKeeping is how long a replication takes that is kept.
const worthKeeping = 50 * time.Millisecond

// trials are those of a figure on the shelf.
func (s shelf) trials(f Figure, o Options) *trials {
	return &trials{filepath.Join(s.dir, trialsFolder, f.ID), o.Build, worthKeeping}
}

// trialsFolder is where unfinished figures have their replications.
const trialsFolder = ".unfinished"

// drop removes what a finished figure needs no more.
func (t *trials) drop() {
	os.RemoveAll(t.dir)
	os.Remove(filepath.Dir(t.dir)) // which fails where other figures have some
}

// simulate is [scenario.Simulate] with replications that are kept.
func (o Options) simulate(ctx context.Context, s *scenario.Scenario) (*scenario.Report, error) {
	list := make([]*scenario.Trial, s.Length.Replications)
	progress := o.together(len(list))
	err := eachOf(ctx, len(list), func(k int) (err error) {
		own := *s // a scenario notes what was tuned for it
		list[k], err = o.trials.replicate(ctx, &own, k, scenario.Options{Model: scenario.MeanField, Progress: progress(k)})
		return err
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

// replicate is [scenario.Replicate], or what is kept of it.
func (t *trials) replicate(ctx context.Context, s *scenario.Scenario, index int, o scenario.Options) (*scenario.Trial, error) {
	file := t.file(s, index)
	if kept := readTrial(file); kept != nil {
		if o.Progress != nil {
			o.Progress(1, 1)
		}
		return kept, nil
	}
	began := time.Now()
	trial, err := scenario.Replicate(ctx, s, index, o)
	if err == nil && file != "" && time.Since(began) >= t.least {
		writeTrial(file, trial)
	}
	return trial, err
}

// file is named by a hash of all that decides the outcome; empty if the replication cannot be kept. What a pointer hides is not in the hash, so
// that there must be none.
func (t *trials) file(s *scenario.Scenario, index int) string {
	if t == nil {
		return ""
	}
	plain := *s
	plain.Policy, plain.Length.Replications = nil, 0
	text := fmt.Sprintf("%s\n%s\n%d\n%#v", t.build, s.Policy, index, plain)
	if strings.Contains(text, ")(0x") {
		return ""
	}
	return filepath.Join(t.dir, hashOf([]byte(text))+".json")
}

// keptTrial is a replication as it is stored; the hash tells whether all of it is there.
type keptTrial struct {
	Hash  string          `json:"hash"`
	Trial json.RawMessage `json:"trial"`
}

func readTrial(file string) *scenario.Trial {
	var kept keptTrial
	trial := &scenario.Trial{}
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &kept) != nil || hashOf(kept.Trial) != kept.Hash || json.Unmarshal(kept.Trial, trial) != nil {
		return nil
	}
	return trial
}

func writeTrial(file string, trial *scenario.Trial) {
	data, err := json.Marshal(trial)
	if err == nil {
		data, err = json.Marshal(keptTrial{hashOf(data), data})
	}
	if err == nil && os.MkdirAll(filepath.Dir(file), 0o777) == nil {
		place(file, data, writeFile)
	}
}
