package steelyard

import (
	"fmt"
	"math"
	"slices"
)

// Script stands in for a random generator and plays, one run after the other, every sequence of outcomes that a
// deterministic computation can draw, each with its exact probability:
//
//	s := NewScript()
//	r := s.Rand()
//	for {
//		... draw from r ...
//		... s.Prob() is the probability of what was just drawn ...
//		if !s.Next() {
//			break
//		}
//	}
//
// The number of runs is the number of branches, so it is meant for small cases.
type Script struct {
	path []draw
	at   int
}

type draw struct {
	taken int
	probs []float64
}

// NewScript returns a script at its first branch.
func NewScript() *Script { return &Script{} }

// Rand returns a Rand that plays the script.
func (s *Script) Rand() Rand { return Rand{script: s} }

// Prob is the probability of the outcomes drawn since the last Next.
func (s *Script) Prob() float64 {
	p := 1.0
	for _, d := range s.path[:s.at] {
		p *= d.probs[d.taken]
	}
	return p
}

// Next moves to the next branch and reports whether there is one. After the last it rewinds to the first.
func (s *Script) Next() bool {
	s.at = 0
	for len(s.path) > 0 {
		last := &s.path[len(s.path)-1]
		if next := last.after(last.taken); next < len(last.probs) {
			last.taken = next
			return true
		}
		s.path = s.path[:len(s.path)-1]
	}
	return false
}

// after is the first possible outcome behind i.
func (d *draw) after(i int) int {
	for i++; i < len(d.probs) && d.probs[i] <= 0; i++ {
	}
	return i
}

// uniform draws one of n equally likely outcomes. A draw that has one outcome is no branch.
func (s *Script) uniform(n int) int {
	if n == 1 {
		return 0
	}
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = 1
	}
	return s.choose(weights...)
}

// choose draws outcome i with probability weights[i] / sum(weights).
func (s *Script) choose(weights ...float64) int {
	if s.at == len(s.path) {
		s.path = append(s.path, newDraw(weights))
	}
	s.at++
	return s.path[s.at-1].taken
}

func newDraw(weights []float64) draw {
	d := draw{probs: slices.Clone(weights)}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	if !(total > 0 && total <= math.MaxFloat64) {
		panic(fmt.Sprintf("steelyard: draw by the weights %v: want none negative and one positive", weights))
	}
	for i := range d.probs {
		d.probs[i] /= total
	}
	d.taken = d.after(-1)
	return d
}

// PickLaw enumerates every branch of d's policy and returns the probability of each server being picked for j. d must have been
// made with s.Rand(), its policy must be memoryless: what it picks depends only on the board.
func PickLaw(d *Dispatcher, s *Script, j Job) []float64 {
	law := make([]float64, d.view.board.layout.Len())
	for {
		if i := d.Pick(j); i != None {
			law[i] += s.Prob()
		}
		if !s.Next() {
			return law
		}
	}
}
