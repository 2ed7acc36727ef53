package policy_test

import (
	"math/big"
	"slices"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// The laws of the policies, written a second time: exact ranks as fractions, samples by listing every sequence of draws.

// state is a small fleet with whole rates and what a dispatcher sees of it.
type state struct {
	rate, workers, n []int
	ok               []bool
}

// law is the probability of each server. A nil law is nobody.
type law []float64

// laws has one entry for each memoryless policy of the table.
var laws = map[string]func(a policy.Args, s state) law{
	"random":   func(_ policy.Args, s state) law { return s.uniform(s.eligible()) },
	"weighted": func(_ policy.Args, s state) law { return s.drawn(1, true, false, shortest) },
	"jsq":      func(a policy.Args, s state) law { return s.allOrDrawn(a, false, shortest) },
	"wjsq":     func(a policy.Args, s state) law { return s.allOrDrawn(a, true, shortest) },
	"hjsq":     func(a policy.Args, s state) law { return s.allOrDrawn(a, true, drain) },
	"sed": func(a policy.Args, s state) law {
		if a.Is("rank", "q") {
			return s.allOrDrawn(a, false, drain)
		}
		return s.allOrDrawn(a, false, delay)
	},
	"sajsq": func(_ policy.Args, s state) law {
		return s.best(s.eligible(), func(i int) *big.Rat {
			slower := 0
			for j := range s.rate {
				if s.rate[j] > s.rate[i] {
					slower++
				}
			}
			return big.NewRat(int64(s.n[i]*len(s.rate)+slower), 1)
		})
	},
	"scd": func(a policy.Args, s state) law {
		capacity := 0
		for i := range s.rate {
			capacity += s.rate[i] * s.workers[i]
		}
		return s.coordinated(estimated(a, float64(capacity))-1, func(i int) (width, base float64) {
			return float64(s.rate[i] * s.workers[i]), float64(max(s.n[i], s.workers[i]-1)) + .5
		})
	},
	"twf": func(a policy.Args, s state) law {
		return s.coordinated(estimated(a, 0)-1, func(i int) (width, base float64) { return 1, float64(s.n[i]) + .5 })
	},
	"leastconn": func(_ policy.Args, s state) law { return s.best(s.eligible(), s.by(shortest)) },
	"leastconn-w": func(a policy.Args, s state) law {
		if a.Is("rule", "haproxy") {
			return s.best(s.eligible(), s.by(idleThenDelay))
		}
		return s.best(s.eligible(), s.by(drain))
	},
	"jiq-fs":  fastSlowLaw,
	"jsq-fs":  fastSlowLaw,
	"scheme1": schemeLaw,
	"scheme2": schemeLaw,
	"static":  func(a policy.Args, s state) law { return s.split(a.Floats("p"), 1) },
	"hybrid":  func(a policy.Args, s state) law { return s.split(a.Floats("p"), a.Int("d")) },
	"classes": planLaw,
	"whittle": whittleLaw,
}

// rank is a fraction that orders servers.
type rank func(rate, workers, n int) *big.Rat

func shortest(_, _, n int) *big.Rat { return big.NewRat(int64(n), 1) }

func drain(rate, workers, n int) *big.Rat { return big.NewRat(int64(n), int64(rate*workers)) }

func delay(rate, workers, n int) *big.Rat {
	if n < workers {
		return big.NewRat(1, int64(rate))
	}
	return big.NewRat(int64(n+1), int64(rate*workers))
}

func idleThenDelay(rate, workers, n int) *big.Rat {
	if n < workers {
		return new(big.Rat)
	}
	return delay(rate, workers, n)
}

func (s state) by(r rank) func(i int) *big.Rat {
	return func(i int) *big.Rat { return r(s.rate[i], s.workers[i], s.n[i]) }
}

func (s state) eligible() []int {
	var list []int
	for i, ok := range s.ok {
		if ok {
			list = append(list, i)
		}
	}
	return list
}

// classes lists the servers of each kind, the fastest first, then those with more workers.
func (s state) classes() [][]int {
	var lists [][]int
	for rate := 100; rate > 0; rate-- {
		for workers := 10; workers > 0; workers-- {
			var list []int
			for i := range s.rate {
				if s.rate[i] == rate && s.workers[i] == workers {
					list = append(list, i)
				}
			}
			if list != nil {
				lists = append(lists, list)
			}
		}
	}
	return lists
}

func (s state) uniform(list []int) law {
	if len(list) == 0 {
		return nil
	}
	p := make(law, len(s.rate))
	for _, i := range list {
		p[i] = 1 / float64(len(list))
	}
	return p
}

// least lists those of a list whose key is smallest.
func least(list []int, key func(i int) *big.Rat) []int {
	var tied []int
	for _, i := range list {
		c := -1
		if len(tied) > 0 {
			c = key(i).Cmp(key(tied[0]))
		}
		if c < 0 {
			tied = nil
		}
		if c <= 0 {
			tied = append(tied, i)
		}
	}
	return tied
}

func (s state) best(list []int, key func(i int) *big.Rat) law { return s.uniform(least(list, key)) }

// mix adds part, with weight w, to p.
func (s state) mix(p *law, part law, w float64) {
	if part == nil || w == 0 {
		return
	}
	if *p == nil {
		*p = make(law, len(s.rate))
	}
	for i := range part {
		(*p)[i] += w * part[i]
	}
}

// draws calls each for every sequence of d draws from a list, with its probability.
func (s state) draws(list []int, d int, bySpeed, replace bool, each func(sample []int, prob float64)) {
	var draw func(sample []int, prob float64)
	draw = func(sample []int, prob float64) {
		total := 0.0
		weight := func(i int) float64 {
			if !replace && slices.Contains(sample, i) {
				return 0
			}
			if bySpeed {
				return float64(s.rate[i] * s.workers[i])
			}
			return 1
		}
		for _, i := range list {
			total += weight(i)
		}
		if len(sample) == d || total == 0 {
			each(sample, prob)
			return
		}
		for _, i := range list {
			if w := weight(i); w > 0 {
				draw(append(slices.Clone(sample), i), prob*w/total)
			}
		}
	}
	draw(nil, 1)
}

func distinct(list []int) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

func (s state) drawn(d int, bySpeed, replace bool, r rank) law {
	var p law
	s.draws(s.eligible(), d, bySpeed, replace, func(sample []int, prob float64) {
		s.mix(&p, s.best(distinct(sample), s.by(r)), prob)
	})
	return p
}

func (s state) allOrDrawn(a policy.Args, bySpeed bool, r rank) law {
	if a.Is("d", "all") {
		return s.best(s.eligible(), s.by(r))
	}
	return s.drawn(a.Int("d"), bySpeed, a.Is("replace", "true"), r)
}

// eligibleOf lists the eligible servers of each class.
func (s state) eligibleOf() [][]int {
	lists := s.classes()
	for c := range lists {
		lists[c] = slices.DeleteFunc(lists[c], func(i int) bool { return !s.ok[i] })
	}
	return lists
}

// perClass calls each for every choice of d[c] distinct servers of every class c.
func (s state) perClass(d []int, each func(samples [][]int, prob float64)) {
	lists := s.eligibleOf()
	var next func(samples [][]int, prob float64)
	next = func(samples [][]int, prob float64) {
		c := len(samples)
		if c == len(lists) {
			each(samples, prob)
			return
		}
		s.draws(lists[c], d[c], false, false, func(sample []int, p float64) {
			next(append(slices.Clone(samples), sample), prob*p)
		})
	}
	next(nil, 1)
}

func (s state) split(classProb []float64, d int) law {
	var p law
	for c, list := range s.eligibleOf() {
		if len(list) == 0 {
			s.mix(&p, s.uniform(s.eligible()), classProb[c])
			continue
		}
		s.draws(list, d, false, false, func(sample []int, prob float64) {
			s.mix(&p, s.best(sample, s.by(shortest)), prob*classProb[c])
		})
	}
	return p
}

func schemeLaw(a policy.Args, s state) law {
	plus1 := a.Entry().Name == "scheme2" && a.Is("plus1", "true")
	better := func(i, j int) bool { // strictly, i of a faster class than j
		if a.Entry().Name == "scheme1" {
			return s.n[i] <= s.n[j]
		}
		ci, cj := s.rate[i]*s.workers[i], s.rate[j]*s.workers[j]
		if plus1 {
			return delay(s.rate[i], s.workers[i], s.n[i]).Cmp(delay(s.rate[j], s.workers[j], s.n[j])) <= 0
		}
		switch idle, otherIdle := s.n[i] < s.workers[i], s.n[j] < s.workers[j]; {
		case idle || otherIdle:
			return idle
		default:
			return ci*s.n[j] >= cj*s.n[i]
		}
	}
	var p law
	s.perClass(a.Ints("d"), func(samples [][]int, prob float64) {
		var winners []int
		for _, sample := range samples {
			rivals := least(sample, s.by(shortest))
			if len(rivals) > 0 && (winners == nil || !better(winners[0], rivals[0])) {
				winners = rivals
			}
		}
		if winners == nil {
			winners = s.eligible()
		}
		s.mix(&p, s.uniform(winners), prob)
	})
	return p
}

func fastSlowLaw(a policy.Args, s state) law {
	pf, ps := a.Float("pf"), a.Float("ps")
	lists := s.classes()
	if a.Is("pf", "share") {
		capacity := func(list []int) float64 { return float64(len(list) * s.rate[list[0]] * s.workers[list[0]]) }
		pf = capacity(lists[0]) / (capacity(lists[0]) + capacity(lists[1]))
	}
	idle := func(i int) *big.Rat { // 0 for an idle server, else 1
		return big.NewRat(int64(min(s.n[i]/s.workers[i], 1)), 1)
	}
	inside := idle
	if a.Entry().Name == "jsq-fs" {
		inside = s.by(shortest)
	}
	anyIdle := func(sample []int) bool {
		return slices.ContainsFunc(sample, func(i int) bool { return s.n[i] < s.workers[i] })
	}
	var p law
	s.perClass([]int{a.Int("df"), a.Int("ds")}, func(samples [][]int, prob float64) {
		fast, slow := samples[0], samples[1]
		toFast := pf
		switch {
		case len(fast)+len(slow) == 0:
			s.mix(&p, s.uniform(s.eligible()), prob)
			return
		case len(slow) == 0 || len(fast) > 0 && anyIdle(fast):
			toFast = 1
		case len(fast) == 0:
			toFast = 0
		case anyIdle(slow):
			toFast = 1 - ps
		}
		s.mix(&p, s.best(fast, inside), prob*toFast)
		s.mix(&p, s.best(slow, inside), prob*(1-toFast))
	})
	return p
}

// estimated is how many jobs one dispatcher without peers believes to be placed with a single one of its own.
func estimated(a policy.Args, capacity float64) float64 {
	switch a.Word("est") {
	case "peers":
		return 1
	case "capacity":
		return capacity
	default:
		return a.Float("est")
	}
}

// coordinated pours the volume over the servers by trying every set of them as the one that gets some; no volume is the smallest
// base/width.
func (s state) coordinated(volume float64, server func(i int) (width, base float64)) law {
	list := s.eligible()
	if volume <= 0 {
		return s.best(list, func(i int) *big.Rat {
			width, base := server(i)
			return big.NewRat(int64(2*base), int64(2*width))
		})
	}
	for set := 1; set < 1<<len(list); set++ {
		if p := s.pour(volume, list, set, server); p != nil {
			return p
		}
	}
	return nil
}

// pour is the law if the servers of set get something and the others nothing, nil if that is not balanced.
func (s state) pour(volume float64, list []int, set int, server func(i int) (width, base float64)) law {
	sum, total := volume, 0.0
	for k, i := range list {
		if width, base := server(i); set>>k&1 == 1 {
			sum, total = sum+base, total+width
		}
	}
	level := sum / total
	p := make(law, len(s.rate))
	for k, i := range list {
		width, base := server(i)
		water := width*level - base
		switch in := set>>k&1 == 1; {
		case in && water < -1e-12 || !in && water > 1e-12:
			return nil
		case in:
			p[i] = max(water, 0) / volume
		}
	}
	return p
}

// board puts a state on a board.
func (s state) board() *steelyard.Board {
	kinds := make([]steelyard.Kind, len(s.rate))
	for i := range kinds {
		kinds[i] = steelyard.Kind{Rate: float64(s.rate[i]), Workers: s.workers[i]}
	}
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		panic(err)
	}
	b := steelyard.NewBoard(l)
	for i := range s.n {
		b.Set(i, s.n[i])
		b.SetEligible(i, s.ok[i])
	}
	return b
}
