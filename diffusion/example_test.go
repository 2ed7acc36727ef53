package diffusion_test

import (
	"fmt"

	"github.com/steelyard-lb/steelyard/diffusion"
)

// A third of the servers are four times as fast as the others.
func ExampleRegime_Predict() {
	r := diffusion.Regime{Pools: diffusion.Scaled([]diffusion.Pool{{Rate: 4, Share: 1.0 / 3}, {Rate: 1, Share: 2.0 / 3}}), Slack: 1}
	law, err := r.Stationary()
	if err != nil {
		panic(err)
	}
	p, err := r.Predict(900)
	if err != nil {
		panic(err)
	}
	fmt.Printf("limit: idle slow %.2f sqrt(n), waiting %.3f sqrt(n)\n", law.Idle.Mean, law.Second.Mean)
	fmt.Printf("900 servers: idle %.1f fast, %.1f slow; %.1f %% wait, mean response %.3f s\n", p.Idle[0], p.Idle[1], 100*p.Wait, p.Response)
	// Output:
	// limit: idle slow 2.00 sqrt(n), waiting 0.207 sqrt(n)
	// 900 servers: idle 2.0 fast, 51.9 slow; 1.7 % wait, mean response 0.981 s
}
