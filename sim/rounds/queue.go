package rounds

// queue is the jobs of one server, the earliest first: a ring of batches, each the jobs that came in one round.
type queue struct {
	ring  []batch // its length is a power of two
	first int
	count int
}

type batch struct {
	round int32
	jobs  int32
}

func newQueue() queue { return queue{ring: make([]batch, 4)} }

func (q *queue) push(b batch) {
	if q.count == len(q.ring) {
		q.grow()
	}
	q.ring[(q.first+q.count)&(len(q.ring)-1)] = b
	q.count++
}

func (q *queue) grow() {
	wider := make([]batch, 2*len(q.ring))
	n := copy(wider, q.ring[q.first:])
	copy(wider[n:], q.ring[:q.first])
	q.ring, q.first = wider, 0
}

// serve takes out the first jobs, of which there must be so many, and counts their response times. It returns the sum of those.
func (q *queue) serve(jobs, round int32, law *Law) (rounds int64) {
	for jobs > 0 {
		b := &q.ring[q.first&(len(q.ring)-1)]
		n := min(jobs, b.jobs)
		jobs -= n
		b.jobs -= n
		took := int(round-b.round) + 1
		law.add(took, int64(n))
		rounds += int64(took) * int64(n)
		if b.jobs == 0 {
			q.first = (q.first + 1) & (len(q.ring) - 1)
			q.count--
		}
	}
	return rounds
}
