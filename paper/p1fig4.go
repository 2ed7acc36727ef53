package paper

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// p1Fig4 is figure 4 of Goren et al. 2021: means and tails with high heterogeneity.
var p1Fig4 = Figure{
	ID:     "p1-fig4",
	Title:  "response times in rounds, rates drawn from [1, 100]: means against load, tails",
	Chosen: chosenRounds(),
	Run:    runP1Fig4,
}

func runP1Fig4(ctx context.Context, o Options) (*Result, error) {
	s, err := roundPlan{
		most: 100, policies: mainPolicies(), extra: []string{perJobHJSQ}, loads: roundLoads(o),
		rounds: pick(o, 10_000, 1_500, 4), others: pick(o, 2_000, 400, 2),
		draws: pick(o, 5, 4, 2), drawn: tailLoads(o), redrawn: mainPolicies(),
	}.study(ctx, o)
	if err != nil {
		return nil, err
	}
	why, err := costOfDraws(ctx, s, o)
	if err != nil {
		return nil, err
	}
	r := s.figure("p1-fig4", o)
	r.Verdicts = s.leastMeans(why)
	r.Verdicts = append(r.Verdicts, s.shortestTail())
	r.Verdicts = append(r.Verdicts, s.advantages(2.3)...)
	r.Verdicts = append(r.Verdicts, s.twfSecond()...)
	r.Verdicts = append(r.Verdicts, s.overtaken())
	r.Verdicts = append(r.Verdicts, s.degraded()...)
	r.Verdicts = append(r.Verdicts, s.perJob()...)
	return r, nil
}

// degraded judges how much worse the tails of JSQ and TWF are than that of SCD at moderate load, by their length and by their probability.
func (s *roundStudy) degraded() []Verdict {
	length := func(text string, load float64) []float64 {
		return ratios(s.overDraws(text, load, longest), s.overDraws(roundSCD, load, longest))
	}
	load := s.plan.drawn[0]
	later := ""
	for _, x := range s.plan.drawn[1:] {
		for _, text := range []string{roundJSQ, roundTWF} {
			ratio, width := averageOf(length(text, x))
			later += fmt.Sprintf(", %s %s at λ = %g", text, about(ratio, width), x)
		}
	}
	return []Verdict{
		s.tenfold("p99.99 is over 10 times that of SCD", length,
			"the tail grows to that only at higher load"+later+"; the text does not say "+
				"in which measure: the probability of long responses is another claim here"),
		s.tenfold("responses as long as p99.99 of SCD or longer are over 10 times as frequent as with SCD",
			s.excess, fmt.Sprintf("not at λ = %g", load)),
	}
}

// excess is how many times as often responses are as long as p99.99 of SCD or longer, by draws. With SCD at least one in 10,000 is, whatever the
// steps of a law of whole rounds.
func (s *roundStudy) excess(text string, load float64) []float64 {
	limits := s.overDraws(roundSCD, load, longest)
	beyond := func(text string) []float64 {
		list := make([]float64, len(limits))
		for draw, limit := range limits {
			list[draw] = s.runs[roundRun{tailSystem(s.plan.most), text, load, draw}].law.Tail(limit - 1)
		}
		return list
	}
	return ratios(beyond(text), beyond(roundSCD))
}

// timesText writes a factor and its interval, which are given by orders of magnitude.
func timesText(orders, width float64) string {
	if math.IsNaN(orders) || math.IsInf(orders, 0) || math.IsNaN(width) || math.IsInf(width, 0) {
		return "not resolved"
	}
	return fmt.Sprintf("%.3g times (%.3g to %.3g)", math.Pow(10, orders), math.Pow(10, orders-width), math.Pow(10, orders+width))
}

// ordersOf are the orders of magnitude of positive numbers.
func ordersOf(list []float64) []float64 {
	orders := make([]float64, len(list))
	for k, x := range list {
		orders[k] = math.Log10(x)
	}
	return orders
}

// tenfold judges a ratio of JSQ and TWF to SCD that should be over ten for both, by orders of magnitude: ratios that vary so much over draws have
// no symmetric interval.
func (s *roundStudy) tenfold(claim string, of func(text string, load float64) []float64, why string) Verdict {
	load := s.plan.drawn[0]
	v := Verdict{
		Claim:     fmt.Sprintf("rates to %g, %v, λ = %g, JSQ and TWF: %s", s.plan.most, tailSystem(s.plan.most), load, claim),
		Published: "worse by over an order of magnitude", Judgement: Agrees,
	}
	var list []string
	for _, text := range []string{roundJSQ, roundTWF} {
		orders, width := averageOf(ordersOf(of(text, load)))
		list = append(list, text+" "+timesText(orders, width))
		v.Judgement = inAll(v.Judgement, atMost(-orders, width, -1))
	}
	v.Ours = strings.Join(list, ", ")
	if v.Judgement == Open {
		why = drawsDisagree + ", or " + tooFew
	}
	v.Why = because(v.Judgement, why)
	return v
}
