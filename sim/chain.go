package sim

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// chain simulates exponential FCFS servers of one worker as a Markov chain of queue lengths in uniformised steps: a step is an arrival or
// the turn of one server, each in proportion to its rate, and the turn of an idle server changes nothing. A job that finds k jobs has
// an Erlang(k+1) response time, so no job is followed.
type chain struct {
	*replica
	random rng.Rand  // of the steps
	draw   alias     // 0 is an arrival, c+1 the turn of a server of class c
	group  [][]int32 // the servers of each class
	rate   float64   // steps per second
	step   int64
	levels levels
	tokens *tokens // nil if no policy takes idle messages
}

func newChain(r *replica) (*chain, error) {
	m := &chain{
		replica: r,
		random:  r.stream("steps"),
		group:   make([][]int32, len(r.classes)),
		rate:    r.config.Rate,
		levels:  newLevels(len(r.classes)),
	}
	for i, c := range r.class {
		m.group[c] = append(m.group[c], int32(i))
	}
	weights := []float64{r.config.Rate}
	for c := range r.classes {
		w := float64(len(m.group[c])) * r.serviceRate(c)
		weights = append(weights, w)
		m.rate += w
	}
	m.draw = newAlias(weights)
	if err := r.dispatch(func(int) *steelyard.Board { return r.truth }); err != nil {
		return nil, err
	}
	m.fill()
	m.clear()
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
	if m.needs().Idle {
		m.tokens = newTokens(m.replica)
		m.tokens.begin()
	}
	for range m.config.Start.Jobs {
		m.arrive()
	}
}

func (m *chain) run(arrivals int) error {
	for arrivals > 0 {
		m.step++
		if c := m.draw.draw(&m.random) - 1; c >= 0 {
			m.turn(c)
			continue
		}
		m.arrive()
		arrivals--
	}
	return nil
}

// turn gives a server of class c the chance to end a job.
func (m *chain) turn(c int) {
	group := m.group[c]
	i := int(group[m.random.IntN(len(group))])
	n := m.truth.Len(i)
	if n == 0 {
		return
	}
	m.truth.Add(i, -1)
	m.levels.leave(c, n-1, m.step)
	if m.tokens != nil {
		m.tokens.left(i, 0)
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
	m.replica.clear()
	m.levels.clear(m.step, m.class, m.truth.Lens())
}

// mark reads the totals. The work offered is that done, whose mean is the same.
func (m *chain) mark() mark {
	s := mark{seconds: float64(m.step-m.levels.from) / m.rate, arrived: float64(m.sums.arrived)}
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
	return s
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
	m.sums.asked = int64(m.countAsked() - m.asked)
	return &m.sums
}
