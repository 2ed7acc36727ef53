package policy

// heap keeps servers by key, the smallest first; second decides between equal keys.
type heap []heapItem

type heapItem struct {
	key, second float64
	server      int32
}

func (a heapItem) before(b heapItem) bool {
	return a.key < b.key || a.key == b.key && a.second < b.second
}

// order makes a heap of items in any order.
func (h heap) order() {
	for k := len(h)/2 - 1; k >= 0; k-- {
		h.sink(k)
	}
}

// sink moves the item at position k down to where it belongs.
func (h heap) sink(k int) {
	for {
		child := 2*k + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && h[child+1].before(h[child]) {
			child++
		}
		if !h[child].before(h[k]) {
			return
		}
		h[k], h[child] = h[child], h[k]
		k = child
	}
}
