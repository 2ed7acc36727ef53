package sim

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/dist"
)

// Check reports the first field that makes no sense.
func (c *Config) Check() error {
	if len(c.Classes) == 0 {
		return fmt.Errorf("classes: none, want at least one")
	}
	for k := range c.Classes {
		if err := c.Classes[k].check(); err != nil {
			return fmt.Errorf("class %d (%s): %w", k, c.Classes[k].Name, err)
		}
	}
	if c.Policy == nil {
		return fmt.Errorf("policy: none, want a function that makes one")
	}
	if !(c.Rate >= 0) || math.IsInf(c.Rate, 1) {
		return fmt.Errorf("arrival rate %v: want a finite number of jobs per second, at least 0", c.Rate)
	}
	if _, ok := discipline(c.Discipline); !ok {
		return fmt.Errorf("discipline %q: want one of %s", c.Discipline, disciplineNames())
	}
	if err := c.Dispatchers.check(); err != nil {
		return fmt.Errorf("dispatchers: %w", err)
	}
	if view := c.Dispatchers.View; view.Kind == belief.Stale && view.Seconds < c.LeastPeriod() {
		return fmt.Errorf("dispatchers: view %v: want a period of at least %.2g seconds, %s", view, c.LeastPeriod(), WhyLeastPeriod)
	}
	if err := c.Start.check(c); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	for k := range c.Events {
		if err := c.Events[k].check(c); err != nil {
			return fmt.Errorf("event %d: %w", k, err)
		}
	}
	if err := c.Looks.check(); err != nil {
		return fmt.Errorf("looks: %w", err)
	}
	return c.Length.check(c)
}

func (c *Class) check() error {
	switch {
	case c.Servers < 0:
		return fmt.Errorf("servers %d: want at least 0", c.Servers)
	case !positive(c.Speed):
		return fmt.Errorf("speed %v: want a positive finite number", c.Speed)
	case c.Told != 0 && !positive(c.Told):
		return fmt.Errorf("told speed %v: want a positive finite number, or 0 for the true one", c.Told)
	case c.Workers < 0:
		return fmt.Errorf("workers %d: want at least 1", c.Workers)
	case c.Buffer < 0 || c.Buffer > 0 && c.Buffer < c.workers():
		return fmt.Errorf("buffer %d: want at least the number of workers, %d, or 0 for no limit", c.Buffer, c.workers())
	}
	return nil
}

func (d *Dispatchers) check() error {
	if d.Count < 0 {
		return fmt.Errorf("count %d: want at least 1", d.Count)
	}
	if d.Shares != nil && len(d.Shares) != d.count() {
		return fmt.Errorf("shares: %d of them, want one for each of %d dispatchers", len(d.Shares), d.count())
	}
	for _, s := range d.Shares {
		if !positive(s) {
			return fmt.Errorf("share %v: want a positive finite number", s)
		}
	}
	if !(d.MessageDelay >= 0) || math.IsInf(d.MessageDelay, 1) {
		return fmt.Errorf("message delay %v: want a finite number of seconds, at least 0", d.MessageDelay)
	}
	return d.View.Check()
}

func (s *Start) check(c *Config) error {
	switch {
	case s.Jobs < 0:
		return fmt.Errorf("jobs %d: want at least 0", s.Jobs)
	case s.Queues != nil && len(s.Queues) != c.servers():
		return fmt.Errorf("queues: %d of them, want one for each of %d servers", len(s.Queues), c.servers())
	case s.Tails != nil && len(s.Tails) != len(c.Classes):
		return fmt.Errorf("tails: %d of them, want one for each of %d classes", len(s.Tails), len(c.Classes))
	case s.Queues != nil && s.Tails != nil:
		return fmt.Errorf("queues and tails are both given, want one")
	}
	for _, n := range s.Queues {
		if n < 0 {
			return fmt.Errorf("queue %d: want at least 0", n)
		}
	}
	for k, tail := range s.Tails {
		last := 1.0
		for n, p := range tail {
			if !(p >= 0 && p <= last) {
				return fmt.Errorf("tails: class %d, length %d: %v, want probabilities that do not rise", k, n+1, p)
			}
			last = p
		}
	}
	return nil
}

// WhyLeastPeriod says what [Config.LeastPeriod] is.
const WhyLeastPeriod = "a thousandth of the mean time between jobs, or the view fresh"

// LeastPeriod is the shortest period in seconds of snapshots that a run can take, a thousandth of the mean time between the jobs that come, or
// that end when none come.
func (c *Config) LeastPeriod() float64 {
	rate := c.Rate
	if rate == 0 {
		rate = c.capacity() / c.sizeLaw().Mean()
	}
	return 1e-3 / rate
}

func (l *Length) check(c *Config) error {
	switch {
	case l.Jobs < 0 || l.Jobs == 0 && c.Rate > 0:
		return fmt.Errorf("jobs %d: want at least 1", l.Jobs)
	case l.Jobs > 0 && c.Rate == 0:
		return fmt.Errorf("arrival rate 0: want a positive number of jobs per second for a run of %d jobs", l.Jobs)
	case l.Warmup < -1:
		return fmt.Errorf("warmup %d: want at least 0, or -1 for automatic", l.Warmup)
	case l.Replications < 0:
		return fmt.Errorf("replications %d: want at least 1", l.Replications)
	case l.Precision != 0 && !(l.Precision > 0 && l.Precision < 1):
		return fmt.Errorf("precision %v: want a fraction between 0 and 1", l.Precision)
	}
	return nil
}

func positive(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

func (d *Dispatchers) count() int { return max(d.Count, 1) }

// unseen is how many dispatchers place jobs that a dispatcher's board never shows, itself included. The truth shows all jobs, and so
// do reports, if late.
func (d *Dispatchers) unseen() int {
	switch d.View.Kind {
	case belief.Fresh, belief.Reported:
		return 1
	}
	return d.count()
}

func (c *Config) servers() int {
	n := 0
	for k := range c.Classes {
		n += c.Classes[k].Servers
	}
	return n
}

// capacity is the work per second of which the fleet is capable at time 0.
func (c *Config) capacity() float64 {
	sum := 0.0
	for k := range c.Classes {
		sum += float64(c.Classes[k].Servers*c.Classes[k].workers()) * c.Classes[k].Speed
	}
	return sum
}

// sizeLaw is the law of job sizes.
func (c *Config) sizeLaw() dist.Law {
	if c.Size != nil {
		return c.Size
	}
	return exponential
}

// gapLaw is the law of the times between arrivals, nil if none come.
func (c *Config) gapLaw() dist.Law {
	if c.Rate == 0 {
		return nil
	}
	law := c.Arrivals
	if law == nil {
		law = exponential
	}
	return law.Scaled(1 / c.Rate)
}

// exponential is the law of mean 1 that stands where none is given.
var exponential = func() dist.Law {
	law, err := dist.New("exponential", nil)
	if err != nil {
		panic(err)
	}
	return law
}()
