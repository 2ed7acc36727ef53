package policy

import steelyard "github.com/steelyard-lb/steelyard"

// tokens are the idle messages that a dispatcher holds, at most one per server.
type tokens struct {
	list []int32
	at   []int32 // of each server in list, None if it has no token
}

// bind drops the tokens of servers that left.
func (s *tokens) bind(l *steelyard.Layout) {
	for i := l.Len(); i < len(s.at); i++ {
		s.remove(i)
	}
	for len(s.at) < l.Len() {
		s.at = append(s.at, steelyard.None)
	}
	s.at = s.at[:l.Len()]
	for i := range s.at {
		if l.Class(i) == steelyard.None {
			s.remove(i)
		}
	}
}

func (s *tokens) has(i int) bool { return uint(i) < uint(len(s.at)) && s.at[i] != steelyard.None }

// add takes in the token of server i; a second one changes nothing.
func (s *tokens) add(i int) {
	if uint(i) < uint(len(s.at)) && s.at[i] == steelyard.None {
		s.at[i] = int32(len(s.list))
		s.list = append(s.list, int32(i))
	}
}

func (s *tokens) remove(i int) {
	if s.has(i) {
		last := len(s.list) - 1
		s.swap(int(s.at[i]), last)
		s.list = s.list[:last]
		s.at[i] = steelyard.None
	}
}

func (s *tokens) swap(a, b int) {
	s.list[a], s.list[b] = s.list[b], s.list[a]
	s.at[s.list[a]], s.at[s.list[b]] = int32(a), int32(b)
}

// draw returns the server of a token, uniformly among those of eligible servers; None if there is none. It draws without
// replacement until one is eligible.
func (s *tokens) draw(v *steelyard.View) int {
	for left := len(s.list); left > 0; left-- {
		k := v.IntN(left)
		if i := int(s.list[k]); v.Eligible(i) {
			return i
		}
		s.swap(k, left-1)
	}
	return steelyard.None
}

// front brings the tokens of eligible servers to the front of the list, shuffled, and returns them.
func (s *tokens) front(v *steelyard.View) []int32 {
	n := 0
	for k, i := range s.list {
		if v.Eligible(int(i)) {
			s.swap(k, n)
			n++
		}
	}
	for k := n; k > 1; k-- {
		s.swap(v.IntN(k), k-1)
	}
	return s.list[:n]
}
