package diffusion

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestBadInput(t *testing.T) {
	two := twoPools(1)
	system := mustSystem(t, two, 90)
	ctx := t.Context()
	regime := func(slack float64, pools ...Pool) error { return Regime{pools, slack}.Check() }
	solve := func(a, b, c float64) error { _, err := SolveStationary(a, b, c); return err }
	run := func(s System, y State, l Length) error { _, err := s.Simulate(ctx, y, l, 1); return err }
	path := func(y State, l Looks, step float64) error { _, err := two.Path(ctx, y, l, step, 1); return err }
	sized := func(r Regime, n int) error { _, err := r.System(n); return err }
	predict := func(r Regime, n int) error { _, err := r.Predict(n); return err }
	other := func(change func(*System)) System { s, _ := two.System(90); change(&s); return s }
	decay := func(y State, at float64) error { _, err := two.Decay(y, at); return err }
	idle := func(l int) error { _, err := two.FastIdle(l); return err }
	ok := Length{1, 1}
	for want, err := range map[string]error{
		"number of pools is 0":                  regime(1),
		"pools[0].rate is 0":                    regime(1, Pool{0, 1}),
		"pools[1].rate is 3: want below 2":      regime(1, Pool{2, .5}, Pool{3, .5}),
		"pools[0].share is 1.5":                 regime(1, Pool{1, 1.5}),
		"sum of shares is 0.9":                  regime(1, Pool{2, .5}, Pool{1, .4}),
		"sum of rate times share is 2: want 1":  regime(1, Pool{2, 1}),
		"slack is -1":                           regime(-1, Pool{1, 1}),
		"slack is NaN":                          solve(math.NaN(), 1, 1),
		"slow rate is 0":                        solve(1, 0, 1),
		"fast rate is +Inf":                     solve(1, 1, math.Inf(1)),
		"slack is 100: want at most 20":         solve(100, 1, 1),
		"servers is 1: want enough":             sized(two, 1),
		"servers is 4: want more than":          sized(twoPools(3), 4),
		"servers is 3: want more: idle":         predict(two, 3),
		"servers is 16: want more: the slack":   predict(twoPools(2.9), 16),
		"warmup is -1":                          run(system, nil, Length{-1, 1}),
		"time is 0":                             run(system, nil, Length{1, 0}),
		"servers[0] is 0":                       run(other(func(s *System) { s.Servers[0] = 0 }), nil, ok),
		"rates[1] is 2: want below 2":           run(other(func(s *System) { s.Rates[1] = 2 }), nil, ok),
		"rates[0] is NaN":                       run(other(func(s *System) { s.Rates[0] = math.NaN() }), nil, ok),
		"arrivals is 0":                         run(other(func(s *System) { s.Arrivals = 0 }), nil, ok),
		"arrivals are 91: want below":           run(other(func(s *System) { s.Arrivals = 91 }), nil, ok),
		"number of pools is 2: want":            run(other(func(s *System) { s.Rates = s.Rates[:1] }), nil, ok),
		"pools of the state is 1":               run(system, State{{0}}, ok),
		"state[1][0] is 0.1: want at most 0":    path(State{{0}, {.1}}, Looks{1, 1}, .1),
		"state[0][1] is -1: want at least 0":    path(State{{0, -1}, {0}}, Looks{1, 1}, .1),
		"state[0][2] is 2: want at most":        path(State{{0, 1, 2}, {0}}, Looks{1, 1}, .1),
		"state[0][0] is NaN":                    path(State{{math.NaN()}, {0}}, Looks{1, 1}, .1),
		"state[0][0] is -100: want a number of": run(system, State{{-100}, {0}}, ok),
		"looks is 0":                            path(nil, Looks{1, 0}, .1),
		"time between looks is 0":               path(nil, Looks{0, 1}, .1),
		"step is -1":                            path(nil, Looks{1, 1}, -1),
		"time is -1: want a finite":             decay(State{{0}, {0}}, -1),
		"number of fast pools is 2":             idle(2),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", want, err)
		}
	}
	if err := run(other(func(s *System) { s.Arrivals = 91 }), nil, ok); !errors.Is(err, ErrUnstable) {
		t.Errorf("%v is not ErrUnstable", err)
	}
}
