package scenario

import (
	"errors"
	"fmt"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/stats"
)

// Prediction is what the limit of many servers says of a policy on a fleet. A number that is not known is nil.
type Prediction struct {
	Policy              string              `json:"policy"`
	Load                float64             `json:"load"`
	ArrivalRate         float64             `json:"arrival_rate"`
	Servers             int                 `json:"servers"`
	Stable              bool                `json:"stable"`
	Verdict             string              `json:"verdict,omitempty"` // why it is not stable
	MeanResponse        *float64            `json:"mean_response"`     // seconds
	MeanResponseRefined *float64            `json:"mean_response_refined"`
	Residual            *float64            `json:"residual"` // of the fixed point, relative to the arrival rate
	Quantiles           map[string]*float64 `json:"quantiles"`
	Classes             []ClassForecast     `json:"classes"`
	MessagesPerJob      *float64            `json:"messages_per_job"`
	Warnings            []stats.Warning     `json:"warnings"`
	Timing              *Elapsed            `json:"timing,omitempty"`
}

// ClassForecast is one class of a Prediction.
type ClassForecast struct {
	Name     string  `json:"name"`
	Servers  int     `json:"servers"`
	Speed    float64 `json:"speed"`
	Busy     float64 `json:"busy"`      // workers at work per worker
	MeanJobs float64 `json:"mean_jobs"` // per server
	Share    float64 `json:"share"`     // of all jobs
}

// Elapsed says how long a computation took.
type Elapsed struct {
	Seconds float64 `json:"seconds"`
}

// Limits is the code of warnings about what a model leaves out.
const Limits stats.Code = "limits"

// Predict works out the mean field of a scenario. A fleet that is not stable is no error: see [Prediction.Stable]. Errors wrap
// meanfield.ErrNoModel where there is no model, and meanfield.ErrAmbiguous where it has several answers.
func Predict(s *Scenario) (*Prediction, error) {
	if s.Policy == nil {
		return nil, errNoPolicy
	}
	p := &Prediction{
		Policy: s.Policy.String(), Load: s.Load(), ArrivalRate: s.Rate, Servers: s.Fleet.Servers(), Quantiles: make(map[string]*float64),
		Classes: []ClassForecast{}, Warnings: append([]stats.Warning{}, s.belowCapacity()...),
	}
	for _, level := range Levels() {
		p.Quantiles[level.Name] = nil
	}
	solve := p.solve
	if s.Policy.Name() == pull {
		solve = p.solvePull
	}
	err := solve(s)
	if errors.Is(err, meanfield.ErrUnstable) {
		p.Verdict, err = err.Error(), nil
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// solve predicts a policy given as a rule or a rank.
func (p *Prediction) solve(s *Scenario) error {
	l, err := s.limit()
	if err != nil {
		return err
	}
	p.MessagesPerJob = l.messages()
	if s.blind() {
		p.MessagesPerJob = finite(0)
	}
	if p.Verdict = s.excess(); p.Verdict != "" {
		return nil
	}
	o, err := meanfield.Predict(l.policy, l.groups, l.arrivals)
	if err != nil {
		return err
	}
	return p.fill(s, l, o)
}

// excess says why the load is certain to be too much; empty if it is not.
func (s *Scenario) excess() string {
	if s.Load() >= 1 {
		return fmt.Sprintf("load %.6g is not below 1: queues grow without bound under every policy", s.Load())
	}
	return s.theory().verdict
}

func (p *Prediction) fill(s *Scenario, l *limit, o *meanfield.Outcome) error {
	p.Stable, p.Residual = true, finite(o.Residual)
	for _, text := range o.Warnings {
		p.warn(text)
	}
	p.describe(s, l, o)
	if !dist.IsExponential(s.Size) {
		return p.general(s, l, o)
	}
	p.MeanResponse = finite(o.MeanResponse)
	p.refine(s, o)
	return p.quantiles(s, o)
}

func (p *Prediction) warn(text string) {
	p.Warnings = append(p.Warnings, stats.Warning{Code: Limits, Text: text})
}

// describe fills in the classes; those of one kind share what their group gets.
func (p *Prediction) describe(s *Scenario, l *limit, o *meanfield.Outcome) {
	for _, c := range s.Fleet.Classes {
		g := s.group(l.groups, c)
		x := o.Classes[g]
		p.Classes = append(p.Classes, ClassForecast{
			c.Name, c.Servers, c.Speed, x.Busy, x.MeanJobs, x.Share * float64(c.Servers) / l.groups[g].Servers,
		})
	}
}

// refine adds the mean response time for the fleet's size, if the policy's drift is smooth.
func (p *Prediction) refine(s *Scenario, o *meanfield.Outcome) {
	e, err := o.Equilibrium()
	if err != nil {
		p.warn("no refined mean: " + err.Error())
		return
	}
	r, err := e.Refine(s.Fleet.Servers())
	if err != nil {
		p.warn("no refined mean: " + err.Error())
		return
	}
	p.MeanResponseRefined = finite(r.MeanResponse)
	for _, text := range r.Warnings {
		p.warn(text)
	}
}

func (p *Prediction) quantiles(s *Scenario, o *meanfield.Outcome) error {
	law, err := o.FCFS(), error(nil)
	if s.Discipline != fcfs {
		law, err = o.ProcessorSharing()
	}
	if err != nil {
		p.warn("no quantiles: " + err.Error())
		return nil
	}
	for _, level := range Levels() {
		x, err := law.Quantile(level.P)
		if err != nil {
			return err
		}
		p.Quantiles[level.Name] = finite(x)
	}
	return nil
}

// general is the mean response time for job sizes that are not exponential. Under processor sharing it is the same; under FCFS it is known
// where a class is an M/G/1 queue in the limit, fed at one rate while busy: where jobs for busy servers take any of those asked
// (Gardner et al. 2020, Eq. 14).
func (p *Prediction) general(s *Scenario, l *limit, o *meanfield.Outcome) error {
	p.warn("job sizes are not exponential: no refined mean and no quantiles")
	if s.Discipline != fcfs {
		p.MeanResponse = finite(o.MeanResponse)
		return nil
	}
	if !l.unsorted() {
		return fmt.Errorf("FCFS with job sizes that are not exponential: %w", meanfield.ErrNoModel)
	}
	mean, variation := 0.0, dist.SCV(s.Size)
	for c, x := range o.Classes {
		rate, fed := l.groups[c].Kind.Rate, 0.0
		if tails := o.Tails[c]; len(tails) > 2 && tails[1] > 0 {
			fed = rate * tails[2] / tails[1]
		}
		mean += x.Share * (1/rate + fed*(1+variation)/(rate*rate)/(2*(1-fed/rate)))
	}
	p.MeanResponse = finite(mean)
	return nil
}

// unsorted says whether the class is chosen by idleness alone and a busy server of it without regard to its length.
func (l *limit) unsorted() bool {
	rule, ok := l.rule()
	if !ok {
		return false
	}
	m, ok := meanfield.ClassIdleOf(rule, l.groups, l.arrivals)
	if !ok || rule.Inside == steelyard.IdleElseUniform {
		return ok
	}
	for _, mix := range m.Query {
		for _, n := range mix.Ask {
			if n > 1 {
				return false
			}
		}
	}
	return true
}
