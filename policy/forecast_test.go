package policy_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

// fluid is the forecast by lengths instead of times, with the level found by bisection.
type fluid struct {
	rate, x []float64
	ok      []bool
	raise   float64
	level   float64 // seconds of work, of the servers that the last jobs of the peers reached
}

func newFluid(s state, peers int, gap float64) *fluid {
	f := &fluid{ok: s.ok, raise: .5}
	capacity := 0.
	for i := range s.rate {
		f.rate, f.x = append(f.rate, float64(s.rate[i])), append(f.x, float64(s.n[i]))
		capacity += f.rate[i]
	}
	if gap > 0 {
		load := min(float64(peers+1)/gap/capacity, 1)
		f.raise = .5 - load*load/4
	}
	return f
}

// pass lets the servers work.
func (f *fluid) pass(seconds float64) {
	f.level -= seconds
	for i := range f.x {
		f.x[i] = max(f.x[i]-f.rate[i]*seconds, 0)
	}
}

func (f *fluid) wait(i int) float64 { return (f.x[i] + f.raise) / f.rate[i] }

func (f *fluid) pour(jobs float64) {
	low, high := 0., 1e6
	for range 200 {
		f.level = (low + high) / 2
		volume := 0.
		for i := range f.x {
			if f.ok[i] {
				volume += f.rate[i] * max(f.level-f.wait(i), 0)
			}
		}
		if volume < jobs {
			low = f.level
		} else {
			high = f.level
		}
	}
	for i := range f.x {
		if f.ok[i] {
			f.x[i] = max(f.x[i], f.rate[i]*f.level-f.raise)
		}
	}
}

// advance lets the servers work while the peers' jobs come, in steps of at most one job for two servers.
func (f *fluid) advance(seconds, jobs float64) {
	steps := max(math.Ceil(2*jobs/float64(len(f.x))), 1)
	for range int(steps) {
		f.pass(seconds / steps)
		if jobs > 0 {
			f.pour(jobs / steps)
		}
	}
}

// law draws by capacity among the servers at the level, or where the wait is least if there are none.
func (f *fluid) law() map[string]float64 {
	edge := math.Inf(1)
	for i := range f.x {
		if f.ok[i] {
			edge = min(edge, f.wait(i))
		}
	}
	edge, total, law := max(edge, f.level)*(1+1e-8), 0., map[string]float64{}
	for i := range f.x {
		if f.ok[i] && f.wait(i) <= edge {
			total += f.rate[i]
			law[fmt.Sprint([]int{i})] = f.rate[i]
		}
	}
	for k := range law {
		law[k] /= total
	}
	return law
}

// TestForecastLaw: a job that comes a while after the snapshot goes where the fluid model says, for dispatchers with and without peers,
// short and long waits, servers that run empty meanwhile and servers that are not eligible.
func TestForecastLaw(t *testing.T) {
	states := []state{
		single([]int{4, 2, 1}, 3, 1, 0), single([]int{4, 2, 1}, 9, 9, 9), single([]int{1, 1, 1, 1}, 0, 1, 2, 3), single([]int{7, 7, 2}, 0, 0, 1),
		single([]int{5, 3, 2, 1}, 0, 8, 0, 2),
	}
	states[4].ok[0] = false
	for _, s := range states {
		for _, peers := range []int{0, 1, 3, 12} {
			for _, gap := range []float64{.05, .5, 2} {
				forecastLaw(t, s, peers, gap)
			}
		}
	}
}

// forecastLaw lets a dispatcher pick twice before the snapshot, a gap apart, and once after it at another distance.
func forecastLaw(t *testing.T, s state, peers int, gap float64) {
	t.Helper()
	now := 0.
	got := s.branches(t, "scd", func(d *steelyard.Dispatcher) []int {
		now = 0
		d.Clock(func() float64 { return now })
		d.Share(peers + 1)
		d.Round() // nothing is drawn from it but the gap
		d.Pick(steelyard.Job{})
		now = gap
		d.Pick(steelyard.Job{})
		now = 1.25 * gap
		d.Round()
		d.Sent(len(s.n) - 1)
		now = 2 * gap
		return []int{d.Pick(steelyard.Job{})}
	})
	f := newFluid(s, peers, gap)
	last := len(s.n) - 1
	f.x[last]++
	f.advance(.75*gap, .75*float64(peers))
	compareLaws(t, fmt.Sprintf("%v, %d peers, gap %g", s, peers, gap), got, f.law())
}

// TestForecastWithoutClock: each peer is believed to send a job for each of the dispatcher's own.
func TestForecastWithoutClock(t *testing.T) {
	s := single([]int{4, 2, 1}, 3, 1, 0)
	got := s.branches(t, "scd", func(d *steelyard.Dispatcher) []int {
		d.Share(3)
		d.Round()
		d.Sent(0)
		d.Sent(1)
		return []int{d.Pick(steelyard.Job{})}
	})
	f := newFluid(s, 2, 0)
	f.x[0]++
	f.x[1]++
	f.advance(0, 4)
	compareLaws(t, "without a clock", got, f.law())
}

// TestForecastDraws: draws from the real source have the law that a script finds.
func TestForecastDraws(t *testing.T) {
	s := single([]int{9, 7, 5, 3, 1, 1, 2, 4}, 12, 0, 3, 9, 2, 0, 5, 1)
	for _, sent := range []int{1, 4, 40} {
		prepare := func(d *steelyard.Dispatcher) {
			d.Share(3)
			d.Round()
			for range sent {
				d.Sent(1)
			}
		}
		law := s.branches(t, "scd", func(d *steelyard.Dispatcher) []int {
			prepare(d)
			return []int{d.Pick(steelyard.Job{})}
		})
		p := make([]float64, len(s.n))
		for i := range p {
			p[i] = law[fmt.Sprint([]int{i})]
		}
		d := s.dispatcher(t, "scd", steelyard.NewRand(uint64(sent), "forecast"))
		prepare(d)
		counts, draws := make([]int, len(s.n)), 100000
		for range draws {
			counts[d.Pick(steelyard.Job{})]++
		}
		if z := chiSquare(counts, p, draws); z > 4 {
			t.Errorf("%d sent: chi-square %.1f deviations too large, counts %v, law %v", sent, z, counts, p)
		}
	}
}

// TestForecastDrains: one dispatcher, whose snapshot ages, comes back to a fast server as it
// empties, but waits no less at one that has been empty for long: with the raise of 1/2 they are level after 1.55 s.
func TestForecastDrains(t *testing.T) {
	s := single([]int{10, 1}, 20, 1)
	for _, c := range []struct {
		age  float64
		want int
	}{{0, 1}, {1, 1}, {1.54, 1}, {1.56, 0}, {2, 0}, {100, 0}} {
		now := 0.
		d := s.dispatcher(t, "scd", steelyard.NewRand(1, "test"))
		d.Clock(func() float64 { return now })
		d.Round()
		now = c.age
		if got := d.Pick(steelyard.Job{}); got != c.want {
			t.Errorf("after %g s: picked %d, want %d", c.age, got, c.want)
		}
	}
}

// TestUnseenWithoutSnapshots: a dispatcher that counts its own jobs, for all, draws by water filling with one job for each peer that has
// any, given how many it has had itself.
func TestUnseenWithoutSnapshots(t *testing.T) {
	s := single([]int{4, 2, 1}, 6, 3, 0)
	const sharers = 3
	for picks, mean := range map[int]float64{1: 9. / sharers, 3: (9. + 0 + 3) / 3 / sharers} {
		got := s.branches(t, "scd", func(d *steelyard.Dispatcher) []int {
			d.Share(sharers)
			if picks == 3 { // twice before, with other lengths
				d.Pick(steelyard.Job{})
				d.Board().Load([]int32{0, 0, 0})
				d.Pick(steelyard.Job{})
				d.Board().Load([]int32{0, 3, 0})
			}
			return []int{d.Pick(steelyard.Job{})}
		})
		if picks == 3 {
			s = single(s.rate, 0, 3, 0)
		}
		want := map[string]float64{}
		for i, p := range s.paper(1 + (sharers-1)*mean/(1+mean)) {
			if p > 0 {
				want[fmt.Sprint([]int{i})] = p
			}
		}
		compareLaws(t, fmt.Sprintf("pick %d", picks), got, want)
		s = single([]int{4, 2, 1}, 6, 3, 0)
	}
}

// TestUnseenNeedsJobs: while nothing is under way there is nothing unseen.
func TestUnseenNeedsJobs(t *testing.T) {
	s := single([]int{4, 2, 1}, 0, 0, 0)
	got := s.branches(t, "scd", func(d *steelyard.Dispatcher) []int {
		d.Share(100)
		return []int{d.Pick(steelyard.Job{})}
	})
	compareLaws(t, "idle", got, map[string]float64{"[0]": 1})
}

// TestForecastWorkers: own jobs fill the idle workers of a server before they make one wait longer there.
func TestForecastWorkers(t *testing.T) {
	s := state{rate: []int{1, 3}, workers: []int{4, 1}, n: []int{0, 2}}.all()
	d := s.dispatcher(t, "scd", steelyard.NewRand(1, "test"))
	d.Round()
	// Server 0 counts as 3 busy of 4 until 4 jobs are there: (3+1/2)/4, then (4+1/2)/4, against (2+1/2)/3, then (3+1/2)/3.
	var got []int
	for range 6 {
		i := d.Pick(steelyard.Job{})
		d.Sent(i)
		got = append(got, i)
	}
	if want := []int{1, 0, 0, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("picks %v, want %v", got, want)
	}
}

// TestForecastAfterPause: a pause of the arrivals changes what is expected of the peers little, and not for good.
func TestForecastAfterPause(t *testing.T) {
	s := single([]int{4, 2, 2}, 0, 0, 0)
	far := func(pause float64) float64 {
		now := 0.
		d := s.dispatcher(t, "scd", steelyard.NewRand(3, "test"))
		d.Clock(func() float64 { return now })
		d.Share(10)
		pick := func(gap float64) int {
			now += gap
			i := d.Pick(steelyard.Job{})
			d.Sent(i)
			return i
		}
		d.Round()
		for range 200 {
			pick(.01)
		}
		pick(pause)
		spread := 0.
		for range 4000 {
			now += .01
			d.Round()
			if pick(.01) > 0 {
				spread++
			}
		}
		return spread / 4000
	}
	// 18 jobs of the peers' in 20 ms reach all servers, of which the first has half the capacity.
	for _, pause := range []float64{.01, 1000} {
		if got := far(pause); math.Abs(got-.5) > .04 {
			t.Errorf("after a pause of %g s a share of %.3f goes to the slower servers, want about 0.5", pause, got)
		}
	}
}
