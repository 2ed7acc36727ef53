package scenario

import (
	"fmt"

	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// pull is the name of the policy whose model is that of its messages.
const pull = "pull"

// solvePull predicts Stolyar's PULL, the dispatchers being its routers. Servers may turn jobs away.
func (p *Prediction) solvePull(s *Scenario) error {
	m, err := s.pullModel()
	if err != nil {
		return err
	}
	if p.Verdict = s.excess(); p.Verdict != "" {
		return nil
	}
	x, err := m.Predict()
	if err != nil {
		return err
	}
	layout, err := s.layout()
	if err != nil {
		return err
	}
	o := &meanfield.Outcome{Prediction: x.Prediction}
	p.Stable, p.Residual, p.MeanResponse, p.MessagesPerJob = true, finite(x.Residual), finite(x.MeanResponse), finite(x.Messages)
	p.describe(s, &limit{groups: layout.Groups()}, o)
	p.warn("limit of many servers: messages have no smooth drift, hence no refined mean")
	if x.Wait > 0 || x.Block > 0 {
		p.warn(fmt.Sprintf("%.4g of the jobs wait and %.4g are turned away: dispatchers with more than the smallest share run out of messages", x.Wait, x.Block))
	}
	return p.quantiles(s, o)
}

func (s *Scenario) pullModel() (meanfield.Pull, error) {
	m := meanfield.Pull{Arrivals: s.Rate / float64(s.Fleet.Servers()), Shares: s.Dispatchers.Shares, ByShare: s.Dispatchers.IdleByShare}
	m.Keep = s.Policy.Args().Is("stale", "keep")
	layout, err := s.layout()
	if err != nil {
		return m, err
	}
	why := s.unsteady()
	if why == "" && !dist.IsExponential(s.Size) {
		why = "job sizes are not exponential"
	}
	for _, g := range layout.Groups() {
		m.Fleet = append(m.Fleet, meanfield.Class{Rate: g.Kind.Rate, Share: g.Servers / float64(s.Fleet.Servers())})
		m.Buffers = append(m.Buffers, -1)
	}
	for _, c := range s.Fleet.Classes {
		buffer := &m.Buffers[s.group(layout.Groups(), c)]
		room := c.Buffer
		if room == fleet.Unbounded {
			room = 0
		}
		switch {
		case c.Workers > 1:
			why = fmt.Sprintf("servers of class %s have %d workers", c.Name, c.Workers)
		case *buffer >= 0 && *buffer != room:
			why = "servers of one speed have different buffers"
		}
		*buffer = room
	}
	if why != "" {
		return m, fmt.Errorf("%s: %w", why, meanfield.ErrNoModel)
	}
	return m, nil
}
