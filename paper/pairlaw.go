package paper

import (
	"math"

	"github.com/steelyard-lb/steelyard/stats"
)

// pairLaw is the joint law of the queue lengths of two different servers of types i and j, beside the law of each, averaged over states. As the
// servers of a type are exchangeable, every state counts with all its pairs of servers.
type pairLaw struct {
	i, j          int
	states        float64
	first, second []float64   // [n] sums over the states of the probability of n jobs
	pair          [][]float64 // [n][m]
}

// newPairLaw has room for lengths below the given one.
func newPairLaw(i, j, lengths int) *pairLaw {
	l := &pairLaw{i: i, j: j, first: make([]float64, lengths), second: make([]float64, lengths), pair: make([][]float64, lengths)}
	for n := range l.pair {
		l.pair[n] = make([]float64, lengths)
	}
	return l
}

// add counts a state x[type][n], the fractions with at least n jobs, of so many servers per type.
func (l *pairLaw) add(x [][]float64, servers []int) {
	l.states++
	ni, nj := float64(servers[l.i]), float64(servers[l.j])
	for n := range l.first {
		l.first[n] += exactly(x[l.i], n)
		l.second[n] += exactly(x[l.j], n)
		for m := range l.second {
			p := exactly(x[l.i], n) * exactly(x[l.j], m)
			if l.i == l.j {
				p *= ni / (nj - 1)
				if n == m {
					p -= exactly(x[l.i], n) / (nj - 1)
				}
			}
			l.pair[n][m] += p
		}
	}
}

// exactly is the fraction with exactly n jobs.
func exactly(x []float64, n int) float64 { return tailAt(x, n) - tailAt(x, n+1) }

// merge adds the states of another, with a sign.
func (l *pairLaw) merge(o *pairLaw, sign float64) {
	l.states += sign * o.states
	for n := range l.first {
		l.first[n] += sign * o.first[n]
		l.second[n] += sign * o.second[n]
		for m := range l.second {
			l.pair[n][m] += sign * o.pair[n][m]
		}
	}
}

// excess is by how much the joint probability of n and m jobs exceeds that of independent servers.
func (l *pairLaw) excess(n, m int) float64 {
	return l.pair[n][m]/l.states - l.first[n]/l.states*l.second[m]/l.states
}

// variation is the distance in total variation of the joint law from that of independent servers.
func (l *pairLaw) variation() float64 {
	sum := 0.0
	for n := range l.first {
		for m := range l.second {
			sum += math.Abs(l.excess(n, m)) / 2
		}
	}
	return sum
}

// correlation is that of the two lengths; 0 if one does not vary.
func (l *pairLaw) correlation() float64 {
	covariance := 0.0
	for n := range l.first {
		for m := range l.second {
			covariance += float64(n) * float64(m) * l.excess(n, m)
		}
	}
	if scale := math.Sqrt(l.variance(l.first) * l.variance(l.second)); scale > 0 {
		return covariance / scale
	}
	return 0
}

func (l *pairLaw) variance(law []float64) float64 {
	mean, squares := 0.0, 0.0
	for n, p := range law {
		mean += float64(n) * p / l.states
		squares += float64(n) * float64(n) * p / l.states
	}
	return squares - mean*mean
}

// bothBusy is the covariance of the two servers being busy.
func (l *pairLaw) bothBusy() float64 { return l.excess(0, 0) }

// jackknife estimates a function of a law from independent parts of its states: its standard error is from leaving out one part at a time.
func jackknife(parts []*pairLaw, of func(l *pairLaw) float64) stats.Estimate {
	whole := newPairLaw(parts[0].i, parts[0].j, len(parts[0].first))
	for _, p := range parts {
		whole.merge(p, 1)
	}
	e := stats.Estimate{Mean: of(whole), Degrees: float64(len(parts) - 1)}
	var without stats.Moments
	for _, p := range parts {
		whole.merge(p, -1)
		without.Add(of(whole))
		whole.merge(p, 1)
	}
	n := float64(len(parts))
	e.StdErr = math.Sqrt((n - 1) / n * without.Squares)
	return e
}
