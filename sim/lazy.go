package sim

import (
	"math"
	"math/bits"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
)

// lazy simulates FCFS with single workers without departure events: a job's end is known when it joins, and jobs that have ended are taken out
// of a queue when somebody asks for its length. For policies that only ask single servers, or that see snapshots.
type lazy struct {
	*replica
	ends     rings[uint64] // of the jobs at each server: bits of the times, which compare as the times do
	pace     []float64     // seconds per unit of work, per class
	now      float64
	began    float64 // to count
	next     float64 // the next arrival
	snapshot *steelyard.Board
	refresh  float64 // when the next snapshot is taken
}

func newLazy(r *replica) (*lazy, error) {
	z := &lazy{replica: r, ends: newRings[uint64](len(r.class)), next: r.arrivals.wait(), refresh: never}
	for k := range r.classes {
		z.pace = append(z.pace, 1/r.classes[k].Speed)
	}
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
			s.end(z.join(i, seconds))
		}
	}
	for range z.config.Start.Jobs {
		z.send()
	}
}

// Len implements [steelyard.Lengths]. Two jobs are looked at without a branch, because whether they have ended cannot be guessed. Entries
// behind the end of a queue are of jobs that have ended, so they may be read as well.
func (z *lazy) Len(i int) int {
	q := &z.ends.queue[i]
	now := math.Float64bits(z.now)
	for {
		mask := uint32(1)<<q.log - 1
		_, first := bits.Sub64(now, z.ends.slot[q.at+q.head], 0) // 1: still there
		_, second := bits.Sub64(now, z.ends.slot[q.at+(q.head+1)&mask], 0)
		ended := min(q.n, uint32(1-first+(1-first)&(1-second)))
		q.head = (q.head + ended) & mask
		q.n -= ended
		if ended < 2 {
			return int(q.n)
		}
	}
}

// join puts a job that needs so many seconds at server i into its queue and returns when it will end. Jobs that have ended may be left in
// the queue as long as there is room.
func (z *lazy) join(i int, seconds float64) (end float64) {
	q := &z.ends.queue[i]
	mask := uint32(1)<<q.log - 1
	if q.n > mask {
		z.Len(i)
	}
	last := z.ends.slot[q.at+(q.head+q.n-1)&mask]
	end = math.Float64frombits(max(math.Float64bits(z.now), last)) + seconds
	z.ends.push(i, math.Float64bits(end))
	return end
}

// end is when the k-th job at server i ends.
func (z *lazy) end(i, k int) float64 { return math.Float64frombits(*z.ends.at(i, k)) }

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
	z.settle()
	z.snapshot.Load(z.truth.Lens())
	z.sums.unasked += int64(len(z.class))
	for _, d := range z.dispatchers {
		d.Round()
	}
}

// settle brings the lengths on the board of the truth up to date.
func (z *lazy) settle() {
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
	s.end(z.join(i, seconds) - z.now)
	d.Sent(i)
}

func (z *lazy) drain() error {
	for i := range z.class {
		if n := z.ends.len(i); n > 0 {
			z.now = max(z.now, z.end(i, n-1))
		}
	}
	return nil
}

// clear begins to count.
func (z *lazy) clear() {
	z.began = z.now
	z.settle()
	z.replica.clear()
	z.carry(1)
}

// carry adds, times sign, the time that the jobs that are there will still spend: integrals over time are counted when a job joins, so
// what reaches in from before the count is added and what reaches out after it taken off.
func (z *lazy) carry(sign float64) {
	for i, c := range z.class {
		s := &z.sums.class[c]
		n := z.Len(i)
		for k := range n {
			s.length += sign * (z.end(i, k) - z.now)
		}
		if n > 0 {
			s.busy += sign * (z.end(i, n-1) - z.now)
		}
	}
}

func (z *lazy) mark() mark {
	m := z.replica.mark(0)
	m.seconds = z.now - z.began
	m.length += m.response
	for i := range z.class {
		for k := range z.Len(i) {
			m.length -= z.end(i, k) - z.now
		}
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
