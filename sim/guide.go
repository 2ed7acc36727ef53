package sim

import (
	"math"
	"slices"
)

// guide draws from a law over 0..n-1 with one random word, by inversion: item k has the words from the end of item k-1's to below its own.
// Words that begin with the same bits mostly have the same item, which is then looked up (Chen and Asau 1974).
type guide struct {
	item []int32  // by the leading bits; unsure where several items share them
	ends []uint64 // of the items but the last
	drop uint     // bits beside the leading ones
}

const (
	unsure   = -1
	leadBits = 10 // at least, and in a guide of up to 64 items
)

// newGuide makes the guide of a law proportional to weights, not all 0.
func newGuide(weights []float64) guide {
	lead := leadBits
	for 1<<lead < 16*len(weights) {
		lead++
	}
	g := guide{item: make([]int32, 1<<lead), drop: uint(64 - lead)}
	total, sum := 0.0, 0.0
	for _, w := range weights {
		total += w
	}
	for _, w := range weights[:len(weights)-1] {
		sum += w
		g.ends = append(g.ends, word(sum/total))
	}
	for k := range g.item {
		first := uint64(k) << g.drop
		last := first + (1<<g.drop - 1)
		g.item[k] = unsure
		if a := g.search(first); a == g.search(last) {
			g.item[k] = int32(a)
		}
	}
	return g
}

// word is the part x, 0 to 1, of all words.
func word(x float64) uint64 {
	if x *= 0x1p64; x < 0x1p64 {
		return uint64(x)
	}
	return math.MaxUint64
}

// draw turns a uniform word into an item.
func (g *guide) draw(word uint64) int {
	if k := g.item[word>>g.drop]; k != unsure {
		return int(k)
	}
	return g.search(word)
}

func (g *guide) search(word uint64) int {
	k, _ := slices.BinarySearchFunc(g.ends, word, func(end, word uint64) int {
		if end <= word {
			return -1
		}
		return 1
	})
	return k
}
