package meanfield

import (
	"math"
	"testing"
)

func TestResponseLawsHaveTheMeanOfLittlesLaw(t *testing.T) {
	for _, text := range []string{"scheme2(d=[2,2])", "sed(d=2)", "jsq-fs(df=2,ds=2,pf=0.8,ps=1)", "jiq-fs(df=2,ds=2,pf=0.7,ps=1)"} {
		e := equilibrium(t, fluid(t, text, halves, 0.8))
		near(t, text+" FCFS", e.FCFS().Mean(), e.MeanResponse, 1e-9)
		shared, err := e.ProcessorSharing()
		if err != nil {
			t.Fatal(err)
		}
		near(t, text+" PS", shared.Mean(), e.MeanResponse, 1e-8)
		near(t, "tail at 0", shared.Tail(0), 1, 1e-10)
		near(t, "tail at 0", e.FCFS().Tail(0), 1, 1e-12)
	}
}

// In a JIQ family the response at a class is that of an M/M/1 queue: exponential.
func TestResponseOfJIQIsAMixtureOfExponentials(t *testing.T) {
	m := FastSlow{TwoSpeeds(0.2, 5), 0.84, 2, 2, 0.8774, 1, 1}
	p, err := m.Predict()
	if err != nil {
		t.Fatal(err)
	}
	b, _ := m.busy()
	for _, x := range []float64{0.1, 1, 5, 20} {
		want := 0.0
		for c, growth := range []float64{growth(b.fastPush, b.fast, 2), growth(b.slowPush, b.slow, 2)} {
			want += p.Classes[c].Share * math.Exp(-m.Fleet[c].Rate*(1-growth)*x)
		}
		near(t, "tail", p.FCFS().Tail(x), want, 1e-12)
	}
}

// M/M/2 at load 1/2 per worker: the delay probability is 1/3, the wait exponential
// of rate 1, the service of rate 1; so the tail is exp(-t) (1 + t/3).
func TestResponseWithTwoWorkers(t *testing.T) {
	m := fluid(t, "random", Fleet{{1, 1}}, 1)
	m.Workers = []int{2}
	law := equilibrium(t, m).FCFS()
	for _, x := range []float64{0, 0.5, 2, 10} {
		near(t, "tail", law.Tail(x), math.Exp(-x)*(1+x/3), 1e-12)
	}
	if _, err := equilibrium(t, m).ProcessorSharing(); err == nil {
		t.Error("processor sharing with two workers has no law here")
	}
}

// The M/M/1-PS queue: second moment of the response time 2/(mu^2 (1-r)^2) *
// 2/(2-r) (Coffman, Muntz and Trotter 1970), here by integration of the tail.
func TestProcessorSharingVariance(t *testing.T) {
	const load = 0.6
	law, err := equilibrium(t, fluid(t, "random", Fleet{{1, 1}}, load)).ProcessorSharing()
	if err != nil {
		t.Fatal(err)
	}
	second, h := 0.0, 0.01
	for x := h / 2; x < 200; x += h {
		second += 2 * x * law.Tail(x) * h
	}
	near(t, "second moment", second, 4/((1-load)*(1-load)*(2-load)), 1e-3)
}

func TestQuantilesInvertTheTail(t *testing.T) {
	law := equilibrium(t, fluid(t, "jsq(d=2)", Fleet{{1, 1}}, 0.9)).FCFS()
	for _, p := range []float64{0, 0.5, 0.9, 0.99, 0.9999, 0.9999999} {
		x, err := law.Quantile(p)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "tail at quantile", law.Tail(x), 1-p, 1e-12)
	}
	if _, err := law.Quantile(1); err == nil {
		t.Error("the quantile of 1 is accepted")
	}
	named := law.Quantiles()
	if !(named["p50"] < named["p90"] && named["p99.9"] < named["p99.99"]) {
		t.Errorf("quantiles out of order: %v", named)
	}
}
