package stats

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// TestResponseMM1: geometric positions give the exponential law of rate
// mu - lambda, far into the tail.
func TestResponseMM1(t *testing.T) {
	const rate, load, jobs = 2, .7, 1e12
	l := NewResponseLaw(ResponseClass{Rate: rate, Workers: 1})
	for n := range 200 {
		l.Add(0, n, jobs*(1-load)*math.Pow(load, float64(n)))
	}
	decay := rate * (1 - load)
	if !near(l.Mean(), 1/decay, 1e-12) {
		t.Errorf("mean %v, want %v", l.Mean(), 1/decay)
	}
	for _, x := range []float64{0, .01, 1, 5, 20, 30} {
		if want := math.Exp(-decay * x); !near(l.Tail(x), want, 1e-11) {
			t.Errorf("tail at %v: %v, want %v", x, l.Tail(x), want)
		}
	}
	for _, p := range []float64{.1, .5, .99, .9999, 1 - 1e-8} {
		got, resolved := l.Quantile(p)
		if want := -math.Log1p(-p) / decay; !resolved || !near(got, want, 1e-8) {
			t.Errorf("p=%v: %v, resolved %v, want %v", p, got, resolved, want)
		}
	}
}

// TestResponseMMc: the number found by arrivals at an M/M/c queue gives its
// known response time.
func TestResponseMMc(t *testing.T) {
	const rate, workers, load = 1.5, 4, .8
	l := NewResponseLaw(ResponseClass{Rate: rate, Workers: workers})
	weight, total, waiting := 1.0, 0.0, 0.0
	weights := make([]float64, 400)
	for n := range weights {
		weights[n] = weight
		total += weight
		if n >= workers {
			waiting += weight
		}
		weight *= load * workers / float64(min(n+1, workers))
	}
	for n, w := range weights {
		l.Add(0, n, w/total)
	}
	wait := waiting / total
	drain := workers * rate * (1 - load)
	if want := 1/float64(rate) + wait/drain; !near(l.Mean(), want, 1e-12) {
		t.Errorf("mean %v, want %v", l.Mean(), want)
	}
	for _, x := range []float64{.1, 1, 3, 10} {
		// S alone, or S plus an exponential wait of rate drain (here not equal to rate).
		want := (1-wait)*math.Exp(-rate*x) + wait*(rate*math.Exp(-drain*x)-drain*math.Exp(-rate*x))/(rate-drain)
		if !near(l.Tail(x), want, 1e-11) {
			t.Errorf("tail at %v: %v, want %v", x, l.Tail(x), want)
		}
	}
}

// TestResponseMixture compares a mixture over classes with gonum's gamma law.
func TestResponseMixture(t *testing.T) {
	l := NewResponseLaw(ResponseClass{Rate: 5, Workers: 1}, ResponseClass{Rate: 1, Workers: 1})
	l.Add(0, 0, 30)
	l.Add(0, 2, 10)
	l.Add(1, 1, 51)
	l.Add(1, 5000, 9) // a long queue: exp(-mean) underflows
	tail := func(x float64) float64 {
		return .3*distuv.Gamma{Alpha: 1, Beta: 5}.Survival(x) + .1*distuv.Gamma{Alpha: 3, Beta: 5}.Survival(x) +
			.51*distuv.Gamma{Alpha: 2, Beta: 1}.Survival(x) + .09*distuv.Gamma{Alpha: 5001, Beta: 1}.Survival(x)
	}
	for _, x := range []float64{.1, 1, 10, 4900, 5000, 5100} {
		if got := l.Tail(x); !near(got, tail(x), 1e-9) {
			t.Errorf("tail at %v: %v, want %v", x, got, tail(x))
		}
	}
	if want := .3/5 + .1*3/5 + .51*2 + .09*5001; !near(l.Mean(), want, 1e-13) {
		t.Errorf("mean %v, want %v", l.Mean(), want)
	}
	if q, _ := l.Quantile(.95); !near(tail(q), .05, 1e-8) {
		t.Errorf("0.95-quantile %v has tail %v", q, tail(q))
	}
	if _, resolved := l.Quantile(.92); resolved {
		t.Error("0.92-quantile resolved though it rests on nine jobs")
	}
	if q, resolved := l.Quantile(.5); !resolved || q > 5 {
		t.Errorf("median %v, resolved %v", q, resolved)
	}
}

// TestResponseDraws compares the law with drawn response times.
func TestResponseDraws(t *testing.T) {
	r := rng.New(40, "response")
	const n = 200000
	found := []int{0, 2, 3, 7}
	l := NewResponseLaw(ResponseClass{Rate: 2, Workers: 3})
	var h Histogram
	for i := range n {
		f := found[i%len(found)]
		l.Add(0, f, 1)
		x := r.Exp() / 2
		for range max(0, f-2) {
			x += r.Exp() / 6
		}
		h.Add(x)
	}
	for _, x := range []float64{.2, .5, 1, 2, 4} {
		p := l.Tail(x)
		if got := h.Tail(x); math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n)+.003*p {
			t.Errorf("tail at %v: drawn %v, law %v", x, got, p)
		}
	}
}

func TestResponseMergeAndStore(t *testing.T) {
	classes := func() *ResponseLaw {
		return NewResponseLaw(ResponseClass{Rate: 5, Workers: 1}, ResponseClass{Rate: 1, Workers: 2})
	}
	whole, a, b := classes(), classes(), classes()
	r := rng.New(41, "merge")
	for i := range 500 {
		class, n := r.IntN(2), int(5*r.Exp())
		whole.Add(class, n, 1)
		[]*ResponseLaw{a, b}[i%2].Add(class, n, 1)
	}
	merged, reversed := classes(), classes()
	merged.Merge(a)
	merged.Merge(b)
	reversed.Merge(b)
	reversed.Merge(a)
	if !reflect.DeepEqual(merged, whole) || !reflect.DeepEqual(reversed, whole) {
		t.Errorf("merged %+v, whole %+v", merged, whole)
	}
	data, err := json.Marshal(whole)
	var read ResponseLaw
	if err != nil || json.Unmarshal(data, &read) != nil || !reflect.DeepEqual(&read, whole) {
		t.Errorf("%v: read %+v", err, read)
	}
}

func TestResponseEmpty(t *testing.T) {
	l := NewResponseLaw(ResponseClass{Rate: 1, Workers: 1})
	if q, resolved := l.Quantile(.5); q != 0 || resolved || l.Mean() != 0 || l.Tail(1) != 0 {
		t.Errorf("empty law: quantile %v, mean %v, tail %v", q, l.Mean(), l.Tail(1))
	}
}

// TestResponseFarApart wants quantiles of a mixture of rates that differ by many orders of magnitude, and of servers with very many workers,
// without work or memory in proportion to the ratio.
func TestResponseFarApart(t *testing.T) {
	l := NewResponseLaw(ResponseClass{Rate: 1e9, Workers: 1}, ResponseClass{Rate: 1e-9, Workers: 1}, ResponseClass{Rate: 1, Workers: 1_000_000})
	l.Add(0, 3, 50)
	l.Add(1, 0, 30)
	l.Add(2, 0, 20)
	for _, x := range []float64{1, 10, 1e8} {
		want := .3*math.Exp(-1e-9*x) + .2*math.Exp(-x)
		if got := l.Tail(x); !near(got, want, 1e-9) {
			t.Errorf("tail at %v: %v, want %v", x, got, want)
		}
	}
	if got, _ := l.Quantile(.9); !near(got, -math.Log(.1/.3)*1e9, 1e-8) {
		t.Errorf("quantile %v", got)
	}
}

// TestInService compares both ways to sum what is in service with the sum of the definition.
func TestInService(t *testing.T) {
	for _, c := range []ResponseClass{{Rate: 2, Workers: 1}, {Rate: 2, Workers: 2}, {Rate: .3, Workers: 40}} {
		z := 1 - 1/float64(c.Workers)
		for _, x := range []float64{.01, 1, 7, 30} {
			f := poisson(float64(c.Workers)*c.Rate*x, 3000)
			for k := range 600 {
				want, power := 0.0, 1.0
				for j := k; j < len(f); j++ {
					want += f[j] * power
					power *= z
				}
				if got := c.inService(k, x); want > 1e-250 && !near(got, want, 1e-10) {
					t.Fatalf("%d workers, t %v, k %d: %v, want %v", c.Workers, x, k, got, want)
				}
			}
		}
	}
}
