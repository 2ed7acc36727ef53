package paper

import "math"

// excess is 2 (q_s - mu_s IWL) + 1, the linear term of Eq. 10 times mu_s.
func (i instance) excess(s int, ideal float64) float64 {
	return 2*(float64(i.queue[s])-i.rate[s]*ideal) + 1
}

// slopes are the derivatives of the objective of Eq. 10, f(P) = sum_s ((a-1) p_s^2 + (2 (q_s - mu_s IWL) + 1) p_s) / mu_s.
func (i instance) slopes(p []float64) []float64 {
	ideal, list := i.ideal(), make([]float64, len(p))
	for s, x := range p {
		list[s] = (2*float64(i.jobs-1)*x + i.excess(s, ideal)) / i.rate[s]
	}
	return list
}

// residual is by how much probabilities miss the conditions of optimality (Eq. 12): they sum to 1, none is negative, and no probability
// moved from a server that has some to another makes f smaller.
func (i instance) residual(p []float64) float64 {
	sum, off := 0.0, 0.0
	least, most := math.Inf(1), math.Inf(-1) // slopes of all, and of those with a probability
	for s, slope := range i.slopes(p) {
		sum += p[s]
		off = max(off, -p[s])
		least = min(least, slope)
		if p[s] > 0 {
			most = max(most, slope)
		}
	}
	return max(off, math.Abs(sum-1), most-least)
}

// descended minimises f without water: from equal probabilities on, what pays most is moved from one server to another.
func (i instance) descended() []float64 {
	p := make([]float64, len(i.rate))
	for s := range p {
		p[s] = 1 / float64(len(p))
	}
	for range 100_000 {
		slopes := i.slopes(p)
		to, from := 0, -1
		for s, slope := range slopes {
			if slope < slopes[to] {
				to = s
			}
			if p[s] > 0 && (from < 0 || slope > slopes[from]) {
				from = s
			}
		}
		gain := slopes[from] - slopes[to]
		if gain < 1e-14 {
			break
		}
		step := min(p[from], gain/(2*float64(i.jobs-1)*(1/i.rate[from]+1/i.rate[to])))
		p[from] -= step
		p[to] += step
	}
	return p
}

// expectedError is that of Eq. 5 with these probabilities: sum_s mu_s E[((q_s + jobs)/mu_s - IWL)^2], the jobs being binomial.
func (i instance) expectedError(p []float64) float64 {
	ideal, a, sum := i.ideal(), float64(i.jobs), 0.0
	for s, x := range p {
		mean := float64(i.queue[s]) + a*x - i.rate[s]*ideal
		sum += (mean*mean + a*x*(1-x)) / i.rate[s]
	}
	return sum
}

// below is the system without the servers that are at the IWL or above it, and where its servers are in the whole.
func (i instance) below() (part instance, place []int) {
	part.jobs = i.jobs
	ideal := i.ideal()
	for s := range i.rate {
		if i.load(s, 0) < ideal {
			part.rate, part.queue, place = append(part.rate, i.rate[s]), append(part.queue, i.queue[s]), append(place, s)
		}
	}
	return part, place
}

// restricted are the best probabilities on the servers below the IWL alone.
func (i instance) restricted() []float64 {
	part, place := i.below()
	p := make([]float64, len(i.rate))
	for k, x := range part.optimum() {
		p[place[k]] = x
	}
	return p
}

// above is a server at the IWL or above it that the optimum gives a probability; -1 if there is none.
func (i instance) above() int {
	ideal := i.ideal()
	for s, p := range i.optimum() {
		if p > 1e-9 && i.load(s, 0) > ideal*(1+1e-9) {
			return s
		}
	}
	return -1
}
