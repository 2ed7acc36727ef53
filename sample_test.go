package steelyard

import (
	"fmt"
	"slices"
	"testing"
)

// sampled is a board with one vacant index, one server out and a view on the rest; skip hides one more.
func sampled(t *testing.T, rate []float64, out ...int) *Board {
	t.Helper()
	b := NewBoard(mustLayout(t, rates(rate...)...))
	for _, i := range out {
		b.SetEligible(i, false)
	}
	return b
}

// viewOf is a view on b with r.
func viewOf(t *testing.T, b *Board, r Rand) *View {
	t.Helper()
	return mustDispatcher(t, pickFunc(pickAny), b, r).View()
}

// orders is the law of drawing d of the servers one after the other, each with probability proportional to its weight among those left.
func orders(servers []int, weight func(i int) float64, d int) map[string]float64 {
	law := map[string]float64{}
	var draw func(left, taken []int, p float64)
	draw = func(left, taken []int, p float64) {
		if len(taken) == d || len(left) == 0 {
			law[fmt.Sprint(taken)] += p
			return
		}
		total := 0.0
		for _, i := range left {
			total += weight(i)
		}
		for k, i := range left {
			draw(slices.Delete(slices.Clone(left), k, k+1), append(slices.Clone(taken), i), p*weight(i)/total)
		}
	}
	draw(servers, nil, 1)
	return law
}

var sampleRates = []float64{1, 5, 0, 1, 5, 2, 1}

var sampleTests = []struct {
	name    string
	out     []int
	servers []int // eligible
	class   int   // None: all
	speed   bool
	draw    func(v *View, d int) []int32
}{
	{"Sample", nil, []int{0, 1, 3, 4, 5, 6}, None, false, (*View).Sample},
	{"Sample, some out", []int{0, 4}, []int{1, 3, 5, 6}, None, false, (*View).Sample},
	{"Sample, all out", []int{0, 1, 3, 4, 5, 6}, nil, None, false, (*View).Sample},
	{"SampleOf", nil, []int{0, 3, 6}, 2, false, func(v *View, d int) []int32 { return v.SampleOf(2, d) }},
	{"SampleOf, one out", []int{3}, []int{0, 6}, 2, false, func(v *View, d int) []int32 { return v.SampleOf(2, d) }},
	{"SampleBySpeed", nil, []int{0, 1, 3, 4, 5, 6}, None, true, (*View).SampleBySpeed},
	{"SampleBySpeed, some out", []int{1, 6}, []int{0, 3, 4, 5}, None, true, (*View).SampleBySpeed},
	{"SampleBySpeed, all out", []int{0, 1, 3, 4, 5, 6}, nil, None, true, (*View).SampleBySpeed},
	{"many", nil, []int{0, 1, 3, 4, 5, 6}, None, false, func(v *View, d int) []int32 {
		v.draw.out = v.draw.out[:0]
		return v.draw.many(&v.board.roster.all, d, &v.rand)
	}},
}

// Every sample has exactly the law it says: enumerated, and drawn 60,000 times.
func TestSampleLaws(t *testing.T) {
	for _, test := range sampleTests {
		for d := range 5 {
			if test.name == "many" && d > len(test.servers) {
				continue
			}
			t.Run(fmt.Sprintf("%s/d=%d", test.name, d), func(t *testing.T) {
				weight := func(i int) float64 {
					if test.speed {
						return sampleRates[i]
					}
					return 1
				}
				b := sampled(t, sampleRates, test.out...)
				want := orders(test.servers, weight, d)
				v := viewOf(t, b, Rand{})
				checkLaw(t, branches(func(r *Rand) string {
					v.rand = *r
					return fmt.Sprint(test.draw(v, d))
				}), want)
				if len(want) < 2 {
					return
				}
				v = viewOf(t, b, NewRand(7, test.name, uint64(d)))
				checkCounts(t, samples(60_000, func() string { return fmt.Sprint(test.draw(v, d)) }), want)
			})
		}
	}
}

// A sample larger than the number of eligible servers is all of them; none is ever in it twice.
func TestSampleSizes(t *testing.T) {
	b := NewBoard(benchFleet(t, 40, 5))
	b.SetEligible(3, false)
	v := viewOf(t, b, NewRand(8, "sizes"))
	draws := map[string]func(d int) []int32{
		"Sample":        v.Sample,
		"SampleOf":      func(d int) []int32 { return v.SampleOf(1, d) },
		"SampleBySpeed": v.SampleBySpeed,
	}
	for name, draw := range draws {
		among := 39
		if name == "SampleOf" {
			among = 7
		}
		for d := -2; d < 60; d++ {
			got := slices.Sorted(slices.Values(draw(d)))
			if len(got) != min(max(d, 0), among) || len(slices.Compact(slices.Clone(got))) != len(got) || slices.Contains(got, 3) {
				t.Errorf("%s of %d of %d: got %v", name, d, among, got)
			}
		}
	}
	if slices.IndexFunc(v.draw.lots, func(p int32) bool { return v.draw.lots[p] != p }) >= 0 {
		t.Errorf("positions are out of order between draws: %v", v.draw.lots)
	}
}

// In a large sample every server is equally likely at every place.
func TestLargeSampleUniform(t *testing.T) {
	const n, d = 15, smallSample + 3
	b := NewBoard(benchFleet(t, n, 2))
	v := viewOf(t, b, NewRand(9, "large"))
	uniform := map[int]float64{}
	for i := range n {
		uniform[i] = 1. / n
	}
	counts := make([]map[int]float64, d)
	pairs := map[[2]int32]float64{}
	for k := range counts {
		counts[k] = map[int]float64{}
	}
	for range 200_000 {
		s := v.Sample(d)
		for k, i := range s {
			counts[k][int(i)]++
		}
		pairs[[2]int32{s[0], s[d-1]}]++
	}
	for k := range counts {
		checkCounts(t, counts[k], uniform)
	}
	law := map[[2]int32]float64{}
	for i := range int32(n) {
		for k := range int32(n) {
			if i != k {
				law[[2]int32{i, k}] = 1. / (n * (n - 1))
			}
		}
	}
	checkCounts(t, pairs, law)
}

// With one server a billion times faster than the others, a second draw still ends and has its law; so it does at the ends of the range
// of rates.
func TestSampleBySpeedExtreme(t *testing.T) {
	for _, fast := range []float64{1e9, maxRate} {
		b := sampled(t, []float64{1, fast, 3, 1})
		v := viewOf(t, b, NewRand(10, "extreme"))
		law := orders([]int{0, 2, 3}, func(i int) float64 { return []float64{1, 0, 3, 1}[i] }, 2)
		got := samples(100_000, func() string {
			s := v.SampleBySpeed(3)
			if s[0] != 1 {
				t.Fatalf("the fast server did not come first in %v", s) // once in 2e8 draws
			}
			return fmt.Sprint(s[1:])
		})
		checkCounts(t, got, law)
	}
	v := viewOf(t, sampled(t, []float64{minRate, maxRate}), NewRand(11, "extreme"))
	if s := v.SampleBySpeed(2); !slices.Equal(s, []int32{1, 0}) {
		t.Errorf("SampleBySpeed: got %v, want [1 0]", s)
	}
}

func TestSingleDraws(t *testing.T) {
	b := sampled(t, sampleRates, 4)
	tests := map[string]struct {
		draw func(v *View) int
		want map[int]float64
	}{
		"Any":     {(*View).Any, map[int]float64{0: .2, 1: .2, 3: .2, 5: .2, 6: .2}},
		"AnyOf":   {func(v *View) int { return v.AnyOf(2) }, map[int]float64{0: 1. / 3, 3: 1. / 3, 6: 1. / 3}},
		"BySpeed": {(*View).BySpeed, map[int]float64{0: .1, 1: .5, 3: .1, 5: .2, 6: .1}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			v := viewOf(t, b, Rand{})
			checkLaw(t, branches(func(r *Rand) int { v.rand = *r; return test.draw(v) }), test.want)
			v = viewOf(t, b, NewRand(12, name))
			checkCounts(t, samples(200_000, func() int { return test.draw(v) }), test.want)
		})
	}
}

// Servers that go and come keep the law of draws by speed: weights are counted anew, not by steps that round.
func TestUrnDoesNotDrift(t *testing.T) {
	b := NewBoard(benchFleet(t, 30, 30))
	want := slices.Clone(b.roster.speed.node)
	r := NewRand(13, "drift")
	for range 10_000 {
		i := r.IntN(30)
		b.SetEligible(i, false)
		b.SetEligible(i, true)
	}
	if !slices.Equal(b.roster.speed.node, want) {
		t.Errorf("weights: got %v, want %v", b.roster.speed.node, want)
	}
}

// A number that rounding has carried to the end of the weights, or beyond, still finds an item that has one.
func TestUrnEnds(t *testing.T) {
	u := newUrn(7)
	for i, w := range []float64{0, .1, 0, .2, .3, 0, 0} {
		u.set(i, w)
	}
	for _, test := range []struct {
		x    float64
		want int
	}{{0, 1}, {.0999, 1}, {.1, 3}, {.2999, 3}, {.31, 4}, {u.node[1], 4}, {1, 4}} {
		if got := u.at(test.x); got != test.want {
			t.Errorf("at(%v): got %d, want %d", test.x, got, test.want)
		}
	}
}

// Under a Script a draw by speed does not branch into repeats.
func TestSampleBySpeedBranches(t *testing.T) {
	v := viewOf(t, sampled(t, []float64{1, 2, 3}), Rand{})
	s := NewScript()
	v.rand = s.Rand()
	runs := 1
	for v.SampleBySpeed(2); s.Next(); v.SampleBySpeed(2) {
		runs++
	}
	if runs != 3*2 {
		t.Errorf("%d branches, want 6", runs)
	}
}
