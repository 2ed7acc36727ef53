package rounds

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// TestPoissonLaw compares the table with the probabilities by logarithms.
func TestPoissonLaw(t *testing.T) {
	for _, mean := range []float64{1e-9, .01, .7, 1, 49.5, 1000, 1e6} {
		p := newPoisson(mean)
		before := 0.0
		for k, c := range p.cumulative {
			x := float64(p.least + k)
			log, _ := math.Lgamma(x + 1)
			want := math.Exp(x*math.Log(mean) - mean - log)
			// Logarithms of size mean*log(mean) carry rounding errors of that size.
			if tolerance := 1e-12 + 1e-14*mean*want; math.Abs(c-before-want) > tolerance {
				t.Fatalf("mean %g: P(%g) = %g, want %g", mean, x, c-before, want)
			}
			before = c
		}
	}
}

func TestPoissonDraws(t *testing.T) {
	const draws = 200_000
	for _, mean := range []float64{.01, .7, 1, 49.5, 1e5} {
		p, r := newPoisson(mean), rng.New(3, "test")
		sum, squares := 0.0, 0.0
		for range draws {
			x := float64(p.draw(&r)) - mean
			sum += x
			squares += x * x
		}
		if error := 4 * math.Sqrt(mean/draws); math.Abs(sum/draws) > error {
			t.Errorf("mean %g: got %g more, want within %g", mean, sum/draws, error)
		}
		fourth := mean * (1 + 3*mean) // central moment
		if error := 4 * math.Sqrt((fourth-mean*mean)/draws); math.Abs(squares/draws-mean) > error {
			t.Errorf("mean %g: variance %g, want within %g", mean, squares/draws, error)
		}
	}
}

// TestPace checks the law of the number of services against P(C >= k) = (mu/(1+mu))^k.
func TestPace(t *testing.T) {
	const draws = 200_000
	for _, rate := range []float64{.05, 1, 10} {
		r := rng.New(3, "test")
		beyond := make([]int, 20)
		for range draws {
			offered := int(r.Exp() * pace(rate))
			for k := range min(offered+1, len(beyond)) {
				beyond[k]++
			}
		}
		for k, n := range beyond {
			want := math.Pow(rate/(1+rate), float64(k))
			if error := 4 * math.Sqrt(want*(1-want)/draws); math.Abs(float64(n)/draws-want) > error+1e-12 {
				t.Errorf("rate %g: P(C >= %d) = %g, want %g within %g", rate, k, float64(n)/draws, want, error)
			}
		}
	}
}
