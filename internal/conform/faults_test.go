package conform

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

// pick is a policy without state.
type pick func(v *steelyard.View, j steelyard.Job) int

func (p pick) Pick(v *steelyard.View, j steelyard.Job) int { return p(v, j) }

// recorder takes the place of a test and keeps its first failure.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Error(args ...any) { r.fail(fmt.Sprint(args...)) }

func (r *recorder) Errorf(format string, args ...any) { r.fail(fmt.Sprintf(format, args...)) }

func (r *recorder) Fatal(args ...any) {
	r.fail(fmt.Sprint(args...))
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

func (r *recorder) fail(text string) {
	if r.failure == "" {
		r.failure = text
	}
}

// failure runs a check to its end or its first fatal failure.
func failure(t *testing.T, check func(t testing.TB)) string {
	r, done := &recorder{TB: t}, make(chan struct{})
	go func() {
		defer close(done)
		check(r)
	}()
	<-done
	return r.failure
}

// TestFaultsAreFound: policies that do what they must not fail the check that is there for it.
func TestFaultsAreFound(t *testing.T) {
	fleet, calls, sink := Fleets()[2], 0, []int(nil)
	always := func(p pick) func() steelyard.Policy { return func() steelyard.Policy { return p } }
	for _, c := range []struct {
		name, want string
		check      func(t testing.TB)
	}{
		{"gives up", "picked none of", func(t testing.TB) {
			picks(t, always(func(*steelyard.View, steelyard.Job) int { return steelyard.None }), fleet)
		}},
		{"has one server only", "picked none of", func(t testing.TB) {
			picks(t, always(func(*steelyard.View, steelyard.Job) int { return 0 }), fleet)
		}},
		{"has state in common", "different picks", func(t testing.TB) {
			picks(t, always(func(v *steelyard.View, _ steelyard.Job) int {
				calls++
				return int(v.Sample(100)[calls%v.Eligibles()])
			}), fleet)
		}},
		{"allocates", "allocations", func(t testing.TB) {
			allocations(t, pick(func(v *steelyard.View, _ steelyard.Job) int {
				sink = make([]int, 1000)
				return v.Any()
			}), fleet)
		}},
		{"works on one layout only", "picked none of", func(t testing.TB) {
			relayouts(t, func() steelyard.Policy { return &firstLayout{} }, Fleets()[0])
		}},
	} {
		if got := failure(t, c.check); !strings.Contains(got, c.want) {
			t.Errorf("a policy that %s: failure %q, want one with %q", c.name, got, c.want)
		}
	}
	if len(sink) == 0 {
		t.Error("nothing was allocated")
	}
}

// firstLayout looks only at the servers that there were at first.
type firstLayout struct{ servers []int }

func (p *firstLayout) Bind(v *steelyard.View) error {
	if p.servers == nil {
		for i := range v.Layout().Len() {
			p.servers = append(p.servers, i)
		}
	}
	return nil
}

func (p *firstLayout) Pick(v *steelyard.View, _ steelyard.Job) int {
	for _, i := range p.servers {
		if v.Eligible(i) {
			return i
		}
	}
	return steelyard.None
}
