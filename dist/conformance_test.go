package dist

import (
	"math"
	"sort"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// example is a law, by its text, and its tail P(X > x) from elsewhere.
type example struct {
	law  string
	tail func(x float64) float64
}

func examples() []example {
	return []example{
		{"exponential", distuv.Exponential{Rate: 1}.Survival},
		{"exponential(mean=0.2)", distuv.Exponential{Rate: 5}.Survival},
		{"deterministic(mean=3)", step(3)},
		{"erlang", distuv.Gamma{Alpha: 2, Beta: 2}.Survival},
		{"erlang(k=1, mean=4)", distuv.Exponential{Rate: .25}.Survival},
		{"erlang(k=30, mean=2)", distuv.Gamma{Alpha: 30, Beta: 15}.Survival},
		{"gamma", distuv.Gamma{Alpha: 2, Beta: 2}.Survival},
		{"gamma(shape=0.3, mean=2)", distuv.Gamma{Alpha: .3, Beta: .15}.Survival},
		{"gamma(shape=1.5)", distuv.Gamma{Alpha: 1.5, Beta: 1.5}.Survival},
		{"hyperexponential(p=0.25, rate1=3, rate2=0.5)", mixture(.25, 3, .5)},
		{"hyperexponential(p=0.25, rate1=6, rate2=1, mean=1.5833333333333333)", mixture(.25, 3, .5)},
		{"hyperexponential(scv=4)", mixture((1+math.Sqrt(.6))/2, 1+math.Sqrt(.6), 1-math.Sqrt(.6))},
		{"hyperexponential(scv=1, mean=2)", distuv.Exponential{Rate: .5}.Survival},
		{"uniform", distuv.Uniform{Min: 0, Max: 2}.Survival},
		{"uniform(min=1, max=10)", distuv.Uniform{Min: 1, Max: 10}.Survival},
		{"uniform(min=1, max=3, mean=4)", distuv.Uniform{Min: 2, Max: 6}.Survival},
		{"pareto", distuv.Pareto{Xm: .6, Alpha: 2.5}.Survival},
		{"pareto(shape=1.5, mean=3)", distuv.Pareto{Xm: 1, Alpha: 1.5}.Survival},
		{"pareto(shape=3, min=2)", distuv.Pareto{Xm: 2, Alpha: 3}.Survival},
		{"bounded-pareto(shape=1.1, min=1, max=100)", truncated(distuv.Pareto{Xm: 1, Alpha: 1.1}.Survival, 100)},
		{"bounded-pareto(shape=2, min=0.5, max=5)", truncated(distuv.Pareto{Xm: .5, Alpha: 2}.Survival, 5)},
		{"bounded-pareto(shape=1, min=0.5, max=5)", truncated(distuv.Pareto{Xm: .5, Alpha: 1}.Survival, 5)},
		{"lognormal", distuv.LogNormal{Mu: -.5, Sigma: 1}.Survival},
		{"lognormal(sigma=0.5, mean=2)", distuv.LogNormal{Mu: math.Log(2) - .125, Sigma: .5}.Survival},
		{"weibull", distuv.Weibull{K: .5, Lambda: .5}.Survival},
		{"weibull(shape=2, mean=3)", distuv.Weibull{K: 2, Lambda: 6 / math.Sqrt(math.Pi)}.Survival},
	}
}

func step(at float64) func(float64) float64 {
	return func(x float64) float64 {
		if x < at {
			return 1
		}
		return 0
	}
}

func mixture(p, rate1, rate2 float64) func(float64) float64 {
	return func(x float64) float64 {
		return p*math.Exp(-rate1*x) + (1-p)*math.Exp(-rate2*x)
	}
}

func truncated(tail func(float64) float64, top float64) func(float64) float64 {
	return func(x float64) float64 { return max(0, (tail(x)-tail(top))/(1-tail(top))) }
}

// parsed is every example, and the empirical law, which has no text.
func parsed(t *testing.T) map[string]Law {
	t.Helper()
	laws := map[string]Law{}
	for _, e := range examples() {
		l, err := Parse(e.law)
		if err != nil {
			t.Fatal(err)
		}
		laws[e.law] = l
	}
	l, err := Empirical([]float64{0, 1, 1, 2, 6})
	if err != nil {
		t.Fatal(err)
	}
	laws["empirical"] = l
	return laws
}

// TestTableHasExamples: a law added to the table comes under all tests here.
func TestTableHasExamples(t *testing.T) {
	tested := map[string]bool{"empirical": true}
	for _, e := range examples() {
		l, err := Parse(e.law)
		if err != nil {
			t.Fatal(err)
		}
		tested[lawName(l)] = true
	}
	for _, k := range All() {
		if !tested[k.Name] {
			t.Errorf("%s has no example", k.Name)
		}
		if k.Doc == "" {
			t.Errorf("%s has no doc", k.Name)
		}
		if k.Name == "empirical" {
			continue
		}
		if l, err := New(k.Name, nil); err != nil || math.Abs(l.Mean()-1) > 1e-14 {
			t.Errorf("%s by default: %v, %v, want mean 1", k.Name, l, err)
		}
	}
}

func lawName(l Law) string {
	text := l.String()
	for i, c := range text {
		if c == '(' {
			return text[:i]
		}
	}
	return text
}

// TestMoments integrates the tails: E[X] = integral of P(X>x), E[X^2] =
// integral of 2x P(X>x).
func TestMoments(t *testing.T) {
	for _, e := range examples() {
		l, _ := Parse(e.law)
		if lawName(l) == "deterministic" {
			if l.Mean() != 3 || l.SecondMoment() != 9 {
				t.Errorf("%s: moments %v, %v", e.law, l.Mean(), l.SecondMoment())
			}
			continue
		}
		mean, second := tailMoments(e.tail)
		if math.Abs(l.Mean()/mean-1) > 1e-5 {
			t.Errorf("%s: mean %v, integral %v", e.law, l.Mean(), mean)
		}
		if s := l.SecondMoment(); !math.IsInf(s, 1) && math.Abs(s/second-1) > 1e-5 {
			t.Errorf("%s: second moment %v, integral %v", e.law, s, second)
		}
	}
	heavy, _ := Parse("pareto(shape=2)")
	if !math.IsInf(heavy.SecondMoment(), 1) || !math.IsInf(SCV(heavy), 1) {
		t.Errorf("%v: second moment %v, SCV %v, want infinite", heavy, heavy.SecondMoment(), SCV(heavy))
	}
}

// tailMoments integrates over y = log x by the trapezoidal rule.
func tailMoments(tail func(float64) float64) (mean, second float64) {
	const h = 1e-4
	for y := -30.0; y < 32; y += h {
		x := math.Exp(y)
		p := tail(x)
		if p <= 0 {
			break
		}
		mean += h * x * p
		second += h * 2 * x * x * p
	}
	return mean, second
}

// TestDraws compares draws with the law
// (Kolmogorov-Smirnov at level 0.001) and, where the variance is finite, their
// mean (four standard errors).
func TestDraws(t *testing.T) {
	const n = 100000
	for _, e := range examples() {
		l, _ := Parse(e.law)
		r := rng.New(21, e.law)
		x, sum := make([]float64, n), 0.0
		for i := range x {
			x[i] = l.Sample(&r)
			sum += x[i]
		}
		sort.Float64s(x)
		d := 0.0
		for i, v := range x {
			d = max(d, float64(i+1)/n-1+e.tail(v), 1-e.tail(v)-float64(i)/n)
		}
		if lawName(l) != "deterministic" && d > 1.95/math.Sqrt(n) {
			t.Errorf("%s: Kolmogorov-Smirnov distance %v", e.law, d)
		}
		variance := l.SecondMoment() - l.Mean()*l.Mean()
		if se := math.Sqrt(max(0, variance) / n); math.Abs(sum/n-l.Mean()) > 4*se+1e-9 {
			t.Errorf("%s: mean of draws %v, want %v +- %v", e.law, sum/n, l.Mean(), 4*se)
		}
	}
}

// TestRoundTrip: the text form makes the same law again.
func TestRoundTrip(t *testing.T) {
	for name, l := range parsed(t) {
		if name == "empirical" {
			continue
		}
		again, err := Parse(l.String())
		if err != nil {
			t.Fatal(err)
		}
		if again != l && again.String() != l.String() {
			t.Errorf("%s: %v becomes %v", name, l, again)
		}
		a, b := rng.New(1, "text"), rng.New(1, "text")
		for range 10 {
			if x, y := l.Sample(&a), again.Sample(&b); math.Abs(x-y) > 1e-14*x {
				t.Errorf("%s: draws %v, from the text %v", name, x, y)
			}
		}
	}
}

// TestScaled: scaling changes the mean and keeps the shape, draw by draw.
func TestScaled(t *testing.T) {
	for name, l := range parsed(t) {
		for _, mean := range []float64{1e-6, 1, 250} {
			s := l.Scaled(mean)
			if math.Abs(s.Mean()/mean-1) > 1e-14 {
				t.Errorf("%s scaled to %v has mean %v", name, mean, s.Mean())
			}
			if a, b := SCV(s), SCV(l); math.Abs(a-b) > 1e-12*(1+b) {
				t.Errorf("%s scaled to %v: SCV %v, was %v", name, mean, a, b)
			}
			a, b := rng.New(2, "scale"), rng.New(2, "scale")
			for range 10 {
				want := l.Sample(&a) * mean / l.Mean()
				if got := s.Sample(&b); math.Abs(got-want) > 1e-13*want {
					t.Errorf("%s scaled to %v draws %v, want %v", name, mean, got, want)
				}
			}
		}
	}
}

func TestSampleDoesNotAllocate(t *testing.T) {
	for name, l := range parsed(t) {
		r := rng.New(3, name)
		if n := testing.AllocsPerRun(100, func() { l.Sample(&r) }); n != 0 {
			t.Errorf("%s: %v allocations a draw", name, n)
		}
	}
}

func TestIsExponential(t *testing.T) {
	for name, l := range parsed(t) {
		if want := lawName(l) == "exponential"; IsExponential(l) != want {
			t.Errorf("%s: IsExponential is %v", name, !want)
		}
	}
}

func BenchmarkSample(b *testing.B) {
	for _, k := range All() {
		l, err := New(k.Name, nil)
		if err != nil { // the empirical law
			l, _ = Empirical([]float64{1, 2, 3})
		}
		b.Run(k.Name, func(b *testing.B) {
			r := rng.New(1, "bench")
			for b.Loop() {
				l.Sample(&r)
			}
		})
	}
}
