package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// stable judges whether the number of jobs keeps growing with any estimator at any load.
func (e *estimates) stable() Verdict {
	yes, text := true, []string{}
	most := last(e.loads)
	for _, name := range estimators() {
		for _, load := range e.loads {
			yes = yes && e.runs[e.main(name, load)].stable
		}
		r := e.runs[e.main(name, most)]
		text = append(text, fmt.Sprintf("%s %s", name, about(r.law.Mean(), r.width())))
	}
	control := "grows"
	if e.runs[e.main(plainRandom, most)].stable {
		control = "does not grow either: these runs are too short to tell"
	}
	v := statement("SCD is stable at all loads below 1 with any estimator 1 ≤ a_est < ∞", "stable", fmt.Sprintf(
		"in %d rounds the number of jobs does not keep growing at λ = %s; means "+
			"at λ = %g: %s; with uniformly random dispatch, by the same test, it %s",
		e.rounds, enumerated(e.loads), most, strings.Join(text, ", "), control), yes, "the number of jobs grows throughout a run")
	if yes && control != "grows" {
		v.Judgement, v.Why = Open, "the runs are too short to tell growth from filling"
	}
	return v
}

// alikeMeans is within what part two means count as alike.
const alikeMeans = .05

// likeSED judges how alike estimate 1 and SED are, and where they meet.
func (e *estimates) likeSED() Verdict {
	j, text := Agrees, []string{}
	for _, load := range e.loads {
		one, sed := e.runs[e.main(estimateOne, load)], e.runs[e.main(roundSED, load)]
		d, width := one.behind(sed)
		j = inAll(j, atMost(math.Abs(d), width, alikeMeans*sed.law.Mean()))
		text = append(text, fmt.Sprintf("%.3g at λ = %g", one.law.Mean()/sed.law.Mean(), load))
	}
	var meet []string
	for _, m := range e.crowds {
		one, sed := e.runs[e.crowd(estimateOne, m)], e.runs[e.crowd(delayedSED, m)]
		meet = append(meet, fmt.Sprintf("%.3g with m = %d", one.law.Mean()/sed.law.Mean(), m))
	}
	v := Verdict{
		Claim:     fmt.Sprintf("a_est = 1 behaves like SED: means within %g %%", 100*alikeMeans),
		Published: "like SED", Ours: "mean over that of SED: " + strings.Join(text, ", "), Judgement: j,
	}
	v.Why = because(j, fmt.Sprintf("SED counts the jobs that the dispatcher has placed "+
		"in the round; SCD with a_est = 1 does not, and sends all of them to one server. "+
		"The two meet where a dispatcher has at most one job in a round: at λ = %g the mean over that of SED by (q+1)/μ is %s",
		estimateLoad, strings.Join(meet, ", ")))
	return v
}

// likeRandom judges whether a huge estimate is weighted random dispatch: by the probabilities, and simulated where intervals are narrow.
func (e *estimates) likeRandom(off float64) Verdict {
	j, text := holds(off < 1e-3), []string{}
	for _, load := range e.loads {
		huge, random := e.runs[e.main(estimateHuge, load)], e.runs[e.main(roundWR, load)]
		if load > estimateLoad {
			text = append(text, fmt.Sprintf("%s beside %s at λ = %g",
				about(huge.law.Mean(), huge.width()), about(random.law.Mean(), random.width()), load))
			continue
		}
		d, width := huge.behind(random)
		j = inAll(j, atMost(math.Abs(d), width, alikeMeans*random.law.Mean()))
		text = append(text, fmt.Sprintf("%.3f ± %.1g times at λ = %g", 1+d/random.law.Mean(), width/random.law.Mean(), load))
	}
	return Verdict{
		Claim: fmt.Sprintf("a huge a_est behaves like weighted random: probabilities within 0.1 %%, means within %g %% up to λ = %g",
			100*alikeMeans, estimateLoad),
		Published: "like weighted random",
		Ours: fmt.Sprintf("a_est = 10⁹: probabilities within %.1g of μ/Σμ; mean beside that of weighted random: %s",
			off, strings.Join(text, ", ")),
		Judgement: j, Why: because(j, "they differ, or the runs are too short to tell"),
	}
}

// hugeEstimate is the greatest relative difference of probabilities from mu / sum mu with a_est = 1e9, on long random queues.
func hugeEstimate(o Options) float64 {
	r := rng.New(o.Seed, "huge estimates")
	off := 0.0
	for range pick(o, 1000, 200, 10) {
		i := law{servers: 100, jobs: 1_000_000_000, least: 1, most: 10, fill: 50}.draw(&r)
		total := 0.0
		for _, mu := range i.rate {
			total += mu
		}
		for s, p := range i.optimum() {
			off = max(off, math.Abs(p*total/i.rate[s]-1))
		}
	}
	return off
}
