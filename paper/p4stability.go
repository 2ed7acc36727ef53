package paper

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// wholeRegion judges which loads the schemes and SQ(d) over all servers bear: by what is proved, and in the simulator, which does not know it.
func wholeRegion(ctx context.Context, list []*contest, o Options) ([]Verdict, error) {
	schemes, err := schemesRegion(list)
	if err != nil {
		return nil, err
	}
	others, tight, most, err := overAllRegion(list)
	if err != nil {
		return nil, err
	}
	const off = .05
	cases := []stabilityCase{
		{tight.scheme(1), .97, true}, {tight.scheme(2), .97, true}, {overAll(2).text, most - off, true}, {overAll(2).text, most + off, false},
	}
	tried, err := tryStability(ctx, tight, cases, o)
	return []Verdict{schemes, others, tried}, err
}

// schemesRegion judges whether both schemes bear every load below 1, and have a fixed point close to it.
func schemesRegion(list []*contest) (Verdict, error) {
	const close = .999
	text, against := []string{}, []string{}
	for _, c := range list {
		fleet := c.fleet.String() + ":"
		for _, s := range c.fleet.schemes() {
			most, err := s.stableLoad(c.fleet, close)
			if err != nil {
				return Verdict{}, err
			}
			y, err := s.mean(c.fleet, close)
			if err != nil {
				return Verdict{}, err
			}
			if most < 1 || math.IsNaN(y) {
				against = append(against, fmt.Sprintf("%v: %s bears λ < %.4g only", c.fleet, s.name, most))
			}
			fleet += fmt.Sprintf(" %s λ < %.4g, mean %.3g s at λ = %g;", s.name, most, y, close)
		}
		text = append(text, fleet)
	}
	return statement("schemes 1 and 2 are stable wherever some way is: for λ < μ Σ γ_j C_j (Eq. 3.1)",
		"λ < 1", strings.TrimSuffix(strings.Join(text, " "), ";"), len(against) == 0,
		strings.Join(against, "; ")), nil
}

// overAllRegion judges whether SQ(2) over all servers bears less somewhere, and finds the fleet where it bears least.
func overAllRegion(list []*contest) (v Verdict, tight serverTypes, least float64, err error) {
	least = 1
	tight = list[0].fleet
	var text []string
	for _, c := range list {
		fleet := c.fleet.String() + ":"
		for _, s := range []contender{overAll(2), overAll(c.fleet.queries())} {
			most, err := s.stableLoad(c.fleet, least)
			if err != nil {
				return v, tight, least, err
			}
			if s.name == overAll(2).name && most < least {
				least, tight = most, c.fleet
			}
			fleet += fmt.Sprintf(" %s λ < %.4g,", s.name, most)
		}
		text = append(text, strings.TrimSuffix(fleet, ","))
	}
	return statement("SQ(2) over all servers loses part of that region on fleets whose slow servers are many or very slow", "smaller region",
		strings.Join(text, "; "), least < 1, "on no fleet here"), tight, least, nil
}

// stabilityCase is a policy, a load, and whether the number of jobs should be steady.
type stabilityCase struct {
	policy string
	load   float64
	steady bool
}

// tryStability looks at the number of jobs on either side of the edge.
func tryStability(ctx context.Context, t serverTypes, cases []stabilityCase, o Options) (Verdict, error) {
	s, err := t.scenario(chosenTypesServers)
	if err != nil {
		return Verdict{}, err
	}
	s.Discipline = "fcfs" // the same number of jobs, simulated faster
	s = length(s, o, pick(o, 2_000_000, 300_000, 5_000), pick(o, 4, 2, 2))
	judged, text, against := []Judgement{}, []string{}, []string{}
	for k, c := range cases {
		r, err := observed(ctx, s, c.policy, c.load, o.part(k, len(cases)))
		if err != nil {
			return Verdict{}, err
		}
		word := "grows"
		if r.Stable {
			word = "is steady"
		}
		found := fmt.Sprintf("%s %s at λ = %.3g", c.policy, word, c.load)
		text = append(text, found)
		j := c.judge(r.Stable)
		judged = append(judged, j)
		if j != Agrees {
			against = append(against, found)
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim:     "simulated: the number of jobs is steady under the schemes at high load, and under SQ(2) over all servers below its edge only",
		Published: "stable or not", Ours: fmt.Sprintf("%v: %s", t, strings.Join(text, "; ")),
		Judgement: j, Why: because(j, strings.Join(against, "; ")),
	}, nil
}

// judge tells a number of jobs that grows where it should not, which is evidence, from one that is not seen to grow, which a short run may hide.
func (c stabilityCase) judge(steady bool) Judgement {
	switch {
	case steady == c.steady:
		return Agrees
	case steady:
		return Open
	}
	return Differs
}
