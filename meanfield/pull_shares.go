package meanfield

import (
	"math"

	"gonum.org/v1/gonum/blas"
)

// Unequal shares. Messages flow to every router at the rate T/R, T being the rate
// at which servers become idle. A router whose share of the arrivals is larger uses
// each at once and sends the rest blindly; at the others messages pile up, and a
// server whose message lies there is idle (cf. van der Boor, Borst and van
// Leeuwaarden 2017). All rates are per server of the fleet.

// infinite is where an infinite buffer is cut off; blind arrivals are rarer than
// services, so that hardly any server gets there.
const infinite = 400

func (m Pull) capacity(class int) int {
	if m.Buffers == nil || m.Buffers[class] == 0 {
		return infinite
	}
	return m.Buffers[class]
}

// unbalanced finds the rate of messages T.
func (m Pull) unbalanced() (PullPrediction, error) {
	least, largest := m.Shares[0], m.Shares[0]
	for _, s := range m.Shares {
		least, largest = min(least, s), max(largest, s)
	}
	routers := float64(len(m.Shares))
	low, high := routers*least*m.Arrivals*(1+1e-12), routers*largest*m.Arrivals*(1-1e-12)
	if m.Keep {
		return m.kept(routers * least * m.Arrivals)
	}
	excess := func(t float64) float64 { return m.messages(m.chains(t)) - t }
	if excess(low) <= 0 {
		return PullPrediction{}, m.overload()
	}
	t := bracketedRoot(excess, low, high, excess(low), excess(high))
	return m.describe(m.chains(t), t, m.blind(t), math.Abs(excess(t))/m.Arrivals)
}

func (m Pull) overload() error {
	return unstable("router shares %v: too many jobs are sent blindly at load %.6g", m.Shares, m.Arrivals/m.Fleet.Capacity())
}

// blind is the rate of jobs that find no message at their router; a server gets as
// many as any other.
func (m Pull) blind(t float64) float64 {
	rate := m.Arrivals
	for _, s := range m.Shares {
		rate -= min(s*m.Arrivals, t/float64(len(m.Shares)))
	}
	return max(0, rate)
}

// chain is the law of one server of a class.
type chain struct {
	jobs    []float64 // probability of n jobs
	emits   float64   // rate of messages
	waits   float64   // rate of jobs that join a busy server
	blocked float64   // rate of jobs that are lost
}

// chains gives the law of a server of every class. At a router where messages pile
// up, the inflow T/R equals the use share*arrivals plus what blind jobs withdraw;
// hence a message is used at the rate blind x/(1-x), x = share*arrivals*R/T.
func (m Pull) chains(t float64) []chain {
	routers := float64(len(m.Shares))
	blind := m.blind(t)
	idleTime := 0.0 // expected, after a service that leaves the server empty
	for _, s := range m.Shares {
		if x := s * m.Arrivals * routers / t; x < 1 {
			idleTime += (1 - x) / blind / routers
		}
	}
	all := make([]chain, len(m.Fleet))
	for c, class := range m.Fleet {
		p := []float64{class.Rate * idleTime, 1}
		for n := 1; n < m.capacity(c); n++ {
			p = append(p, p[n]*blind/class.Rate)
		}
		normalise(p)
		last := len(p) - 1
		all[c] = chain{jobs: p, emits: class.Rate * p[1], waits: blind * (1 - p[0] - p[last]), blocked: blind * p[last]}
		if last == 1 {
			all[c].waits = 0
		}
	}
	return all
}

func normalise(p []float64) {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	for i := range p {
		p[i] /= sum
	}
}

func (m Pull) messages(all []chain) float64 {
	sum := 0.0
	for c, ch := range all {
		sum += m.Fleet[c].Share * ch.emits
	}
	return sum
}

// kept is the case in which messages stay: none is withdrawn, so T is known, and
// what is to be found is the rate at which a message that lies is used.
func (m Pull) kept(t float64) (PullPrediction, error) {
	piled := 0.0 // routers where messages lie
	for _, s := range m.Shares {
		if s*m.Arrivals*float64(len(m.Shares)) < t*(1+1e-9) {
			piled++
		}
	}
	blind, lies := m.blind(t), piled/float64(len(m.Shares))
	solve := func(use float64) []chain {
		all := make([]chain, len(m.Fleet))
		for c, class := range m.Fleet {
			all[c] = keptChain(class.Rate, blind, use, lies, m.capacity(c))
		}
		return all
	}
	excess := func(logUse float64) float64 { return m.messages(solve(math.Exp(logUse))) - t }
	low, high := math.Log(m.Fleet.Capacity())-20, math.Log(m.Fleet.Capacity())+20
	if excess(high) <= 0 {
		return PullPrediction{}, m.overload()
	}
	use := bracketedRoot(excess, low, high, excess(low), excess(high))
	return m.describe(solve(math.Exp(use)), t, blind, math.Abs(excess(use))/m.Arrivals)
}

// keptChain solves the chain on (jobs, whether a message lies) of one server.
// lies is the probability that a message goes to a router where it is not used at
// once.
func keptChain(rate, blind, use, lies float64, capacity int) chain {
	p := keptLaw(rate, blind, use, lies, capacity)
	c := chain{jobs: make([]float64, capacity+1), emits: rate * p[2+none]}
	for k := range c.jobs {
		c.jobs[k] = p[2*k+none] + p[2*k+with]
		joins := blind*c.jobs[k] + use*p[2*k+with]
		switch {
		case k == capacity:
			c.blocked = joins
		case k > 0:
			c.waits += joins
		}
	}
	return c
}

// States are numbered 2 jobs + message.
const none, with = 0, 1

// keptLaw is the stationary law of that chain.
func keptLaw(rate, blind, use, lies float64, capacity int) []float64 {
	n := 2 * (capacity + 1)
	l := newLinear(n)
	flow := func(from, to int, r float64) {
		l.matrix.Data[to*n+from] += r
		l.matrix.Data[from*n+from] -= r
	}
	for k := 0; k <= capacity; k++ {
		for _, message := range []int{none, with} {
			at := 2*k + message
			if k < capacity {
				flow(at, at+2, blind)
			}
			if k > 1 || k == 1 && message == with {
				flow(at, at-2, rate)
			}
		}
		flow(2*k+with, 2*min(k+1, capacity)+none, use)
	}
	flow(2+none, with, rate*lies)
	// An idle server always has a message out, so that (0, none) is never visited; its
	// equation and one more give way to normalisation.
	p := make([]float64, n)
	for j := range n {
		l.matrix.Data[none*n+j] = 0
		l.matrix.Data[with*n+j] = 1
	}
	l.matrix.Data[none*n+none] = 1
	p[with] = 1
	l.factorise()
	l.solve(blas.NoTrans, p)
	return p
}

func (m Pull) describe(all []chain, t, blind, residual float64) (PullPrediction, error) {
	busy, jobs := make([]float64, len(all)), make([]float64, len(all))
	tails := make([][]float64, len(all))
	p := PullPrediction{Messages: t / m.Arrivals}
	for c, ch := range all {
		share := m.Fleet[c].Share
		p.Wait += share * ch.waits / m.Arrivals
		p.Block += share * ch.blocked / m.Arrivals
		busy[c] = 1 - ch.jobs[0]
		tails[c] = make([]float64, len(ch.jobs))
		sum := 0.0
		for n := len(ch.jobs) - 1; n >= 0; n-- {
			jobs[c] += float64(n) * ch.jobs[n]
			sum += ch.jobs[n]
			tails[c][n] = sum
		}
		if m.capacity(c) == infinite && ch.jobs[infinite] > 1e-12 {
			return PullPrediction{}, m.overload()
		}
	}
	p.Prediction = summarise(m.Fleet, m.Arrivals*(1-p.Block), busy, jobs)
	p.Tails = tails
	p.Residual = p.worstResidual(residual)
	return p, nil
}
