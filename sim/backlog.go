package sim

import (
	"math"
	"math/bits"
)

// backlog is the jobs at one FCFS server, as the times at which they will end: the first few beside the rest of what is known of the server, so
// that a look mostly costs one access to memory. Times are kept as their bits, which compare as they do. Jobs that have ended are taken out
// when somebody looks.
type backlog struct {
	end   [near]uint64 // of the first jobs, a ring; entries that are not in use are of jobs that have ended
	n     uint32       // jobs
	head  uint32       // in end
	first uint32       // of the jobs behind those in end: a list in far, 0 is none
	last  uint32
}

// near is the number of jobs whose ends are in the server's own ring, a power of two.
const near = 4

// backlogs is those of all servers.
type backlogs struct {
	server []backlog
	far    []farEnd // jobs behind the near ones; entry 0 is not used
	free   uint32   // a list of entries of far
}

type farEnd struct {
	end  uint64
	next uint32
}

func newBacklogs(servers int) backlogs {
	return backlogs{server: make([]backlog, servers), far: make([]farEnd, 1)}
}

// settle takes out the jobs at server i that have ended and returns how many are there. Two are looked at without a branch, because whether
// they have ended cannot be guessed.
func (b *backlogs) settle(i int, now float64) int {
	q := &b.server[i]
	at := math.Float64bits(now)
	for {
		if q.n > near {
			return b.settleFar(q, at)
		}
		_, first := bits.Sub64(at, q.end[q.head%near], 0) // 1: still there
		_, second := bits.Sub64(at, q.end[(q.head+1)%near], 0)
		ended := min(q.n, uint32(1-first+(1-first)&(1-second)))
		q.head = (q.head + ended) % near
		q.n -= ended
		if ended < 2 {
			return int(q.n)
		}
	}
}

// settleFar is settle for a backlog that is longer than a line.
func (b *backlogs) settleFar(q *backlog, now uint64) int {
	for q.n > 0 && q.end[q.head%near] <= now {
		if q.first != 0 {
			q.end[q.head%near] = b.takeFar(q)
		}
		q.head = (q.head + 1) % near
		q.n--
	}
	return int(q.n)
}

// takeFar takes the first of the far jobs.
func (b *backlogs) takeFar(q *backlog) (end uint64) {
	k := q.first
	entry := &b.far[k]
	q.first = entry.next
	entry.next, b.free = b.free, k
	return entry.end
}

// add puts a job that needs so many seconds behind the others at server i and returns when it will end. Jobs that have ended may be left
// where they are as long as there is room.
func (b *backlogs) add(i int, seconds, now float64) (end float64) {
	q := &b.server[i]
	if q.n >= near {
		b.settle(i, now)
	}
	end = math.Float64frombits(max(math.Float64bits(now), b.lastEnd(q))) + seconds
	if q.n >= near {
		b.addFar(q, math.Float64bits(end))
	} else {
		q.end[(q.head+q.n)%near] = math.Float64bits(end)
	}
	q.n++
	return end
}

// lastEnd is when the last job in q ends, a time that has passed if there is none.
func (b *backlogs) lastEnd(q *backlog) uint64 {
	if q.n > near {
		return b.far[q.last].end
	}
	return q.end[(q.head+q.n-1)%near] // of a job that has ended, if there is none
}

// addFar puts an end behind the far jobs.
func (b *backlogs) addFar(q *backlog, end uint64) {
	k := b.free
	if k != 0 {
		b.free = b.far[k].next
	} else {
		k = uint32(len(b.far))
		b.far = append(b.far, farEnd{})
	}
	b.far[k] = farEnd{end: end}
	if q.first == 0 {
		q.first = k
	} else {
		b.far[q.last].next = k
	}
	q.last = k
}

// left is, for the jobs at server i, the sum of the times until they end and the time until the last one does. The backlog must be settled.
func (b *backlogs) left(i int, now float64) (sum, last float64) {
	q := &b.server[i]
	if q.n == 0 {
		return 0, 0
	}
	for k := range min(q.n, near) {
		sum += math.Float64frombits(q.end[(q.head+k)%near]) - now
	}
	for k := q.first; k != 0; k = b.far[k].next {
		sum += math.Float64frombits(b.far[k].end) - now
	}
	return sum, math.Float64frombits(b.lastEnd(q)) - now
}
