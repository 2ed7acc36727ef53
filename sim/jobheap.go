package sim

// jobHeap is a binary heap of the jobs at one server, the smallest key first.
type jobHeap []pending

type pending struct {
	key     float64
	arrived float64
	from    int32
}

// first is the smallest key, [never] if there is no job.
func (h jobHeap) first() float64 {
	if len(h) == 0 {
		return never
	}
	return h[0].key
}

func (h *jobHeap) push(p pending) {
	*h = append(*h, p)
	a := *h
	k := len(a) - 1
	for k > 0 && p.key < a[(k-1)/2].key {
		a[k] = a[(k-1)/2]
		k = (k - 1) / 2
	}
	a[k] = p
}

func (h *jobHeap) pop() pending {
	a := *h
	top, last := a[0], a[len(a)-1]
	a = a[:len(a)-1]
	*h = a
	if len(a) == 0 {
		return top
	}
	k := 0
	for {
		child := 2*k + 1
		if child >= len(a) {
			break
		}
		if child+1 < len(a) && a[child+1].key < a[child].key {
			child++
		}
		if last.key <= a[child].key {
			break
		}
		a[k] = a[child]
		k = child
	}
	a[k] = last
	return top
}
