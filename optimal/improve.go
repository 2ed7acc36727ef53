package optimal

import "math"

// improver solves for the best dispatcher. Its values say how many jobs more, summed over time, a state costs than the empty
// one. A sweep improves the dispatcher and the values together (value iteration in the manner of Gauss and Seidel) and carries
// along the stationary law of the dispatcher, by which the values of all states with equally many jobs are corrected at once.
type improver struct {
	*law
	value        []float64
	target       float64   // mean number of jobs, by the values
	lower, upper float64   // bounds on it
	off          []float64 // per level, the mean of what the target would have to be for the values to be right
}

func newImprover(s *system) *improver {
	return &improver{law: newLaw(s), value: make([]float64, s.size), off: make([]float64, s.most+1)}
}

// rounds of sweeps and a correction, at most.
const (
	mostRounds = 2000
	sweeps     = 3
)

// solve ends when the bounds are as close as the given fraction of the mean.
func (v *improver) solve(within float64) {
	for range mostRounds {
		for range sweeps {
			v.sweep(all, v.improve)
		}
		v.bound()
		v.correct()
		if v.upper-v.lower <= within*v.target {
			return
		}
	}
}

// improve sends the arrivals of the present state where their value is least, and updates the state's own value.
func (v *improver) improve(w *walk, arrivals float64) {
	sum, rate := v.jobs(w)-v.target+v.drain(w), v.leave(w, all)
	if arrive := v.arrive(w); arrive > 0 {
		c, up := v.best(w)
		v.add(w, c, up, arrivals)
		sum += arrive * v.value[w.state+up]
		rate += arrive
	}
	v.value[w.state] = sum / rate
}

// best is the class that an arrival should join, and the offset of where it then leads: the state of the least value.
func (v *improver) best(w *walk) (class, up int) {
	least := math.Inf(1)
	for c, r := range w.rows {
		for i := range r.moves {
			m := &r.moves[i]
			if x := v.value[w.state+m.up]; m.up != 0 && x < least {
				class, up, least = c, m.up, x
			}
		}
	}
	return class, up
}

// drain is the sum over all departures of their rate times the value of where they lead.
func (v *improver) drain(w *walk) float64 {
	sum := 0.0
	for _, r := range w.rows {
		for i := range r.moves {
			m := &r.moves[i]
			sum += m.rate * v.value[w.state+m.down]
		}
	}
	return sum * v.speed(w)
}

// bound computes what the mean would have to be for the value of each state to be right. The least and the greatest of these bound the
// optimum (Odoni 1969).
func (v *improver) bound() {
	v.lower, v.upper = math.Inf(1), math.Inf(-1)
	clear(v.off)
	for w := v.walk(); w.next(); {
		here := v.value[w.state]
		mean := v.jobs(w) + v.drain(w) - v.leave(w, all)*here
		if arrive := v.arrive(w); arrive > 0 {
			_, up := v.best(w)
			mean += arrive * (v.value[w.state+up] - here)
		}
		v.lower, v.upper = min(v.lower, mean), max(v.upper, mean)
		v.off[w.jobs] += v.prob[w.state] * mean
	}
	for n := range v.off {
		v.off[n] = ratio(v.off[n], v.levels[n].prob)
	}
}

// line is constant + slope times the mean number of jobs, which is known only at the end.
type line struct{ constant, slope float64 }

// correct adds to all values of a level what makes the residuals vanish on average over each level: with s_n the step from level n-1
// to n, off_n + arrivals s_(n+1) - leave_n s_n = mean. From the top downwards each step is a stable linear function of the mean, and
// level 0 gives the mean.
func (v *improver) correct() {
	steps := make([]line, len(v.levels)+1)
	for n := v.most; n > 0; n-- {
		leave := ratio(v.levels[n].leave, v.levels[n].prob)
		above := steps[n+1]
		steps[n] = line{
			constant: ratio(v.off[n]+v.arrivals*above.constant, leave),
			slope:    ratio(v.arrivals*above.slope-1, leave),
		}
	}
	v.target = (v.off[0] + v.arrivals*steps[1].constant) / (1 - v.arrivals*steps[1].slope)
	add := make([]float64, len(v.levels))
	for n := 1; n <= v.most; n++ {
		add[n] = add[n-1] + steps[n].constant + steps[n].slope*v.target
	}
	empty := v.value[0]
	for w := v.walk(); w.next(); {
		v.value[w.state] += add[w.jobs] - empty
	}
}
