package chart

import (
	"cmp"
	"slices"
)

// spread moves places as little as it can so that they stand at least a gap apart within [low, high], in their order. If they do not fit, they
// stand evenly.
func spread(places []float64, gap, low, high float64) []float64 {
	n := len(places)
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	if n > 1 && gap*float64(n-1) > high-low {
		gap = (high - low) / float64(n-1)
	}
	to := make([]float64, n)
	for _, g := range clusters(places, order, gap, low, high) {
		for k, i := range order[g.from:g.end] {
			to[i] = g.start + float64(k)*gap
		}
	}
	return to
}

// cluster is a run of neighbours that stand exactly a gap apart.
type cluster struct {
	from, end  int
	sum, start float64 // sum of the starts that each of them wants
}

// clusters merges neighbours that would overlap, each group centred on what its members want.
func clusters(places []float64, order []int, gap, low, high float64) []cluster {
	var list []cluster
	for k, i := range order {
		c := cluster{from: k, end: k + 1, sum: places[i]}
		for {
			size := float64(c.end - c.from)
			c.start = min(max(c.sum/size, low), high-(size-1)*gap)
			last := len(list) - 1
			if last < 0 || list[last].start+float64(list[last].end-list[last].from)*gap <= c.start {
				break
			}
			before := list[last]
			list = list[:last]
			c.sum = before.sum + c.sum - size*float64(before.end-before.from)*gap
			c.from = before.from
		}
		list = append(list, c)
	}
	return list
}
