package sim

import (
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// TestLooksSeeTheLawAtTheirTimes lets jobs come to a server with more workers than jobs: from empty, the number there at time t is Poisson of
// mean rate times (1-exp(-t)).
func TestLooksSeeTheLawAtTheirTimes(t *testing.T) {
	const rate, replications = 6.0, 4000
	times := []float64{0, .3, 1, 1, 4}
	seen := make([][]float64, len(times))
	for k := range seen {
		seen[k] = make([]float64, replications)
	}
	for _, d := range Disciplines() {
		c := Config{
			Classes:    []Class{{Servers: 1, Speed: 1, Workers: 100}},
			Discipline: d.Name,
			Rate:       rate,
			Policy:     named(t, "jsq"),
			Looks:      Looks{Times: times, See: func(replication, k int, lengths []int32) { seen[k][replication] = float64(lengths[0]) }},
			Length:     Length{Jobs: 60, Replications: replications},
			Seed:       3,
		}
		if _, err := Run(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		for k, at := range times {
			var jobs, squares stats.Moments
			for _, n := range seen[k] {
				jobs.Add(n)
				squares.Add(n * n)
			}
			m := rate * (1 - math.Exp(-at))
			width := func(s stats.Moments) float64 { return 4 * s.StdDev() / math.Sqrt(replications) }
			if math.Abs(jobs.Mean-m) > width(jobs) || math.Abs(squares.Mean-m-m*m) > width(squares) {
				t.Errorf("%s, %v s: %.3f jobs, %.3f squared, want %.3f and %.3f", d.Name, at, jobs.Mean, squares.Mean, m, m+m*m)
			}
		}
		if !slices.Equal(seen[2], seen[3]) {
			t.Error("two looks at one time differ")
		}
	}
}

// TestLooksSeeTimeAverages holds evenly spaced looks to the exact integral over time.
func TestLooksSeeTimeAverages(t *testing.T) {
	c := unequal(t, "sed(d=2)")
	c.Discipline = "ps"
	c.Length = Length{Jobs: 30_000, Replications: 16}
	var lock sync.Mutex
	jobs := make([]stats.Moments, c.Length.Replications)
	c.Looks.See = func(replication, _ int, lengths []int32) {
		lock.Lock()
		defer lock.Unlock()
		sum := 0.0
		for _, n := range lengths {
			sum += float64(n)
		}
		jobs[replication].Add(sum)
	}
	for k := range 9_000 {
		c.Looks.Times = append(c.Looks.Times, float64(k))
	}
	r := run(t, c)
	var means stats.Moments
	for _, j := range jobs {
		means.Add(j.Mean)
	}
	exact := r.Classes[0].Length + r.Classes[1].Length
	if width := 4 * means.StdDev() / math.Sqrt(float64(len(jobs))); r.Engine != Events || math.Abs(means.Mean-exact) > width || width > .1*exact {
		t.Errorf("%s: %.4f +- %.4f jobs seen, %.4f over time", r.Engine, means.Mean, width, exact)
	}
}

// TestLooksChangeNothing compares a run that is looked at with the same run unobserved, on a fleet that grows meanwhile.
func TestLooksChangeNothing(t *testing.T) {
	c := unequal(t, "pull")
	c.Length = Length{Jobs: 3000, Replications: 2, Drain: true}
	c.Events = []Event{{At: 20, Do: Join, Class: 1, Servers: 4}, {At: 30, Do: Leave, Class: 0, Servers: 1}}
	alone := run(t, c)
	var lock sync.Mutex
	servers := map[int]int{}
	looks := 0
	c.Looks = Looks{Times: []float64{0, 10, 20, 30, 1e9}, See: func(_, k int, lengths []int32) {
		lock.Lock()
		defer lock.Unlock()
		servers[k], looks = len(lengths), looks+1
	}}
	if watched := run(t, c); !reflect.DeepEqual(alone, watched) {
		t.Error("the result differs from that of an unobserved run")
	}
	if want := map[int]int{0: 5, 1: 5, 2: 9, 3: 9}; !reflect.DeepEqual(servers, want) || looks != 8 {
		t.Errorf("%d looks, servers seen by look: %v, want %v twice", looks, servers, want)
	}
}
