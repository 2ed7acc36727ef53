package steelyard

import (
	"math"
	"testing"
)

// sedOrder is shortest expected delay for servers of one worker: (q+1)/mu.
type sedOrder struct{}

func (sedOrder) Rank(k Kind, n int) float64 { return float64(n+1) / k.Rate }

// workersOrder is shortest expected delay for servers of several workers: flat while one is free.
type workersOrder struct{}

func (workersOrder) Rank(k Kind, n int) float64 {
	if n < k.Workers {
		return 1 / k.Rate
	}
	return float64(n+1) / (float64(k.Workers) * k.Rate)
}

// lenOrder is the queue length, whatever the kind.
type lenOrder struct{}

func (lenOrder) Rank(_ Kind, n int) float64 { return float64(n) }

// blindOrder is lenOrder that says so.
type blindOrder struct{ lenOrder }

func (blindOrder) BlindToKind() {}

// rankFunc is an Order that has no better name. A pointer to it is comparable.
type rankFunc struct{ rank func(k Kind, n int) float64 }

func (f *rankFunc) Rank(k Kind, n int) float64 { return f.rank(k, n) }

func rank(f func(k Kind, n int) float64) Order { return &rankFunc{f} }

// testOrders has every shape an Order may take, and some it should not.
var testOrders = map[string]Order{
	"sed":        sedOrder{},
	"workers":    workersOrder{},
	"length":     lenOrder{},
	"blind":      blindOrder{},
	"sajsq":      rank(func(k Kind, n int) float64 { return float64(n) + 1/(1+k.Rate) }),
	"constant":   rank(func(Kind, int) float64 { return 7 }),
	"zero":       rank(func(Kind, int) float64 { return 0 }),
	"fastest":    rank(func(k Kind, _ int) float64 { return -k.Rate }),
	"negative":   rank(func(k Kind, n int) float64 { return float64(n-5) * k.Rate }),
	"full at 3":  rank(func(_ Kind, n int) float64 { return float64(n) / max(float64(3-n), 0) }),
	"NaN from 2": rank(func(_ Kind, n int) float64 { return math.Sqrt(float64(1-n)) * -1 }),
	"always NaN": rank(func(Kind, int) float64 { return math.NaN() }),
	"-Inf at 0":  rank(func(_ Kind, n int) float64 { return math.Log(float64(n)) }),
	"huge":       rank(func(_ Kind, n int) float64 { return math.MaxFloat64 * (1 - 1/float64(n+1)) }),
	"steps of 4": rank(func(_ Kind, n int) float64 { return float64(n / 4) }),
}

// indexPolicy goes to the best by one Order.
type indexPolicy struct {
	order Order
	index *Index
}

func (p *indexPolicy) Bind(v *View) error { p.index = v.Index(p.order); return nil }

func (p *indexPolicy) Pick(v *View, _ Job) int {
	i, _ := v.Best(p.index)
	return i
}

// pickFunc is a policy without state.
type pickFunc func(v *View, j Job) int

func (f pickFunc) Pick(v *View, j Job) int { return f(v, j) }

func pickAny(v *View, _ Job) int { return v.Any() }

// shorter is the second of two servers if its queue is shorter, else the first.
func shorter(v *View, s []int32) int {
	if len(s) > 1 && v.Len(int(s[1])) < v.Len(int(s[0])) {
		return int(s[1])
	}
	return int(s[0])
}

func rates(rate ...float64) []Kind {
	kinds := make([]Kind, len(rate))
	for i := range rate {
		kinds[i].Rate = rate[i]
	}
	return kinds
}

func mustLayout(tb testing.TB, kinds ...Kind) *Layout {
	tb.Helper()
	l, err := NewLayout(kinds)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func mustDispatcher(tb testing.TB, p Policy, b *Board, r Rand) *Dispatcher {
	tb.Helper()
	d, err := NewDispatcher(p, b, r)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// branches plays every branch of draw and returns the probability of each result.
func branches[T comparable](draw func(r *Rand) T) map[T]float64 {
	s := NewScript()
	r := s.Rand()
	law := map[T]float64{}
	for {
		law[draw(&r)] += s.Prob()
		if !s.Next() {
			return law
		}
	}
}

// samples counts results of n draws.
func samples[T comparable](n int, draw func() T) map[T]float64 {
	count := map[T]float64{}
	for range n {
		count[draw()]++
	}
	return count
}

// checkLaw compares two laws up to rounding.
func checkLaw[T comparable](t *testing.T, got, want map[T]float64) {
	t.Helper()
	for x, p := range want {
		if math.Abs(got[x]-p) > 1e-12 {
			t.Errorf("probability of %v: got %v, want %v", x, got[x], p)
		}
	}
	for x, p := range got {
		if want[x] == 0 && p > 0 {
			t.Errorf("%v has probability %v, want 0", x, p)
		}
	}
}

// checkCounts compares counts with a law: chi-square within the quantile of four standard deviations (Wilson and Hilferty). Outcomes
// expected less than five times are put together.
func checkCounts[T comparable](t *testing.T, count, law map[T]float64) {
	t.Helper()
	total, rare, rareSeen, chi, cells := 0.0, 0.0, 0.0, 0.0, 0
	for x, c := range count {
		total += c
		if law[x] == 0 {
			t.Errorf("%v was drawn %v times, want never", x, c)
		}
	}
	for x, p := range law {
		if want := p * total; want >= 5 {
			chi += (count[x] - want) * (count[x] - want) / want
			cells++
		} else {
			rare, rareSeen = rare+want, rareSeen+count[x]
		}
	}
	if rare >= 5 {
		chi += (rareSeen - rare) * (rareSeen - rare) / rare
		cells++
	} else if rareSeen > 20 {
		t.Errorf("rare outcomes: drawn %v times, expected %v", rareSeen, rare)
	}
	if cells < 2 {
		t.Fatalf("chi-square needs two outcomes, got %v", law)
	}
	df := float64(cells - 1)
	z := 1 - 2/(9*df) + 4*math.Sqrt(2/(9*df))
	if limit := df * z * z * z; chi > limit {
		t.Errorf("chi-square %.1f at %v degrees of freedom, want at most %.1f", chi, df, limit)
	}
}
