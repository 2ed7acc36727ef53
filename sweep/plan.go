package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/steelyard-lb/steelyard/scenario"
)

// format is the version of the files. It belongs to the plan, so that results of different forms never mix.
const format = 1

// Plan is what a sweep runs. Its hash names it, so all that bears on the results is in it.
type Plan struct {
	Format       int       `json:"format"`
	Program      string    `json:"program"`  // what runs it: results of two versions or architectures may differ in their last digits
	Scenario     string    `json:"scenario"` // YAML, without comments and with sorted fields
	Policies     []string  `json:"policies"`
	Loads        []float64 `json:"loads,omitempty"` // none is the scenario's own
	Replications int       `json:"replications"`
	Jobs         int       `json:"jobs"`
	Seed         uint64    `json:"seed"`
	Engine       string    `json:"engine,omitempty"` // "" is the fastest exact one
	Plain        bool      `json:"plain,omitempty"`  // no mean field to start at or as a control
}

// Axes are the dimensions of a plan beside its scenario, and how it is run.
type Axes struct {
	Policies []string // text forms
	Loads    []float64
	Engine   string
	Plain    bool
	Program  string
}

// maxPoints bounds the points of a plan: a process lists them all.
const maxPoints = 1_000_000

// check refuses what no sweep runs. New and stored plans obey the same bounds.
func (p *Plan) check() error {
	for _, load := range p.Loads {
		if !(load >= scenario.MinLoad && load <= scenario.MaxLoad) {
			return fmt.Errorf("loads: got %v, want numbers from %g to %g", load, scenario.MinLoad, scenario.MaxLoad)
		}
	}
	cells := len(p.Policies) * max(len(p.Loads), 1)
	switch {
	case p.Format != format:
		return fmt.Errorf("got format %d, want %d", p.Format, format)
	case p.Jobs < 0 || p.Jobs > scenario.MaxJobs:
		return fmt.Errorf("jobs: got %d, want at most %d", p.Jobs, scenario.MaxJobs)
	case p.Replications < 1 || p.Replications > scenario.MaxReplications:
		return fmt.Errorf("replications: got %d, want a number from 1 to %d", p.Replications, scenario.MaxReplications)
	case cells > maxPoints/p.Replications:
		return fmt.Errorf("got %d replications of each of %d policies and loads, want at most %d points", p.Replications, cells, maxPoints)
	}
	return nil
}

// ID names the plan: 32 hexadecimal digits of a hash of all its fields.
func (p *Plan) ID() string { return nameOf(p.encode()) }

// encode is the plan as it is stored.
func (p *Plan) encode() []byte {
	data, err := json.Marshal(p)
	if err != nil {
		panic(err) // loads are finite, as check wants them
	}
	return append(data, '\n')
}

// nameOf names content by its hash.
func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// decodePlan reads a stored plan whose hash must be id.
func decodePlan(data []byte, id string) (*Plan, error) {
	p := &Plan{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, err
	}
	if got := nameOf(data); got != id {
		return nil, fmt.Errorf("got content of the hash %s, want %s", got, id)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	if again := p.ID(); again != id {
		return nil, fmt.Errorf("got content that is written otherwise, with the hash %s", again)
	}
	return p, nil
}

// differences names the fields in which two plans differ.
func (p *Plan) differences(o *Plan) []string {
	var names []string
	for _, x := range []struct {
		name string
		a, b any
	}{
		{"program", p.Program, o.Program}, {"scenario", p.Scenario, o.Scenario}, {"policies", p.Policies, o.Policies},
		{"loads", p.Loads, o.Loads}, {"replications", p.Replications, o.Replications}, {"jobs", p.Jobs, o.Jobs},
		{"seed", p.Seed, o.Seed}, {"engine", p.Engine, o.Engine}, {"plain", p.Plain, o.Plain},
	} {
		if fmt.Sprintf("%q", x.a) != fmt.Sprintf("%q", x.b) {
			names = append(names, x.name)
		}
	}
	return names
}
