package optimal

import (
	"math"

	steelyard "github.com/steelyard-lb/steelyard"
)

// row is one state of one class: its queue lengths, longest first. Servers of a class are alike, so it does not matter which of them has
// which queue.
type row struct {
	lengths []int32
	jobs    int
	rate    float64 // at which jobs leave
	moves   []move
}

// move is what can happen to servers of a class that have equal queues. States are given as offsets to the present one.
type move struct {
	place   int     // in lengths, of the first of the servers
	servers int     // how many they are
	up      int     // where a job leads that joins one of them; 0 if they are at their limit
	down    int     // where a job leads that leaves one of them; 0 if there is none
	rate    float64 // at which jobs leave all of them together
}

// classRows lists the states of a class whose queues hold up to limit jobs, in lexicographic order; stride is the offset between
// neighbours. A job that joins leads to a later state, one that leaves to an earlier one.
func classRows(class steelyard.Class, limit, stride int) []row {
	rows := make([]row, 0, multisets(limit, len(class.Servers)))
	lengths := make([]int32, len(class.Servers))
	for {
		rows = append(rows, newRow(class.Kind, lengths, limit, stride))
		if !following(lengths, int32(limit)) {
			return rows
		}
	}
}

// following turns lengths, in falling order, into the next such list. It reports false after the last.
func following(lengths []int32, limit int32) bool {
	for i := len(lengths) - 1; i >= 0; i-- {
		if lengths[i] < limit && (i == 0 || lengths[i] < lengths[i-1]) {
			lengths[i]++
			clear(lengths[i+1:])
			return true
		}
	}
	return false
}

func newRow(k steelyard.Kind, lengths []int32, limit, stride int) row {
	r := row{lengths: append([]int32(nil), lengths...)}
	for first := 0; first < len(lengths); {
		end := first + 1
		for end < len(lengths) && lengths[end] == lengths[first] {
			end++
		}
		m := newMove(r.lengths, first, end, limit)
		m.up, m.down = m.up*stride, m.down*stride
		n := int(lengths[first])
		m.rate = float64(m.servers*min(n, k.Workers)) * k.Rate
		r.jobs += m.servers * n
		r.rate += m.rate
		r.moves = append(r.moves, m)
		first = end
	}
	return r
}

// newMove is the move of the servers from first to before end. A job joins the first and leaves the last, which keeps the order.
func newMove(lengths []int32, first, end, limit int) move {
	m := move{place: first, servers: end - first}
	here := rank(lengths)
	if int(lengths[first]) < limit {
		lengths[first]++
		m.up = rank(lengths) - here
		lengths[first]--
	}
	if lengths[first] > 0 {
		lengths[end-1]--
		m.down = rank(lengths) - here
		lengths[end-1]++
	}
	return m
}

// rank is the position of lengths, in falling order, among all such lists (the combinatorial number system).
func rank(lengths []int32) int {
	sum := 0
	for i, n := range lengths {
		if n > 0 {
			sum += multisets(int(n)-1, len(lengths)-i)
		}
	}
	return sum
}

// mostCounted is the greatest number of states that is counted exactly.
const mostCounted = 1 << 52

// multisets is the number of ways to choose k lengths from 0..limit in any order, or the greatest int if that is too large.
func multisets(limit, k int) int {
	count := 1.0
	for i := 1; i <= k; i++ {
		count = math.Round(count * float64(limit+i) / float64(i))
		if count > mostCounted {
			return math.MaxInt
		}
	}
	return int(count)
}
