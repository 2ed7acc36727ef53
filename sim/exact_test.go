package sim

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// smallFleet has so few servers and so little room that its states can be listed.
func smallFleet(t testing.TB, text string) Config {
	return Config{
		Classes: []Class{{Name: "fast", Servers: 1, Speed: 2.5, Buffer: room}, {Name: "slow", Servers: 2, Speed: 1, Buffer: room}},
		Rate:    3.6,
		Policy:  named(t, text),
		Length:  Length{Jobs: 100_000, Warmup: 1000, Replications: 2},
		Seed:    9,
	}
}

const (
	room   = 4
	states = (room + 1) * (room + 1) * (room + 1)
)

// TestEveryMemorylessPolicyExactly enumerates what each policy of the table does in each state of a small fleet, solves the chain that
// follows and compares its mean response time and its blocked jobs with simulated ones.
func TestEveryMemorylessPolicyExactly(t *testing.T) {
	for _, entry := range policy.All() {
		checked, memoryless := 0, false
		for _, text := range append(entry.Examples[:len(entry.Examples):len(entry.Examples)], fitting[entry.Name]...) {
			spec, err := policy.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if !spec.Memoryless() {
				continue
			}
			memoryless = true
			c := smallFleet(t, text)
			law, err := stationary(t, &c)
			if err != nil {
				continue // a policy that does not suit two classes says so
			}
			checked++
			t.Run(text, func(t *testing.T) {
				r := run(t, c)
				want(t, r, law.response(&c), 0)
				if got, truth := share(r.Blocked, r.Jobs), law.blocked; math.Abs(got-truth) > .003+.05*truth {
					t.Errorf("%s: blocked %.4f, want %.4f", r.Engine, got, truth)
				}
			})
		}
		if memoryless && checked == 0 {
			t.Errorf("%s: no form of it was checked", entry.Name)
		}
	}
}

// fitting are forms that suit one fast and two slow servers, of policies whose examples want more servers or other classes.
var fitting = map[string][]string{
	"jsq-fs":  {"jsq-fs(df=1, ds=2, pf=.6, ps=.9)"},
	"jiq-fs":  {"jiq-fs(df=1, ds=2, pf=.6, ps=.9)"},
	"scheme1": {"scheme1(d=[1,2])"},
	"scheme2": {"scheme2(d=[1,2])"},
	"hybrid":  {"hybrid(p=[.4,.6], d=1)"},
	"classes": {"classes(ask=[1,0,1,2], p=[.2,.8], send=[1,0,0,0,1,0,1,0,.3,.7,.6,.4])"},
}

// solved is the stationary law of a small fleet.
type solved struct {
	prob    []float64
	blocked float64 // of the arrivals
}

// response is the mean response time by Little's law.
func (s *solved) response(c *Config) float64 {
	jobs := 0.0
	for state, p := range s.prob {
		for _, n := range lengths(state) {
			jobs += p * float64(n)
		}
	}
	return jobs / (c.Rate * (1 - s.blocked))
}

func lengths(state int) [3]int {
	const base = room + 1
	return [3]int{state % base, state / base % base, state / base / base}
}

func stateOf(n [3]int) int { return n[0] + (room+1)*(n[1]+(room+1)*n[2]) }

// stationary solves the balance equations of the fleet under the policy's exact law in each state, by iterating the uniformised chain.
func stationary(t *testing.T, c *Config) (*solved, error) {
	t.Helper()
	r, err := newReplica(c, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Policy()
	if err != nil {
		t.Fatal(err)
	}
	script := steelyard.NewScript()
	d, err := steelyard.NewDispatcher(p, r.truth, script.Rand())
	if err != nil {
		return nil, err
	}
	rate := c.Rate + c.capacity()
	step := make([][]edge, states)
	full := make([]float64, states)
	for state := range states {
		n := lengths(state)
		for i, x := range n {
			r.truth.Set(i, x)
		}
		for i, p := range steelyard.PickLaw(d, script, steelyard.Job{}) {
			if n[i] == room {
				full[state] += p
				continue
			}
			to := n
			to[i]++
			step[state] = append(step[state], edge{stateOf(to), p * c.Rate / rate})
		}
		for i, x := range n {
			if x > 0 {
				to := n
				to[i]--
				step[state] = append(step[state], edge{stateOf(to), r.serviceRate(int(r.class[i])) / rate})
			}
		}
	}
	return iterate(step, full), nil
}

type edge struct {
	to   int
	prob float64
}

func iterate(step [][]edge, full []float64) *solved {
	s := &solved{prob: make([]float64, states)}
	s.prob[0] = 1
	for range 5000 {
		next := make([]float64, states)
		for state, p := range s.prob {
			stay := p
			for _, e := range step[state] {
				next[e.to] += p * e.prob
				stay -= p * e.prob
			}
			next[state] += stay
		}
		s.prob = next
	}
	for state, p := range s.prob {
		s.blocked += p * full[state]
	}
	return s
}
