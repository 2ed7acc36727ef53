package diffusion

import (
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// One potential event of a system of 3,600 servers, with its sums.
func BenchmarkChain(b *testing.B) {
	s, err := twoPools(1).System(3600)
	if err != nil {
		b.Fatal(err)
	}
	c, err := s.starting(nil)
	if err != nil {
		b.Fatal(err)
	}
	t := newIntegrals(newChain(s, c, rng.New(1, "bench")))
	for b.Loop() {
		t.run(1)
	}
}

func BenchmarkStationary(b *testing.B) {
	for b.Loop() {
		if _, err := SolveStationary(1, 1, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLimitPath(b *testing.B) {
	r := twoPools(1)
	w := r.walker(NewState(2, 2), rng.New(1, "bench"))
	for b.Loop() {
		w.step(.01)
	}
}
