package sim

import (
	"math/bits"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// chain simulates exponential FCFS servers of one worker as a Markov chain of queue lengths in uniformised steps: a step is an arrival or
// the turn of one server, each in proportion to its rate, and the turn of an idle server changes nothing. A job that finds k jobs has
// an Erlang(k+1) response time, so no job is followed.
type chain struct {
	*replica
	streams
	draw   guide   // arrival, or the turn of a server of class c
	group  []group // the servers of each class
	rate   float64 // steps per second
	step   int64
	levels levels
	tokens *tokens // nil if no policy takes idle messages
	asked  float64 // lengths, by the kernel
	kernel *kernel // nil if the policy has none, or a queue has grown out of it
	watch  *watch  // nil if there is no control
}

// streams is all that is random about the steps.
type streams struct {
	random rng.Rand // what each step is
	places rng.Rand // whose turn it is
	next   int      // what the next step is
}

// group is a range of servers.
type group struct{ first, servers int }

// arrival is the item of a chain's draw that is no class.
const arrival = 0

func newChain(r *replica) (*chain, error) {
	m := &chain{
		replica: r,
		streams: streams{random: r.stream("steps"), places: r.stream("turns")},
		levels:  newLevels(len(r.classes)),
		rate:    r.config.Rate,
		watch:   newWatch(r.config),
	}
	weights := []float64{arrival: r.config.Rate}
	first := 0
	for c := range r.classes {
		servers := r.classes[c].Servers
		m.group = append(m.group, group{first, servers})
		first += servers
		weights = append(weights, float64(servers)*r.serviceRate(c))
		m.rate += weights[1+c]
	}
	m.draw = newGuide(weights)
	m.next = m.draw.draw(m.random.Uint64())
	if err := r.dispatch(func(int) *steelyard.Board { return r.truth }); err != nil {
		return nil, err
	}
	m.fill()
	m.kernel = newKernel(m)
	if m.kernel != nil && !m.kernel.load(m.class, m.truth.Lens()) {
		m.kernel = nil
	}
	return m, nil
}

// serviceRate is the jobs per second of a server of class c.
func (r *replica) serviceRate(c int) float64 {
	return r.classes[c].Speed / r.config.sizeLaw().Mean()
}

// fill puts the jobs of time 0 in place.
func (m *chain) fill() {
	for i, n := range m.startLengths() {
		m.truth.Set(i, n)
	}
	m.clear()
	if m.needs().Idle {
		m.tokens = newTokens(m.replica)
		m.tokens.begin()
	}
	for range m.config.Start.Jobs {
		m.arrive()
	}
}

// run knows one step ahead what a step is. Whether it is an arrival cannot be guessed, and a processor that guessed wrong should not
// have to wait for the random number as well.
func (m *chain) run(arrivals int) error {
	if m.kernel != nil {
		arrivals = m.runKernel(arrivals)
	}
	for arrivals > 0 {
		if m.watch.due(m.step) {
			m.observe()
		}
		this := m.next
		m.next = m.draw.draw(m.random.Uint64())
		place := m.places.Uint64() // of arrivals too, so that the turns are the same whatever the policy
		m.step++
		if this == arrival {
			m.arrive()
			arrivals--
			continue
		}
		c := this - 1
		g := &m.group[c]
		turn, _ := bits.Mul64(place, uint64(g.servers))
		i := g.first + int(turn)
		n := m.truth.Len(i)
		if n == 0 {
			continue
		}
		m.truth.Add(i, -1)
		m.levels.leave(c, n-1, m.step)
		if m.tokens != nil {
			m.tokens.left(i, 0)
		}
	}
	return nil
}

// runKernel lets the kernel make arrivals and returns how many are left.
func (m *chain) runKernel(arrivals int) (left int) {
	k := m.kernel
	made := k.run(m, arrivals)
	m.sums.arrived += int64(made)
	m.asked += k.asks * float64(made)
	if k.full {
		k.save(m.truth)
		m.rewind(k.before, k.at)
		m.kernel = nil
	}
	return arrivals - made
}

// rewind sets the streams to where they are a number of steps after they were so.
func (m *chain) rewind(before streams, steps int) {
	m.streams = before
	for range steps {
		m.next = m.draw.draw(m.random.Uint64())
		m.places.Uint64()
	}
}

// arrive lets a job arrive at a dispatcher, which sends it to a server.
func (m *chain) arrive() {
	from := m.arrivals.dispatcher()
	d := m.dispatchers[from]
	m.sums.arrived++
	i := d.Pick(steelyard.Job{})
	if i == steelyard.None {
		m.sums.nowhere++
		return
	}
	c := int(m.class[i])
	n := m.truth.Len(i)
	if m.classes[c].full(n) {
		m.sums.class[c].blocked++
		m.tokens.refused(i, from)
		return
	}
	m.truth.Add(i, 1)
	m.levels.join(c, n, m.step)
	d.Sent(i)
	if m.tokens != nil {
		m.tokens.joined(i, from, 0)
	}
}

func (m *chain) drain() error { return nil }

// clear begins to count.
func (m *chain) clear() {
	if m.kernel != nil {
		m.kernel.save(m.truth)
	}
	m.replica.clear()
	m.asked = 0
	m.levels.clear(m.step, m.class, m.truth.Lens())
}

// mark reads the totals. The work offered is that done, whose mean is the same, unless jobs are refused: then it is that of as many mean jobs.
func (m *chain) mark() mark {
	s := mark{seconds: float64(m.step-m.levels.from) / m.rate, arrived: float64(m.sums.arrived)}
	if w := m.watch; w != nil {
		s.controlled, s.looks = w.sum, float64(w.looks)
	}
	for c := range m.classes {
		rate := m.serviceRate(c)
		for k := range m.levels.level[c] {
			joins := float64(m.levels.level[c][k].joins)
			area := m.levels.integral(c, k, m.step) / m.rate
			s.ended += joins
			s.response += joins * float64(k+1) / rate
			s.length += area
			if k == 0 {
				s.offered += area * m.classes[c].Speed
			}
		}
	}
	if m.refuses() {
		s.offered = s.arrived * m.config.sizeLaw().Mean()
	}
	return s
}

// refuses says whether jobs may be lost.
func (m *chain) refuses() bool {
	for c := range m.classes {
		if m.classes[c].Buffer > 0 {
			return true
		}
	}
	return m.sums.nowhere > 0
}

// close ends the count.
func (m *chain) close() *sums {
	now := m.mark()
	m.sums.seconds, m.sums.offered = now.seconds, now.offered
	needs := m.needs()
	for c := range m.classes {
		s := &m.sums.class[c]
		for k := range m.levels.level[c] {
			x := m.levels.level[c][k]
			s.found = append(s.found, float64(x.joins))
			s.sent += x.joins
			s.length += m.levels.integral(c, k, m.step) / m.rate
			if m.levels.first[c][k] > 0 || x.joins > 0 {
				s.peak = k + 1
			}
			if needs.Index {
				m.sums.unasked += x.leaves
			}
		}
		s.busy = m.levels.integral(c, 0, m.step) / m.rate
	}
	m.sums.asked = int64(m.countAsked()-m.replica.asked) + int64(m.asked)
	return &m.sums
}
