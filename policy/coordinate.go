package policy

import (
	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

// totalEstimate is the estimator of the number of jobs that all dispatchers place on the same information.
var totalEstimate = Param{
	Name: "est", Doc: "how many jobs all dispatchers place on the same information: peers: this one's times their number (Eq. 18); " +
		"capacity: what the servers serve in a round; or a number",
	Numbers: Real, Min: 1, Max: 1e15, Words: []string{"peers", "capacity"}, Default: "peers",
}

// coordinated is stochastic coordination (Goren, Vargaftik, Moses 2021). Of the jobs that all dispatchers place on the same information
// without seeing each other's, each goes to server s with the probability p_s = max(0, mu_s h - q_s - 1/2)/(a-1), where a is an estimate
// of their number and h makes the sum 1: this minimises the expected distance from the ideally balanced assignment (Eq. 10).
//
// Jobs placed at once (PickBatch) are a dispatcher's share of a, as in the paper's rounds. A job placed alone follows those that the
// dispatcher itself placed on the same information, which count in q_s; what is unknown, and takes the place of a-1, is the number of its
// peers' jobs. If that is 0, the job goes to the smallest (q+1/2)/mu (Eq. 9).
type coordinated struct {
	args    Args
	order   steelyard.Order                     // of a single job
	see     func(steelyard.Kind) steelyard.Kind // what a server counts as
	board   *steelyard.Index
	version version
	pool    pool
	one     []int
}

func newCoordinated(a Args, order steelyard.Order, see func(steelyard.Kind) steelyard.Kind) (steelyard.Policy, error) {
	return &coordinated{args: a, order: order, see: see}, nil
}

// Bind implements steelyard.Binder.
func (p *coordinated) Bind(v *steelyard.View) error {
	p.board = v.Index(p.order)
	p.version.bind(v, p.order)
	p.pool = newPool(v.Layout(), p.see)
	return nil
}

// Round implements steelyard.Rounder.
func (p *coordinated) Round(*steelyard.View) { p.version.next() }

// Sent implements steelyard.Sender.
func (p *coordinated) Sent(i int) { p.version.sent(i) }

// Pick implements steelyard.Policy.
func (p *coordinated) Pick(v *steelyard.View, _ steelyard.Job) int {
	lengths, own := p.board, 1.0
	if p.version.announced {
		lengths, own = p.version.lengths(v), p.version.own()
	}
	unseen := p.total(v, own) - own
	if unseen <= 0 || v.Eligibles() == 0 {
		i, _ := v.Best(lengths)
		return i
	}
	p.pool.load(v, lengths)
	p.one = p.pool.draw(v, 1, unseen, p.one[:0])
	return p.one[0]
}

// PickBatch implements steelyard.Batcher.
func (p *coordinated) PickBatch(v *steelyard.View, jobs int, dst []int) []int {
	volume := p.total(v, float64(jobs)) - 1
	if jobs > 0 && volume > 0 {
		p.pool.load(v, p.board)
		return p.pool.draw(v, jobs, volume, dst)
	}
	for range jobs {
		i, _ := v.Best(p.board)
		dst = append(dst, i)
	}
	return dst
}

// total estimates how many jobs all dispatchers place, of which own are this one's.
func (p *coordinated) total(v *steelyard.View, own float64) float64 {
	switch p.args.Word("est") {
	case "peers":
		return float64(v.Dispatchers()) * own
	case "capacity":
		return v.Layout().Capacity()
	default:
		return p.args.Float("est")
	}
}

// pool draws servers by water filling.
type pool struct {
	servers []int32 // by position in the solver
	kinds   []steelyard.Kind
	solver  *waterfill.Solver
	queue   []int32
	base    []float64
	probs   []float64
	drawn   []int32
}

func newPool(l *steelyard.Layout, see func(steelyard.Kind) steelyard.Kind) pool {
	var p pool
	var capacities []float64
	for _, class := range l.Classes() {
		k := see(class.Kind)
		for _, i := range class.Servers {
			p.servers, p.kinds = append(p.servers, int32(i)), append(p.kinds, k)
			capacities = append(capacities, k.Capacity())
		}
	}
	n := len(p.servers)
	p.queue, p.base, p.probs = make([]int32, n), make([]float64, n), make([]float64, n)
	if n > 0 {
		p.solver = waterfill.New(capacities)
	}
	return p
}

// load hands the lengths to the solver, raised by half a job.
func (p *pool) load(v *steelyard.View, lengths *steelyard.Index) {
	if v.Eligibles() < len(p.servers) {
		p.loadEligible(v, lengths)
		return
	}
	for k := range p.servers {
		p.queue[k] = p.before(lengths, k)
	}
	p.solver.Load(p.queue, .5)
}

// outOfReach is the base of a server that must get no job: no volume rises so high.
const outOfReach = 0x1p900

func (p *pool) loadEligible(v *steelyard.View, lengths *steelyard.Index) {
	for k, i := range p.servers {
		p.base[k] = outOfReach
		if v.Eligible(int(i)) {
			p.base[k] = float64(p.before(lengths, k)) + .5
		}
	}
	p.solver.LoadBase(p.base)
}

// before is the queue that a job finds before it: with idle workers as if all but one of them were busy, so that (q+1/2)/mu is the
// expected delay less half a job.
func (p *pool) before(lengths *steelyard.Index, k int) int32 {
	return int32(max(lengths.Len(int(p.servers[k])), p.kinds[k].Workers-1))
}

// draw appends to dst a server for each of a number of jobs.
func (p *pool) draw(v *steelyard.View, jobs int, volume float64, dst []int) []int {
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
func (p *pool) enumerate(v *steelyard.View, jobs int, volume float64, dst []int) []int {
	p.solver.Probabilities(p.probs, volume)
	for range jobs {
		dst = append(dst, int(p.servers[v.Weighted(p.probs)]))
	}
	return dst
}
