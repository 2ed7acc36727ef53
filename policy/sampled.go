package policy

import (
	"errors"
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
)

// sampled asks d servers drawn from the whole fleet and sends the job to the one that ranks smallest, uniformly among ties. It
// is the Rule {query, Shortest, smallest{order}} with a faster Pick of its own.
type sampled struct {
	query  drawQuery
	order  steelyard.Order
	pairs  bool // two drawn uniformly are compared by length: nothing need be ranked
	layout *steelyard.Layout
	drawn  []int32 // with replacement: the distinct servers drawn
	tied   []int32
}

// Bind implements steelyard.Binder.
func (p *sampled) Bind(v *steelyard.View) error {
	p.layout = v.Layout()
	p.pairs = p.order == byLength{} && !p.query.bySpeed
	d := min(p.query.d, p.layout.Len())
	p.drawn, p.tied = make([]int32, 0, d), make([]int32, 0, d)
	return nil
}

// Pick implements steelyard.Policy.
func (p *sampled) Pick(v *steelyard.View, _ steelyard.Job) int {
	sample := p.sample(v)
	switch {
	case len(sample) == 0:
		return steelyard.None
	case len(sample) == 2 && p.pairs:
		return shorter(v, int(sample[0]), int(sample[1]))
	}
	least := 0.0
	for _, i := range sample {
		rank := steelyard.RoundRank(p.order.Rank(p.layout.Kind(int(i)), v.Len(int(i))))
		switch {
		case len(p.tied) == 0 || rank < least:
			least = rank
			p.tied = append(p.tied[:0], i)
		case rank == least:
			p.tied = append(p.tied, i)
		}
	}
	return p.anyTied(v)
}

// shorter returns the one of two servers whose queue is shorter, the first if they tie: a uniform sample is exchangeable.
func shorter(v *steelyard.View, i, j int) int {
	m, n := v.Len(i), v.Len(j)
	if n < m {
		i = j
	}
	return i
}

// anyTied draws one of the servers that tie and forgets them. A uniform sample is exchangeable, so its first will do.
func (p *sampled) anyTied(v *steelyard.View) int {
	k := 0
	if p.query.bySpeed && len(p.tied) > 1 {
		k = v.IntN(len(p.tied))
	}
	i := p.tied[k]
	p.tied = p.tied[:0]
	return int(i)
}

// sample draws the servers to ask.
func (p *sampled) sample(v *steelyard.View) []int32 {
	switch {
	case p.query.replace:
		return p.sampleWithReplacement(v)
	case p.query.bySpeed:
		return v.SampleBySpeed(p.query.d)
	default:
		return v.Sample(p.query.d)
	}
}

func (p *sampled) sampleWithReplacement(v *steelyard.View) []int32 {
	p.drawn = p.drawn[:0]
	if v.Eligibles() == 0 {
		return nil
	}
	for range p.query.d {
		i := p.draw(v)
		if !contains(p.drawn, int32(i)) {
			p.drawn = append(p.drawn, int32(i))
		}
	}
	return p.drawn
}

func (p *sampled) draw(v *steelyard.View) int {
	if p.query.bySpeed {
		return v.BySpeed()
	}
	return v.Any()
}

func contains(list []int32, i int32) bool {
	for _, k := range list {
		if k == i {
			return true
		}
	}
	return false
}

// Rule implements steelyard.Ruled. It fails where servers with idle workers tie whatever their length, which no Rule can
// tell apart.
func (p *sampled) Rule(g []steelyard.Group) (steelyard.Rule, error) {
	for _, c := range g {
		if c.Kind.Workers > 1 && p.order.Rank(c.Kind, 0) == p.order.Rank(c.Kind, 1) {
			return steelyard.Rule{}, fmt.Errorf("servers of rate %v have %d workers: %w", c.Kind.Rate, c.Kind.Workers, errWorkers)
		}
	}
	return steelyard.Rule{Query: p.query, Choose: smallest{order: p.order}}, nil
}

var errWorkers = errors.New("ranking by expected delay has a rule for servers of one worker only")
