package fleet

import (
	"math/rand/v2"
	"strconv"
)

// uniformSpeeds returns one class per server, of speeds drawn uniformly from
// [low, high). The same seed gives the same speeds, and a longer fleet begins
// with the speeds of a shorter one.
func uniformSpeeds(servers int, low, high float64, seed uint64) []Class {
	const stream = 0x666c656574 // keeps apart from other uses of the same seed
	rng := rand.New(rand.NewPCG(seed, stream))
	classes := make([]Class, servers)
	for i := range classes {
		classes[i] = Class{
			Name:    "server-" + strconv.Itoa(i),
			Servers: 1,
			Speed:   min(low+(high-low)*rng.Float64(), high),
			Workers: 1,
			Buffer:  Unbounded,
		}
	}
	return classes
}
