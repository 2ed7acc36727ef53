package waterfill

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// state is a random instance with queues whose floors overlap; every third has
// integer rates, so that floors tie.
type state struct {
	rate, queue, raised []float64
	lengths             []int32
	jobs                float64
}

func randomState(r *rng.Rand, most int) state {
	n := 1 + r.IntN(most)
	s := state{make([]float64, n), make([]float64, n), make([]float64, n), make([]int32, n), float64(2 + r.IntN(5*n))}
	tied := r.IntN(3) == 0
	spread := 1 + 6*r.Float64()
	for i := range n {
		s.rate[i] = 1 + 9*r.Float64()
		if tied {
			s.rate[i] = float64(1 + r.IntN(3))
		}
		s.lengths[i] = int32(spread * s.rate[i] * r.Float64())
		s.queue[i] = float64(s.lengths[i])
		s.raised[i] = s.queue[i] + .5
	}
	return s
}

func probabilities(s state) []float64 {
	p := make([]float64, len(s.rate))
	w := New(s.rate)
	w.Load(s.lengths, .5)
	w.Probabilities(p, s.jobs-1)
	return p
}

func distance(p, q []float64) float64 {
	d := 0.0
	for i := range p {
		d = max(d, math.Abs(p[i]-q[i]))
	}
	return d
}

func sum(p []float64) float64 {
	t := 0.0
	for _, x := range p {
		t += x
	}
	return t
}

func TestProbabilitiesEqualOracles(t *testing.T) {
	oracles := []struct {
		name     string
		most     int
		instance int
		solve    func(queue, rate []float64, jobs float64) []float64
	}{
		{"algorithm 4", 60, 10000, algorithm4},
		{"algorithm 1", 20, 2000, algorithm1},
		{"brute force", 8, 10000, bruteForce},
	}
	for _, o := range oracles {
		r := rng.New(7, o.name)
		worst := 0.0
		for range o.instance {
			s := randomState(&r, o.most)
			p := probabilities(s)
			worst = max(worst, distance(p, o.solve(s.queue, s.rate, s.jobs)), math.Abs(sum(p)-1))
		}
		t.Logf("%s: largest deviation %.2g", o.name, worst)
		if worst > 1e-12 {
			t.Errorf("%s: largest deviation %g", o.name, worst)
		}
	}
}

func TestLevelEqualsOracles(t *testing.T) {
	r := rng.New(8, "level")
	check := func(s state) {
		t.Helper()
		w := New(s.rate)
		w.Load(s.lengths, 0)
		want := algorithm3(s.queue, s.rate, s.jobs)
		order := newOrdered(s.queue, s.rate)
		for name, got := range map[string]float64{
			"Newton":      w.Level(s.jobs),
			"quickselect": quickselect(s.queue, s.rate, s.jobs),
			"ordered":     order.level(s.jobs),
		} {
			if math.Abs(got-want) > 1e-12*(1+want) {
				t.Fatalf("%s: level %v, algorithm 3 gives %v, of %+v", name, got, want, s)
			}
		}
		w.LoadBase(s.raised)
		if got, want := w.Level(s.jobs-1), newOrdered(s.raised, s.rate).level(s.jobs-1); math.Abs(got-want) > 1e-12*(1+want) {
			t.Fatalf("raised base: level %v, want %v, of %+v", got, want, s)
		}
	}
	for range 3000 {
		check(randomState(&r, 50))
	}
	check(randomState(&r, 50000))
}

// TestEqualRatesAreTWF: with equal rates of any size the probabilities are
// those of TWF.
func TestEqualRatesAreTWF(t *testing.T) {
	r := rng.New(9, "twf")
	for range 3000 {
		s := randomState(&r, 30)
		common := math.Exp(4 * r.Norm())
		for i := range s.rate {
			s.rate[i] = common
		}
		if d := distance(probabilities(s), twf(s.queue, s.jobs)); d > 1e-12 {
			t.Fatalf("deviation %g, of %+v", d, s)
		}
	}
}

// TestSmallExamples are states small enough to solve by hand.
func TestSmallExamples(t *testing.T) {
	tests := []struct {
		name        string
		rate        []float64
		queue       []int32
		volume      float64
		probability []float64
	}{
		{"one server", []float64{3}, []int32{5}, 2, []float64{1}},
		{"one server, no volume", []float64{3}, []int32{5}, 0, []float64{1}},
		{"both reached", []float64{1, 1}, []int32{0, 1}, 3, []float64{2. / 3, 1. / 3}},
		{"one reached", []float64{1, 1}, []int32{0, 9}, 3, []float64{1, 0}},
		{"filled exactly to the next floor", []float64{1, 1}, []int32{0, 3}, 3, []float64{1, 0}},
		{"equal floors", []float64{1, 3}, []int32{0, 1}, 2, []float64{1. / 4, 3. / 4}},
		{"no volume: least (q+1/2)/rate", []float64{1, 4, 2}, []int32{1, 2, 4}, 0, []float64{0, 1, 0}},
		{"no volume: ties share by rate", []float64{1, 3, 5}, []int32{0, 1, 9}, 0, []float64{1. / 4, 3. / 4, 0}},
		{"negative volume is none", []float64{1, 4}, []int32{0, 9}, -1, []float64{1, 0}},
		{"infinite volume: by rate", []float64{1, 4}, []int32{0, 9}, math.Inf(1), []float64{.2, .8}},
	}
	for _, c := range tests {
		s := New(c.rate)
		s.Load(c.queue, .5)
		p := make([]float64, len(c.rate))
		s.Probabilities(p, c.volume)
		if distance(p, c.probability) > 1e-15 {
			t.Errorf("%s: %v, want %v", c.name, p, c.probability)
		}
	}
}

// TestLimits: few jobs go to the least (q+1/2)/rate, many go by rate, and the
// probabilities move continuously between.
func TestLimits(t *testing.T) {
	r := rng.New(10, "limits")
	for range 500 {
		s := randomState(&r, 40)
		w := New(s.rate)
		w.Load(s.lengths, .5)
		n := len(s.rate)
		least, tiny, huge := make([]float64, n), make([]float64, n), make([]float64, n)
		w.Probabilities(least, 0)
		w.Probabilities(tiny, 1e-13)
		w.Probabilities(huge, 1e18)
		lowest := slices.Min(floors(s))
		for i := range n {
			if least[i] > 0 && floors(s)[i] > lowest*(1+1e-14) {
				t.Fatalf("volume 0 uses server %d, floor %v, lowest %v", i, floors(s)[i], lowest)
			}
			if want := s.rate[i] / sum(s.rate); math.Abs(huge[i]-want) > 1e-14 {
				t.Fatalf("large volume: p[%d] = %v, want %v", i, huge[i], want)
			}
		}
		if d := distance(least, tiny); d > 1e-9 {
			t.Fatalf("tiny volume differs from none by %g, of %+v", d, s)
		}
	}
}

func floors(s state) []float64 {
	f := make([]float64, len(s.rate))
	for i := range f {
		f[i] = s.raised[i] / s.rate[i]
	}
	return f
}

// checkShares asserts what characterises the solution of the convex problem:
// shares at least 0 and of sum 1, positive shares with their water at one
// level, the others with their floor not below it.
func checkShares(t interface {
	Fatalf(format string, args ...any)
}, rate, base []float64, volume float64) {
	s := New(rate)
	s.LoadBase(base)
	p := make([]float64, len(rate))
	s.Probabilities(p, volume)
	level, lowest := s.Level(volume), s.Level(0)
	if math.IsNaN(level) || math.IsInf(level, 0) || level < lowest {
		t.Fatalf("level %v, lowest floor %v", level, lowest)
	}
	// A share is the small difference of rate*depth and excess, over the volume.
	roundings := 1.0
	for i, x := range p {
		if x > 0 && volume > 0 {
			roundings += rate[i] * (level - lowest) / volume
		}
	}
	if total := sum(p); !(math.Abs(total-1) < 1e-14*roundings) {
		t.Fatalf("shares sum to %v: %v", total, p)
	}
	for i, x := range p {
		floor := base[i] / rate[i]
		surface := (base[i] + x*volume) / rate[i]
		tolerance := 1e-9 * (level + volume/rate[i])
		switch {
		case !(x >= 0):
			t.Fatalf("share %v", x)
		case x > 0 && math.Abs(surface-level) > tolerance:
			t.Fatalf("server %d: surface at %v, level %v", i, surface, level)
		case x == 0 && floor < level-tolerance:
			t.Fatalf("server %d is dry with its floor %v below the level %v", i, floor, level)
		}
	}
}

// TestExtremes ranges over rates and bases of any size.
func TestExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		decades := rapid.SampledFrom([]float64{0, 1, 10, 100}).Draw(t, "decades")
		rate, base := make([]float64, n), make([]float64, n)
		for i := range n {
			rate[i] = math.Pow(10, rapid.Float64Range(-decades, decades).Draw(t, "rate"))
			base[i] = .5 + float64(rapid.IntRange(0, 1<<30).Draw(t, "queue"))
		}
		volume := rapid.SampledFrom([]float64{0, 1e-300, 1e-9, 1, 55, 1e9, 1e100}).Draw(t, "volume")
		checkShares(t, rate, base, volume)
	})
}

// TestUnitOfRates: rates in another unit change no share, nor whether a volume counts as infinite.
func TestUnitOfRates(t *testing.T) {
	want, got := make([]float64, 3), make([]float64, 3)
	for _, unit := range []float64{0x1p-1000, 0x1p-600, 0x1p600, 0x1p1000} {
		one, other := New([]float64{1, 5, 2}), New([]float64{unit, 5 * unit, 2 * unit})
		for _, volume := range []float64{0, .5, 55, 1e300, math.Inf(1)} {
			one.Load([]int32{0, 7, math.MaxInt32}, .5)
			other.Load([]int32{0, 7, math.MaxInt32}, .5)
			one.Probabilities(want, volume)
			other.Probabilities(got, volume)
			if distance(got, want) != 0 {
				t.Errorf("unit %g, volume %g: %v, want %v", unit, volume, got, want)
			}
		}
	}
}

// TestClosedServers: closing servers is the same as not having them.
func TestClosedServers(t *testing.T) {
	r := rng.New(15, "closed")
	for range 500 {
		s := randomState(&r, 30)
		var rate []float64
		var queue []int32
		for i := range s.rate {
			if i == 0 || r.IntN(3) > 0 {
				rate, queue = append(rate, s.rate[i]), append(queue, s.lengths[i])
			} else {
				s.lengths[i] = -1
			}
		}
		part, whole := New(rate), New(s.rate)
		part.Load(queue, .5)
		whole.Load(s.lengths, .5)
		for _, volume := range []float64{0, 1, s.jobs, math.Inf(1)} {
			want, got := make([]float64, len(rate)), make([]float64, len(s.rate))
			part.Probabilities(want, volume)
			whole.Probabilities(got, volume)
			open := 0
			for i, p := range got {
				if s.lengths[i] < 0 {
					if p != 0 {
						t.Fatalf("closed server %d has probability %v", i, p)
					}
				} else if open++; math.Abs(p-want[open-1]) > 1e-14 {
					t.Fatalf("server %d of %v: %v, want %v", i, s.lengths, got, want)
				}
			}
		}
	}
	none, p := New([]float64{1, 2}), []float64{7, 7}
	none.Load([]int32{-1, -1}, .5)
	none.Probabilities(p, 3)
	if p[0] != 0 || p[1] != 0 || !math.IsInf(none.Level(3), 1) {
		t.Errorf("none open: %v, level %v", p, none.Level(3))
	}
}

// TestManyPasses: floors that grow geometrically make Newton's method drop few
// servers a pass.
func TestManyPasses(t *testing.T) {
	const n = 1000
	rate, base := make([]float64, n), make([]float64, n)
	for i := range n {
		rate[i], base[i] = 1, math.Pow(2, float64(i-500))
	}
	s := New(rate)
	s.LoadBase(base)
	for _, volume := range []float64{1e-140, 1, 1e6, 1e140} {
		if got, want := s.Level(volume), algorithm3(base, rate, volume); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("volume %g: level %v, want %v", volume, got, want)
		}
	}
}

func FuzzShares(f *testing.F) {
	f.Add(uint64(1), 5, 1.0, 3.0)
	f.Add(uint64(2), 1, 0.0, 90.0)
	f.Add(uint64(3), 30, 1e5, 0.0)
	f.Fuzz(func(t *testing.T, seed uint64, n int, volume, decades float64) {
		if n < 1 || n > 300 || !(volume >= 0 && volume <= 1e100) || !(math.Abs(decades) <= 100) {
			return
		}
		r := rng.New(seed, "fuzz")
		rate, base := make([]float64, n), make([]float64, n)
		for i := range n {
			rate[i] = math.Pow(10, decades*r.Float64())
			base[i] = .5 + math.Floor(100*r.Float64()*math.Pow(10, 4*r.Float64()))
		}
		checkShares(t, rate, base, volume)
	})
}
