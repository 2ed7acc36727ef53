package sim

import "math"

// tournament is the event list: the time of each server's next event, and which is the earliest. It is a binary tree of winners whose leaves
// are the servers. Setting a time replays the matches on the leaf's way to the root. That path is known beforehand and every match is a
// conditional move, so the processor neither waits for one level to find the next nor guesses an outcome, as it would in a heap.
type tournament struct {
	time   []uint64 // bits of the times, which compare as the times do because none is negative
	winner []int32  // of node k's subtree; nodes 2k and 2k+1 are below node k, leaf i is node len(time)+i
}

func newTournament(servers int) tournament {
	t := tournament{time: make([]uint64, servers), winner: make([]int32, 2*servers)}
	for i := range t.time {
		t.time[i] = math.Float64bits(never)
		t.winner[servers+i] = int32(i)
	}
	for k := servers - 1; k > 0; k-- {
		t.winner[k] = t.winner[2*k]
	}
	return t
}

// first is the server of the earliest event and its time. There must be at least one server.
func (t *tournament) first() (i int, at float64) {
	i = int(t.winner[1])
	return i, math.Float64frombits(t.time[i])
}

// at is the time of server i's next event.
func (t *tournament) at(i int) float64 { return math.Float64frombits(t.time[i]) }

// set gives server i's next event the time at.
func (t *tournament) set(i int, at float64) {
	best, winner := math.Float64bits(at), int32(i)
	t.time[i] = best
	nodes := t.winner
	for k := len(t.time) + i; k > 1; k >>= 1 {
		rival := nodes[k^1]
		time := t.time[rival]
		if time < best {
			winner = rival
		}
		if time < best {
			best = time
		}
		nodes[k>>1] = winner
	}
}

// grow makes room for more servers.
func (t *tournament) grow(servers int) {
	old := t.time
	*t = newTournament(servers)
	for i, at := range old {
		t.set(i, math.Float64frombits(at))
	}
}
