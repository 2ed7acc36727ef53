package sim

import "math/bits"

// alias draws from a law over 0..n-1 with one random word (Walker 1974; the table is built as by Vose 1991).
type alias []aliasColumn

// aliasColumn gives out item[1] for the lower part of its range, up to keep out of 2^64, and item[0] for the rest.
type aliasColumn struct {
	keep uint64
	item [2]int32
}

func newAlias(weights []float64) alias {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	a := make(alias, len(weights))
	scaled := make([]float64, len(weights))
	var small, large []int
	for k, w := range weights {
		scaled[k] = w / total * float64(len(weights))
		if scaled[k] < 1 {
			small = append(small, k)
		} else {
			large = append(large, k)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a[s] = aliasColumn{keep: uint64(scaled[s] * 0x1p63 * 2), item: [2]int32{int32(l), int32(s)}}
		scaled[l] -= 1 - scaled[s]
		if scaled[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, k := range append(small, large...) {
		a[k] = aliasColumn{item: [2]int32{int32(k), int32(k)}}
	}
	return a
}

// draw turns a uniform word into an item. The high half of one product is a uniform column, the low half a uniform number to compare with.
func (a alias) draw(word uint64) int {
	column, rest := bits.Mul64(word, uint64(len(a)))
	c := &a[column]
	_, keep := bits.Sub64(rest, c.keep, 0)
	return int(c.item[keep])
}
