package diffusion

import (
	"math"
	"testing"
)

// Systems that grow follow their prediction, and both tend to the limit like 1/sqrt(n).
func TestGrowingSystems(t *testing.T) {
	for name, r := range map[string]Regime{"one": onePool(1), "two": twoPools(1), "three": threePools(1.2)} {
		law, err := r.Stationary()
		if err != nil {
			t.Fatal(err)
		}
		gap := math.Inf(1)
		for k, n := range []int{900, 3600, 14400} {
			p, err := r.Predict(n)
			if err != nil {
				t.Fatal(err)
			}
			a := simulated(t, r, n, 2e6, uint64(20+k))
			within(t, name+": second", a.Level(0, 2), p.Second, 1e-2*p.Second)
			within(t, name+": wait", a.Wait, p.Wait, 1e-2*p.Wait)
			within(t, name+": response", a.Response, p.Response, 2/float64(n))
			for j, idle := range p.Idle {
				within(t, name+": idle", a.Idle(j), idle, 1e-2*idle)
			}
			if late := math.Abs(p.Second/p.scale() - law.Second.Mean); late > .62*gap {
				t.Errorf("%s, n = %d: E[Y_{1,2}] is %v from the limit, was %v", name, n, late, gap)
			} else {
				gap = late
			}
			within(t, name+": levels that vanish", a.Level(0, 3), 0, .1)
		}
		near(t, name+": gap at 14,400", gap, 0, .08*math.Max(law.Second.Mean, .2))
	}
}

// Idle servers of the fast pools are geometric, with mean 2 for mu=(2,.5), gamma=(1/3,2/3).
func TestFastIdle(t *testing.T) {
	r := twoPools(1)
	near(t, "idle mean of the fast pool", r.FastIdleMeans()[0], 2, 1e-12)
	a := simulated(t, r, 3600, 4e6, 2)
	within(t, "simulated", a.Idle(0), 2, 2/math.Sqrt(3600))
	law, err := r.FastIdle(1)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 12 {
		near(t, "probability of so many idle", a.FastIdle[0][k], law.Prob(k), .01)
	}
	three := threePools(1)
	means := three.FastIdleMeans()
	both, err := three.FastIdle(2)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "two pools together", means[0]+means[1], both.Mean(), 1e-12)
	sum, first := 0.0, 0.0
	for k := range 400 {
		sum += both.Prob(k)
		first += float64(k) * both.Prob(k)
	}
	near(t, "mass", sum, 1, 1e-12)
	near(t, "mean", first, both.Mean(), 1e-9)
	for limit := range 5 {
		mass, mean := 0.0, 0.0
		for k := range limit + 1 {
			mass += both.Prob(k)
			mean += float64(k) * both.Prob(k)
		}
		near(t, "mean of the law cut off", both.meanUpTo(limit), mean/mass, 1e-12)
	}
	near(t, "before 0", both.Prob(-1), 0, 0)
}

// Theorem 3.3, measured: what is bounded does not grow, what is of order sqrt(n) does.
func TestTightness(t *testing.T) {
	sizes := []int{100, 400, 1600}
	rows, err := twoPools(1).MeasureTightness(t.Context(), sizes, Length{20, 3000}, 3)
	if err != nil {
		t.Fatal(err)
	}
	column := func(of func(Tightness) float64) (values []float64) {
		for _, row := range rows {
			values = append(values, of(row))
		}
		return values
	}
	for name, values := range map[string][]float64{
		"idle, fast":      column(func(r Tightness) float64 { return r.FastIdle.Mean }),
		"idle, slow":      column(func(r Tightness) float64 { return r.Idle.Mean }),
		"second, fastest": column(func(r Tightness) float64 { return r.Second.Mean }),
	} {
		if e := Growth(sizes, values); math.Abs(e) > .15 {
			t.Errorf("%s: %v grows like n^%.2f", name, values, e)
		}
	}
	for _, row := range rows {
		if row.SlowQueue.Mean > 1 || row.LongQueue.Mean > 1 {
			t.Errorf("n = %d: %v servers of slow pools have two jobs, %v in long queues", row.Servers, row.SlowQueue.Mean, row.LongQueue.Mean)
		}
	}
}

func TestGrowth(t *testing.T) {
	near(t, "exponent", Growth([]int{10, 100, 1000}, []float64{3 * math.Sqrt(10), 30, 3 * math.Sqrt(1000)}), .5, 1e-12)
	near(t, "without zeros", Growth([]int{10, 100, 1000}, []float64{1, 0, 100}), 1, 1e-12)
	near(t, "one pair", Growth([]int{10}, []float64{1}), 0, 0)
	near(t, "equal n", Growth([]int{10, 10}, []float64{1, 2}), 0, 0)
}

// At a fixed load below 1 nobody waits in the limit, and the fastest pools are filled first.
func TestFixedLoadTendsToFastFirst(t *testing.T) {
	pools := twoPools(1).Pools
	const load = .9
	slowBusy := (load - 2.0/3) / .5 // per server of the system
	bound := (1.0/3 + slowBusy) / load
	last := math.Inf(1)
	for _, n := range []int{30, 300, 3000} {
		s, err := Allot(pools, n)
		if err != nil {
			t.Fatal(err)
		}
		s.Arrivals = load * s.Capacity()
		a, err := s.Simulate(t.Context(), nil, Length{40, 2e6 / float64(n)}, 4)
		if err != nil {
			t.Fatal(err)
		}
		gap := a.Response.Mean - bound
		if math.Abs(gap) > last {
			t.Errorf("n = %d: response %v, bound %v", n, a.Response, bound)
		}
		last = math.Abs(gap)
	}
	near(t, "gap at 3,000", last, 0, .01)
}
