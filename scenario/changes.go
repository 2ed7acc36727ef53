package scenario

import (
	"math"

	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/internal/closest"
	"github.com/steelyard-lb/steelyard/sim"
)

// The bounds of the state at time 0, and of times.
const (
	mostQueue  = 1_000_000
	mostAtOnce = 100_000_000
	mostTime   = 1e12
)

// changes reads the state at time 0, what happens to the fleet later, and the stretches of time that are counted apart.
func (r *reader) changes() {
	r.start(r.root.Get("start"))
	if v := r.root.Get("events"); v.Present() {
		for _, e := range v.List("events") {
			r.event(e.Object("at", "join", "leave", "fail", "speed"))
		}
		r.replay()
	}
	if v := r.root.Get("windows"); v.Present() {
		for _, w := range v.List("windows") {
			r.window(w.Object("name", "from", "to"))
		}
	}
}

func (r *reader) start(v fleet.Value) {
	if !v.Present() {
		return
	}
	o := v.Object("queues", "jobs")
	queues, jobs := o.Get("queues"), o.Get("jobs")
	switch {
	case queues.Present() && jobs.Present():
		jobs.Fail("given beside queues, want one of the two")
	case jobs.Present():
		r.s.Start.Jobs = jobs.Int(1, mostAtOnce)
	default:
		r.queues(queues)
	}
}

func (r *reader) queues(v fleet.Value) {
	list := v.List("queue lengths, one for each server")
	for _, x := range list {
		r.s.Start.Queues = append(r.s.Start.Queues, x.Int(0, mostQueue))
	}
	if servers := r.s.Fleet.Servers(); len(list) > 0 && len(list) != servers {
		v.Fail("got %d of them, want one for each server, %d", len(list), servers)
		return
	}
	for _, c := range r.s.Fleet.Classes {
		for _, x := range list[:min(c.Servers, len(list))] {
			if x.Int(0, mostQueue) > c.Buffer {
				x.Want("at most the buffer of class %s, %d", c.Name, c.Buffer)
			}
		}
		list = list[min(c.Servers, len(list)):]
	}
}

// event reads one change of the fleet.
func (r *reader) event(o fleet.Object) {
	at := o.Get("at").Number(0, mostTime)
	var given []fleet.Value
	for _, action := range []struct {
		name string
		read func(fleet.Value) sim.Event
	}{
		{"join", r.join},
		{"leave", func(v fleet.Value) sim.Event { return r.depart(v, sim.Leave) }},
		{"fail", func(v fleet.Value) sim.Event { return r.depart(v, sim.Fail) }},
		{"speed", r.speed},
	} {
		v := o.Get(action.name)
		if !v.Present() {
			continue
		}
		given = append(given, v)
		e := action.read(v)
		e.At = at
		r.s.Events = append(r.s.Events, e)
		r.places = append(r.places, v)
	}
	switch {
	case len(given) == 0:
		o.Fail("no event, want one of join, leave, fail, speed")
	case len(given) > 1:
		given[1].Fail("a second event in one entry, want an entry for each")
	}
}

// join reads servers that come. A class that is not known yet is made.
func (r *reader) join(v fleet.Value) sim.Event {
	o := v.Object("class", "servers", "speed", "workers", "told")
	name := o.Get("class").Name()
	class, known := r.class[name]
	if !known {
		class = len(r.class)
		r.class[name] = class
		c := sim.Class{
			Name:    name,
			Speed:   o.Get("speed").Number(fleet.MinSpeed, fleet.MaxSpeed),
			Workers: o.Get("workers").Or("1").Int(1, fleet.MaxWorkers),
		}
		if told := o.Get("told"); told.Present() {
			c.Told = told.Number(fleet.MinSpeed, fleet.MaxSpeed)
		}
		r.s.Joining = append(r.s.Joining, c)
	}
	for _, field := range []string{"speed", "workers", "told"} {
		if x := o.Get(field); known && x.Present() {
			x.Fail("given for the class %s, which is known already; want another class", name)
		}
	}
	return sim.Event{Do: sim.Join, Class: class, Servers: o.Get("servers").Or("1").Int(1, fleet.MaxServers)}
}

// depart reads servers that go, those of the largest index first.
func (r *reader) depart(v fleet.Value, do sim.Action) sim.Event {
	o := v.Object("class", "servers")
	return sim.Event{Do: do, Class: r.classOf(o.Get("class")), Servers: o.Get("servers").Or("1").Int(1, fleet.MaxServers)}
}

// speed reads a change of speed, at once or in a ramp, of the servers of the smallest index, or of all.
func (r *reader) speed(v fleet.Value) sim.Event {
	o := v.Object("class", "servers", "to", "over", "told")
	e := sim.Event{
		Do:    sim.SetSpeed,
		Class: r.classOf(o.Get("class")),
		Speed: o.Get("to").Number(fleet.MinSpeed, fleet.MaxSpeed),
		Over:  o.Get("over").Or("0").Number(0, mostTime),
		Told:  o.Get("told").Or("false").Bool(),
	}
	if servers := o.Get("servers"); servers.Present() {
		e.Servers = servers.Int(1, fleet.MaxServers)
	}
	return e
}

// classOf reads the name of a class that is known.
func (r *reader) classOf(v fleet.Value) int {
	name := v.Name()
	class, known := r.class[name]
	if !known && name != "" {
		v.Fail("unknown class %s, %s", name, closest.Advice(name, r.s.classNames()))
	}
	return class
}

func (r *reader) window(o fleet.Object) {
	w := sim.Window{
		Name: o.Get("name").Name(),
		From: o.Get("from").Or("0").Number(0, mostTime),
		To:   o.Get("to").Or(".inf").Number(0, math.Inf(1)),
	}
	if w.To <= w.From {
		o.Get("to").Want("a time after %g", w.From)
	}
	for _, other := range r.s.Windows {
		if other.Name == w.Name {
			o.Get("name").Fail("window %s was given already, want every window once", w.Name)
		}
	}
	r.s.Windows = append(r.s.Windows, w)
}
