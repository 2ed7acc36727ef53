package meanfield

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

// The control solves F'^T a = -w.
func TestControlSolvesItsEquation(t *testing.T) {
	e := equilibrium(t, fluid(t, "scheme2(d=[2,2])", halves, 0.9))
	wide, err := e.widened()
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.Control(100)
	if err != nil {
		t.Fatal(err)
	}
	n := len(c.weight)
	for j := range n {
		sum := 0.0
		for i := range n {
			sum += wide.jacob[i*n+j] * c.weight[i]
		}
		near(t, "F'^T a", sum, -0.5, 1e-10)
	}
}

// A control has more levels than the equilibrium, which must not mind.
func TestEquilibriumOutlivesItsControl(t *testing.T) {
	e := equilibrium(t, fluid(t, "sed(d=2)", halves, 0.8))
	before, err := e.Refine(100)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Control(100); err != nil {
		t.Fatal(err)
	}
	after, err := e.Refine(100)
	if err != nil || after.Correction != before.Correction {
		t.Errorf("correction %v, then %v, %v", before.Correction, after.Correction, err)
	}
}

// At the fixed point itself the controlled number is that of jobs, but for the
// drift of order 1/n that asking without replacement leaves.
func TestControlledJobsAtTheFixedPoint(t *testing.T) {
	e := equilibrium(t, fluid(t, "jsq(d=2,replace=true)", Fleet{{1, 1}}, 0.9))
	const servers = 1_000_000
	c, err := e.Control(servers)
	if err != nil {
		t.Fatal(err)
	}
	counts := [][]int{{servers}}
	for _, tail := range e.Tails[0][1:] {
		counts[0] = append(counts[0], int(math.Round(tail*servers)))
	}
	near(t, "jobs", c.Jobs(counts), e.Classes[0].MeanJobs, 1e-4)
}

func TestLengthsOfTheFixedPoint(t *testing.T) {
	e := equilibrium(t, fluid(t, "jsq(d=2)", Fleet{{1, 1}}, 0.9))
	total := 0
	for _, n := range e.Lengths(0, 10_000) {
		total += n
	}
	near(t, "mean jobs", float64(total)/10_000, e.Classes[0].MeanJobs, 1e-3)
}

// A simulation in which the state is looked at once per hundred events: the
// controlled mean is right, and its variance over batches much smaller.
func TestControlReducesVariance(t *testing.T) {
	const servers, events, arrivals = 100, 2_000_000, 0.9
	e := equilibrium(t, fluid(t, "jsq(d=2)", Fleet{{1, 1}}, arrivals))
	c, err := e.Control(servers)
	if err != nil {
		t.Fatal(err)
	}
	kinds := make([]steelyard.Kind, servers)
	for i := range kinds {
		kinds[i] = steelyard.Kind{Rate: 1, Workers: 1}
	}
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	board := steelyard.NewBoard(layout)
	d, err := steelyard.NewDispatcher(parse(t, "jsq(d=2)"), board, steelyard.NewRand(2, "policy"))
	if err != nil {
		t.Fatal(err)
	}
	r := steelyard.NewRand(2, "events")
	counts := [][]int{make([]int, 60)}
	counts[0][0] = servers
	change := func(i, by int) {
		n := board.Len(i)
		board.Add(i, by)
		counts[0][max(n, n+by)] += by
	}
	for i, n := range e.Lengths(0, servers) {
		for range n {
			change(i, 1)
		}
	}
	const batches, every = 40, 100
	var plain, controlled [batches]float64
	for e := range events {
		if r.Float64()*(arrivals+1) < arrivals {
			change(d.Pick(steelyard.Job{}), 1)
		} else if i := r.IntN(servers); board.Len(i) > 0 {
			change(i, -1)
		}
		if e%every == 0 {
			jobs := 0
			for _, n := range counts[0][1:] {
				jobs += n
			}
			plain[e*batches/events] += float64(jobs) / servers * batches * every / events
			controlled[e*batches/events] += c.Jobs(counts) * batches * every / events
		}
	}
	_, wide := meanAndVariance(plain[:])
	mean, narrow := meanAndVariance(controlled[:])
	near(t, "mean response", mean/arrivals, 2.6457, 4*math.Sqrt(narrow/batches)/arrivals+4*0.0006)
	if ratio := wide / narrow; ratio < 25 {
		t.Errorf("the variance falls by a factor of %.1f only", ratio)
	}
	t.Logf("variance ratio %.1f", wide/narrow)
}

func meanAndVariance(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, variance
}

func BenchmarkControlledJobs(b *testing.B) {
	f, err := fluidOf("jsq(d=2)", Fleet{{1, 1}}, 0.9)
	if err != nil {
		b.Fatal(err)
	}
	e, err := f.Equilibrium()
	if err != nil {
		b.Fatal(err)
	}
	c, err := e.Control(100)
	if err != nil {
		b.Fatal(err)
	}
	counts := [][]int{{100, 90, 73, 47, 20, 3}}
	b.ReportAllocs()
	for b.Loop() {
		c.Jobs(counts)
	}
}
