package tune

import (
	"github.com/steelyard-lb/steelyard/meanfield"
)

// family is a set of query laws over fixed mixes, parametrised by a few
// probability vectors (Abdul Jaleel et al. 2022, Section 3).
type family interface {
	// vectors gives the lengths of the free probability vectors.
	vectors() []int
	// start gives first values of the vectors; bias in [0,1) favours fast classes.
	start(bias float64) [][]float64
	// law writes the probability of every mix.
	law(w [][]float64, p []float64)
	// pull turns a gradient in the probabilities into one in the vectors.
	pull(w [][]float64, p, dp []float64, dw [][]float64)
}

// fixedLaw has no free parameters: DET, UNI and BR.
type fixedLaw struct{ q meanfield.Query }

func (fixedLaw) vectors() []int                                    { return nil }
func (fixedLaw) start(float64) [][]float64                         { return nil }
func (fixedLaw) pull(_ [][]float64, _, _ []float64, _ [][]float64) {}
func (f fixedLaw) law(_ [][]float64, p []float64) {
	for m, mix := range f.q {
		p[m] = mix.Prob
	}
}

// anyLaw is GEN: one probability per mix.
type anyLaw struct {
	fleet meanfield.Fleet
	mixes [][]int
}

func (a anyLaw) vectors() []int                                      { return []int{len(a.mixes)} }
func (a anyLaw) law(w [][]float64, p []float64)                      { copy(p, w[0]) }
func (a anyLaw) pull(_ [][]float64, _, dp []float64, dw [][]float64) { copy(dw[0], dp) }

// start is the law of independent draws, cut to the mixes at hand.
func (a anyLaw) start(bias float64) [][]float64 {
	law := speedLaw(a.fleet, bias)
	w := make([]float64, len(a.mixes))
	for m, mix := range a.mixes {
		same := make([][]float64, total(mix))
		for k := range same {
			same[k] = law
		}
		w[m] = meanfield.MixProbability(same, mix)
	}
	return [][]float64{normalise(w)}
}

// oneClass is SRC: its mixes are those of one class, in order.
type oneClass struct{ anyLaw }

func (o oneClass) start(bias float64) [][]float64 { return [][]float64{speedLaw(o.fleet, bias)} }

// draws is IND, or IID if all draws share one law.
type draws struct {
	fleet  meanfield.Fleet
	mixes  [][]int
	shared bool
}

func (d draws) vectors() []int {
	if d.shared {
		return []int{len(d.fleet)}
	}
	n := make([]int, total(d.mixes[0]))
	for k := range n {
		n[k] = len(d.fleet)
	}
	return n
}

func (d draws) start(bias float64) [][]float64 {
	var w [][]float64
	for k := range d.vectors() {
		// Unequal starts, for equal draws would stay equal.
		w = append(w, speedLaw(d.fleet, bias/float64(1+k)))
	}
	return w
}

func (d draws) laws(w [][]float64) [][]float64 {
	if !d.shared {
		return w
	}
	laws := make([][]float64, total(d.mixes[0]))
	for k := range laws {
		laws[k] = w[0]
	}
	return laws
}

func (d draws) law(w [][]float64, p []float64) {
	for m, mix := range meanfield.Independent(d.laws(w)) {
		p[m] = mix.Prob
	}
}

// pull uses that a mix's probability is linear in the law of one draw.
func (d draws) pull(w [][]float64, _, dp []float64, dw [][]float64) {
	laws := d.laws(w)
	for k := range laws {
		rest := append(append([][]float64{}, laws[:k]...), laws[k+1:]...)
		to := dw[min(k, len(dw)-1)]
		if k == 0 || !d.shared {
			clear(to)
		}
		for m, mix := range d.mixes {
			for i, n := range mix {
				if n > 0 {
					to[i] += dp[m] * meanfield.MixProbability(rest, without(mix, i))
				}
			}
		}
	}
}

func without(mix []int, i int) []int {
	rest := append([]int{}, mix...)
	rest[i]--
	return rest
}

// speedLaw draws classes in proportion to capacity, shifted towards the fastest.
func speedLaw(f meanfield.Fleet, bias float64) []float64 {
	law := make([]float64, len(f))
	for i, c := range f {
		law[i] = (1 - bias) * c.Share * c.Rate / f.Capacity()
	}
	law[0] += bias
	return law
}

func total(mix []int) int {
	sum := 0
	for _, n := range mix {
		sum += n
	}
	return sum
}

func normalise(w []float64) []float64 {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}
