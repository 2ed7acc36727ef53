package optimal

import "math"

// law is the stationary law of a system under a dispatcher, found by sweeps over the states in order. A sweep carries arrivals through all
// states at once, since they lead to later ones; departures, which lead to earlier ones, are taken up by the next (Gauss and Seidel).
// Numbers of jobs relax slowly, in all or of a class. So each sweep sets one of these right as a birth-death process of its
// own (aggregation and disaggregation: Takahashi 1975).
type law struct {
	*system
	prob     []float64
	inflow   []float64 // into each state
	count    int       // the class whose jobs the last sweep counted, or all
	levels   []level   // by number of jobs so counted
	mean     float64   // number of jobs
	residual float64   // what the last sweep changed: the sum over states of |change| times jobs, over the mean number of jobs
	sweeps   int
}

// all counts the jobs of all classes.
const all = -1

// level is the states with equally many jobs, taken together.
type level struct {
	prob  float64
	join  float64 // flow of arrivals that lead one level up
	leave float64 // flow of departures that lead one level down
	scale float64
}

func newLaw(s *system) *law {
	p := &law{system: s, prob: make([]float64, s.size), inflow: make([]float64, s.size), levels: make([]level, s.most+1)}
	p.inflow[0] = 1
	return p
}

// resume starts from a law on fewer states instead of from the empty system.
func (p *law) resume(smaller *law) {
	for w := smaller.walk(); w.next(); {
		p.prob[p.find(w.rows)] = smaller.prob[w.state]
	}
	p.count = all
	for n := range p.levels {
		p.levels[n].scale = 1
	}
	p.settle()
}

// sender adds what arrives in the present state, given as a flow, to later states.
type sender func(w *walk, arrivals float64)

const (
	mostSweeps = 20000
	stretch    = 64 // sweeps after which it is asked whether they get on
	slow       = .3 // what a stretch leaves of the residual if they do not
	period     = 8  // sweeps from one that counts a class to the next
)

// solve sweeps until the residual is as small as settled.
func (p *law) solve(send sender, settled float64) {
	classes := pace{before: math.Inf(1), start: math.Inf(1)}
	for p.sweeps < mostSweeps {
		last, count := p.count, all
		if classes.counted && p.sweeps%period == 0 {
			count = p.sweeps / period % len(p.classes)
		}
		p.sweep(count, send)
		if count != all || last != all {
			continue
		}
		if p.residual <= settled {
			return
		}
		if p.sweeps%stretch == stretch-1 {
			classes.next(p.residual)
		}
	}
}

// pace says in which stretches of sweeps classes are counted. Dispatchers that do not balance them converge slowly otherwise; with others
// it disturbs the longest queues. So it is tried where sweeps get on slowly, every second stretch, and given up once it does not help.
type pace struct {
	counted bool    // in the present stretch
	useless bool    // to count
	before  float64 // residual at the end of the stretch before
	start   float64 // residual when classes were last begun to be counted
}

func (c *pace) next(residual float64) {
	switch {
	case c.counted:
		c.counted = false
	case residual > slow*c.before && !c.useless:
		c.useless = residual >= c.start
		c.counted, c.start = !c.useless, residual
	}
	c.before = residual
}

// sweep passes every state and sets right the number of jobs in the class count, or in all.
func (p *law) sweep(count int, send sender) {
	p.sweeps++
	p.count, p.residual = count, 0
	clear(p.levels)
	for w := p.walk(); w.next(); {
		send(w, p.pass(w))
	}
	p.scale()
	p.settle()
	p.residual /= p.mean
}

// negligible is a probability below which arithmetic would slow down and lose digits.
const negligible = 1e-280

// pass takes up what has flowed into the present state and returns the flow of arrivals.
func (p *law) pass(w *walk) (arrivals float64) {
	leave, arrive := p.leave(w, all), p.arrive(w)
	x := p.inflow[w.state] / (leave + arrive)
	if x < negligible {
		x = 0
	}
	p.residual += math.Abs(x-p.prob[w.state]) * float64(w.jobs+1)
	p.prob[w.state] = x
	at := p.level(w)
	at.prob += x
	at.leave += x * p.leave(w, p.count)
	return x * arrive
}

// add lets a flow of arrivals join a queue of class c.
func (p *law) add(w *walk, c, up int, flow float64) {
	p.inflow[w.state+up] += flow
	if p.count == all || p.count == c {
		p.level(w).join += flow
	}
}

func (p *law) level(w *walk) *level {
	if p.count == all {
		return &p.levels[w.jobs]
	}
	return &p.levels[w.rows[p.count].jobs]
}

// scale works out by how much to rescale every level so that between any two of them as many jobs join as leave and the sum is 1.
func (p *law) scale() {
	weight, sum := 1.0, 0.0
	for n := range p.levels {
		if n > 0 {
			below, at := p.levels[n-1], p.levels[n]
			weight *= ratio(ratio(below.join, below.prob), ratio(at.leave, at.prob))
		}
		p.levels[n].scale = weight
		sum += weight
	}
	for n := range p.levels {
		at := &p.levels[n]
		at.scale = ratio(at.scale, sum*at.prob)
		at.prob *= at.scale
		at.leave *= at.scale
	}
}

// settle rescales the states and lets jobs leave them.
func (p *law) settle() {
	p.mean = 0
	for w := p.walk(); w.next(); {
		x := p.prob[w.state] * p.level(w).scale
		p.prob[w.state], p.inflow[w.state] = x, 0
		p.mean += x * p.jobs(w)
		x *= p.speed(w)
		for _, r := range w.rows {
			for i := range r.moves {
				m := &r.moves[i]
				if m.down != 0 {
					p.inflow[w.state+m.down] += x * m.rate
				}
			}
		}
	}
}

// ratio is x/y, or 0 where y is, which is when probabilities are too small for a float64.
func ratio(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// atLimit is the probability, per class, that one of its queues is at its limit.
func (p *law) atLimit() []float64 {
	sum := make([]float64, len(p.limits))
	for w := p.walk(); w.next(); {
		for c, r := range w.rows {
			if int(r.lengths[0]) == p.limits[c] {
				sum[c] += p.prob[w.state]
			}
		}
	}
	return sum
}
