package rounds

import (
	"math"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// poisson draws from one Poisson law by inversion of its distribution function, with a guide table (Chen and Asau 1974): about
// one comparison per draw.
type poisson struct {
	least      int       // value of cumulative[0]
	cumulative []float64 // P(X <= least + k), the last one 1
	guide      []int32   // where the search for a uniform number in the k-th of as many equal steps begins
}

// negligible is the probability beside the greatest one from which on values are left out; a uniform number has 53 bits.
const negligible = 1e-22

func newPoisson(mean float64) *poisson {
	mode := math.Floor(mean)
	log, _ := math.Lgamma(mode + 1)
	greatest := math.Exp(mode*math.Log(mean) - mean - log)
	var below, above []float64 // probabilities from the mode down and from it up
	for k, p := mode, greatest; k > 0 && p > negligible*greatest; k-- {
		p *= k / mean
		below = append(below, p)
	}
	for k, p := mode, greatest; p > negligible*greatest; k++ {
		above = append(above, p)
		p *= mean / (k + 1)
	}
	law := &poisson{least: int(mode) - len(below)}
	sum := 0.0
	for k := range below {
		sum += below[len(below)-1-k]
		law.cumulative = append(law.cumulative, sum)
	}
	for _, p := range above {
		sum += p
		law.cumulative = append(law.cumulative, sum)
	}
	law.finish(sum)
	return law
}

// finish makes the sum 1, which it is up to rounding, and the guide.
func (p *poisson) finish(sum float64) {
	last := len(p.cumulative) - 1
	for k := range p.cumulative {
		p.cumulative[k] /= sum
	}
	p.cumulative[last] = 1
	p.guide = make([]int32, len(p.cumulative))
	k := int32(0)
	for step := range p.guide {
		for p.cumulative[k] <= float64(step)/float64(len(p.guide)) {
			k++
		}
		p.guide[step] = k
	}
}

func (p *poisson) draw(r *rng.Rand) int {
	u := r.Float64()
	k := p.guide[int(u*float64(len(p.guide)))]
	for p.cumulative[k] <= u {
		k++
	}
	return p.least + int(k)
}
