package meanfield

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

func TestMG1ResponseWithExponentialSizesIsExponential(t *testing.T) {
	law := mg1(0.8, ExponentialSizes)
	for _, x := range []float64{0.3, 1, 5, 20, 60} {
		want := math.Exp(-0.2 * x)
		near(t, "tail", law.tail(x), want, 1e-5*(1+x)*want+1e-9)
	}
}

// Crommelin's formula for the wait in M/D/1; the response is a constant more.
func TestMG1ResponseWithConstantSizes(t *testing.T) {
	const load = 0.7
	law := mg1(load, ConstantSizes)
	for _, wait := range []float64{0.5, 1.3, 2.7, 4.1} {
		sum := 0.0
		for k := 0.0; k <= math.Floor(wait); k++ {
			gamma, _ := math.Lgamma(k + 1)
			sum += math.Pow(load*(k-wait), k) * math.Exp(-load*(k-wait)-gamma)
		}
		near(t, "tail", law.tail(1+wait), 1-(1-load)*sum, 1e-4)
	}
}

func TestGeneralFCFSHasThePollaczekKhinchineMean(t *testing.T) {
	m := FastSlow{TwoSpeeds(0.2, 5), 0.84, 2, 2, 0.8774, 1, steelyard.IdleElseUniform}
	for variation, sizes := range map[float64]Sizes{0: ConstantSizes, 1: ExponentialSizes, 4: HyperexponentialSizes(4)} {
		law, err := m.GeneralFCFS(sizes)
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.MeanGeneral(variation)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "mean", law.Mean(), want, 2e-4*want)
		p99, err := law.Quantile(0.99)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "tail at p99", law.Tail(p99), 0.01, 1e-9)
		if len(law.Warnings) > 0 {
			t.Errorf("warnings %v", law.Warnings)
		}
	}
	p, err := m.Predict()
	if err != nil {
		t.Fatal(err)
	}
	law, _ := m.GeneralFCFS(ExponentialSizes)
	for _, q := range []float64{0.5, 0.99, 0.999} {
		got, _ := law.Quantile(q)
		want, _ := p.FCFS().Quantile(q)
		near(t, "quantile", got, want, 1e-4*want)
	}
	m.Inside = steelyard.Shortest
	if _, err := m.GeneralFCFS(ConstantSizes); err == nil {
		t.Error("the JSQ family has no law for general sizes")
	}
}
