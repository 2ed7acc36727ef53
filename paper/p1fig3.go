package paper

import (
	"context"
	"fmt"
)

// p1Fig3 is figure 3 of Goren et al. 2021: means and tails with moderate heterogeneity.
var p1Fig3 = Figure{
	ID:     "p1-fig3",
	Title:  "response times in rounds, rates drawn from [1, 10]: means against load, tails",
	Chosen: chosenRounds(),
	Run:    runP1Fig3,
}

// mainPolicies are those of figures 3 and 4.
func mainPolicies() []string {
	return []string{roundSCD, roundTWF, roundJSQ, roundSED, roundHJSQ2, roundHJIQ, roundHLSQ}
}

func runP1Fig3(ctx context.Context, o Options) (*Result, error) {
	s, err := roundPlan{
		most: 10, policies: mainPolicies(), extra: []string{perJobHJSQ}, loads: roundLoads(o),
		rounds: pick(o, 100_000, 10_000, 24), others: pick(o, 20_000, 2_000, 8),
		draws: pick(o, 5, 4, 2), drawn: tailLoads(o), redrawn: mainPolicies(),
	}.study(ctx, o)
	if err != nil {
		return nil, err
	}
	why, err := costOfDraws(ctx, s, o)
	if err != nil {
		return nil, err
	}
	r := s.figure("p1-fig3", o)
	printed := Table{Name: "p1-fig3-published", Header: publishedHeader()}
	r.Verdicts = s.leastMeans(why)
	r.Verdicts = append(r.Verdicts, s.shortestTail())
	r.Verdicts = append(r.Verdicts, s.advantages(2.1)...)
	r.Verdicts = append(r.Verdicts, s.twfSecond()...)
	r.Verdicts = append(r.Verdicts, s.overtaken())
	r.Verdicts = append(r.Verdicts, s.published(&printed)...)
	r.Verdicts = append(r.Verdicts, s.perJob()...)
	r.Tables = append(r.Tables, printed)
	return r, nil
}

// costOfDraws explains what SCD loses at low load: one dispatcher, which knows everything, still draws each server independently.
func costOfDraws(ctx context.Context, s *roundStudy, o Options) (string, error) {
	const load = .3
	alone := roundSystem{100, 1, s.plan.most}
	runs, err := inRounds(ctx, []roundTask{{roundRun{alone, roundSCD, load, 0}, s.plan.others}, {roundRun{alone, roundSED, load, 0}, s.plan.others}},
		Options{Seed: o.Seed})
	if err != nil {
		return "", err
	}
	scd, sed := runs[roundRun{alone, roundSCD, load, 0}], runs[roundRun{alone, roundSED, load, 0}]
	return fmt.Sprintf("where most servers are idle, an idle message, which one dispatcher "+
		"alone gets, keeps two of them from one server, while SCD draws each job's server "+
		"independently and hits some twice; that costs even with one dispatcher that knows all: at λ = %g SCD has mean %s there, SED %s",
		load, about(scd.law.Mean(), scd.width()), about(sed.law.Mean(), sed.width())), nil
}
