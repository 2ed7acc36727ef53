package steelyard

import "slices"

// The order in which a sample comes is exchangeable: given which servers are in it, every order is equally likely. So the first of those
// that tie in a sample is uniform among them, without a further draw.

// smallSample is the largest sample for which positions already drawn are skipped by counting.
const smallSample = 8

// sampler holds the scratch space of a view's draws.
type sampler struct {
	out    []int32
	taken  [smallSample]int32 // positions drawn so far, in rising order
	lots   []int32            // 0, 1, 2, ... between draws, for large samples
	hidden []int32            // servers taken out of the roster for a moment
}

// Any draws one server uniformly.
func (v *View) Any() int { return v.anyOf(&v.board.roster.all) }

// AnyOf draws one server of class c uniformly.
func (v *View) AnyOf(c int) int { return v.anyOf(&v.board.roster.classes[c]) }

func (v *View) anyOf(m *members) int {
	if len(m.list) == 0 {
		return None
	}
	return m.get(v.rand.IntN(len(m.list)))
}

// BySpeed draws one server with probability proportional to its capacity.
func (v *View) BySpeed() int {
	if v.Eligibles() == 0 {
		return None
	}
	return v.board.roster.bySpeed(&v.rand)
}

// Sample draws d distinct servers uniformly, or all if there are not more than d, in exchangeable order. The result is valid until
// the next draw.
func (v *View) Sample(d int) []int32 { return v.sample(&v.board.roster.all, d) }

// SampleOf draws d distinct servers of class c uniformly, as Sample does.
func (v *View) SampleOf(c, d int) []int32 { return v.sample(&v.board.roster.classes[c], d) }

func (v *View) sample(m *members, d int) []int32 {
	n := len(m.list)
	d = min(d, n)
	s := &v.draw
	s.out = s.out[:0]
	switch {
	case d == 2:
		return s.two(m, &v.rand)
	case d > smallSample:
		return s.many(m, d, &v.rand)
	}
	for k := range d {
		s.out = append(s.out, int32(m.get(s.distinct(k, v.rand.IntN(n-k)))))
	}
	return s.out
}

// two draws a pair, the most frequent sample.
func (s *sampler) two(m *members, r *Rand) []int32 {
	i, j := r.pair(len(m.list))
	s.taken[0], s.taken[1] = int32(m.get(i)), int32(m.get(j))
	return s.taken[:2]
}

// distinct turns the p-th of the positions not yet taken, k of them being taken, into a position, and takes it.
func (s *sampler) distinct(k, p int) int {
	q := int32(p)
	at := 0
	for at < k && s.taken[at] <= q {
		q++
		at++
	}
	for j := k; j > at; j-- {
		s.taken[j] = s.taken[j-1]
	}
	s.taken[at] = q
	return int(q)
}

// many draws by shuffling the front of the positions (Fisher and Yates) and puts them back in order.
func (s *sampler) many(m *members, d int, r *Rand) []int32 {
	n := len(m.list)
	for len(s.lots) < n {
		s.lots = append(s.lots, int32(len(s.lots)))
	}
	for k := range d {
		j := k + r.IntN(n-k)
		s.lots[k], s.lots[j] = s.lots[j], s.lots[k]
		s.out = append(s.out, m.list[s.lots[k]])
	}
	for k, p := range s.lots[:d] { // a position that moved is in front, or was drawn
		s.lots[k] = int32(k)
		if int(p) >= d {
			s.lots[p] = p
		}
	}
	return s.out
}

// SampleBySpeed draws d distinct servers one after the other, each with probability proportional to its capacity among those left, or
// all if there are not more than d. Unlike Sample's, the order is not exchangeable: faster servers tend to come first.
// The result is valid until the next draw.
func (v *View) SampleBySpeed(d int) []int32 {
	s, r := &v.draw, &v.board.roster
	d = min(d, len(r.all.list))
	s.out, s.hidden = s.out[:0], s.hidden[:0]
	for range d {
		i := v.nextBySpeed()
		s.out = append(s.out, int32(i))
	}
	for _, i := range slices.Backward(s.hidden) {
		r.restore(int(i))
	}
	return s.out
}

// quickTries is how often a draw is made again, as it hit a server that does not count, before a slower way that always ends.
const quickTries = 4

// nextBySpeed draws a server that is not in the sample yet. Drawing again after a repeat has the same law as drawing among those left.
func (v *View) nextBySpeed() int {
	s, r := &v.draw, &v.board.roster
	tries := quickTries
	if v.rand.Scripted() {
		tries = 0
	}
	for range tries {
		if i := r.bySpeed(&v.rand); !holds(s.out, i) {
			return i
		}
	}
	for _, i := range s.out[len(s.hidden):] {
		r.setAside(int(i))
		s.hidden = append(s.hidden, i)
	}
	return r.bySpeed(&v.rand)
}

func holds(list []int32, i int) bool {
	for _, k := range list {
		if int(k) == i {
			return true
		}
	}
	return false
}
