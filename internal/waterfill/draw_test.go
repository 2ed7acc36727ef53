package waterfill

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// chiSquare compares counts with probabilities and fails beyond five standard
// deviations of the statistic, or when a server of probability 0 is drawn.
func chiSquare(t *testing.T, counts, p []float64) {
	t.Helper()
	draws, stat, cells := sum(counts), 0.0, -1.0
	for i, x := range p {
		if x == 0 {
			if counts[i] > 0 {
				t.Errorf("server %d has probability 0 and %v draws", i, counts[i])
			}
			continue
		}
		d := counts[i] - draws*x
		stat += d * d / (draws * x)
		cells++
	}
	if stat > cells+5*math.Sqrt(2*cells)+1e-9 {
		t.Errorf("chi-square %.1f at %v degrees of freedom", stat, cells)
	}
}

// TestDrawFollowsProbabilities covers both ways to draw: by rejection for large
// volumes or few jobs, by table for small volumes.
func TestDrawFollowsProbabilities(t *testing.T) {
	tests := []struct {
		name        string
		n, jobs     int
		volume      float64
		byRejection bool
	}{
		{"many jobs", 100, 56, 549, true},
		{"huge volume", 100, 56, 1e300, true},
		{"infinite volume", 100, 56, math.Inf(1), true},
		{"few jobs, small volume", 200, 1, 8, true},
		{"small volume", 100, 56, 3, false},
		{"no volume", 100, 56, 0, false},
		{"no volume, single job", 100, 1, 0, false},
		{"one server", 1, 10, 9, true},
		{"two servers, no volume", 2, 10, 0, false},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			r := rng.New(11, "draw")
			rate, queue := fleet(c.n, &r)
			for i := 1; i < c.n; i += 7 {
				queue[i] = -1 // closed
			}
			s := New(rate)
			s.Load(queue, .5)
			if got := s.rejectionPays(c.jobs, min(c.volume, mostVolume), s.depth(c.volume)); got != c.byRejection {
				t.Fatalf("by rejection: %v, want %v", got, c.byRejection)
			}
			p, counts := make([]float64, c.n), make([]float64, c.n)
			s.Probabilities(p, c.volume)
			jobs := make([]int32, c.jobs)
			for range 50000/c.jobs + 1 {
				s.Draw(jobs, c.volume, &r)
				for _, i := range jobs {
					counts[i]++
				}
			}
			chiSquare(t, counts, p)
		})
	}
}

// TestDrawIsIndependent: two jobs of one decision land on the same server with
// probability sum p^2.
func TestDrawIsIndependent(t *testing.T) {
	for _, volume := range []float64{2, 200} {
		r := rng.New(12, "pairs")
		rate, queue := fleet(20, &r)
		s := New(rate)
		s.Load(queue, .5)
		p := make([]float64, 20)
		s.Probabilities(p, volume)
		want := 0.0
		for _, x := range p {
			want += x * x
		}
		const n = 100000
		jobs, same := make([]int32, 2), 0.0
		for range n {
			s.Draw(jobs, volume, &r)
			if jobs[0] == jobs[1] {
				same++
			}
		}
		if se := math.Sqrt(want * (1 - want) / n); math.Abs(same/n-want) > 4*se+1e-12 {
			t.Errorf("volume %v: both on one server with frequency %v, want %v +- %v", volume, same/n, want, 4*se)
		}
	}
}

// TestAliasTable recovers the weights from the table exactly, columns summed.
func TestAliasTable(t *testing.T) {
	r := rng.New(13, "alias")
	for _, n := range []int{1, 2, 3, 100, 3000} {
		weight, total := make([]float64, n), 0.0
		for i := range weight {
			weight[i] = math.Exp(3 * r.Norm())
			total += weight[i]
		}
		got := make([]float64, n)
		for i, c := range newAlias(weight, total) {
			own := float64(c.cut) / 0x1p64
			got[i] += own / float64(n)
			got[c.other] += (1 - own) / float64(n)
		}
		for i := range weight {
			if math.Abs(got[i]-weight[i]/total) > 1e-13 {
				t.Fatalf("n=%d: weight %d is %v, want %v", n, i, got[i], weight[i]/total)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	r := rng.New(14, "allocations")
	rate, queue := fleet(200, &r)
	s := New(rate)
	p, jobs := make([]float64, 200), make([]int32, 50)
	if n := testing.AllocsPerRun(100, func() {
		s.Load(queue, .5)
		s.LoadBase(p)
		s.Level(3)
		s.Probabilities(p, 300)
		s.Draw(jobs, 300, &r)
		s.Draw(jobs, 1, &r)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
