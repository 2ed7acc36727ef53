package sim

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// outcomes counts what jobs met where PULL sent them.
type outcomes struct{ idle, wait, full int64 }

// watched is a policy that notes what its jobs meet.
type watched struct {
	steelyard.Policy
	buffer []int // per class of the layout
	met    *outcomes
}

func (w *watched) Bind(v *steelyard.View) error { return w.Policy.(steelyard.Binder).Bind(v) }
func (w *watched) Idle(i int)                   { w.Policy.(steelyard.Idler).Idle(i) }

func (w *watched) Pick(v *steelyard.View, j steelyard.Job) int {
	i := w.Policy.Pick(v, j)
	switch n := v.Known(i); {
	case n == 0:
		w.met.idle++
	case n == w.buffer[v.Layout().Class(i)]:
		w.met.full++
	default:
		w.met.wait++
	}
	return i
}

// watchedRevocable is one that takes revocations.
type watchedRevocable struct{ watched }

func (w *watchedRevocable) Revoke(i int) { w.Policy.(steelyard.Revoker).Revoke(i) }

// pullConfig is the example of Stolyar's model (arXiv 1512.07873) with beta = (.4, .6), mu = (2, .5), B = (5, 1), lambda = .8 and four
// routers. In the limit pool j has a fraction nu_j = c/(mu_j + c) of its servers busy, with c = 4.
func pullConfig(t *testing.T, text string, n int, met *outcomes) Config {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Classes: []Class{
			{Name: "one", Servers: 4 * n / 10, Speed: 2, Buffer: 5},
			{Name: "two", Servers: 6 * n / 10, Speed: .5, Buffer: 1},
		},
		Rate:        .8 * float64(n),
		Dispatchers: Dispatchers{Count: 4},
		Policy: func() (steelyard.Policy, error) {
			p, err := spec.New()
			w := watched{Policy: p, buffer: []int{5, 1}, met: met}
			if _, ok := p.(steelyard.Revoker); ok {
				return &watchedRevocable{w}, err
			}
			return &w, err
		},
		Length: Length{Jobs: 800_000, Warmup: 80_000, Replications: 1},
		Engine: Events,
		Seed:   1,
	}
}

func simulatePull(t *testing.T, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPull compares with numbers of an independent simulation of the model. Tolerances are four standard errors of runs of this length.
func TestPull(t *testing.T) {
	for _, x := range []struct {
		servers                               int
		policy                                string
		busyOne, busyTwo, wait, full, message float64
	}{
		{100, "pull", .6205, .8592, .0282, .0556, .916},
		{100, "pull(stale=keep)", .6122, .8537, .0376, .0674, .885},
		{400, "pull", .6535, .8808, .0084, .0166, .975},
		{400, "pull(stale=keep)", .6486, .8784, .0122, .0213, .964},
	} {
		met := &outcomes{}
		r := simulatePull(t, pullConfig(t, x.policy, x.servers, met))
		jobs := float64(met.idle + met.wait + met.full)
		for _, c := range []struct {
			name                 string
			got, want, tolerance float64
		}{
			{"busy in pool 1", r.Classes[0].Busy, x.busyOne, .005},
			{"busy in pool 2", r.Classes[1].Busy, x.busyTwo, .003},
			{"P(wait)", float64(met.wait) / jobs, x.wait, .0016},
			{"P(block)", float64(met.full) / jobs, x.full, .0024},
			{"messages per arrival", r.MessagesPerJob, x.message, .0036},
		} {
			if math.Abs(c.got-c.want) > c.tolerance {
				t.Errorf("%d servers, %s: %s %.4f, want %.4f", x.servers, x.policy, c.name, c.got, c.want)
			}
		}
		if x.policy == "pull" { // whoever starts at an idle server causes one message, nobody else does
			if idle := float64(met.idle) / jobs; math.Abs(r.MessagesPerJob-idle) > .001 || r.RevokedPerJob == 0 {
				t.Errorf("%d servers: %.4f messages, %.4f jobs to idle servers, %.4f withdrawn", x.servers, r.MessagesPerJob, idle, r.RevokedPerJob)
			}
		} else if r.RevokedPerJob != 0 {
			t.Errorf("%d servers: %g messages withdrawn though they are kept", x.servers, r.RevokedPerJob)
		}
	}
}

// TestPullShares: with routers of unequal shares messages pile up where few jobs come, and jobs wait however large the fleet; messages
// sent in proportion to the shares restore the limit.
func TestPullShares(t *testing.T) {
	missed := func(n int, shares []float64, byShare bool) float64 {
		met := &outcomes{}
		c := pullConfig(t, "pull", n, met)
		c.Length = Length{Jobs: 600 * n, Warmup: 200 * n, Replications: 1}
		c.Dispatchers.Shares, c.Dispatchers.IdleByShare = shares, byShare
		simulatePull(t, c)
		return float64(met.wait+met.full) / float64(met.idle+met.wait+met.full)
	}
	unequal := []float64{.4, .3, .2, .1}
	for _, n := range []int{400, 1600} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			even, broken, mended := missed(n, nil, false), missed(n, unequal, false), missed(n, unequal, true)
			if broken < .2 {
				t.Errorf("unequal shares: %.4f of the jobs do not start at once, want many", broken)
			}
			if mended > 1.6*even+.001 {
				t.Errorf("messages by share: %.4f of the jobs do not start at once, with equal shares %.4f", mended, even)
			}
		})
	}
}

// TestPullVanishes: what does not start at once vanishes as the fleet grows.
func TestPullVanishes(t *testing.T) {
	last := 1.
	for _, n := range []int{50, 200, 800} {
		met := &outcomes{}
		c := pullConfig(t, "pull", n, met)
		c.Length.Jobs = 300_000
		simulatePull(t, c)
		missed := float64(met.wait+met.full) / float64(met.idle+met.wait+met.full)
		if missed > last/2.5 {
			t.Errorf("%d servers: %.4f of the jobs do not start at once, %.4f with a quarter of the servers", n, missed, last)
		}
		last = missed
	}
}
