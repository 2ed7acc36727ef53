package policy

import (
	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
)

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
