package sim

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
)

// lazy simulates FCFS with single workers without departure events: a job's end is known when it joins, and jobs that have ended are taken out
// of a queue when somebody asks for its length. For policies that only ask single servers, or that see snapshots.
type lazy struct {
	*replica
	backlogs
	pace     []float64 // seconds per unit of work, per class
	now      float64
	began    float64 // to count
	next     float64 // the next arrival
	snapshot *steelyard.Board
	refresh  float64 // when the next snapshot is taken
}

func newLazy(r *replica) (*lazy, error) {
	z := &lazy{replica: r, backlogs: newBacklogs(len(r.class)), next: r.arrivals.wait(), refresh: never}
	for k := range r.classes {
		z.pace = append(z.pace, 1/r.classes[k].Speed)
	}
	r.clock = func() float64 { return z.now }
	if err := z.openView(); err != nil {
		return nil, err
	}
	z.clear()
	z.fill()
	return z, nil
}

func (z *lazy) openView() error {
	if z.config.Dispatchers.View.Kind == belief.Stale {
		z.refresh = 0
		z.snapshot = steelyard.NewBoard(z.layout)
		return z.dispatch(func(int) *steelyard.Board { return z.snapshot })
	}
	if err := z.dispatch(func(int) *steelyard.Board { return z.truth }); err != nil {
		return err
	}
	for _, d := range z.dispatchers {
		d.Ask(z)
	}
	return nil
}

// fill puts the jobs of time 0 in place.
func (z *lazy) fill() {
	work := z.stream("start sizes")
	size := z.config.sizeLaw()
	for i, n := range z.startLengths() {
		s := &z.sums.class[z.class[i]]
		for range n {
			seconds := size.Sample(&work) * z.pace[z.class[i]]
			s.busy += seconds
			s.end(z.add(i, seconds, z.now))
		}
	}
	for range z.config.Start.Jobs {
		z.send()
	}
}

// Len implements [steelyard.Lengths].
func (z *lazy) Len(i int) int { return z.settle(i, z.now) }

func (z *lazy) run(arrivals int) error {
	for range arrivals {
		for z.refresh <= z.next {
			z.look()
		}
		z.now = z.next
		z.next += z.arrivals.wait()
		z.send()
	}
	return nil
}

// look takes a snapshot.
func (z *lazy) look() {
	z.now = z.refresh
	z.refresh += z.config.Dispatchers.View.Seconds
	z.settleAll()
	z.snapshot.Load(z.truth.Lens())
	z.sums.unasked += int64(len(z.class))
	for _, d := range z.dispatchers {
		d.Round()
	}
}

// settleAll brings the lengths on the board of the truth up to date.
func (z *lazy) settleAll() {
	for i := range z.class {
		z.truth.Set(i, z.Len(i))
	}
}

// send lets a job arrive at a dispatcher, which sends it to a server.
func (z *lazy) send() {
	d := z.dispatchers[z.arrivals.dispatcher()]
	work := z.arrivals.work()
	z.sums.arrived++
	z.sums.offered += work
	i := d.Pick(steelyard.Job{})
	if i == steelyard.None {
		z.sums.nowhere++
		return
	}
	c := z.class[i]
	s := &z.sums.class[c]
	if buffer := z.classes[c].Buffer; buffer > 0 && z.Len(i) >= buffer {
		s.blocked++
		return
	}
	seconds := work * z.pace[c]
	s.sent++
	s.busy += seconds
	s.end(z.add(i, seconds, z.now) - z.now)
	d.Sent(i)
}

func (z *lazy) drain() error {
	end := z.now
	for i := range z.class {
		z.Len(i)
		_, last := z.left(i, z.now)
		end = max(end, z.now+last)
	}
	z.now = end
	return nil
}

// clear begins to count.
func (z *lazy) clear() {
	z.began = z.now
	z.settleAll()
	z.replica.clear()
	z.carry(1)
}

// carry adds, times sign, the time that the jobs that are there will still spend: integrals over time are counted when a job joins, so
// what reaches in from before the count is added and what reaches out after it taken off.
func (z *lazy) carry(sign float64) {
	for i, c := range z.class {
		s := &z.sums.class[c]
		z.Len(i)
		sum, last := z.left(i, z.now)
		s.length += sign * sum
		s.busy += sign * last
	}
}

func (z *lazy) mark() mark {
	m := z.replica.mark(0)
	m.seconds = z.now - z.began
	m.length += m.response
	for i := range z.class {
		z.Len(i)
		sum, _ := z.left(i, z.now)
		m.length -= sum
	}
	return m
}

func (z *lazy) close() *sums {
	z.carry(-1)
	for k := range z.sums.class {
		s := &z.sums.class[k]
		s.length += s.total
	}
	z.sums.seconds = z.now - z.began
	if z.snapshot == nil {
		z.sums.asked = int64(z.countAsked() - z.asked)
	}
	return &z.sums
}
