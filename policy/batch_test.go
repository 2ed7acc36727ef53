package policy_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

// all makes every server of a state eligible.
func (s state) all() state {
	s.ok = make([]bool, len(s.rate))
	for i := range s.ok {
		s.ok[i] = true
	}
	return s
}

// single is a fleet of one-worker servers with queues.
func single(rates []int, n ...int) state {
	s := state{rate: rates, workers: make([]int, len(rates)), n: n}
	for i := range s.workers {
		s.workers[i] = 1
	}
	return s.all()
}

func (s state) dispatcher(t testing.TB, text string, r steelyard.Rand) *steelyard.Dispatcher {
	t.Helper()
	p, err := parse(t, text).New()
	if err != nil {
		t.Fatal(err)
	}
	d, err := steelyard.NewDispatcher(p, s.board(), r)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// branches plays what run does on a fresh dispatcher with every outcome of its draws, and returns the probability of each result.
func (s state) branches(t testing.TB, text string, run func(d *steelyard.Dispatcher) []int) map[string]float64 {
	t.Helper()
	laws := map[string]float64{}
	script := steelyard.NewScript()
	for {
		d := s.dispatcher(t, text, script.Rand())
		result := run(d)
		laws[fmt.Sprint(result)] += script.Prob()
		if !script.Next() {
			return laws
		}
	}
}

func batch(jobs int) func(d *steelyard.Dispatcher) []int {
	return func(d *steelyard.Dispatcher) []int { return d.PickBatch(jobs, nil) }
}

func compareLaws(t *testing.T, name string, got, want map[string]float64) {
	t.Helper()
	for result, p := range want {
		if math.Abs(got[result]-p) > 1e-12 {
			t.Errorf("%s: result %s has probability %v, want %v; all: %v", name, result, got[result], p, got)
		}
	}
	for result := range got {
		if _, ok := want[result]; !ok {
			t.Errorf("%s: result %s has probability %v, want 0", name, result, got[result])
		}
	}
}

// paper is the water-filling state of a fleet for a number of jobs of all dispatchers.
func (s state) paper(total float64) law {
	return s.coordinated(total-1, func(i int) (width, base float64) { return float64(s.rate[i]), float64(s.n[i]) + .5 })
}

// TestSCDBatchLaw: every job of a batch is drawn independently from the optimal probabilities for the estimated total.
func TestSCDBatchLaw(t *testing.T) {
	const peers = 3
	for _, s := range []state{
		single([]int{5, 1, 1}, 2, 0, 1), single([]int{1, 1, 1}, 0, 3, 1), single([]int{7, 2, 1}, 9, 0, 0), single([]int{4, 4, 1}, 0, 0, 0),
	} {
		got := s.branches(t, "scd", func(d *steelyard.Dispatcher) []int {
			d.Share(peers)
			return d.PickBatch(2, nil)
		})
		p, want := s.paper(peers*2), map[string]float64{}
		for i := range p {
			for j := range p {
				if p[i]*p[j] > 0 {
					want[fmt.Sprint([]int{i, j})] = p[i] * p[j]
				}
			}
		}
		compareLaws(t, fmt.Sprint(s), got, want)
	}
}

// TestSCDBatchSkipsIneligible: servers that are not eligible get nothing, and the others what they would get without them.
func TestSCDBatchSkipsIneligible(t *testing.T) {
	s := single([]int{5, 1, 3, 2}, 2, 0, 1, 0)
	s.ok[2] = false
	got := s.branches(t, "scd(est=9)", batch(1))
	want := map[string]float64{}
	for i, x := range s.paper(9) {
		if x > 0 {
			want[fmt.Sprint([]int{i})] = x
		}
	}
	compareLaws(t, "without server 2", got, want)
}

// TestSCDDestinationsFollowProbabilities draws many batches from the real source, as rounds do.
func TestSCDDestinationsFollowProbabilities(t *testing.T) {
	s := single([]int{9, 7, 5, 3, 1, 1, 2, 4}, 12, 0, 3, 9, 2, 0, 5, 1)
	for _, jobs := range []int{1, 4, 40} {
		d := s.dispatcher(t, "scd", steelyard.NewRand(uint64(jobs), "batch"))
		d.Share(3)
		counts, draws := make([]int, len(s.rate)), 0
		for draws < 100000 {
			for _, i := range d.PickBatch(jobs, nil) {
				counts[i]++
				draws++
			}
		}
		if z := chiSquare(counts, s.paper(float64(3*jobs)), draws); z > 4 {
			t.Errorf("batches of %d: chi-square %.1f deviations too large, counts %v", jobs, z, counts)
		}
	}
}

// TestSCDIsTWFAtEqualRates: with one rate for all, both have the same law.
func TestSCDIsTWFAtEqualRates(t *testing.T) {
	for _, n := range [][]int{{0, 0, 0}, {3, 1, 0}, {0, 5, 5}, {2, 2, 3}} {
		for _, rate := range []int{1, 3} {
			s := single([]int{rate, rate, rate}, n...)
			shared := func(d *steelyard.Dispatcher) []int {
				d.Share(4)
				return d.PickBatch(1, nil)
			}
			compareLaws(t, fmt.Sprint(s), s.branches(t, "scd", shared), s.branches(t, "twf", shared))
		}
	}
}

// TestTWFIgnoresSpeeds: the probabilities of TWF are those of a fleet of equal servers.
func TestTWFIgnoresSpeeds(t *testing.T) {
	unequal, equal := single([]int{9, 1, 4}, 3, 0, 1), single([]int{1, 1, 1}, 3, 0, 1)
	compareLaws(t, "twf", unequal.branches(t, "twf(est=7)", batch(2)), equal.branches(t, "twf(est=7)", batch(2)))
}

// TestEstimators: the limits of the estimate are the smallest (q+1/2)/mu and the capacities.
func TestEstimators(t *testing.T) {
	s := single([]int{4, 2, 2}, 3, 0, 1)
	compareLaws(t, "est=1", s.branches(t, "scd(est=1)", batch(2)), map[string]float64{"[1 1]": 1})
	compareLaws(t, "one dispatcher, one job", s.branches(t, "scd", batch(1)), map[string]float64{"[1]": 1})
	far := s.branches(t, "scd(est=1e15)", batch(1))
	for i, want := range []float64{.5, .25, .25} {
		if got := far[fmt.Sprint([]int{i})]; math.Abs(got-want) > 1e-12 {
			t.Errorf("est=1e15: server %d has probability %v, want %v", i, got, want)
		}
	}
	capacity, eight := s.branches(t, "scd(est=capacity)", batch(1)), s.branches(t, "scd(est=8)", batch(1))
	compareLaws(t, "est=capacity", capacity, eight)
}

// TestOneByOneBatches: JSQ and SED place the jobs of a batch one by one and count those before.
func TestOneByOneBatches(t *testing.T) {
	compareLaws(t, "jsq", single([]int{1, 1}, 0, 2).branches(t, "jsq", batch(3)), map[string]float64{"[0 0 0]": .5, "[0 0 1]": .5})
	compareLaws(t, "sed", single([]int{3, 1}, 0, 0).branches(t, "sed", batch(3)), map[string]float64{"[0 0 0]": .5, "[0 0 1]": .5})
	compareLaws(t, "sed(rank=q)", single([]int{3, 1}, 1, 0).branches(t, "sed(rank=q)", batch(3)),
		map[string]float64{"[1 0 0]": 1})
}

// TestSampledOncePerBatch: one pair for the whole batch, whose jobs see those before them.
func TestSampledOncePerBatch(t *testing.T) {
	s := single([]int{2, 1, 1}, 0, 0, 3)
	pair := func(first, second string, p float64) map[string]float64 {
		return map[string]float64{first: p / 2, second: p / 2}
	}
	want := map[string]float64{}
	// {0,1}: equal lengths alternate in any order; {0,2} and {1,2}: three jobs fit before server 2 ties.
	for _, m := range []map[string]float64{pair("[0 1]", "[1 0]", 1./3), {"[0 0]": 1. / 3}} {
		for k, x := range m {
			want[k] += x
		}
	}
	want["[1 1]"] = 1. / 3
	compareLaws(t, "jsq(d=2, sample=round)", s.branches(t, "jsq(d=2, sample=round)", batch(2)), want)

	// By speed: {0,1} has 1/2*1/2 + 1/4*2/3, and {0,2} as much; {1,2} the rest. Ranked q/mu.
	both := 1./4 + 1./6
	compareLaws(t, "hjsq(d=2, sample=round)", s.branches(t, "hjsq(d=2, sample=round)", batch(2)), map[string]float64{
		"[0 1]": both / 2, "[1 0]": both / 2, "[0 0]": both, "[1 1]": 1 - 2*both,
	})
	d := s.dispatcher(t, "hjsq(d=2, sample=round)", steelyard.NewRand(1, "test"))
	if d.PickBatch(5, nil); d.Asked() != 2 {
		t.Errorf("a batch asked %d lengths, want 2", d.Asked())
	}
	if d.PickBatch(0, nil); d.Asked() != 2 {
		t.Errorf("an empty batch asked for lengths")
	}
}

// TestVersionOfOneDispatcher: alone on a snapshot, single jobs are placed greedily, counting those sent since.
func TestVersionOfOneDispatcher(t *testing.T) {
	s := single([]int{4, 2, 1}, 3, 1, 0)
	d := s.dispatcher(t, "scd", steelyard.NewRand(1, "test"))
	for range 3 {
		d.Round()
		own := slices.Clone(s.n)
		for range 12 {
			i := d.Pick(steelyard.Job{})
			for j := range own {
				if (2*own[i]+1)*s.rate[j] > (2*own[j]+1)*s.rate[i] {
					t.Fatalf("with queues %v picked %d, although %d is better", own, i, j)
				}
			}
			own[i]++
			d.Sent(i)
		}
	}
}

// TestNoHerd: 500 jobs on one snapshot with queues 0 to 9 on equal servers; no server gets more than 16 %, whether one dispatcher or
// ten send them.
func TestNoHerd(t *testing.T) {
	rates, n := slices.Repeat([]int{1}, 10), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, dispatchers := range []int{1, 10} {
		counts := make([]int, 10)
		for k := range dispatchers {
			d := single(rates, n...).dispatcher(t, "scd", steelyard.NewRand(uint64(k), "herd"))
			d.Share(dispatchers)
			d.Round()
			for range 500 / dispatchers {
				i := d.Pick(steelyard.Job{})
				d.Sent(i)
				counts[i]++
			}
		}
		if most := slices.Max(counts); most > 80 {
			t.Errorf("%d dispatchers: counts %v, want at most 80", dispatchers, counts)
		}
	}
}
