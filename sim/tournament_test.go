package sim

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// TestTournamentFindsTheEarliest sets times at random and compares with a search through all of them.
func TestTournamentFindsTheEarliest(t *testing.T) {
	r := rng.New(1, "tournament")
	for _, servers := range []int{1, 2, 3, 5, 8, 33} {
		times := newTournament(servers)
		want := make([]float64, servers)
		for i := range want {
			want[i] = never
		}
		for range 2000 {
			i := r.IntN(servers)
			want[i] = float64(r.IntN(50))
			if r.IntN(4) == 0 {
				want[i] = never
			}
			times.set(i, want[i])
			earliest := math.Inf(1)
			for _, at := range want {
				earliest = min(earliest, at)
			}
			winner, at := times.first()
			if at != earliest || want[winner] != earliest {
				t.Fatalf("%d servers: first is %d at %v, want %v", servers, winner, at, earliest)
			}
		}
	}
}

func BenchmarkTournament(b *testing.B) {
	for _, servers := range []int{100, 10_000, 1_000_000} {
		b.Run(sizeName(servers), func(b *testing.B) {
			r := rng.New(1, "tournament")
			times := newTournament(servers)
			for i := range servers {
				times.set(i, r.Exp())
			}
			for b.Loop() {
				i, at := times.first()
				times.set(i, at+r.Exp())
			}
		})
	}
}

func sizeName(n int) string {
	switch n {
	case 100:
		return "n=1e2"
	case 10_000:
		return "n=1e4"
	}
	return "n=1e6"
}
