package paper

import (
	"fmt"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// samePower is by how much the powers of n of two programs may differ that count as scaling alike. Between 100 and 400, the factor log n is
// worth .19.
const samePower = .25

// timeVerdicts judge the claims about times; if the C++ program is missing, they are open.
func timeVerdicts(list []*speeds, missing string) []Verdict {
	scales := Verdict{Claim: fmt.Sprintf("Algorithm 4 scales like JSQ and SED: the powers of n of their medians differ by at most %g", samePower),
		Published: "alike"}
	slower := Verdict{Claim: fmt.Sprintf("Algorithm 1 does not: its power is greater than theirs by more than %g", samePower), Published: "not alike"}
	long := Verdict{Claim: "Algorithm 4 takes about as long as JSQ and SED: medians within a factor of 2", Published: "about as long"}
	order := Verdict{Claim: "O(n log n) is the best possible, since the servers have to be ordered", Published: "optimal"}
	if missing != "" {
		var open []Verdict
		for _, v := range []Verdict{scales, slower, long, order} {
			v.Ours, v.Judgement, v.Why = "not measured", Open, missing
			open = append(open, v)
		}
		return open
	}
	powers := powersOf(list)
	return []Verdict{powers.alike(scales), powers.slower(slower), asLong(long, list), noOrder(order, list, powers)}
}

// powers are the powers of n of the programs, an estimate for each pass.
type powers map[string][]float64

func powersOf(list []*speeds) powers {
	p := powers{}
	for _, name := range programs() {
		p[name] = exponent(list, name)
	}
	return p
}

// text is one of them.
func (p powers) text(name string) string {
	e := stats.FromReplications(p[name])
	return fmt.Sprintf("%s %.2f ± %.1g", name, e.Mean, e.HalfWidth())
}

// alike fills in whether Algorithm 4 grows like both heaps.
func (p powers) alike(v Verdict) Verdict {
	v.Judgement = Agrees
	for _, name := range []string{heapJSQ, heapSED} {
		e := stats.Difference(p[algorithm4], p[name])
		v.Judgement = inAll(v.Judgement, atMost(max(e.Mean, -e.Mean), e.HalfWidth(), samePower))
	}
	v.Ours = "powers: " + p.text(algorithm4) + ", " + p.text(heapJSQ) + ", " + p.text(heapSED)
	v.Why = because(v.Judgement, "the powers differ, or are not known well enough")
	return v
}

// slower fills in whether Algorithm 1 grows faster than both heaps.
func (p powers) slower(v Verdict) Verdict {
	v.Judgement = Agrees
	for _, name := range []string{heapJSQ, heapSED} {
		e := stats.Difference(p[name], p[algorithm1])
		v.Judgement = inAll(v.Judgement, atMost(e.Mean, e.HalfWidth(), -samePower))
	}
	v.Ours = "powers: " + p.text(algorithm1) + ", " + p.text(heapJSQ) + ", " + p.text(heapSED)
	v.Why = because(v.Judgement, "the powers are alike, or are not known well enough")
	return v
}

// asLong compares the medians.
func asLong(v Verdict, list []*speeds) Verdict {
	within, text := true, []string{}
	for _, s := range list {
		own := sortedQuantile(s.all(algorithm4), .5)
		jsq, sed := own/sortedQuantile(s.all(heapJSQ), .5), own/sortedQuantile(s.all(heapSED), .5)
		within = within && max(jsq, sed) <= 2 && min(jsq, sed) >= .5
		text = append(text, fmt.Sprintf("n = %d: %.3g µs, %.2g times JSQ, %.2g times SED", s.n, own/1000, jsq, sed))
	}
	v.Ours, v.Judgement = strings.Join(text, "; "), holds(within)
	v.Why = because(v.Judgement, "Algorithm 4 sorts the servers twice; the JSQ "+
		"and SED here make a heap in linear time and then move one server per job, "+
		"of which there are fewer than servers")
	return v
}

// noOrder compares Algorithm 4 with ours, which never orders servers: the claim is refuted by one that is as right, faster, and grows more slowly.
func noOrder(v Verdict, list []*speeds, p powers) Verdict {
	off, beaten, text := 0.0, true, []string{}
	for _, s := range list {
		off = max(off, s.off)
		ratio := sortedQuantile(s.all(algorithm4), .5) / sortedQuantile(s.all(ourSCD), .5)
		beaten = beaten && ratio > 1
		text = append(text, fmt.Sprintf("%.2g times as fast at n = %d", ratio, s.n))
	}
	v.Ours = fmt.Sprintf("ours, without an order, in O(n): %s; powers: %s, %s; probabilities equal to %.1g",
		strings.Join(text, ", "), p.text(ourSCD), p.text(algorithm4), off)
	growth := stats.Difference(p[ourSCD], p[algorithm4])
	v.Judgement = holds(!(beaten && off < 1e-12 && atMost(growth.Mean, growth.HalfWidth(), 0) == Agrees))
	v.Why = because(v.Judgement, "true of whatever orders the servers; but the probabilities need only the level h of Σ (μ h − q − ½)⁺ = a − 1, "+
		"which Newton's method finds without it")
	return v
}
