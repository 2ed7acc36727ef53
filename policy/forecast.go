package policy

import (
	"math"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

// forecast is what a dispatcher expects of the queues while a snapshot ages: a fluid model that begins with the snapshot. Busy servers
// drain at their capacity, the dispatcher's own jobs count where they went, and those of its peers, who are believed to send as often as
// it does, flow to the servers where a job waits least, as water does.
//
// The next job goes where the water would: to a server at its level, drawn in proportion to capacity, so that dispatchers that expect the
// same do not choose the same. Without peers, and where own jobs have raised all others above the level, that is the server of the least
// (x+raise)/mu for the expected length x.
//
// All times are ages of the snapshot, in seconds. A queue is kept as the time at which it will be empty, which does not change while
// it drains.
type forecast struct {
	servers  []int32 // by position in the solver, as are rate, idle and until
	place    []int32 // by server
	rate     []float64
	idle     []float64 // seconds of work that a server is taken to have at least: with idle workers, as if all but one were busy
	until    []float64
	base     []float64
	law      []float64
	solver   *waterfill.Solver
	level    float64 // until, plus the raise over the rate, of the servers that the peers' jobs have reached
	poured   float64 // the age up to which peers' jobs have been added
	age      float64 // at the last pick
	began    float64 // the snapshot, on the owner's clock
	loaded   bool
	early    []int32 // own jobs before it was loaded
	own      float64 // own jobs since peers' were added
	gap      average // between own jobs
	last     float64 // own job, on the owner's clock
	ticking  bool
	capacity float64
	raise    float64 // see suitable
}

// The peers' jobs are added in steps of at least one job for so many servers and at most one for so many, so that a pick costs little
// however many servers and peers there are.
const (
	finest    = 16
	coarsest  = 2
	mostSteps = 64
)

// newForecast is of servers that count as see says, scaled so that the fleet keeps its capacity.
func newForecast(l *steelyard.Layout, see func(steelyard.Kind) steelyard.Kind) *forecast {
	f := &forecast{place: make([]int32, l.Len()), capacity: l.Capacity()}
	seen := 0.0
	for _, class := range l.Classes() {
		seen += see(class.Kind).Capacity() * float64(len(class.Servers))
	}
	for _, class := range l.Classes() {
		k := see(class.Kind)
		rate := k.Capacity() * (l.Capacity() / seen)
		for _, i := range class.Servers {
			f.place[i] = int32(len(f.servers))
			f.servers, f.rate = append(f.servers, int32(i)), append(f.rate, rate)
			f.idle = append(f.idle, float64(k.Workers-1)/rate)
		}
	}
	n := len(f.servers)
	f.until, f.base, f.law = make([]float64, n), make([]float64, n), make([]float64, n)
	if n > 0 {
		f.solver = waterfill.New(f.rate)
	}
	return f
}

// begin starts a new snapshot, which is looked at when the first job comes.
func (f *forecast) begin(v *steelyard.View) { f.began, f.loaded, f.early = v.Now(), false, f.early[:0] }

// sent counts a job of the dispatcher's own.
func (f *forecast) sent(i int) {
	if !f.loaded {
		f.early = append(f.early, int32(i))
		return
	}
	f.own++
	f.join(f.place[i])
}

func (f *forecast) join(k int32) { f.until[k] = max(f.until[k], f.age) + 1/f.rate[k] }

func (f *forecast) load(v *steelyard.View) {
	for k, i := range f.servers {
		f.until[k] = float64(v.Known(int(i))) / f.rate[k]
	}
	f.level, f.poured, f.age, f.own, f.loaded = 0, 0, 0, 0, true
	for _, i := range f.early {
		f.own++
		f.join(f.place[i])
	}
}

// suitable is what is added to an expected length at the present load. 1/2 is best for lengths that are known (Goren et al. 2021, Eq. 9); the
// busier the servers, the more an idle one is worth, and the sooner slow ones should get jobs. The form was found by simulation:
// docs/many-dispatchers.md.
func (f *forecast) suitable(peers float64) float64 {
	load := 0.
	if f.gap.mean > 0 {
		load = min((peers+1)/(f.gap.mean*f.capacity), 1)
	}
	return (1 - load*load/2) / 2
}

// pick places a job of a dispatcher with so many peers.
func (f *forecast) pick(v *steelyard.View, peers float64) int {
	now := v.Now()
	f.tick(now)
	if !f.loaded {
		f.load(v)
		f.raise = f.suitable(peers)
	}
	f.age = now - f.began
	f.add(v, peers)
	if k := f.propose(v); k >= 0 {
		return int(f.servers[k])
	}
	return f.choose(v)
}

// longest bounds what one gap may add to the average, in averages: a pause must not make the dispatcher believe for long that its peers are
// idle.
const longest = 8

// tick measures the gap between own jobs.
func (f *forecast) tick(now float64) {
	gap := now - f.last
	if f.gap.mean > 0 {
		gap = min(gap, longest*f.gap.mean)
	}
	if f.ticking {
		f.gap.add(gap)
	}
	f.last, f.ticking = now, true
}

// add adds the jobs that the peers have sent since it last did so.
func (f *forecast) add(v *steelyard.View, peers float64) {
	own := f.own
	if f.gap.mean > 0 {
		own = (f.age - f.poured) / f.gap.mean
	}
	n := float64(len(f.servers))
	if peers*own*finest < n {
		return
	}
	steps := min(math.Ceil(peers*own*coarsest/n), mostSteps)
	from := f.poured
	for s := 1.; s <= steps; s++ {
		f.poured = from + (f.age-from)*s/steps
		f.pour(v, peers*own/steps)
	}
	f.own = 0
}

// pour lets jobs flow to the servers where they wait least, at the age poured.
func (f *forecast) pour(v *steelyard.View, jobs float64) {
	for k, w := range f.rate {
		f.base[k] = w*max(f.until[k]-f.poured, f.idle[k]) + f.raise
	}
	all := v.Eligibles() == len(f.servers)
	for k := 0; k < len(f.base) && !all; k++ {
		if !f.open(v, k) {
			f.base[k] = outOfReach
		}
	}
	f.solver.LoadBase(f.base)
	f.level = f.poured + f.solver.Level(jobs)
	for k, w := range f.rate {
		if f.base[k] < outOfReach {
			f.until[k] = max(f.until[k], f.level-f.raise/w)
		}
	}
}

func (f *forecast) open(v *steelyard.View, k int) bool { return v.Eligible(int(f.servers[k])) }

// height is the age at which a job that joined the server now would begin, plus the raise over the rate.
func (f *forecast) height(k int) float64 {
	return max(f.until[k], f.age+f.idle[k]) + f.raise/f.rate[k]
}

// roundoff lets heights that are equal but for rounding tie.
const roundoff = 1 + 1e-9

// propose draws servers in proportion to capacity and returns the first at the level, -1 if there is none among a few.
func (f *forecast) propose(v *steelyard.View) int {
	source := v.Rand().Source()
	if source == nil {
		return -1
	}
	for range 8 {
		k := int(f.solver.Propose(source))
		if f.height(k) <= f.level*roundoff && f.open(v, k) {
			return k
		}
	}
	return -1
}

// choose looks at all servers.
func (f *forecast) choose(v *steelyard.View) int {
	edge := math.Inf(1)
	for k := range f.law {
		f.law[k] = math.Inf(1)
		if f.open(v, k) {
			f.law[k] = f.height(k)
			edge = min(edge, f.law[k])
		}
	}
	edge = max(edge, f.level) * roundoff
	for k, height := range f.law {
		f.law[k] = 0
		if height <= edge {
			f.law[k] = f.rate[k]
		}
	}
	return int(f.servers[v.Weighted(f.law)])
}
