package steelyard

// urn draws one of n items with probability proportional to its weight. Node k of the binary tree holds the sum of
// nodes 2k and 2k+1; the weights are its leaves. Setting and drawing take log n steps; sums are recomputed from the
// leaves on every change, so rounding errors do not add up.
type urn struct {
	node   []float64
	leaves int
}

func newUrn(n int) urn {
	leaves := 1
	for leaves < n {
		leaves *= 2
	}
	return urn{node: make([]float64, 2*leaves), leaves: leaves}
}

func (u *urn) set(i int, weight float64) {
	k := u.leaves + i
	u.node[k] = weight
	for k > 1 {
		k /= 2
		u.node[k] = u.node[2*k] + u.node[2*k+1]
	}
}

// draw returns an item of positive weight; at least one must have it.
func (u *urn) draw(r *Rand) int {
	if r.Scripted() {
		return r.Weighted(u.node[u.leaves:])
	}
	return u.at(r.src.Float64() * u.node[1])
}

// at returns the item at x when weights lie side by side from 0 on. However x is rounded, that is one of positive weight.
func (u *urn) at(x float64) int {
	k := 1
	for k < u.leaves {
		k *= 2
		if left := u.node[k]; x >= left && u.node[k+1] > 0 {
			x -= left
			k++
		}
	}
	return k - u.leaves
}
