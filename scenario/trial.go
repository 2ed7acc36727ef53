package scenario

import (
	"context"

	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/sim/rounds"
)

// Trial is what one replication of a scenario counted. Neither field is set if the fleet is known not to be stable, which needs no run. JSON
// stores it exactly.
type Trial struct {
	Sim    *sim.Trial    `json:"sim,omitempty"`
	Rounds *rounds.Trial `json:"rounds,omitempty"`
}

// Replicate runs replication index of a scenario alone, 0 the first; it does not depend on how many there are. It fails as [Simulate] does.
func Replicate(ctx context.Context, s *Scenario, index int, o Options) (*Trial, error) {
	trial := &Trial{}
	_, err := s.resolve(o, s.theory(), runner{
		sim: func(c sim.Config) (r *sim.Result, err error) {
			trial.Sim, err = sim.Replicate(ctx, c, index)
			return &sim.Result{}, err
		},
		rounds: func(c rounds.Config) (r *rounds.Result, err error) {
			trial.Rounds, err = rounds.Replicate(ctx, c, index)
			return &rounds.Result{}, err
		},
	})
	return trial, err
}

// Pool reports on trials, in the order of their indexes, what [Simulate] does when it runs as many replications. It fails if a trial is not
// one of the scenario.
func Pool(s *Scenario, trials []*Trial, o Options) (*Report, error) {
	t := s.theory()
	r, err := s.resolve(o, t, runner{
		sim: func(c sim.Config) (*sim.Result, error) {
			var counted []*sim.Trial
			for _, x := range trials {
				counted = append(counted, x.Sim)
			}
			return sim.Combine(c, counted)
		},
		rounds: func(c rounds.Config) (*rounds.Result, error) {
			var counted []*rounds.Trial
			for _, x := range trials {
				counted = append(counted, x.Rounds)
			}
			return rounds.Combine(c, counted)
		},
	})
	if err != nil {
		return nil, err
	}
	return newReport(s, r, t), nil
}
