package tune

import (
	"cmp"
	"math"
	"slices"

	"github.com/steelyard-lb/steelyard/meanfield"
)

func (s *search) uni() plan { return s.over(fixedLaw{meanfield.UniformQuery(s.fleet, s.d)}, s.mixes) }
func (s *search) br() plan  { return s.over(fixedLaw{meanfield.SpeedQuery(s.fleet, s.d)}, s.mixes) }

func (s *search) det() plan {
	best := plan{value: math.Inf(1)}
	for _, p := range s.eachMix() {
		best = better(best, p)
	}
	return best
}

// eachMix is the best assignment for every single mix, best first.
func (s *search) eachMix() []plan {
	plans := make([]plan, len(s.mixes))
	for m, mix := range s.mixes {
		plans[m] = s.over(fixedLaw{meanfield.Fixed(mix...)}, [][]int{mix})
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(a.value, b.value) })
	return plans
}

func (s *search) src() plan {
	var single [][]int
	for i := range s.fleet {
		mix := make([]int, len(s.fleet))
		mix[i] = s.d
		single = append(single, mix)
	}
	return s.over(oneClass{anyLaw{s.fleet, single}}, single)
}

func (s *search) iid() plan {
	return s.over(draws{s.fleet, s.mixes, true}, s.mixes)
}

func (s *search) ind() plan {
	identical, fixed := s.iid(), s.det()
	tilted, points := identical, fixed
	tilted.law, points.law = nil, nil
	for k := range s.d {
		w := append([]float64{}, identical.law[0]...)
		for i := range w {
			w[i] *= math.Exp(0.5 * float64(i) * (float64(k) - float64(s.d-1)/2))
		}
		tilted.law = append(tilted.law, normalise(w))
	}
	for i, n := range s.mixes[mostProbable(fixed.probs)] {
		for range n {
			w := make([]float64, len(s.fleet))
			w[i] = 1
			points.law = append(points.law, w)
		}
	}
	best := s.over(draws{s.fleet, s.mixes, false}, s.mixes, tilted, points)
	return better(better(best, identical), fixed)
}

func (s *search) gen() plan {
	contained := []plan{s.ind(), s.src()}
	var starts []plan
	for _, p := range contained {
		start := p
		start.law = [][]float64{p.probs}
		starts = append(starts, start)
	}
	starts = append(starts, s.pairs()...)
	best := s.over(anyLaw{s.fleet, s.mixes}, s.mixes, starts...)
	return better(better(best, contained[0]), contained[1])
}

// pairs starts from two mixes, each with its own best assignment: the best law
// usually has few mixes. The better a mix is alone, the more pairs it is in.
func (s *search) pairs() []plan {
	const most = 8
	single := s.eachMix()
	var starts []plan
	for a, p := range single[:min(most, len(single))] {
		for _, q := range single[:a] {
			start := plan{probs: make([]float64, len(s.mixes)), assign: slices.Clone(p.assign)}
			other := mostProbable(q.probs)
			start.assign[other] = q.assign[other]
			start.probs[mostProbable(p.probs)] += 0.5
			start.probs[other] += 0.5
			start.law = [][]float64{start.probs}
			starts = append(starts, start)
		}
	}
	return starts
}

func mostProbable(p []float64) int {
	best := 0
	for m := range p {
		if p[m] > p[best] {
			best = m
		}
	}
	return best
}
