package scenario

import (
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/sim"
)

// fields are those of a scenario file.
func fields() []string {
	return append(fleet.Fields(),
		"load", "arrival_rate", "arrivals", "job", "discipline", "dispatchers", "shares", "policy",
		"start", "events", "windows", "run", "rounds", "expect", "pending")
}

// Load reads the scenario file of the given name. A mistake in it is a [*fleet.Error].
func Load(file string) (*Scenario, error) {
	doc, err := fleet.Load(file)
	if err != nil {
		return nil, err
	}
	return read(file, doc)
}

// Parse reads a scenario from data. The name of the file serves in messages, and files that the scenario names are sought beside it.
func Parse(file string, data []byte) (*Scenario, error) {
	doc, err := fleet.Parse(file, data)
	if err != nil {
		return nil, err
	}
	return read(file, doc)
}

// reader reads one file.
type reader struct {
	root  fleet.Object
	s     *Scenario
	class map[string]int // the index of a class by its name

	places []fleet.Value // of the events
}

func read(file string, doc *fleet.Document) (*Scenario, error) {
	r := &reader{root: doc.Root().Object(fields()...), s: &Scenario{File: file}}
	for _, part := range []func(){r.fleet, r.work, r.dispatchers, r.changes, r.bounds, r.run, r.rounds, r.policy, r.expect} {
		part()
		if err := doc.Err(); err != nil {
			return nil, err
		}
	}
	return r.s, nil
}

// section reads a mapping that may be left out, as may all its fields.
func section(v fleet.Value, fields ...string) fleet.Object {
	if !v.Present() {
		return fleet.Object{Value: v}
	}
	return v.Object(fields...)
}

func (r *reader) fleet() {
	r.s.Fleet = fleet.Read(r.root)
	r.class = make(map[string]int)
	for k, c := range r.s.Fleet.Classes {
		r.class[c.Name] = k
	}
	r.s.Discipline = r.root.Get("discipline").Or(sim.Disciplines()[0].Name).Choice(disciplines()...)
}

func disciplines() []string {
	var names []string
	for _, d := range sim.Disciplines() {
		names = append(names, d.Name)
	}
	return names
}
