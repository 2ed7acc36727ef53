package meanfield

import "math"

// pooledJoiner is a ranked policy whose query draws the classes of all asked
// servers independently from one law, as sampling from the whole fleet does in the
// limit. With S the chance that a draw is not better than a set of ties, the set
// wins with the drop of S^d, shared in proportion to mass: the mixes need not be
// listed, and many classes cost little.
type pooledJoiner struct {
	weights []float64 // the law of the class of a draw
	draws   int
	steps   []step
}

// Join implements Joiner.
func (j *pooledJoiner) Join(u, p [][]float64) {
	left := 0.0
	for c, w := range j.weights {
		left += w * u[c][0]
		clear(p[c])
	}
	for _, s := range j.steps {
		next := left
		for _, at := range s {
			next -= j.mass(at, u)
		}
		// (left^d - next^d) / (left - next)
		slope := 0.0
		for k := range j.draws {
			slope += power(left, k) * power(next, j.draws-1-k)
		}
		for _, at := range s {
			p[at.class][at.n] = slope * j.mass(at, u)
		}
		left = next
	}
}

func (j *pooledJoiner) mass(at place, u [][]float64) float64 {
	return j.weights[at.class] * (u[at.class][at.n] - u[at.class][at.n+1])
}

// identical finds the law of the class of a draw if all of d draws are independent
// and alike.
func (q Query) identical() (law []float64, d int, ok bool) {
	d = total(q[0].Ask)
	law = make([]float64, len(q[0].Ask))
	for _, mix := range q {
		if total(mix.Ask) != d {
			return nil, 0, false
		}
		for c, n := range mix.Ask {
			law[c] += mix.Prob * float64(n) / float64(d)
		}
	}
	listed := 0.0
	for _, mix := range q {
		p := multinomial(law, mix.Ask)
		if math.Abs(p-mix.Prob) > 1e-12 {
			return nil, 0, false
		}
		listed += p
	}
	return law, d, math.Abs(listed-1) < 1e-9
}

func total(ask []int) int {
	sum := 0
	for _, n := range ask {
		sum += n
	}
	return sum
}

// multinomial is the probability that independent draws from one law give these
// counts.
func multinomial(law []float64, counts []int) float64 {
	p, left := 1.0, total(counts)
	for c, n := range counts {
		p *= binomial(left, n) * power(law[c], n)
		left -= n
	}
	return p
}
