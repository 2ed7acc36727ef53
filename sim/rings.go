package sim

// rings keeps a first-in first-out queue per server in one block of memory. Each queue has a stretch of the block, a power of two long, and
// moves to one twice as long when it is full; stretches given up are used again, so that nothing is allocated once the queues have grown.
type rings[T any] struct {
	queue []ring
	slot  []T
	free  [32][]uint32 // stretches given up, by the logarithm of their length
}

type ring struct {
	at   uint32 // where the stretch begins
	head uint32
	n    uint32
	log  uint8 // of the stretch's length; an empty queue that never held anything has no stretch
	own  bool
}

func newRings[T any](servers int) rings[T] { return rings[T]{queue: make([]ring, servers)} }

// push appends x to queue i.
func (r *rings[T]) push(i int, x T) {
	q := &r.queue[i]
	if !q.own || q.n == 1<<q.log {
		r.extend(q)
	}
	r.slot[q.at+(q.head+q.n)&(1<<q.log-1)] = x
	q.n++
}

// pop removes the head of queue i, which must not be empty.
func (r *rings[T]) pop(i int) {
	q := &r.queue[i]
	q.head = (q.head + 1) & (1<<q.log - 1)
	q.n--
}

func (r *rings[T]) len(i int) int { return int(r.queue[i].n) }

// at is the k-th entry of queue i, which must have more than k.
func (r *rings[T]) at(i, k int) *T {
	q := &r.queue[i]
	return &r.slot[q.at+(q.head+uint32(k))&(1<<q.log-1)]
}

// extend gives q a longer stretch.
func (r *rings[T]) extend(q *ring) {
	to := ring{log: firstLog, own: true, n: q.n}
	if q.own {
		to.log = q.log + 1
	}
	to.at = r.take(to.log)
	for k := range q.n {
		r.slot[to.at+k] = r.slot[q.at+(q.head+k)&(1<<q.log-1)]
	}
	if q.own {
		r.free[q.log] = append(r.free[q.log], q.at)
	}
	*q = to
}

// firstLog is the logarithm of a queue's first stretch.
const firstLog = 2

// take returns the beginning of an unused stretch.
func (r *rings[T]) take(log uint8) uint32 {
	if last := len(r.free[log]) - 1; last >= 0 {
		at := r.free[log][last]
		r.free[log] = r.free[log][:last]
		return at
	}
	at := len(r.slot)
	if need := at + 1<<log; need <= cap(r.slot) {
		r.slot = r.slot[:need]
	} else {
		r.slot = append(r.slot, make([]T, 1<<log)...)
	}
	return uint32(at)
}

// clear empties queue i.
func (r *rings[T]) clear(i int) { r.queue[i].n = 0 }

// grow makes room for more servers.
func (r *rings[T]) grow(servers int) {
	for len(r.queue) < servers {
		r.queue = append(r.queue, ring{})
	}
}
