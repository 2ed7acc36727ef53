package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// roundNumbers are what the authors' program prints for 100 servers, 10 dispatchers and one draw of rates in [1, 10] that is not known:
// 100,000 rounds, all counted.
type roundNumbers struct {
	policy            string
	load              float64
	mean, p999, p9999 float64
}

// publishedLength is the number of rounds of the published runs.
const publishedLength = 100_000

func publishedRounds() []roundNumbers {
	return []roundNumbers{
		{roundSCD, .7, 1.9643, 8, 10}, {roundTWF, .7, 2.2707, 16, 22}, {roundJSQ, .7, 2.4561, 18, 25}, {roundSED, .7, 2.3177, 14, 19},
		{roundWR, .7, 2.7607, 17, 25}, {roundHJIQ, .7, 2.9120, 34, 49}, {roundLSQ, .7, 3.7331, 29, 38}, {roundHLSQ, .7, 3.0784, 13, 17},
		{roundSCD, .9, 2.9101, 11, 13}, {roundTWF, .9, 3.5387, 26, 33}, {roundJSQ, .9, 4.7827, 36, 51}, {roundSED, .9, 4.3479, 18, 23},
		{roundWR, .9, 7.3147, 51, 73}, {roundHJIQ, .9, 5.2862, 49, 64}, {roundLSQ, .9, 7.2711, 52, 65}, {roundHLSQ, .9, 5.7613, 22, 28},
		{roundSCD, .99, 5.5240, 17, 20}, {roundTWF, .99, 7.0873, 50, 63}, {roundJSQ, .99, 10.9926, 62, 87}, {roundSED, .99, 10.0637, 43, 54},
		{roundWR, .99, 62.1953, 643, 948}, {roundHJIQ, .99, 13.2350, 84, 113}, {roundLSQ, .99, 19.2920, 125, 147}, {roundHLSQ, .99, 17.2240, 41, 50},
	}
}

// agreement is one published number beside ours.
type agreement struct {
	what             string
	published        float64
	digit            float64 // to which it is printed, or counts
	ours             []float64
	average, another float64 // of the draws; and half the width of the interval in which one more lies
}

// agree compares a published number with those of our draws.
func agree(what string, published, digit float64, ours []float64) agreement {
	e := stats.FromReplications(ours)
	return agreement{what, published, digit, ours, e.Mean, e.HalfWidth() * math.Sqrt(float64(len(ours))+1)}
}

// widest is the widest interval, as a share of the number, that still says something.
const widest = 1. / 3

func (a agreement) judgement() Judgement {
	switch {
	case !(a.another < math.Inf(1)):
		return Open
	case math.Abs(a.published-a.average) > a.another+a.digit:
		return Differs
	case a.another > widest*a.average:
		return Open
	}
	return Agrees
}

func (a agreement) String() string {
	return fmt.Sprintf("%s %g, ours %s", a.what, a.published, about(a.average, a.another))
}

// agreements compare the published numbers of a load with the study's, by policies.
func (s *roundStudy) agreements(load float64) map[string][]agreement {
	list := map[string][]agreement{}
	for _, n := range publishedRounds() {
		if n.load != load || !slices.Contains(s.plan.redrawn, n.policy) {
			continue
		}
		for _, q := range []struct {
			what             string
			published, digit float64
			of               func(*roundOutcome) float64
		}{
			{"mean", n.mean, 5e-5, (*roundOutcome).mean},
			{"p99.9", n.p999, 1, func(r *roundOutcome) float64 { return r.quantile(.999) }},
			{"p99.99", n.p9999, 1, longest},
		} {
			list[n.policy] = append(list[n.policy], agree(q.what, q.published, q.digit, s.overDraws(n.policy, load, q.of)))
		}
	}
	return list
}

// publishedHeader is that of the table of published numbers.
func publishedHeader() []string {
	return []string{"load", "policy", "quantity", "published_rounds", "ours_rounds", "one_more_draw_ci95", "verdict"}
}

// published judges the published numbers, one verdict for each load, and lists them.
func (s *roundStudy) published(t *Table) []Verdict {
	var list []Verdict
	for _, load := range s.plan.drawn {
		found := s.agreements(load)
		for _, text := range s.plan.policies {
			for _, a := range found[text] {
				t.add([]string{cell(load), text, a.what}, a.published, a.average, a.another)
				t.Rows[len(t.Rows)-1] = append(t.Rows[len(t.Rows)-1], string(a.judgement()))
			}
		}
		v := s.publishedVerdict(load, found)
		if v.Judgement == Differs && s.plan.rounds < publishedLength {
			v.Judgement, v.Why = Open, fmt.Sprintf("%d rounds here and %d there; %s", s.plan.rounds, publishedLength, v.Why)
		}
		list = append(list, v)
	}
	return list
}

// publishedVerdict judges the numbers of one load together.
func (s *roundStudy) publishedVerdict(load float64, found map[string][]agreement) Verdict {
	n := 0
	var off, vague, means []string
	for _, text := range s.plan.policies {
		for _, a := range found[text] {
			n++
			switch a.judgement() {
			case Differs:
				off = append(off, text+" "+a.String())
			case Open:
				vague = append(vague, text+" "+a.what)
			}
			if a.what == "mean" {
				means = append(means, fmt.Sprintf("%s %s for %g", text, about(a.average, 0), a.published))
			}
		}
	}
	v := statement(
		fmt.Sprintf("rates to %g, %v, λ = %g: each published mean, p99.9 and p99.99 lies within 95 %% of one more draw of the rates",
			s.plan.most, tailSystem(s.plan.most), load),
		"numbers of the authors' program", fmt.Sprintf("%d of %d numbers (means: %s)", n-len(off)-len(vague), n, strings.Join(means, ", ")),
		len(off) == 0,
		"not: "+strings.Join(off, "; "))
	if len(off) == 0 && len(vague) > 0 {
		v.Judgement, v.Why = Open, "the draws are too few or differ too much to tell: "+strings.Join(vague, ", ")
	}
	return v
}
