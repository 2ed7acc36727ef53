package policy

import (
	"math"

	steelyard "github.com/steelyard-lb/steelyard"
)

var whittle = Entry{
	Name:     "whittle",
	Summary:  "the least marginal cost of one more job at a known load, of all servers or of d[j] of each class; close to optimal",
	Source:   "Whittle's index of the M/M/1 queue with admission (as in Glazebrook, Kirkbride, Ouenniche 2009), at an offered load of our own",
	Messages: "sum of d; of all: 1",
	Params: []Param{{
		Name: "load", Doc: "arrivals over the capacity of all servers",
		Numbers: Real, Min: .001, Max: .999, Default: "0.8",
	}, {
		Name: "d", Doc: "how many servers of each class are asked",
		Numbers: WholeList, Max: maxServers, Words: []string{"all"}, Default: "all",
	}},
	Examples: []string{"whittle", "whittle(load=.95)", "whittle(load=.9, d=[2])", "whittle(load=.9, d=[2,2])", "whittle(load=.5, d=[1,0,2])"},
	New: func(a Args) (steelyard.Policy, error) {
		if a.Is("d", "all") {
			return newLeastCost(a.Float("load")), nil
		}
		return newSampledCost(a)
	},
}

// The index. Take one server by itself, to which jobs are offered at a times the rate at which it serves and which charges for each job it
// takes: the charge at which it is equally good to take or leave a job when n are there is Whittle's index,
//
//	cost(n) = (1/mu) sum over k = 1..n+1 of (1 + a + ... + a^(k-1)),
//
// the time that the job itself takes and that it makes later ones wait or go elsewhere. With a = 0 it is SED's (n+1)/mu; it grows
// with a. The jobs that a server of a fleet could get are between its share of all, with which a is the load, and all of them, with which a
// is load times fleet capacity over its own. Neither end is best; the weighted geometric mean between the two is, with the weight reachWeight
// of the latter, fitted to exact optima on small fleets.

const reachWeight = .6

// offeredLoad is a, where reach is all jobs that a server could get over its share of them.
func offeredLoad(load, reach float64) float64 { return load * math.Pow(reach, reachWeight) }

// byCost is the index where all servers are asked. Offered loads of the fastest classes are kept, since powers are slow to compute.
type byCost struct {
	load, capacity float64
	kept           [8]struct{ capacity, offered float64 }
}

func newByCost(load float64, l *steelyard.Layout) byCost {
	o := byCost{load: load, capacity: l.Capacity()}
	for c, class := range l.Classes()[:min(len(l.Classes()), len(o.kept))] {
		o.kept[c].capacity, o.kept[c].offered = class.Kind.Capacity(), o.offered(class.Kind)
	}
	return o
}

// Rank implements steelyard.Order.
func (o byCost) Rank(k steelyard.Kind, n int) float64 { return marginalCost(k, n, o.offered(k)) }

func (o *byCost) offered(k steelyard.Kind) float64 {
	capacity := k.Capacity()
	for c := range o.kept {
		if o.kept[c].capacity == capacity {
			return o.kept[c].offered
		}
	}
	return offeredLoad(o.load, o.capacity/capacity)
}

// tall is a cost above which its logarithm takes its place, so that long queues are told apart too.
const tall = 0x1p500

// marginalCost is the index of a server with n jobs. With several workers it is 1/rate while one is idle, and then as if all were one server
// of their capacity.
func marginalCost(k steelyard.Kind, n int, a float64) float64 {
	capacity := k.Capacity()
	places := max(n+2-k.Workers, 1)
	cost := 1/k.Rate - 1/capacity + sumOfSums(a, places)/capacity
	if cost <= tall {
		return cost
	}
	log := float64(places+1)*math.Log(a) - 2*math.Log(a-1) - math.Log(capacity)
	return tall * (1 + log - math.Log(tall))
}

// sumOfSums is the sum over k = 1..n of 1 + a + ... + a^(k-1), by doubling. All terms are positive, so no digits are lost.
func sumOfSums(a float64, n int) float64 {
	if n <= 16 {
		sum, total := 0.0, 0.0
		for range n {
			sum = 1 + a*sum
			total += sum
		}
		return total
	}
	half := n / 2
	power, sum := geometric(a, half)
	total := sumOfSums(a, half)
	total += float64(half)*sum + power*total
	if n%2 == 1 {
		_, last := geometric(a, n)
		total += last
	}
	return total
}

// geometric is a^n and 1 + a + ... + a^(n-1).
func geometric(a float64, n int) (power, sum float64) {
	power = 1
	for bit := 1 << 31; bit > 0; bit >>= 1 {
		sum += power * sum
		power *= power
		if n&bit != 0 {
			sum = 1 + a*sum
			power *= a
		}
	}
	return power, sum
}

// leastCost sends a job to the least cost of all servers.
type leastCost struct {
	best
	load float64
}

// many is the capacity of a fleet of many servers, which models take that do not bind the policy.
const many = 1e6

func newLeastCost(load float64) *leastCost {
	return &leastCost{best{order: byCost{load: load, capacity: many}}, load}
}

// Bind implements steelyard.Binder.
func (p *leastCost) Bind(v *steelyard.View) error {
	p.order = newByCost(p.load, v.Layout())
	return p.best.Bind(v)
}

// sampledCosts is the index where only some servers of each class are asked, by the offered load of each kind.
type sampledCosts map[steelyard.Kind]float64

// costsOrder makes an Order of sampledCosts, which cannot be compared.
type costsOrder struct{ offered *sampledCosts }

// Rank implements steelyard.Order.
func (o costsOrder) Rank(k steelyard.Kind, n int) float64 { return marginalCost(k, n, (*o.offered)[k]) }

func newSampledCost(a Args) (steelyard.Policy, error) {
	query, err := classQuery(a)
	if err != nil {
		return nil, err
	}
	return steelyard.NewRulePolicy(func(g []steelyard.Group) (steelyard.Rule, error) {
		if err := checkClasses(a, "d", g); err != nil {
			return steelyard.Rule{}, err
		}
		order := costsOrder{sampledOffers(a.Float("load"), g, query)}
		return steelyard.Rule{Query: query, Choose: smallest{order: order}}, nil
	}), nil
}

// sampledOffers is the offered load of each class. A server can get the jobs that ask it.
func sampledOffers(load float64, g []steelyard.Group, query fixedQuery) *sampledCosts {
	capacity := 0.0
	for _, c := range g {
		capacity += c.Servers * c.Kind.Capacity()
	}
	offers := make(sampledCosts)
	for c, ask := range query {
		asked := float64(ask) / g[c].Servers
		offers[g[c].Kind] = offeredLoad(load, asked*capacity/g[c].Kind.Capacity())
	}
	return &offers
}
