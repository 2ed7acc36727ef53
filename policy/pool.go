package policy

import (
	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

// pool draws servers by water filling. Policies on one board that see servers alike share one.
type pool struct {
	version uint64  // of the board, if its lengths are loaded; else 0
	servers []int32 // by position in the solver
	kinds   []steelyard.Kind
	solver  *waterfill.Solver
	queue   []int32
	base    []float64
	probs   []float64
	drawn   []int32
}

// poolOf is the key of the shared pool; what a server counts as goes with the order.
type poolOf struct{ order steelyard.Order }

func sharedPool(v *steelyard.View, order steelyard.Order, see func(steelyard.Kind) steelyard.Kind) *pool {
	return v.Shared(poolOf{order}, func() any { return newPool(v.Layout(), see) }).(*pool)
}

func newPool(l *steelyard.Layout, see func(steelyard.Kind) steelyard.Kind) *pool {
	p := &pool{}
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

// loadBoard loads the lengths of the board's own index, once for all dispatchers that see them.
func (p *pool) loadBoard(v *steelyard.View, board *steelyard.Index) {
	if p.version != v.Version() {
		p.load(v, board)
		p.version = v.Version()
	}
}

// load hands the lengths to the solver, raised by half a job.
func (p *pool) load(v *steelyard.View, lengths *steelyard.Index) {
	p.version = 0
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
