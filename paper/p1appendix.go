package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// p1Appendix are the appendix's figures of Goren et al. 2021: SCD beside simpler policies.
var p1Appendix = Figure{
	ID:     "p1-appendix",
	Title:  "response times in rounds of SCD, JSQ(2), JIQ, LSQ and weighted random, both heterogeneities",
	Chosen: chosenRounds(),
	Run:    runP1Appendix,
}

func runP1Appendix(ctx context.Context, o Options) (*Result, error) {
	policies := []string{roundSCD, roundJSQ2, roundJIQ, roundLSQ, roundWR}
	plans := []roundPlan{
		{most: 10, rounds: pick(o, 100_000, 10_000, 24), others: pick(o, 20_000, 2_000, 8), draws: pick(o, 5, 4, 2), drawn: tailLoads(o), redrawn: []string{roundLSQ, roundWR}},
		{most: 100, rounds: pick(o, 10_000, 1_000, 4), others: pick(o, 2_000, 400, 2), draws: 1, drawn: tailLoads(o)},
	}
	all := &Result{}
	printed := Table{Name: "p1-appendix-published", Header: publishedHeader()}
	for k, plan := range plans {
		plan.policies, plan.extra, plan.loads = policies, []string{roundTWF}, roundLoads(o)
		s, err := plan.study(ctx, o.part(k, len(plans)))
		if err != nil {
			return nil, err
		}
		r := s.figure(fmt.Sprintf("p1-appendix-%g", plan.most), o)
		r.Tables[0].Name = fmt.Sprintf("p1-appendix-%g-runs", plan.most)
		all.Pictures, all.Tables = append(all.Pictures, r.Pictures...), append(all.Tables, r.Tables...)
		all.Notes = append(all.Notes, r.Notes[:len(r.Notes)-k]...) // the last one holds for both
		all.Verdicts = append(all.Verdicts, s.leastMeans("a rival has the lesser mean")...)
		all.Verdicts = append(all.Verdicts, s.shortestTail(), s.lessCompetitive(), s.idleMessages(), s.pairs(o))
		if plan.most == 10 {
			list, err := s.publishedAgain(ctx, &printed, o)
			if err != nil {
				return nil, err
			}
			all.Verdicts = append(all.Verdicts, list...)
		}
	}
	all.Tables = append(all.Tables, printed)
	return all, nil
}

// publishedAgain judges the published numbers. If those of the greatest load are others, it plays weighted random again on the first rates, to
// see what another run of the same system shows.
func (s *roundStudy) publishedAgain(ctx context.Context, t *Table, o Options) ([]Verdict, error) {
	list := s.published(t)
	v := &list[len(list)-1]
	if v.Judgement != Differs {
		return list, nil
	}
	again := roundRun{tailSystem(s.plan.most), roundWR, last(s.plan.drawn), 0}
	tails := make([][2]float64, pick(o, 8, 8, 2))
	err := eachOf(ctx, len(tails), func(k int) error {
		c, err := again.config(o.Seed, s.plan.rounds)
		if err != nil {
			return err
		}
		c.Seed += 1000 + uint64(k) // other arrivals and services than those of any draw
		r, err := onceInRounds(ctx, c, o, key{"again", again, s.plan.rounds, k})
		if err != nil {
			return err
		}
		tails[k][0], _ = r.Responses.Quantile(.999)
		tails[k][1], _ = r.Responses.Quantile(.9999)
		return nil
	})
	if err != nil {
		return nil, err
	}
	least, most := tails[0], tails[0]
	for _, x := range tails {
		for i := range x {
			least[i], most[i] = min(least[i], x[i]), max(most[i], x[i])
		}
	}
	v.Why += fmt.Sprintf(". Weighted random %d times more on the same rates, with other arrivals: p99.9 from %g to %g, p99.99 from %g to %g",
		len(tails), least[0], most[0], least[1], most[1])
	return list, nil
}

// lessCompetitive judges whether every policy of the appendix is behind TWF, the second of the main figures.
func (s *roundStudy) lessCompetitive() Verdict {
	tail := tailSystem(s.plan.most)
	x := s.stand(roundTWF, s.plan.policies[1:], []roundSystem{tail}, loadsFrom(s.plan.loads, .7))
	return x.verdict(fmt.Sprintf("rates to %g, %v: at loads from 0.7 on each of the four has a greater mean than TWF", s.plan.most, tail), "less competitive",
		"TWF ignores speeds as well, and more so at this heterogeneity")
}

// growth says from which load on the jobs of a policy grow without bound, and in how many systems they do at the greatest load; short counts
// the systems whose runs are too short to tell.
func (s *roundStudy) growth(text string) (said string, grows, short int) {
	var list []string
	for _, system := range fourSystems(s.plan.most) {
		k := slices.IndexFunc(s.plan.loads, func(load float64) bool { return !s.run(system, text, load).stable })
		if k < 0 {
			list = append(list, fmt.Sprintf("%v at none", system))
		} else {
			list = append(list, fmt.Sprintf("%v from λ = %g on", system, s.plan.loads[k]))
		}
		switch r := s.run(system, text, last(s.plan.loads)); {
		case !r.stable:
			grows++
		case (roundTask{r.roundRun, r.rounds}).filling():
			short++
		}
	}
	return "the number of jobs grows throughout the run: " + strings.Join(list, ", "), grows, short
}

// idleMessages judges whether JIQ is unstable at the greatest load.
func (s *roundStudy) idleMessages() Verdict {
	said, grows, short := s.growth(roundJIQ)
	v := statement(fmt.Sprintf("rates to %g: JIQ is unstable at λ = %g in all systems", s.plan.most, last(s.plan.loads)), "unstable at high load", said,
		grows == len(fourSystems(s.plan.most)), "the number of jobs is steady somewhere")
	if grows+short == len(fourSystems(s.plan.most)) && short > 0 {
		v.Judgement, v.Why = Open, fmt.Sprintf("the runs of %d systems are too short to tell growth from filling", short)
	}
	return v
}

// pairs judges whether JSQ(2) is unstable at the greatest load, which depends on the draw of the rates.
func (s *roundStudy) pairs(o Options) Verdict {
	const draws, most = 1000, .95
	load := last(s.plan.loads)
	small, few := s.overloaded(100, load, draws, o)
	large, many := s.overloaded(200, load, draws, o)
	said, _, _ := s.growth(roundJSQ2)
	tail := tailSystem(s.plan.most)
	mean, best := s.run(tail, roundJSQ2, load).law.Mean(), s.run(tail, roundSCD, load).law.Mean()
	v := statement(
		fmt.Sprintf("rates to %g: at λ = %g JSQ(2) overloads the slowest servers on %s of the draws of the rates or more", s.plan.most, load, percent(most)), "unstable at high load",
		fmt.Sprintf("it does on %s of %d draws of 100 servers and %s of 200; the rates of these runs bear λ = %.4f and %.4f. Simulated at λ = %g, %v: mean %s, %s times that of SCD; %s",
			percent(few), draws, percent(many), small, large, load, tail, about(mean, 0), about(mean/best, 0), said),
		min(few, many) >= most,
		"the k slowest servers get the jobs that find both samples among them, and have the capacity for these on nearly all draws: means are far above the others', but finite")
	if v.Judgement == Differs && max(few, many) > 1-most {
		v.Judgement, v.Why = Open, "it depends on the draw of the rates, which the paper does not print"
	}
	return v
}

// overloaded is what the first rates bear of JSQ(2), and the share of the draws that do not bear a load.
func (s *roundStudy) overloaded(servers int, load float64, draws int, o Options) (bears, share float64) {
	n := 0
	for draw := range draws {
		x := pairsBear(roundSystem{servers: servers, most: s.plan.most}.rates(o.Seed, draw))
		if draw == 0 {
			bears = x
		}
		if x < load {
			n++
		}
	}
	return bears, float64(n) / float64(draws)
}

// pairsBear is the load, at most 1, from which on a policy that picks one of two servers drawn uniformly overloads some of them: those k whose
// capacity is exceeded by the jobs that find both samples among them.
func pairsBear(rates []float64) float64 {
	sorted := slices.Sorted(slices.Values(rates))
	total, n := 0.0, float64(len(rates))
	for _, rate := range rates {
		total += rate
	}
	least, slow := 1.0, sorted[0]
	for k := 2; k <= len(sorted); k++ {
		slow += sorted[k-1]
		least = min(least, slow/total*n*(n-1)/float64(k*(k-1)))
	}
	return least
}
