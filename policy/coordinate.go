package policy

import (
	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

// totalEstimate is the estimator of the total number of jobs that all dispatchers place at once.
var totalEstimate = Param{
	Name: "est", Doc: "the jobs that all dispatchers place at once: peers: this one's times their number (Eq. 18); capacity: what the " +
		"servers serve in a round; or a number",
	Numbers: Real, Min: 1, Max: 1e15, Words: []string{"peers", "capacity"}, Default: "peers",
}

// coordinated is stochastic coordination (Goren, Vargaftik, Moses 2021, Algorithm 2): of jobs placed at once, each goes to server s with
// the probability p_s = max(0, mu_s h - q_s - 1/2)/(a-1) that minimises the expected distance from the ideally balanced
// assignment (Eq. 10), where a is an estimate of the jobs of all dispatchers and h makes the sum 1.
type coordinated struct {
	args    Args
	order   steelyard.Order                     // of a single job
	see     func(steelyard.Kind) steelyard.Kind // what a server counts as
	index   *steelyard.Index
	layout  *steelyard.Layout
	servers []int32 // the solver's servers
	kinds   []steelyard.Kind
	solver  *waterfill.Solver
	queue   []int32
	base    []float64
	probs   []float64
	drawn   []int32
}

func newCoordinated(a Args, order steelyard.Order, see func(steelyard.Kind) steelyard.Kind) *coordinated {
	return &coordinated{args: a, order: order, see: see}
}

// Bind implements steelyard.Binder.
func (p *coordinated) Bind(v *steelyard.View) error {
	p.index = v.Index(p.order)
	p.layout = v.Layout()
	p.servers, p.kinds = p.servers[:0], p.kinds[:0]
	var widths []float64
	for i := range p.layout.Len() {
		if p.layout.Class(i) != steelyard.None {
			k := p.see(p.layout.Kind(i))
			p.servers, p.kinds = append(p.servers, int32(i)), append(p.kinds, k)
			widths = append(widths, k.Capacity())
		}
	}
	n := len(p.servers)
	p.queue, p.base, p.probs = make([]int32, n), make([]float64, n), make([]float64, n)
	if n > 0 {
		p.solver = waterfill.New(widths)
	}
	return nil
}

// Pick implements steelyard.Policy.
func (p *coordinated) Pick(v *steelyard.View, _ steelyard.Job) int {
	i, _ := v.Best(p.index)
	return i
}

// PickBatch implements steelyard.Batcher.
func (p *coordinated) PickBatch(v *steelyard.View, jobs int, dst []int) []int {
	volume := p.total(v, jobs) - 1
	if volume > 0 && jobs > 0 {
		p.load(v)
		return p.drawMany(v, jobs, volume, dst)
	}
	for range jobs {
		dst = append(dst, p.Pick(v, steelyard.Job{}))
	}
	return dst
}

// total estimates the jobs that all dispatchers place at once.
func (p *coordinated) total(v *steelyard.View, jobs int) float64 {
	switch p.args.Word("est") {
	case "peers":
		return float64(v.Dispatchers()) * float64(jobs)
	case "capacity":
		return max(p.layout.Capacity(), 1)
	default:
		return p.args.Float("est")
	}
}

// load hands the queues to the solver.
func (p *coordinated) load(v *steelyard.View) {
	if v.Eligibles() < len(p.servers) {
		p.loadEligible(v)
		return
	}
	for k := range p.servers {
		p.queue[k] = p.length(v, k)
	}
	p.solver.Load(p.queue, .5)
}

// outOfReach is the base of a server that must get no job: no volume rises so high.
const outOfReach = 0x1p900

func (p *coordinated) loadEligible(v *steelyard.View) {
	for k, i := range p.servers {
		p.base[k] = outOfReach
		if v.Eligible(int(i)) {
			p.base[k] = float64(p.length(v, k)) + .5
		}
	}
	p.solver.LoadBase(p.base)
}

// length is the queue that a job finds before it: with idle workers as if all but one of them were busy, so that (q+1/2)/mu is the expected
// delay less half a job.
func (p *coordinated) length(v *steelyard.View, k int) int32 {
	return int32(max(v.Known(int(p.servers[k])), p.kinds[k].Workers-1))
}

func (p *coordinated) drawMany(v *steelyard.View, jobs int, volume float64, dst []int) []int {
	source := v.Rand().Source()
	if source == nil {
		return p.enumerate(v, jobs, volume, dst)
	}
	for len(p.drawn) < jobs {
		p.drawn = append(p.drawn, 0)
	}
	p.solver.Draw(p.drawn[:jobs], volume, source)
	for _, k := range p.drawn[:jobs] {
		dst = append(dst, int(p.servers[k]))
	}
	return dst
}

// enumerate draws by way of the probabilities, for scripts.
func (p *coordinated) enumerate(v *steelyard.View, jobs int, volume float64, dst []int) []int {
	p.solver.Probabilities(p.probs, volume)
	for range jobs {
		dst = append(dst, int(p.servers[v.Weighted(p.probs)]))
	}
	return dst
}
