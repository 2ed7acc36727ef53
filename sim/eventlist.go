package sim

import "github.com/steelyard-lb/steelyard"

// eventList simulates every departure as an event: for policies that must know of them, for disciplines other than FCFS, for messages on
// their way and for fleets that change.
type eventList struct {
	*replica
	service service
	times   tournament // of the servers' next completions
	now     float64
	began   float64 // to count
	next    float64 // the next arrival
	other   float64 // the next event that is neither an arrival nor a completion
	tokens  *tokens // nil if no policy takes idle messages
	views   *views  // nil if all dispatchers see the truth
	agenda  agenda  // changes of the fleet
	looks   int     // of Config.Looks that are over
	watch   bool    // windows are counted
	indexed bool    // a policy ranks all servers by the truth
	reports bool    // a policy takes reports
}

func newEventList(r *replica) (*eventList, error) {
	e := &eventList{replica: r, agenda: newAgenda(r.config), watch: len(r.config.Windows) > 0}
	r.clock = func() float64 { return e.now }
	if err := e.openViews(); err != nil {
		return nil, err
	}
	needs := r.needs()
	e.indexed = needs.Index && e.views == nil
	e.reports = needs.Report
	owners := r.config.Dispatchers.count() > 1 && (needs.Done || needs.Report || needs.Idle || e.views != nil)
	d, _ := discipline(r.config.Discipline)
	e.service = d.make(r.servers(), owners)
	e.times = newTournament(len(r.class))
	e.next = r.arrivals.wait()
	if needs.Idle {
		e.tokens = newTokens(r)
	}
	e.fill()
	e.plan()
	return e, nil
}

// fill puts the jobs of time 0 in place.
func (e *eventList) fill() {
	work := e.stream("start sizes")
	size := e.config.sizeLaw()
	for i, n := range e.startLengths() {
		for range n {
			e.admit(i, job{work: size.Sample(&work)})
		}
	}
	e.clear()
	if e.tokens != nil {
		e.tokens.begin()
	}
	for range e.config.Start.Jobs {
		e.send()
	}
}

// plan finds the next event that is neither an arrival nor a completion.
func (e *eventList) plan() {
	e.other = min(e.agenda.next(), e.config.Looks.next(e.looks))
	if e.tokens != nil {
		e.other = min(e.other, e.tokens.next())
	}
	if e.views != nil {
		e.other = min(e.other, e.views.next())
	}
}

// run lets a number of jobs arrive.
func (e *eventList) run(arrivals int) error {
	for arrivals > 0 {
		i, at := e.times.first()
		switch {
		case e.other <= at && e.other <= e.next:
			if err := e.happen(); err != nil {
				return err
			}
		case at <= e.next:
			e.complete(i, at)
		default:
			e.now = e.next
			e.next += e.arrivals.wait()
			e.send()
			arrivals--
		}
	}
	return nil
}

// drain serves the jobs that are there, without arrivals.
func (e *eventList) drain() error {
	e.next = never
	for {
		i, at := e.times.first()
		if at == never {
			return nil
		}
		if e.other <= at {
			if err := e.happen(); err != nil {
				return err
			}
			continue
		}
		e.complete(i, at)
	}
}

// happen lets the next other event take place.
func (e *eventList) happen() error {
	e.now = e.other
	if e.tokens != nil && e.tokens.next() <= e.now {
		e.tokens.deliver()
	}
	if e.views != nil && e.views.next() <= e.now {
		e.views.update()
	}
	var err error
	switch {
	case e.agenda.next() <= e.now:
		err = e.change(e.agenda.take())
	case e.config.Looks.next(e.looks) <= e.now:
		e.look()
	}
	e.plan()
	return err
}

// send lets a job arrive at a dispatcher, which sends it to a server.
func (e *eventList) send() {
	from := e.arrivals.dispatcher()
	j := job{arrived: e.now, work: e.arrivals.work(), from: int32(from)}
	e.sums.arrived++
	e.sums.offered += j.work
	i := e.dispatchers[from].Pick(steelyard.Job{})
	if i == steelyard.None {
		e.sums.nowhere++
		return
	}
	c := e.class[i]
	if e.classes[c].full(e.truth.Len(i)) {
		e.sums.class[c].blocked++
		e.tokens.refused(i, from)
		return
	}
	e.sums.class[c].sent++
	e.admit(i, j)
	e.dispatchers[from].Sent(i)
	if e.views != nil {
		e.views.sent(from, i)
	}
	if e.tokens != nil {
		e.tokens.joined(i, from, e.now)
		e.other = min(e.other, e.tokens.next())
	}
}

// admit puts a job into the queue of server i.
func (e *eventList) admit(i int, j job) {
	if next := e.service.join(i, j, e.now); next != e.times.at(i) {
		e.times.set(i, next)
	}
	e.truth.Add(i, 1)
	c := e.class[i]
	s := &e.sums.class[c]
	n := e.truth.Len(i)
	s.length -= e.now
	if n <= e.classes[c].workers() {
		s.busy -= e.now
	}
	if n > s.peak {
		s.peak = n
	}
}

// complete ends a job at server i.
func (e *eventList) complete(i int, at float64) {
	e.now = at
	j, next := e.service.complete(i, at)
	e.times.set(i, next)
	e.truth.Add(i, -1)
	c := e.class[i]
	s := &e.sums.class[c]
	s.end(at - j.arrived)
	s.length += at
	n := e.truth.Len(i)
	if n < e.classes[c].workers() {
		s.busy += at
	}
	if e.indexed {
		e.sums.unasked++
	}
	if e.watch {
		e.record(int(c), j.arrived)
	}
	if e.views != nil {
		e.views.done(int(j.from), i, n)
	}
	e.dispatchers[j.from].Done(i, at-j.arrived)
	if e.reports {
		e.sums.unasked++
		e.dispatchers[j.from].Report(i, n)
	}
	if e.tokens != nil {
		e.tokens.left(i, at)
		e.other = min(e.other, e.tokens.next())
	}
}

// record counts a response in the windows in which the job arrived.
func (e *eventList) record(class int, arrived float64) {
	for w := range e.config.Windows {
		if x := &e.config.Windows[w]; arrived >= x.From && arrived < x.To {
			e.sums.window[w].response[class].Add(e.now - arrived)
		}
	}
}

// clear begins to count; the jobs that are there go on.
func (e *eventList) clear() {
	e.began = e.now
	e.replica.clear()
	e.openIntegrals(e.now)
}

// mark is what has been counted so far.
func (e *eventList) mark() mark { return e.replica.mark(e.now) }

// close ends the count.
func (e *eventList) close() *sums {
	e.closeIntegrals(e.now)
	e.sums.seconds = e.now - e.began
	if e.views == nil {
		e.sums.asked = int64(e.countAsked() - e.asked)
	}
	return &e.sums
}
