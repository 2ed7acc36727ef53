package paper

import "math"

// decay is how the tails P_n^(j) of a scheme's fixed point fall: a_n^(j) = -log P_n^(j). Where they are small, all but the first term of
// Mukhopadhyay et al. 2015, Eqs. 4.11 and 4.12, can be left out, so that
//
//	a_n^(j) = -log Delta_j + d_j a_(n-1)^(j) + sum of d_i a^(i) over the other types i,
//
// each at the level that its queues must have reached before a type-j server of n-1 jobs is joined. What is left out is a fraction of the
// order of P_n/P_(n-1).
type decay struct {
	fleet  serverTypes
	scheme int
	cost   []float64   // -log Delta_j
	a      [][]float64 // as far as known
	solved []int       // per type, how many levels of a are not from the recursion
}

// continued starts from tails that are known as far as they are above a least value.
func (t serverTypes) continued(scheme int, load float64, tails [][]float64, least float64) *decay {
	d := &decay{fleet: t, scheme: scheme}
	for j, rate := range t.rates {
		d.cost = append(d.cost, -math.Log(load/(t.shares[j]*rate)))
		list := []float64{0}
		for _, p := range tails[j][1:] {
			if p < least {
				break
			}
			list = append(list, -math.Log(p))
		}
		d.a, d.solved = append(d.a, list), append(d.solved, len(list))
	}
	return d
}

// at is a_n^(j).
func (d *decay) at(j, n int) float64 {
	for len(d.a[j]) <= n {
		d.a[j] = append(d.a[j], d.next(j, len(d.a[j])))
	}
	return d.a[j][n]
}

func (d *decay) next(j, n int) float64 {
	a := d.cost[j] + float64(d.fleet.asked[j])*d.a[j][n-1]
	for i, asked := range d.fleet.asked {
		if i != j {
			a += float64(asked) * d.at(i, d.level(j, i, n))
		}
	}
	return a
}

// level is how many jobs all asked servers of type i must have for a type-j server of n-1 jobs to be joined (the products of Eqs. 4.2 and 4.6).
func (d *decay) level(j, i, n int) int {
	faster := i < j
	switch {
	case d.scheme == 1 && faster:
		return n
	case d.scheme == 1:
		return n - 1
	}
	const rounding = 1e-9
	equal := float64(n-1) * d.fleet.rates[i] / d.fleet.rates[j]
	if faster {
		return int(math.Floor(equal+rounding)) + 1
	}
	return int(math.Ceil(equal - rounding))
}

// growth is the factor by which a_n^(j) grows per level in the end: exp of the slope of log(-log P_n^(j)) over n. Levels repeat their pattern
// over a period where the capacities are in simple ratios.
func (t serverTypes) growth(scheme int) []float64 {
	const period = 12
	start := make([][]float64, len(t.rates))
	for j := range start {
		start[j] = []float64{1}
	}
	d := t.continued(scheme, 1, start, 1)
	for j := range d.cost {
		d.cost[j] = 1 // any, it does not matter in the end
	}
	var factors []float64
	for j := range t.rates {
		factors = append(factors, math.Pow(d.at(j, 2*period)/d.at(j, period), 1./period))
	}
	return factors
}
