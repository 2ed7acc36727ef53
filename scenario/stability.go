package scenario

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// StableLoad is the largest load, relative to the capacity of the fleet, that a policy bears, and how that is known.
type StableLoad struct {
	Policy string `json:"policy"`
	// Load is what Basis says: exact, a bound from above, the limit for many servers, or the largest load found stable.
	Load  float64 `json:"stable_load"`
	Basis string  `json:"basis"`
	// Bracket is, of a simulated load, the largest found stable, and a little above the smallest found to grow, or 1.
	Bracket   *[2]float64 `json:"bracket,omitempty"`
	Saturates []string    `json:"saturates"` // the classes that do first; none: all together
	Reason    string      `json:"reason"`
}

// Simulated is the basis of a load that was found by simulation; the others are those of [meanfield.Certainty].
const Simulated = "simulated"

// StableLoads finds the largest stable load of each policy on the fleet of a scenario, whose own policy and load do not matter. Where
// nothing is proved or can be worked out, it simulates, a bounded number of jobs at each of a few loads.
func StableLoads(ctx context.Context, s *Scenario, policies []policy.Spec, o Options) ([]StableLoad, error) {
	var found []StableLoad
	for k, p := range policies {
		at, err := s.With(p)
		if err != nil {
			return nil, err
		}
		if at.Load() == 0 {
			return nil, fmt.Errorf("%s: no jobs arrive, want a load or an arrival_rate", s.File)
		}
		part := o
		part.Progress = o.share(k, len(policies))
		x, err := at.stableLoad(ctx, part)
		if err != nil {
			return nil, err
		}
		found = append(found, x)
	}
	return found, nil
}

func (s *Scenario) stableLoad(ctx context.Context, o Options) (StableLoad, error) {
	x := StableLoad{Policy: s.Policy.String(), Saturates: []string{}}
	l, err := s.AtLoad(.5).limit()
	if err != nil {
		return x, s.search(ctx, o, &x)
	}
	most, err := meanfield.StableLoad(l.policy, l.groups)
	if err != nil {
		return x, s.search(ctx, o, &x)
	}
	x.Load, x.Basis, x.Reason = most.Load, string(most.Certainty), most.Reason
	for _, c := range s.Fleet.Classes {
		for _, g := range most.Saturated {
			if g == s.group(l.groups, c) {
				x.Saturates = append(x.Saturates, c.Name)
			}
		}
	}
	return x, nil
}

// The search of a stable load by simulation.
const (
	firstProbe = .98 // a policy that bears it is not tried at more
	probes     = 6   // halvings of what is open
	probeJobs  = 200_000
	margin     = .01 // so near to saturation a fleet may grow for longer than a probe
)

// search halves the range between a load found stable and one found unstable.
func (s *Scenario) search(ctx context.Context, o Options, x *StableLoad) error {
	low, growing := 0.0, 1.0
	load := firstProbe
	for k := range probes + 1 {
		stable, fullest, err := s.probe(ctx, o, load)
		if err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(k+1, probes+1)
		}
		if stable {
			low = load
		} else {
			growing, x.Saturates = load, []string{fullest}
		}
		if low == firstProbe {
			break
		}
		load = (low + growing) / 2
	}
	x.Load, x.Basis, x.Bracket = low, Simulated, &[2]float64{low, min(1, growing*(1+margin))}
	x.Reason = fmt.Sprintf("runs of %d jobs: stable at %.4g, ", 4*probeJobs, low)
	if growing == 1 {
		x.Reason += "not tried beyond"
	} else {
		x.Reason += fmt.Sprintf("growing at %.4g", growing)
	}
	return nil
}

// probe simulates one load and says whether the fleet is stable, and which class is busiest.
func (s *Scenario) probe(ctx context.Context, o Options, load float64) (stable bool, fullest string, err error) {
	at := s.AtLoad(load)
	at.Length = sim.Length{Jobs: probeJobs, Warmup: probeJobs / 4, Replications: 4}
	if at.Rounds > 0 {
		at.Length.Jobs, at.Length.Warmup = 0, 0
	}
	r, err := at.simulate(ctx, Options{Engine: o.Engine}, theory{})
	if err != nil || r.Stable {
		return err == nil, "", err
	}
	if r.Interrupted {
		return false, "", ctx.Err()
	}
	most := -1.0
	for k, class := range r.Classes {
		if class.Busy > most && k < len(s.Fleet.Classes) {
			most, fullest = class.Busy, class.Name
		}
	}
	return false, fullest, nil
}
