package sim

import (
	"cmp"
	"slices"

	"github.com/steelyard-lb/steelyard"
)

// agenda is the changes of the fleet that are still to come, in the order of their times.
type agenda []Event

// rampSteps is the number of equal steps in which a ramp changes a speed.
const rampSteps = 30

func newAgenda(c *Config) agenda {
	var a agenda
	for _, e := range c.Events {
		if e.Do == SetSpeed && e.Over > 0 {
			a = append(a, ramp(c, e)...)
			continue
		}
		a = append(a, e)
	}
	slices.SortStableFunc(a, func(x, y Event) int { return cmp.Compare(x.At, y.At) })
	return a
}

// ramp turns a gradual change into steps, from the speed that the class was given before.
func ramp(c *Config, e Event) []Event {
	from := c.Classes[e.Class].Speed
	last := -1.0
	for _, o := range c.Events {
		if o.Do == SetSpeed && o.Class == e.Class && o.At < e.At && o.At > last {
			from, last = o.Speed, o.At
		}
	}
	steps := make([]Event, rampSteps)
	for k := range steps {
		part := float64(k+1) / rampSteps
		steps[k] = e
		steps[k].At = e.At + e.Over*part
		steps[k].Speed = from + (e.Speed-from)*part
		steps[k].Over = 0
	}
	return steps
}

// next is the time of the next change.
func (a agenda) next() float64 {
	if len(a) == 0 {
		return never
	}
	return a[0].At
}

func (a *agenda) take() Event {
	e := (*a)[0]
	*a = (*a)[1:]
	return e
}

// change carries out an event.
func (e *eventList) change(x Event) error {
	switch x.Do {
	case Join:
		return e.join(x)
	case Leave:
		e.retire(x)
		return nil
	case Fail:
		for _, i := range e.retire(x) {
			e.lose(i)
		}
		return nil
	}
	return e.changeSpeed(x)
}

// affected lists the servers of x's class that take jobs, at most as many as x says.
func (e *eventList) affected(x Event) []int {
	var list []int
	for i, c := range e.class {
		if int(c) == x.Class && e.truth.Eligible(i) {
			list = append(list, i)
		}
	}
	if x.Servers > 0 && x.Servers < len(list) {
		if x.Do == SetSpeed {
			return list[:x.Servers]
		}
		return list[len(list)-x.Servers:]
	}
	return list
}

func (e *eventList) join(x Event) error {
	class := &e.classes[x.Class]
	kinds := e.kinds()
	for range max(x.Servers, 1) {
		e.class = append(e.class, int32(x.Class))
		kinds = append(kinds, e.config.kind(x.Class))
		e.service.grow(server{speed: class.Speed, workers: class.workers()})
	}
	from := len(e.times.time)
	e.times.grow(len(e.class))
	if err := e.tell(kinds); err != nil {
		return err
	}
	if e.tokens != nil {
		e.tokens.grow(len(e.class))
		for i := from; i < len(e.class); i++ {
			e.tokens.left(i, e.now)
		}
	}
	return nil
}

// retire lets servers take no more jobs.
func (e *eventList) retire(x Event) []int {
	list := e.affected(x)
	for _, i := range list {
		e.truth.SetEligible(i, false)
		if e.views != nil {
			for _, b := range e.views.boards {
				b.SetEligible(i, false)
			}
		}
		if e.tokens != nil {
			e.tokens.gone(i, e.now)
		}
	}
	return list
}

// lose drops the jobs of server i.
func (e *eventList) lose(i int) {
	n := e.truth.Len(i)
	c := e.class[i]
	s := &e.sums.class[c]
	s.lost += int64(n)
	s.length += e.now * float64(n)
	s.busy += e.now * float64(min(n, e.classes[c].workers()))
	e.service.evict(i)
	e.times.set(i, never)
	e.truth.Set(i, 0)
}

func (e *eventList) changeSpeed(x Event) error {
	list := e.affected(x)
	for _, i := range list {
		e.times.set(i, e.service.setSpeed(i, x.Speed, e.now))
	}
	if !x.Told {
		return nil
	}
	kinds := e.kinds()
	for _, i := range list {
		kinds[i].Rate = x.Speed / e.config.sizeLaw().Mean()
	}
	return e.tell(kinds)
}

// tell gives the dispatchers a new layout.
func (e *eventList) tell(kinds []steelyard.Kind) error {
	if err := e.relayout(kinds); err != nil {
		return err
	}
	e.truth.Relayout(e.layout)
	if e.views != nil {
		e.views.relayout(e.layout)
	}
	for _, d := range e.dispatchers {
		if err := d.Rebind(); err != nil {
			return err
		}
	}
	return nil
}
