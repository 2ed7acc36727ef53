package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// standing is how the mean of one policy compares with those of rivals on the same arrivals and services, run by run.
type standing struct {
	ahead int      // runs in which the policy is ahead
	level []string // those that do not tell
	after []string // runs in which a rival is ahead
}

// beyondChance is by how many times half the width of its interval a rival has to be ahead in order to count so. Of hundreds of comparisons some
// are outside their 95 % intervals by chance, and a single one refutes the claim; for the claim to hold, all have to be outside.
const beyondChance = 2

// stand compares a policy with rivals in systems at loads.
func (s *roundStudy) stand(text string, rivals []string, systems []roundSystem, loads []float64) standing {
	var x standing
	for _, rival := range rivals {
		for _, system := range systems {
			for _, load := range loads {
				x.add(s.run(system, text, load), s.run(system, rival, load))
			}
		}
	}
	return x
}

// add counts one comparison.
func (x *standing) add(r, rival *roundOutcome) {
	if !rival.stable {
		x.ahead++
		return
	}
	difference, width := rival.behind(r)
	mean, _ := averageOf(r.batches)
	where := fmt.Sprintf("%s %v λ = %g (%s)", rival.policy, rival.roundSystem, rival.load, percent(-difference/mean))
	switch {
	case difference > width:
		x.ahead++
	case difference < -beyondChance*width:
		x.after = append(x.after, where)
	default:
		x.level = append(x.level, where)
	}
}

func (x standing) judgement() Judgement {
	switch {
	case len(x.after) > 0:
		return Differs
	case len(x.level) > 0:
		return Open
	}
	return Agrees
}

// verdict judges a claim that the policy is ahead of all; why says what stands against it.
func (x standing) verdict(claim, published, why string) Verdict {
	if x.judgement() == Open {
		why = "some means are too near each other for runs of this length"
	}
	return Verdict{Claim: claim, Published: published, Ours: x.String(), Judgement: x.judgement(), Why: because(x.judgement(), why)}
}

func (x standing) String() string {
	text := fmt.Sprintf("ahead in %d of %d comparisons", x.ahead, x.ahead+len(x.level)+len(x.after))
	if len(x.after) > 0 {
		text += fmt.Sprintf("; a rival is ahead, by over %d times the interval, in %d: %s", beyondChance, len(x.after), firstFew(x.after))
	}
	if len(x.level) > 0 {
		text += fmt.Sprintf("; no clear difference in %d: %s", len(x.level), firstFew(x.level))
	}
	return text
}

// without are the policies but for some.
func without(list []string, some ...string) []string {
	return filtered(list, func(text string) bool { return !slices.Contains(some, text) })
}

// loadsFrom are the loads from a least one on.
func loadsFrom(loads []float64, least float64) []float64 {
	return filtered(loads, func(load float64) bool { return load >= least })
}

// moderate is the load from which on policies differ enough for a plot to show it.
const moderate = .5

// leastMeans judge whether SCD has the least mean, at all loads and without the low ones; why explains the low ones.
func (s *roundStudy) leastMeans(why string) []Verdict {
	judge := func(claim string, loads []float64, why string) Verdict {
		claim = fmt.Sprintf("rates to %g: SCD has the least mean %s, all systems, by paired differences", s.plan.most, claim)
		return s.stand(roundSCD, s.plan.policies[1:], fourSystems(s.plan.most), loads).verdict(claim, "best everywhere", why)
	}
	return []Verdict{
		judge("at every load", s.plan.loads, why),
		judge(fmt.Sprintf("at every load from %g on", moderate), loadsFrom(s.plan.loads, moderate), "a rival has the lesser mean"),
	}
}

// shortestTail judges whether the p99.99 of SCD is at most that of all others in the tail system.
func (s *roundStudy) shortestTail() Verdict {
	tail := tailSystem(s.plan.most)
	n, unresolved, beaten := 0, 0, []string{}
	for _, load := range s.plan.loads {
		best := longest(s.run(tail, roundSCD, load))
		for _, rival := range s.plan.policies[1:] {
			n++
			r := s.run(tail, rival, load)
			switch x := longest(r); {
			case x < best:
				beaten = append(beaten, fmt.Sprintf("%s at λ = %g (%g against %g)", rival, load, x, best))
			case r.stable && !(x >= best):
				unresolved++
			}
		}
	}
	ours := fmt.Sprintf("so in %d of %d comparisons", n-unresolved-len(beaten), n)
	if len(beaten) > 0 {
		ours += "; shorter: " + firstFew(beaten)
	}
	v := statement(fmt.Sprintf("rates to %g, %v: no policy has a lesser p99.99 than SCD, at every load", s.plan.most, tail), "best everywhere", ours,
		len(beaten) == 0, "a rival's tail is shorter there")
	if unresolved > 0 && v.Judgement == Agrees {
		v.Judgement, v.Why = Open, tooFew
	}
	return v
}

// tooFew is why a tail is not judged.
const tooFew = "too few rounds to resolve p99.99"

// drawsDisagree is why a comparison over draws is not judged.
const drawsDisagree = "the interval over draws of the rates reaches both sides"

// advantages judge how much shorter the tail of SCD is than the next one at the greatest load, and whose that is.
func (s *roundStudy) advantages(published float64) []Verdict {
	load := last(s.plan.drawn)
	tails := map[string][]float64{}
	for _, text := range s.plan.redrawn {
		tails[text] = s.overDraws(text, load, longest)
	}
	where := fmt.Sprintf("rates to %g, %v, λ = %g", s.plan.most, tailSystem(s.plan.most), load)
	rivals := without(s.plan.redrawn, roundSCD)
	return []Verdict{nextTail(where, rivals, tails, published), secondTail(where, rivals, tails)}
}

// nextTail judges the least ratio of a rival's tail to that of SCD; tails are lengths by policy and draw.
func nextTail(where string, rivals []string, tails map[string][]float64, published float64) Verdict {
	v := Verdict{
		Claim:     fmt.Sprintf("%s: p99.99 of the second is at least %g times that of SCD", where, published),
		Published: fmt.Sprintf("over %g", published),
		Ours:      "not resolved", Judgement: Open, Why: tooFew,
	}
	least := math.Inf(1)
	for _, text := range rivals {
		if ratio, width := averageOf(ratios(tails[text], tails[roundSCD])); ratio < least {
			least = ratio
			v.Ours, v.Judgement = fmt.Sprintf("%s times (%s)", about(ratio, width), text), atMost(-ratio, width, -published)
			v.Why = because(v.Judgement, "the second is nearer")
		}
	}
	if v.Judgement == Open && !math.IsInf(least, 1) {
		v.Why = drawsDisagree
	}
	return v
}

// secondTail judges whether hLSQ has a shorter tail than all other rivals, draw by draw.
func secondTail(where string, rivals []string, tails map[string][]float64) Verdict {
	var list []string
	j := Agrees
	for _, text := range rivals {
		list = append(list, text+" "+about(averageOf(ratios(tails[text], tails[roundSCD]))))
		if text != roundHLSQ {
			ratio, width := averageOf(ratios(tails[roundHLSQ], tails[text]))
			j = inAll(j, atMost(ratio, width, 1))
		}
	}
	v := Verdict{Claim: where + ": the second shortest tail is that of hLSQ, by p99.99",
		Published: "hLSQ", Ours: "times SCD: " + strings.Join(list, ", "), Judgement: j}
	v.Why = because(j, "another one is shorter")
	if j == Open {
		v.Why = drawsDisagree + ", or " + tooFew
	}
	return v
}

// twfSecond judges whether TWF has the second least mean: where tails are shown, and everywhere at high load.
func (s *roundStudy) twfSecond() []Verdict {
	judge := func(claim string, systems []roundSystem, loads []float64) Verdict {
		claim = fmt.Sprintf("rates to %g: TWF has the least mean but for SCD, %s", s.plan.most, claim)
		return s.stand(roundTWF, without(s.plan.policies, roundSCD, roundTWF), systems, loads).verdict(claim, "second",
			"TWF coordinates dispatchers but ignores speeds: the fewer dispatchers "+
				"there are, the less do those lose that know speeds and do not coordinate")
	}
	tail := tailSystem(s.plan.most)
	return []Verdict{
		judge(fmt.Sprintf("%v, λ = %s", tail, enumerated(s.plan.drawn)), []roundSystem{tail}, s.plan.drawn),
		judge("all systems, λ from 0.9 on", fourSystems(s.plan.most), loadsFrom(s.plan.loads, .9)),
	}
}

// overtaken judges whether SED and hLSQ have shorter tails than TWF.
func (s *roundStudy) overtaken() Verdict {
	load := last(s.plan.drawn)
	twf := s.overDraws(roundTWF, load, longest)
	length, _ := averageOf(twf)
	v := Verdict{
		Claim:     fmt.Sprintf("rates to %g, %v, λ = %g: SED and hLSQ have lesser p99.99 than TWF", s.plan.most, tailSystem(s.plan.most), load),
		Published: "TWF overtaken in the tail",
		Ours:      "TWF " + cell(length) + " rounds; as shares of it", Judgement: Agrees,
	}
	for _, text := range []string{roundSED, roundHLSQ} {
		ratio, width := averageOf(ratios(s.overDraws(text, load, longest), twf))
		if math.IsNaN(ratio) {
			return Verdict{v.Claim, v.Published, "not resolved", Open, tooFew}
		}
		v.Ours += fmt.Sprintf(", %s %s", text, about(ratio, width))
		v.Judgement = inAll(v.Judgement, atMost(ratio, width, 1))
	}
	v.Why = because(v.Judgement, "TWF has the shorter tail")
	if v.Judgement == Open {
		v.Why = drawsDisagree
	}
	return v
}

// perJob judges both readings of hJSQ(2): two servers drawn for each dispatcher and round, or for each job.
func (s *roundStudy) perJob() []Verdict {
	load := last(s.plan.drawn)
	at := func(text string) *roundOutcome { return s.run(tailSystem(s.plan.most), text, load) }
	judge := func(text, how, why string) Verdict {
		difference, width := at(text).behind(at(roundTWF))
		return Verdict{
			Claim: fmt.Sprintf("rates to %g, %v, λ = %g: hJSQ(2) has a greater mean than TWF if it draws two servers per %s",
				s.plan.most, tailSystem(s.plan.most), load, how),
			Published: "TWF second; how hJSQ(2) draws is not said",
			Ours: fmt.Sprintf("mean %s, TWF %s, SCD %s; difference from TWF %s; p99.99 %s, SCD %s",
				about(at(text).law.Mean(), at(text).width()), about(at(roundTWF).law.Mean(), at(roundTWF).width()),
				about(at(roundSCD).law.Mean(), at(roundSCD).width()), about(difference, width),
				about(longest(at(text)), 0), about(longest(at(roundSCD)), 0)),
			Judgement: atMost(-difference, width, 0), Why: because(atMost(-difference, width, 0), why),
		}
	}
	return []Verdict{
		judge(roundHJSQ2, "dispatcher and round", "its mean is the lesser"),
		judge(perJobHJSQ, "job", "drawn for each job, hJSQ(2) is ahead of TWF and "+
			"near SCD; only a draw per dispatcher and round fits the published ranking"),
	}
}
