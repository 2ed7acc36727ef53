package demo

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/steelyard-lb/steelyard/policy"
)

// Config says what the demonstration runs.
type Config struct {
	Seconds   float64       // how long requests arrive, 1 to 86400
	Load      float64       // arrivals per second over capacity, in (0, 1)
	Fast      int           // number of fast servers, at least 1
	Slow      int           // number of slow servers, at least 0
	Ratio     float64       // speed of a fast server over that of a slow one, at least 1
	FastMean  time.Duration // mean service time of a fast server
	Balancers int           // independent balancers that share each policy's traffic, at least 1
	Policies  []policy.Spec
	Seed      uint64
}

// Check names the first field that is out of range.
func (c Config) Check() error {
	switch {
	case !(c.Seconds >= 1 && c.Seconds <= 86400):
		return fmt.Errorf("--seconds %v: want 1 to 86400", c.Seconds)
	case !(c.Load > 0 && c.Load < 1):
		return fmt.Errorf("--load %v: want a share of the capacity, above 0 and below 1", c.Load)
	case c.Fast < 1 || c.Fast > 100:
		return fmt.Errorf("--fast %d: want 1 to 100 servers", c.Fast)
	case c.Slow < 0 || c.Slow > 100:
		return fmt.Errorf("--slow %d: want 0 to 100 servers", c.Slow)
	case !(c.Ratio >= 1 && c.Ratio <= 100):
		return fmt.Errorf("--ratio %v: want the speed of a fast over that of a slow server, 1 to 100", c.Ratio)
	case c.Balancers < 1 || c.Balancers > 100:
		return fmt.Errorf("--balancers %d: want 1 to 100", c.Balancers)
	case len(c.Policies) == 0:
		return fmt.Errorf("--policies: want at least one, such as scd,leastconn")
	}
	return c.checkPolicies()
}

// checkPolicies fails on the first policy that cannot work on the fleet.
func (c Config) checkPolicies() error {
	keys := make([]string, c.servers())
	for i := range keys {
		keys[i] = strconv.Itoa(i)
	}
	for _, p := range c.Policies {
		if _, err := newBalancer(c, p, 0, keys); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) servers() int { return c.Fast + c.Slow }

func (c Config) duration() time.Duration { return seconds(c.Seconds) }

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// class tells the rate, in jobs per second, and the name of a server's class: the fast ones come first.
func (c Config) class(server int) (rate float64, name string) {
	if server < c.Fast {
		return c.fastRate(), "fast"
	}
	return c.slowRate(), "slow"
}

// fastRate and slowRate are in jobs per second.
func (c Config) fastRate() float64 { return 1 / c.FastMean.Seconds() }
func (c Config) slowRate() float64 { return c.fastRate() / c.Ratio }

func (c Config) capacity() float64 {
	return float64(c.Fast)*c.fastRate() + float64(c.Slow)*c.slowRate()
}

func (c Config) arrivalRate() float64 { return c.Load * c.capacity() }

// exactMean is the mean response, in seconds, of the policies for which it is known, else NaN: `weighted` and `random` split Poisson
// arrivals at random, which makes every server an M/M/1 queue.
func (c Config) exactMean(p policy.Spec) float64 {
	servers := float64(c.servers())
	switch p.String() {
	case "weighted":
		return servers / c.capacity() / (1 - c.Load)
	case "random":
		each := c.arrivalRate() / servers
		if each >= c.slowRate() {
			return math.NaN()
		}
		fast, slow := 1/(c.fastRate()-each), 1/(c.slowRate()-each)
		return (float64(c.Fast)*fast + float64(c.Slow)*slow) / servers
	}
	return math.NaN()
}

// settling is the time, in seconds, in which the slowest M/M/1 queue of the fleet at the given load forgets where it started.
func (c Config) settling() float64 {
	root := 1 - math.Sqrt(c.Load)
	return 1 / (c.slowRate() * root * root)
}

// String says in a line or two what runs.
func (c Config) String() string {
	return fmt.Sprintf("%d fast servers (%.3g ms a request) and %d slow ones (%.3g ms), load %g: %.4g requests a second for %g s,\n%s for each policy.",
		c.Fast, 1e3/c.fastRate(), c.Slow, 1e3/c.slowRate(), c.Load, c.arrivalRate(), c.Seconds, count(c.Balancers, "balancer"))
}

func count(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
