package scenario

import (
	"context"
	"errors"
	"fmt"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/optimal"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/stats"
)

// Distances says how far policies stay from the best dispatcher there can be. A number that is not known or infinite is nil.
type Distances struct {
	Load        float64 `json:"load"`
	ArrivalRate float64 `json:"arrival_rate"`
	Servers     int     `json:"servers"`
	// Optimal is the mean response time of the best dispatcher; nil if the fleet is too large for it. Lower and Upper bound it.
	Optimal  *float64       `json:"optimal"`
	Lower    *float64       `json:"lower"`
	Upper    *float64       `json:"upper"`
	Boundary *BoundaryCheck `json:"boundary"`
	// FluidBound is a mean response time that no dispatcher goes below.
	FluidBound float64         `json:"fluid_bound"`
	Policies   []Distance      `json:"policies"`
	Warnings   []stats.Warning `json:"warnings"`
	Timing     *Elapsed        `json:"timing,omitempty"`
}

// Distance is one policy of Distances.
type Distance struct {
	Policy       string          `json:"policy"`
	MeanResponse *float64        `json:"mean_response"`
	Excess       *float64        `json:"excess"` // over the optimum, or over the fluid bound if that is all there is: .01 is 1 %
	Over         string          `json:"over"`   // which of the two
	Basis        string          `json:"basis"`  // exact or simulated
	CI95         *float64        `json:"ci95"`   // half-width, of a simulated mean
	Boundary     *BoundaryCheck  `json:"boundary"`
	Verdict      string          `json:"verdict,omitempty"` // why there is no mean
	Warnings     []stats.Warning `json:"warnings"`
}

// BoundaryCheck says where the states of an exact solution end. No job is lost there.
type BoundaryCheck struct {
	Limits []int   `json:"limits"` // longest queue per speed, the fastest first
	States int     `json:"states"`
	Change float64 `json:"change"` // of the mean when limits were doubled, relative to it
}

// The words of Distance.Over.
const (
	OverOptimum = "optimum"
	OverFluid   = "fluid bound"
)

// Boundary is the code of warnings about an exact solution that is not resolved.
const Boundary stats.Code = "boundary"

// Distance works out the optimum of a scenario and the distance of every policy from it: exactly for policies that remember nothing, by simulation
// for others and where there are too many states. An overload is an [optimal.Overload].
func (s *Scenario) Distance(ctx context.Context, policies []policy.Spec, o Options) (*Distances, error) {
	if why := s.notMarkov(); why != "" {
		return nil, fmt.Errorf("optimal: %s; want a Poisson stream of exponential jobs, unbounded buffers and dispatchers that see the queues", why)
	}
	layout, err := s.layout()
	if err != nil {
		return nil, err
	}
	d := &Distances{
		Load: s.Load(), ArrivalRate: s.Rate, Servers: s.Fleet.Servers(), Policies: []Distance{}, Warnings: []stats.Warning{},
	}
	if d.FluidBound, err = optimal.FluidBound(layout, s.Rate); err != nil {
		return nil, err
	}
	best, err := optimal.Solve(layout, s.Rate, optimal.Options{})
	if err := d.fill(best, err); err != nil {
		return nil, err
	}
	for _, spec := range policies {
		at, err := s.With(spec)
		if err != nil {
			return nil, err
		}
		row, err := at.distance(ctx, layout, o)
		if err != nil {
			return nil, err
		}
		d.add(row)
	}
	return d, nil
}

// notMarkov says why queue lengths alone do not make a Markov chain; empty if they do.
func (s *Scenario) notMarkov() string {
	if why := s.unlike(); why != "" {
		return why
	}
	if !dist.IsExponential(s.Size) {
		return "job sizes are not exponential"
	}
	return ""
}

func (d *Distances) fill(best *optimal.Optimum, err error) error {
	var large *optimal.TooLarge
	if errors.As(err, &large) {
		d.Warnings = append(d.Warnings, stats.Warning{Code: Limits, Text: "no optimum, distances are from the fluid bound: " + err.Error()})
		return nil
	}
	if err != nil {
		return err
	}
	d.Optimal, d.Lower, d.Upper = finite(best.Response), finite(best.Lower), finite(best.Upper)
	d.Boundary, d.Warnings = boundaryCheck(best.Mean)
	return nil
}

func boundaryCheck(m optimal.Mean) (*BoundaryCheck, []stats.Warning) {
	warnings := []stats.Warning{}
	for _, text := range m.Warnings {
		warnings = append(warnings, stats.Warning{Code: Boundary, Text: text})
	}
	return &BoundaryCheck{m.Boundary.Limits, m.Boundary.States, m.Boundary.Change}, warnings
}

// add compares a policy with the yardstick.
func (d *Distances) add(row *Distance) {
	yardstick := d.FluidBound
	row.Over = OverFluid
	if d.Optimal != nil {
		yardstick, row.Over = *d.Optimal, OverOptimum
	}
	if row.MeanResponse != nil {
		row.Excess = finite(*row.MeanResponse/yardstick - 1)
	}
	d.Policies = append(d.Policies, *row)
}

// unresolved is the relative uncertainty of an exact mean above which a simulation tells more.
const unresolved = 1e-3

// distance is the mean of the scenario's policy.
func (s *Scenario) distance(ctx context.Context, layout *steelyard.Layout, o Options) (*Distance, error) {
	spec, err := s.played()
	if err != nil {
		return nil, err
	}
	if !spec.Memoryless() {
		return s.simulatedDistance(ctx, o)
	}
	m, err := optimal.Evaluate(layout, s.Rate, spec, optimal.Options{})
	var large *optimal.TooLarge
	if errors.As(err, &large) || err == nil && s.doubts(m) {
		return s.simulatedDistance(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	row := &Distance{Policy: s.Policy.String(), Basis: string(meanfield.Exact), MeanResponse: finite(m.Response)}
	row.Boundary, row.Warnings = boundaryCheck(*m)
	if m.Boundary.Grows {
		row.MeanResponse, row.Verdict, row.Warnings = nil, m.Warnings[0], row.Warnings[:0]
	}
	return row, nil
}

// doubts says whether an exact mean, or the verdict that queues grow, is not good enough to be called exact.
func (s *Scenario) doubts(m *optimal.Mean) bool {
	if m.Boundary.Grows {
		stable, _ := s.bears()
		return stable
	}
	return max(m.Boundary.Change, m.Residual) > unresolved
}

func (s *Scenario) simulatedDistance(ctx context.Context, o Options) (*Distance, error) {
	r, err := Simulate(ctx, s, o)
	if err != nil {
		return nil, err
	}
	row := &Distance{Policy: r.Policy, Basis: Simulated, Verdict: r.Verdict, Warnings: r.Warnings}
	if r.Stable {
		row.MeanResponse, row.CI95 = r.MeanResponse, r.CI95
	}
	return row, nil
}
