package paper

import (
	"context"
	"fmt"
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
	yes, text := true, []string{}
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
			yes = yes && most >= 1 && y > 0
			fleet += fmt.Sprintf(" %s λ < %.4g, mean %.3g s at λ = %g;", s.name, most, y, close)
		}
		text = append(text, fleet)
	}
	return statement("schemes 1 and 2 are stable wherever some way is: for λ < μ Σ γ_j C_j (Eq. 3.1)", "λ < 1", strings.TrimSuffix(strings.Join(text, " "), ";"), yes,
		"the condition for a set of types is stricter"), nil
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
	yes, text := true, []string{}
	for k, c := range cases {
		r, err := observed(ctx, s, c.policy, c.load, o.part(k, len(cases)))
		if err != nil {
			return Verdict{}, err
		}
		yes = yes && r.Stable == c.steady
		word := "grows"
		if r.Stable {
			word = "is steady"
		}
		text = append(text, fmt.Sprintf("%s %s at λ = %.3g", c.policy, word, c.load))
	}
	v := statement("simulated: the number of jobs is steady under the schemes at high load, and under SQ(2) over all servers below its edge only", "stable or not",
		fmt.Sprintf("%v: %s", t, strings.Join(text, "; ")), yes, "a run too short to tell, or an edge that is not that of a finite fleet")
	if !yes {
		v.Judgement = Open
	}
	return v, nil
}
