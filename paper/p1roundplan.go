package paper

import (
	"context"
	"fmt"
	"slices"
)

// The policies of Goren et al. 2021. Where two servers are drawn, a dispatcher draws them once in a round.
const (
	roundSCD   = "scd"
	roundTWF   = "twf"
	roundJSQ   = "jsq"
	roundSED   = "sed(rank=q)"
	roundHJSQ2 = "hjsq(d=2, sample=round)"
	roundHJIQ  = "hjiq"
	roundHLSQ  = "hlsq(d=2)"
	roundJSQ2  = "jsq(d=2, sample=round)"
	roundJIQ   = "jiq"
	roundLSQ   = "lsq(d=2)"
	roundWR    = "weighted"
	perJobHJSQ = "hjsq(d=2)"
)

// roundPlan is what a figure plays for rates up to one limit.
type roundPlan struct {
	most     float64
	policies []string // SCD first, in all systems
	extra    []string // besides, in the tail system
	loads    []float64
	rounds   int // in the tail system
	others   int // rounds in the other systems
	draws    int // of the rates, in the tail system
	drawn    []float64
	redrawn  []string // policies that are played with all draws, at the loads drawn
}

// roundLoads are those of the evaluation.
func roundLoads(o Options) []float64 {
	return pick(o, []float64{.1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .97, .99}, []float64{.1, .3, .5, .7, .8, .9, .95, .99}, []float64{.7, .99})
}

// tailLoads are those at which tails are compared over several draws.
func tailLoads(o Options) []float64 {
	return pick(o, []float64{.7, .9, .99}, []float64{.7, .9, .99}, []float64{.7, .99})
}

// tasks lists all runs, the longest first.
func (p roundPlan) tasks() []roundTask {
	var list []roundTask
	tail := tailSystem(p.most)
	for _, s := range fourSystems(p.most) {
		length, policies := p.others, p.policies
		if s == tail {
			length, policies = p.rounds, slices.Concat(p.policies, p.extra)
		}
		for _, load := range p.loads {
			for _, text := range policies {
				list = append(list, roundTask{roundRun{s, text, load, 0}, length})
			}
		}
	}
	for draw := 1; draw < p.draws; draw++ {
		for _, load := range p.drawn {
			for _, text := range p.redrawn {
				list = append(list, roundTask{roundRun{tail, text, load, draw}, p.rounds})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b roundTask) int { return b.rounds*b.servers - a.rounds*a.servers })
	return list
}

// roundStudy is a plan with what it came to.
type roundStudy struct {
	plan roundPlan
	runs roundRuns
}

// study plays a plan.
func (p roundPlan) study(ctx context.Context, o Options) (*roundStudy, error) {
	runs, err := inRounds(ctx, p.tasks(), o)
	return &roundStudy{p, runs}, err
}

// run is that of a policy with the first draw.
func (s *roundStudy) run(system roundSystem, text string, load float64) *roundOutcome {
	return s.runs[roundRun{system, text, load, 0}]
}

// overDraws is what each draw shows of a policy in the tail system.
func (s *roundStudy) overDraws(text string, load float64, of func(*roundOutcome) float64) []float64 {
	var list []float64
	for draw := range s.plan.draws {
		list = append(list, of(s.runs[roundRun{tailSystem(s.plan.most), text, load, draw}]))
	}
	return list
}

// ratios divide draw by draw.
func ratios(a, b []float64) []float64 {
	list := make([]float64, len(a))
	for k := range list {
		list[k] = a[k] / b[k]
	}
	return list
}

// longest is the length of the tail that is compared, the response time that one job in 10,000 exceeds.
func longest(r *roundOutcome) float64 { return r.quantile(.9999) }

// notes say how long the runs are.
func (s *roundStudy) notes() []string {
	p, draws := s.plan, ""
	if p.draws > 1 {
		draws = fmt.Sprintf(", with %d draws of the rates at λ = %s and one elsewhere", p.draws, enumerated(p.drawn))
	}
	return []string{
		fmt.Sprintf("Rates in [1, %g]: %d rounds in %v%s; %d rounds in the other systems. "+
			"All rounds from empty queues on are counted, as in the paper, which runs %d.",
			p.most, p.rounds, tailSystem(p.most), draws, p.others, publishedLength),
		"All policies meet the same arrivals and services. Intervals of means are 95 %, " +
			"from stretches of one run; those over draws are 95 % over the draws' averages. " +
			"Where queues take as long to fill as a stretch is, like those of weighted random " +
			"at λ = 0.99, stretches depend on one another, and their interval is too narrow.",
	}
}
