package paper

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/stats"
)

func regimeOf(pools []diffusion.Pool) diffusion.Regime {
	return diffusion.Regime{Pools: pools, Slack: chosenSlack}
}

// poolsText writes rates and shares of pools.
func poolsText(pools []diffusion.Pool) string {
	var rates, shares []string
	for _, p := range pools {
		rates, shares = append(rates, fmt.Sprintf("%.3g", p.Rate)), append(shares, fmt.Sprintf("%.3g", p.Share))
	}
	return fmt.Sprintf("μ = (%s), γ = (%s)", strings.Join(rates, ", "), strings.Join(shares, ", "))
}

// chosenRegimes says which pools and slack were chosen.
func chosenRegimes() []string {
	return []string{
		fmt.Sprintf("M = 2: %s, β = %g", poolsText(chosenTwoPools()), chosenSlack),
		fmt.Sprintf("M = 3: %s, β = %g", poolsText(chosenThreePools()), chosenSlack),
	}
}

// sizesUpTo are 900 servers and four times as many, count times.
func sizesUpTo(count int) []int {
	sizes := make([]int, count)
	for k := range sizes {
		sizes[k] = 900 << (2 * k)
	}
	return sizes
}

// replicas calls do with n different seeds on all cores and returns what it gives in the order of the seeds. The purpose, of which the figure has
// no other, says what is done.
func replicas[T any](ctx context.Context, o Options, purpose string, n int, do func(seed uint64) (T, error)) ([]T, error) {
	return keptEach(ctx, o, key{purpose}, n, func(k int) (T, error) {
		random := rng.New(o.Seed, purpose, uint64(k))
		return do(random.Uint64())
	})
}

// estimated is the mean over replicas of one number of each.
func estimated[T any](list []T, of func(T) float64) stats.Estimate {
	values := make([]float64, len(list))
	for k, x := range list {
		values[k] = of(x)
	}
	return stats.FromReplications(values)
}

// deviation is the standard deviation over replicas of one number of each, with its error to first order, which fourth moments decide.
func deviation[T any](list []T, of func(T) float64) stats.Estimate {
	var m, fourth stats.Moments
	for _, x := range list {
		m.Add(of(x))
	}
	for _, x := range list {
		fourth.Add(math.Pow(of(x)-m.Mean, 4))
	}
	e := stats.Estimate{Mean: m.StdDev(), Degrees: m.Weight - 1}
	if v := m.Variance(); v > 0 {
		e.StdErr = math.Sqrt(max(0, fourth.Mean-v*v)/m.Weight) / (2 * e.Mean)
	}
	return e
}

// powerOf is the power of n that estimates follow, by least squares of logarithms, with the half-width of its interval.
func powerOf(sizes []int, list []stats.Estimate) (exponent, width float64) {
	var x stats.Moments
	means := make([]float64, len(list))
	for k, n := range sizes {
		x.Add(math.Log(float64(n)))
		means[k] = list[k].Mean
	}
	variance := 0.0
	for k, n := range sizes {
		weight := (math.Log(float64(n)) - x.Mean) / x.Squares
		variance += math.Pow(weight*list[k].StdErr/list[k].Mean, 2)
	}
	return diffusion.Growth(sizes, means), stats.StudentQuantile((1+stats.Confidence)/2, math.Inf(1)) * math.Sqrt(variance)
}

// power judges the power of n that estimates follow; it must be within a tolerance of the one wanted.
func power(claim string, want, tolerance float64, sizes []int, list []stats.Estimate) Verdict {
	e, width := powerOf(sizes, list)
	v := number(claim, want, tolerance, e, width)
	v.Published = fmt.Sprintf("order n^%g", want)
	v.Ours = fmt.Sprintf("n^(%.3f ± %.2g), from %s to %s: %s", e, width, servers(sizes[0]), servers(sizes[len(sizes)-1]), ends(list))
	return v
}

// servers writes a number of servers.
func servers(n int) string {
	text := strconv.Itoa(n)
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + "," + text[k:]
	}
	return text + " servers"
}

// ends writes the first and the last of estimates.
func ends(list []stats.Estimate) string {
	return fmt.Sprintf("%s to %s", short(list[0]), short(list[len(list)-1]))
}

// short writes an estimate with its interval.
func short(e stats.Estimate) string { return fmt.Sprintf("%.4g ± %.1g", e.Mean, e.HalfWidth()) }

// farthest is the greatest distance of estimates from what is expected, in standard errors, beside the one that so many independent
// normal values exceed with a probability of 5 %.
func farthest(list []stats.Estimate, want []float64) (most, limit float64) {
	for k, e := range list {
		if off := math.Abs(e.Mean - want[k]); off > 0 {
			most = max(most, off/e.StdErr)
		}
	}
	return most, stats.StudentQuantile(1-(1-stats.Confidence)/2/float64(len(list)), math.Inf(1))
}

// pointsOver are estimates over the numbers of servers, times a power of n.
func pointsOver(sizes []int, list []stats.Estimate, power float64) []chart.Point {
	points := make([]chart.Point, len(sizes))
	for k, n := range sizes {
		scale := math.Pow(float64(n), power)
		points[k] = chart.Point{X: float64(n), Y: scale * list[k].Mean, Error: scale * list[k].HalfWidth()}
	}
	return points
}
