package rng

import (
	"flag"
	"fmt"
	"math"
	"math/bits"
	"os"
	"sort"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/golden.txt")

// TestGolden pins every method's output: a change of it changes the results of
// every simulation that names a seed.
func TestGolden(t *testing.T) {
	var b strings.Builder
	line := func(name string, draw func(r *Rand) string) {
		r := New(2006, "golden", 13987)
		fmt.Fprintf(&b, "%s", name)
		for range 20 {
			fmt.Fprintf(&b, " %s", draw(&r))
		}
		b.WriteByte('\n')
	}
	line("Uint64", func(r *Rand) string { return fmt.Sprintf("%#x", r.Uint64()) })
	line("Float64", func(r *Rand) string { return fmt.Sprint(r.Float64()) })
	line("Exp", func(r *Rand) string { return fmt.Sprint(r.Exp()) })
	line("Norm", func(r *Rand) string { return fmt.Sprint(r.Norm()) })
	for _, n := range []int{1, 2, 10, 1000, 1<<32 + 1, math.MaxInt} {
		line(fmt.Sprintf("IntN(%d)", n), func(r *Rand) string { return fmt.Sprint(r.IntN(n)) })
	}
	const file = "testdata/golden.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("output changed; run with -update if meant\ngot:\n%swant:\n%s", b.String(), want)
	}
}

// TestStreamsDiffer looks for equal or correlated neighbours among streams
// whose names are as close as names can be.
func TestStreamsDiffer(t *testing.T) {
	seen := map[Rand]string{}
	add := func(name string, r Rand) {
		if r.increment%2 == 0 {
			t.Errorf("%s: even increment", name)
		}
		if other, dup := seen[r]; dup {
			t.Errorf("%s and %s are the same stream", name, other)
		}
		seen[r] = name
	}
	add("no purpose", New(0, ""))
	add("index 0", New(0, "", 0))
	add("index 0 0", New(0, "", 0, 0))
	add("purpose NUL", New(0, "\x00"))
	for i := range uint64(300) {
		add(fmt.Sprint("seed ", i+1), New(i+1, "sizes"))
		add(fmt.Sprint("index ", i), New(1, "sizes", i))
		add(fmt.Sprint("second index ", i), New(1, "sizes", 7, i))
		add(fmt.Sprint("purpose ", i), New(1, fmt.Sprint("sizes", i)))
	}
	const draws = 4096
	for i := range uint64(300) {
		a, b := New(9, "sizes", i), New(9, "sizes", i+1)
		same := 0
		for range draws {
			same += bits.OnesCount64(^(a.Uint64() ^ b.Uint64()))
		}
		// 64*draws fair bits, standard deviation 256.
		if d := math.Abs(float64(same) - 32*draws); d > 5*256 {
			t.Errorf("streams %d and %d agree in %d bits of %d", i, i+1, same, 64*draws)
		}
	}
}

// TestIntNUniform checks counts of small n by chi-square, and the rejection of
// n near 2^63, where a draw without it would be visibly biased.
func TestIntNUniform(t *testing.T) {
	r := New(3, "uniform")
	for _, n := range []int{1, 2, 3, 7, 64, 1000} {
		counts := make([]float64, n)
		draws := 2000 * n
		for range draws {
			counts[r.IntN(n)]++
		}
		chi2 := 0.0
		for _, c := range counts {
			chi2 += (c - 2000) * (c - 2000) / 2000
		}
		if d := float64(n - 1); chi2 > d+5*math.Sqrt(2*d)+1e-9 {
			t.Errorf("n=%d: chi-square %.1f at %d degrees of freedom", n, chi2, n-1)
		}
	}
	// With n = 3*2^61, plain multiplication hits the lowest third of each
	// group of three twice as often: it would give 1/2 below.
	const n, draws = 3 << 61, 90000
	low := 0
	for range draws {
		if r.IntN(n)%3 == 0 {
			low++
		}
	}
	if got, sd := float64(low)/draws, math.Sqrt(2./9/draws); math.Abs(got-1./3) > 4*sd {
		t.Errorf("IntN(3<<61) mod 3 = 0 with frequency %.4f, want 1/3", got)
	}
}

// TestLaws compares draws with their distribution functions
// (Kolmogorov-Smirnov) and their moments (four standard errors).
func TestLaws(t *testing.T) {
	laws := []struct {
		name           string
		draw           func(r *Rand) float64
		cdf            func(x float64) float64
		mean, variance float64
		fourth         float64 // central
	}{
		{"Float64", (*Rand).Float64, func(x float64) float64 { return x }, .5, 1. / 12, 1. / 80},
		{"Exp", (*Rand).Exp, func(x float64) float64 { return -math.Expm1(-x) }, 1, 1, 9},
		{"Norm", (*Rand).Norm, func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }, 0, 1, 3},
	}
	const n = 1_000_000
	for _, l := range laws {
		r := New(4, l.name)
		x := make([]float64, n)
		var sum, squares float64
		for i := range x {
			x[i] = l.draw(&r)
			sum += x[i]
			squares += (x[i] - l.mean) * (x[i] - l.mean)
		}
		if got, se := sum/n, math.Sqrt(l.variance/n); math.Abs(got-l.mean) > 4*se {
			t.Errorf("%s: mean %v, want %v +- %v", l.name, got, l.mean, 4*se)
		}
		if got, se := squares/n, math.Sqrt((l.fourth-l.variance*l.variance)/n); math.Abs(got-l.variance) > 4*se {
			t.Errorf("%s: variance %v, want %v +- %v", l.name, got, l.variance, 4*se)
		}
		if d := ksDistance(x, l.cdf); d > 1.95/math.Sqrt(n) { // level 0.001
			t.Errorf("%s: Kolmogorov-Smirnov distance %v", l.name, d)
		}
	}
}

func ksDistance(x []float64, cdf func(float64) float64) float64 {
	sort.Float64s(x)
	d := 0.0
	for i, v := range x {
		f := cdf(v)
		d = max(d, float64(i+1)/float64(len(x))-f, f-float64(i)/float64(len(x)))
	}
	return d
}

// TestTails checks how often the draws fall beyond the last edge of the
// ziggurat, which the distance above would not notice, and their law there.
func TestTails(t *testing.T) {
	const n = 8_000_000
	r := New(5, "tails")
	beyond, far := 0, 0
	for range n {
		if x := r.Exp(); x > expTail {
			beyond++
			if x > expTail+1 {
				far++
			}
		}
	}
	checkCount(t, "Exp > tail", beyond, n, math.Exp(-expTail))
	checkCount(t, "Exp > tail+1 given > tail", far, beyond, math.Exp(-1))
	beyond, far = 0, 0
	upper := func(x float64) float64 { return math.Erfc(x / math.Sqrt2) }
	for range n {
		if x := math.Abs(r.Norm()); x > norTail {
			beyond++
			if x > norTail+.3 {
				far++
			}
		}
	}
	checkCount(t, "|Norm| > tail", beyond, n, upper(norTail))
	checkCount(t, "|Norm| > tail+.3 given > tail", far, beyond, upper(norTail+.3)/upper(norTail))
}

func checkCount(t *testing.T, what string, count, n int, p float64) {
	t.Helper()
	if sd := math.Sqrt(float64(n) * p * (1 - p)); math.Abs(float64(count)-float64(n)*p) > 4*sd {
		t.Errorf("%s: %d of %d, want %.1f +- %.1f", what, count, n, float64(n)*p, 4*sd)
	}
}

// TestZigguratCloses checks that the stacked layers end at the mode: the top
// layer, whose height is what is left, has the area of all others.
func TestZigguratCloses(t *testing.T) {
	for name, z := range map[string]*ziggurat{"exp": expLayers, "normal": norLayers} {
		area := z.edge[0] * z.density[1]
		top := z.edge[layers-1] * (1 - z.density[layers-1])
		if math.Abs(top/area-1) > 1e-12 {
			t.Errorf("%s: top layer has area %v, the others %v", name, top, area)
		}
	}
}

func BenchmarkUint64(b *testing.B) {
	r := New(1, "bench")
	var s uint64
	for b.Loop() {
		s += r.Uint64()
	}
	sink = float64(s)
}

func BenchmarkIntN(b *testing.B) {
	r := New(1, "bench")
	var s int
	for b.Loop() {
		s += r.IntN(100)
	}
	sink = float64(s)
}

func BenchmarkFloat64(b *testing.B) { benchmark(b, (*Rand).Float64) }
func BenchmarkExp(b *testing.B)     { benchmark(b, (*Rand).Exp) }
func BenchmarkNorm(b *testing.B)    { benchmark(b, (*Rand).Norm) }

var sink float64

func benchmark(b *testing.B, draw func(*Rand) float64) {
	r := New(1, "bench")
	var s float64
	for b.Loop() {
		s += draw(&r)
	}
	sink = s
}

// TestPairUniform holds every pair to its probability, also where rejection matters.
func TestPairUniform(t *testing.T) {
	const draws = 600000
	for _, n := range []int{2, 3, 5} {
		r := New(7, "pair", uint64(n))
		counts := make(map[[2]int]int)
		for range draws {
			i, j := r.Pair(n)
			if i < 0 || i >= n || j < 0 || j >= n-1 {
				t.Fatalf("n=%d: pair (%d, %d) out of range", n, i, j)
			}
			counts[[2]int{i, j}]++
		}
		for pair, count := range counts {
			checkCount(t, fmt.Sprintf("n=%d, pair %v", n, pair), count, draws, 1/float64(n*(n-1)))
		}
		if len(counts) != n*(n-1) {
			t.Errorf("n=%d: %d pairs, want %d", n, len(counts), n*(n-1))
		}
	}
}
