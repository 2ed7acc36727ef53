package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/steelyard-lb/steelyard/sim"
	"github.com/steelyard-lb/steelyard/sim/rounds"
	"github.com/steelyard-lb/steelyard/stats"
)

// Options are what a run may be given besides its scenario. The zero Options will do.
type Options struct {
	Engine   sim.Engine // "" is the fastest exact one
	Model    Model      // nil is none
	Progress func(done, total int)
}

// Model tells of a stationary scenario what shortens its runs and sharpens its results. It may know nothing of some.
type Model func(s *Scenario) Hints

// Hints are what a Model knows.
type Hints struct {
	// Tails gives, per class, the probability that a server has at least 1, 2, ... jobs near stationarity; nil if unknown.
	Tails [][]float64
	// Control makes a control of the mean response time for each replication; nil if there is none.
	Control func() sim.Control
}

// Simulate runs a scenario. A fleet that is not stable is no error: see [Report.Stable]. It fails if the policy cannot work on the fleet,
// if the engine is not exact for the two, or if ctx ends before a replication has; when ctx ends later, the report says so.
func Simulate(ctx context.Context, s *Scenario, o Options) (*Report, error) {
	t := s.theory()
	r, err := s.simulate(ctx, o, t)
	if err != nil {
		return nil, err
	}
	return newReport(s, r, t), nil
}

// errNoPolicy is for scenarios that name no policy.
var errNoPolicy = errors.New("policy: missing, want the text form of a policy, such as jsq(d=2)")

func (s *Scenario) simulate(ctx context.Context, o Options, t theory) (*sim.Result, error) {
	return s.resolve(o, t, runner{
		sim:    func(c sim.Config) (*sim.Result, error) { return sim.Run(ctx, c) },
		rounds: func(c rounds.Config) (*rounds.Result, error) { return rounds.Run(ctx, c) },
	})
}

// runner makes results of configurations.
type runner struct {
	sim    func(sim.Config) (*sim.Result, error)
	rounds func(rounds.Config) (*rounds.Result, error)
}

// resolve makes the result of a scenario.
func (s *Scenario) resolve(o Options, t theory, by runner) (*sim.Result, error) {
	if s.Policy == nil {
		return nil, errNoPolicy
	}
	if s.Rounds > 0 {
		return s.inRounds(o, by)
	}
	if s.hopeless(t) {
		return s.refuse(s.config(o), t.verdict)
	}
	r, err := by.sim(s.config(o))
	if err == nil {
		s.complete(r, t)
	}
	return r, err
}

// inRounds makes the result of a scenario in rounds.
func (s *Scenario) inRounds(o Options, by runner) (*sim.Result, error) {
	c, err := s.roundsConfig(o)
	if err != nil {
		return nil, err
	}
	r, err := by.rounds(c)
	if err != nil {
		return nil, err
	}
	s.complete(&r.Result, theory{})
	return &r.Result, nil
}

// config is the scenario with what the options and the model add.
func (s *Scenario) config(o Options) sim.Config {
	c := s.Config()
	c.Engine, c.Progress = o.Engine, o.Progress
	if c.Engine == "" && s.changes() {
		c.Engine = sim.Events // it alone follows every job through a change
	}
	if o.Model != nil && !s.changes() {
		hints := o.Model(s)
		c.Start.Tails, c.Control = hints.Tails, hints.Control
	}
	return c
}

// hopeless says whether the fleet is known not to be stable, so that no run is needed.
func (s *Scenario) hopeless(t theory) bool { return t.verdict != "" && s.unbounded() }

// refuse is the result of a fleet that is known not to be stable; the rest of the question must still make sense.
func (s *Scenario) refuse(c sim.Config, verdict string) (*sim.Result, error) {
	engines, err := c.Engines()
	if err != nil {
		return nil, err
	}
	if c.Engine == "" {
		c.Engine = engines[0]
	}
	if !slices.Contains(engines, c.Engine) {
		return nil, fmt.Errorf("engine %q: not exact for this fleet and policy; want one of %v", c.Engine, engines)
	}
	return &sim.Result{Engine: c.Engine, Load: s.Load(), Verdict: verdict}, nil
}

// unbounded says whether an overload has no end: no server turns jobs away and nothing changes.
func (s *Scenario) unbounded() bool {
	for _, c := range s.classes() {
		if c.Buffer > 0 {
			return false
		}
	}
	return !s.changes()
}

// InfiniteMean is the warning that the mean response time is infinite.
const InfiniteMean stats.Code = "infinite-mean"

// complete adds to a result what theory knows and the simulator does not.
func (s *Scenario) complete(r *sim.Result, t theory) {
	if !r.Stable && r.Replications > 0 && (t.stable || s.filling(r)) {
		r.Stable, r.Verdict = true, ""
		r.Warnings = append(r.Warnings, stats.Warning{
			Code: stats.NotStationary,
			Text: "the number of jobs still grows: " + s.enough() + " per replication may do",
		})
	}
	if t.infinite && r.Stable {
		r.InfiniteMean = true
		r.Warnings = append(r.Warnings, stats.Warning{
			Code: InfiniteMean,
			Text: "job sizes have infinite variance and the policy does not look at queues: the mean response time is infinite under FCFS",
		})
	}
	if s.changes() && r.Replications > 0 {
		e := stats.FromReplications(replicationMeans(r))
		e.Mean = r.Law.Mean()
		r.Response = stats.Controlled{Estimate: e, VarianceRatio: 1}
	}
}

// fill is about how many jobs arrive until an empty fleet is as full as in stationarity: of the order of 1/(1-load) per worker.
func (s *Scenario) fill() float64 {
	workers := 0.0
	for _, c := range s.Fleet.Classes {
		workers += float64(c.Servers) * float64(c.Workers)
	}
	return workers / max(1-s.Load(), 1e-6)
}

// enough is a length of a run in which the fleet certainly fills.
func (s *Scenario) enough() string {
	if s.Rounds > 0 {
		return fmt.Sprintf("%.2g rounds", max(10*s.fill()/s.Rate, 100))
	}
	return fmt.Sprintf("%.2g jobs", 10*s.fill())
}

// filling says whether the run was too short to tell a fleet that fills from one that is not stable.
func (s *Scenario) filling(r *sim.Result) bool {
	return s.Load() < 1 && float64(r.Jobs+r.Warmup) < 10*s.fill()*float64(r.Replications)
}

// replicationMeans are the mean response times of whole replications: in a run that is not stationary, stretches of it differ.
func replicationMeans(r *sim.Result) []float64 {
	var means []float64
	for k := 0; k+sim.Batches <= len(r.Batches); k += sim.Batches {
		var m stats.Moments
		for _, x := range r.Batches[k : k+sim.Batches] {
			m.Add(x)
		}
		means = append(means, m.Mean)
	}
	return means
}
