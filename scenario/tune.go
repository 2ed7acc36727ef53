package scenario

import (
	"fmt"

	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/tune"
)

// Tune finds the best member of a family of policies for the fleet and the load of a scenario, whose own policy does not matter. What the
// request says of the number of servers is filled in. Errors wrap meanfield.ErrUnstable if no member is stable, and meanfield.ErrNoModel
// if the scenario is not one that the models describe.
func Tune(s *Scenario, r tune.Request) (tune.Choice, error) {
	if why := s.unlike(); why != "" {
		return tune.Choice{}, fmt.Errorf("%s: %w", why, meanfield.ErrNoModel)
	}
	return s.choose(r)
}

// choose tunes for the fleet and the load, whatever else the scenario says.
func (s *Scenario) choose(r tune.Request) (tune.Choice, error) {
	layout, err := s.layout()
	if err != nil {
		return tune.Choice{}, err
	}
	var f meanfield.Fleet
	total := float64(s.Fleet.Servers())
	r.Servers = nil
	for _, g := range layout.Groups() {
		if g.Kind.Workers > 1 {
			return tune.Choice{}, fmt.Errorf("servers of rate %v have %d workers, want 1: %w", g.Kind.Rate, g.Kind.Workers, meanfield.ErrNoModel)
		}
		f = append(f, meanfield.Class{Rate: g.Kind.Rate, Share: g.Servers / total})
		r.Servers = append(r.Servers, int(g.Servers))
	}
	choice, err := tune.Tune(f, s.Rate/total, r)
	if err == nil && !dist.IsExponential(s.Size) {
		choice.Warnings = append(choice.Warnings, "tuned for exponential job sizes")
	}
	return choice, err
}
