package rounds

// sums is what one replication counts; sums of several merge.
type sums struct {
	class   []classSums
	arrived int64
	nowhere int64 // arrivals for which the policy found no server
	served  int64
	took    int64 // rounds, of the jobs served
	left    int64 // jobs in the system at the end
	present int64 // jobs in each round, those that arrive in it included, added up
	asked   int64 // lengths asked of single servers
	unasked int64 // messages that servers sent
	revoked int64 // idle messages withdrawn
}

// classSums counts one class.
type classSums struct {
	law     Law   // of the jobs served
	sent    int64 // jobs
	waiting int64 // lengths at the beginning of rounds, added up
	peak    int32 // greatest length of a queue at the beginning of a round
}

// here is how many jobs are in the system.
func (s *sums) here() int64 { return s.arrived - s.nowhere - s.served }

// law is that of all classes.
func (s *sums) law() *Law {
	all := &Law{}
	for k := range s.class {
		all.merge(&s.class[k].law)
	}
	return all
}

func (s *sums) merge(o *sums) {
	s.arrived += o.arrived
	s.nowhere += o.nowhere
	s.served += o.served
	s.took += o.took
	s.left += o.left
	s.present += o.present
	s.asked += o.asked
	s.unasked += o.unasked
	s.revoked += o.revoked
	for k := range o.class {
		if k == len(s.class) {
			s.class = append(s.class, classSums{})
		}
		s.class[k].merge(&o.class[k])
	}
}

func (c *classSums) merge(o *classSums) {
	c.law.merge(&o.law)
	c.sent += o.sent
	c.waiting += o.waiting
	c.peak = max(c.peak, o.peak)
}

// close counts what is left and the messages.
func (s *system) close() *sums {
	for _, n := range s.length {
		s.sums.left += int64(n)
	}
	for _, d := range s.dispatchers {
		s.sums.asked += int64(d.Asked())
	}
	if s.dispatchers[0].Needs().Index { // every departure reaches the board
		s.sums.unasked += s.sums.served
	}
	if s.tokens != nil {
		s.sums.unasked += s.tokens.sent
		s.sums.revoked = s.tokens.revoked
	}
	return &s.sums
}
