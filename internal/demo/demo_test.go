package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/stats"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func config(t *testing.T, policies string) Config {
	t.Helper()
	specs, err := policy.ParseList(policies)
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Seconds: 2, Load: .5, Fast: 1, Slow: 2, Ratio: 2, FastMean: 10 * time.Millisecond,
		Balancers: 1, Policies: specs, Seed: 1,
	}
}

type silent struct{ calls int }

func (s *silent) Progress(time.Duration, []Standing) { s.calls++ }

func TestRunAnswersEveryRequest(t *testing.T) {
	c := config(t, "scd,weighted")
	c.Balancers = 2
	var p silent
	r, err := Run(context.Background(), c, &p)
	if err != nil {
		t.Fatal(err)
	}
	if p.calls == 0 {
		t.Error("no progress was shown")
	}
	if len(r.Policies) != 2 || r.Servers != 3 || r.Load != .5 {
		t.Fatalf("result %+v", r)
	}
	for _, o := range r.Policies {
		if o.Errors != 0 {
			t.Errorf("%s: %d errors", o.Policy, o.Errors)
		}
		if o.Stable && (o.Mean == nil || *o.Mean <= 0 || o.Quantiles["p99"] < o.Quantiles["p50"] || *o.FastShare < 0 || *o.FastShare > 1) {
			t.Errorf("%+v", o)
		}
	}
}

func TestRunStopsEarly(t *testing.T) {
	c := config(t, "scd")
	c.Seconds = 3600
	ctx, cancel := context.WithTimeout(context.Background(), time.Second/2)
	defer cancel()
	r, err := Run(ctx, c, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	o := r.Policies[0]
	if o.Errors != 0 {
		t.Errorf("%d requests that were broken off count as errors", o.Errors)
	}
	if o.Mean == nil || r.Seconds < .1 || r.Seconds > 10 {
		t.Errorf("after %v s: %+v, want what was measured so far", r.Seconds, o)
	}
}

// Round robin gives each server a third: the slow ones get 4/3 of what they can do.
func TestUnstablePolicyIsNamed(t *testing.T) {
	c := config(t, "roundrobin")
	c.Load, c.Ratio, c.Seconds = .99, 10, 20
	c.FastMean = time.Millisecond
	r, err := Run(context.Background(), c, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	if o := r.Policies[0]; o.Stable || o.Mean != nil || o.Quantiles != nil {
		t.Errorf("%+v, want an unstable policy without figures", o)
	}
	var table bytes.Buffer
	if err := r.Table(&table); err != nil || !strings.Contains(table.String(), "unstable") {
		t.Errorf("table without the verdict (%v):\n%s", err, &table)
	}
	text, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(text), `"mean_response":null`) || !strings.Contains(string(text), `"stable":false`) {
		t.Errorf("JSON %s (%v)", text, err)
	}
}

// What fails for want of files or ports says so and gives no figures.
func TestLackOfMeans(t *testing.T) {
	s := stage{config: config(t, "scd"), policy: config(t, "scd").Policies[0]}
	s.fail(errors.New("status 502"))
	if err := s.exhausted(); err != nil {
		t.Errorf("an answer that is wrong: %v", err)
	}
	if o := s.outcome(1); o.Errors != 1 || o.Error != "status 502" || !strings.Contains(o.row(), "first error: status 502") {
		t.Errorf("%+v in row %q", o, o.row())
	}
	s.fail(&net.OpError{Op: "dial", Err: os.NewSyscallError("socket", syscall.EMFILE)})
	if err := s.exhausted(); !errors.Is(err, ErrMeans) || !strings.Contains(err.Error(), "ulimit -n") {
		t.Errorf("out of descriptors: %v", err)
	}
}

func TestCheckNamesTheFlag(t *testing.T) {
	tests := []struct {
		flag   string
		change func(*Config)
	}{
		{"--seconds", func(c *Config) { c.Seconds = .5 }},
		{"--seconds", func(c *Config) { c.Seconds = math.NaN() }},
		{"--seconds", func(c *Config) { c.Seconds = 1e30 }},
		{"--load", func(c *Config) { c.Load = 1 }},
		{"--load", func(c *Config) { c.Load = math.NaN() }},
		{"--fast", func(c *Config) { c.Fast = 0 }},
		{"--slow", func(c *Config) { c.Slow = -1 }},
		{"--ratio", func(c *Config) { c.Ratio = .5 }},
		{"--ratio", func(c *Config) { c.Ratio = math.Inf(1) }},
		{"--balancers", func(c *Config) { c.Balancers = 0 }},
		{"--policies", func(c *Config) { c.Policies = nil }},
		{"policy jsq-fs(df=2, ds=2, pf=0.5, ps=1)", func(c *Config) { c.Policies, c.Ratio = config(t, "jsq-fs(df=2,ds=2,pf=.5,ps=1)").Policies, 1 }},
		{"policy scheme1(d=[2,2])", func(c *Config) { c.Policies, c.Slow = config(t, "scheme1(d=[2,2])").Policies, 0 }},
	}
	for _, tt := range tests {
		c := config(t, "scd")
		tt.change(&c)
		if err := c.Check(); err == nil || !strings.HasPrefix(err.Error(), tt.flag+":") && !strings.HasPrefix(err.Error(), tt.flag+" ") {
			t.Errorf("%s: %v", tt.flag, err)
		}
	}
}

// A job waits for those before it, however late it is answered.
func TestBackendQueuesOnAnAbsoluteClock(t *testing.T) {
	b := &backend{rate: 10}
	start := time.Unix(1000, 0)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	for _, tt := range []struct {
		arrives int
		work    float64
		ends    int
	}{{0, 1, 100}, {50, 2, 300}, {299, 1, 400}, {1000, 1, 1100}} {
		if got := b.enqueue(at(tt.arrives), tt.work); got != at(tt.ends) {
			t.Errorf("job at %d ms ends at %v, want %d ms", tt.arrives, got.Sub(start), tt.ends)
		}
	}
	if w := b.waiting(at(1050)); math.Abs(w-.5) > 1e-9 {
		t.Errorf("half a job is left, got %v", w)
	}
}

func TestArrivalsArePoisson(t *testing.T) {
	c := config(t, "scd")
	c.Balancers = 4
	s := newArrivals(c)
	var gaps, works, shares stats.Moments
	last := time.Duration(0)
	const n = 100000
	for range n {
		a := s.next()
		gaps.Add((a.at - last).Seconds() * c.arrivalRate())
		works.Add(a.work)
		shares.Add(float64(a.balancer))
		last = a.at
	}
	within := 4 / math.Sqrt(n)
	for name, m := range map[string]stats.Moments{"gaps": gaps, "works": works} {
		if math.Abs(m.Mean-1) > within || math.Abs(m.Variance()-1) > 3*within {
			t.Errorf("%s: mean %v, variance %v, want 1 and 1", name, m.Mean, m.Variance())
		}
	}
	if math.Abs(shares.Mean-1.5) > 1.2*within {
		t.Errorf("mean balancer %v, want 1.5", shares.Mean)
	}
}

func TestExactMeans(t *testing.T) {
	c := config(t, "weighted,random,scd") // rates 100, 50, 50; arrivals 100
	want := []float64{3. / 200 / .5, (1/(100-100./3) + 2/(50-100./3)) / 3, math.NaN()}
	for k, p := range c.Policies {
		got := c.exactMean(p)
		if !(math.Abs(got-want[k]) < 1e-12 || math.IsNaN(got) && math.IsNaN(want[k])) {
			t.Errorf("%s: exact mean %v, want %v", p, got, want[k])
		}
	}
	c.Load = .8 // 53 arrivals a second at slow servers
	if got := c.exactMean(c.Policies[1]); !math.IsNaN(got) {
		t.Errorf("random beyond its capacity: %v, want NaN", got)
	}
}
