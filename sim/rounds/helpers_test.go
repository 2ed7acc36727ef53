package rounds

import (
	"context"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/policy"
)

// drawn is a system of the evaluation of Goren et al. 2021: n servers whose rates are uniform on [1, 10], m dispatchers.
func drawn(tb testing.TB, text string, n, m int, load float64, seed uint64) Config {
	tb.Helper()
	c := Config{Dispatchers: m, Policy: parse(tb, text).New, Rounds: 1000, Seed: seed}
	random := rng.New(seed, "rates", uint64(n))
	for range n {
		rate := 1 + 9*random.Float64()
		c.Classes = append(c.Classes, Class{Servers: 1, Rate: rate})
		c.Rate += load * rate
	}
	return c
}

func parse(tb testing.TB, text string) policy.Spec {
	tb.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return spec
}

func mustRun(tb testing.TB, c Config) *Result {
	tb.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func mustStart(tb testing.TB, c Config) *system {
	tb.Helper()
	s, err := newSystem(&c, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// examples are the text forms of every policy that works on servers of three speeds.
func examples(tb testing.TB) []string {
	tb.Helper()
	var list []string
	for _, e := range policy.All() {
		for _, text := range e.Examples {
			c := threeSpeeds(tb, text)
			if _, err := newSystem(&c, 0); err == nil {
				list = append(list, text)
			}
		}
	}
	if len(list) < len(policy.All()) {
		tb.Fatalf("only %d examples work", len(list))
	}
	return list
}

// threeSpeeds is a small system of two dispatchers at load .6.
func threeSpeeds(tb testing.TB, text string) Config {
	tb.Helper()
	return Config{
		Classes:     []Class{{"fast", 2, 4}, {"middle", 3, 2}, {"slow", 4, .5}},
		Rate:        .6 * 16,
		Dispatchers: 2,
		Policy:      parse(tb, text).New,
		Rounds:      400,
		Seed:        7,
	}
}
