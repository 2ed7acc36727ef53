package meanfield

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// allAmong writes for every n the probability that all asked servers of a class
// have at least n jobs. The servers are drawn without replacement from as many as
// given; +Inf is the limit.
func allAmong(u []float64, asked int, servers float64, out []float64) {
	for n := range out {
		out[n] = withoutReplacement(u[n], asked, 0, 0, servers)
	}
}

// withoutReplacement is the probability that the first a draws hit a fraction x of
// the servers and the next b another fraction y.
func withoutReplacement(x float64, a int, y float64, b int, servers float64) float64 {
	if math.IsInf(servers, 1) {
		return power(x, a) * power(y, b)
	}
	chance := 1.0
	for k := range a {
		chance *= (x*servers - float64(k)) / (servers - float64(k))
	}
	for k := range b {
		chance *= (y*servers - float64(k)) / (servers - float64(a+k))
	}
	return chance
}

// beyondTables makes room for allAmong of every class and number asked.
func (q Query) beyondTables(lengths []int) [][][]float64 {
	tables := make([][][]float64, len(lengths))
	for c, n := range lengths {
		tables[c] = make([][]float64, q.most()+1)
		for _, mix := range q {
			if asked := mix.Ask[c]; asked > 0 && tables[c][asked] == nil {
				tables[c][asked] = make([]float64, n+1)
			}
		}
	}
	return tables
}

// most is the largest number of servers asked.
func (q Query) most() int {
	most := 0
	for _, mix := range q {
		most = max(most, total(mix.Ask))
	}
	return most
}

// gaussLegendre gives n nodes and weights on [0, 1], exact up to degree 2n-1.
func gaussLegendre(n int) (nodes, weights []float64) {
	nodes, weights = make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(nodes, weights, 0, 1)
	return nodes, weights
}
