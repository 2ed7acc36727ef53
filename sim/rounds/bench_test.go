package rounds_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim/rounds"
)

// drawn is a system of the evaluation of Goren et al. 2021: n servers whose rates are uniform on [1, most], m dispatchers.
func drawn(tb testing.TB, text string, n, m int, most, load float64, seed uint64) rounds.Config {
	tb.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	r := rng.New(seed, "rates")
	c := rounds.Config{Dispatchers: m, Policy: spec.New, Rounds: 1000, Seed: seed}
	capacity := 0.0
	for range n {
		rate := 1 + (most-1)*r.Float64()
		c.Classes = append(c.Classes, rounds.Class{Servers: 1, Rate: rate})
		capacity += rate
	}
	c.Rate = load * capacity
	return c
}

// BenchmarkRound is one round of the system of 100 servers and 10 dispatchers at load 0.9.
func BenchmarkRound(b *testing.B) {
	for _, text := range []string{"scd", "twf", "jsq", "sed(rank=q)", "weighted", "hjsq(d=2)", "jiq", "hjiq", "lsq(d=2)", "hlsq(d=2)"} {
		b.Run(fmt.Sprint(text), func(b *testing.B) {
			c := drawn(b, text, 100, 10, 10, .9, 1)
			jobs := 0.0
			b.ReportAllocs()
			for b.Loop() {
				r, err := rounds.Run(context.Background(), c)
				if err != nil {
					b.Fatal(err)
				}
				jobs += float64(r.Jobs)
			}
			b.ReportMetric(jobs/b.Elapsed().Seconds()/1e6, "Mjobs/s")
		})
	}
}

var _ steelyard.Policy
