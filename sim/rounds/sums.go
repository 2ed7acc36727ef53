package rounds

// sums is what one replication counts; sums of several merge.
type sums struct {
	law     Law
	arrived int64
	nowhere int64 // arrivals for which the policy found no server
	present int64 // jobs in each round, those that arrive in it included, added up
	asked   int64 // lengths asked of single servers
	unasked int64 // messages that servers sent
	revoked int64 // idle messages withdrawn
	class   []classSums
}

// classSums counts one class, over all rounds.
type classSums struct {
	sent, served, took, waiting int64
	peak                        int32
}

// here is how many jobs are in the system.
func (s *sums) here() int64 { return s.arrived - s.nowhere - s.law.jobs }

func (s *sums) merge(o *sums) {
	s.law.merge(&o.law)
	s.arrived += o.arrived
	s.nowhere += o.nowhere
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
	c.sent += o.sent
	c.served += o.served
	c.took += o.took
	c.waiting += o.waiting
	c.peak = max(c.peak, o.peak)
}

// close sums up the servers and the messages.
func (s *system) close() *sums {
	next := 0
	for _, class := range s.config.Classes {
		var c classSums
		for range class.Servers {
			x := &s.servers[next]
			c.merge(&classSums{x.sent, x.served, x.took, x.waiting, x.peak})
			next++
		}
		s.sums.class = append(s.sums.class, c)
	}
	for _, d := range s.dispatchers {
		s.sums.asked += int64(d.Asked())
	}
	if s.dispatchers[0].Needs().Index { // every departure reaches the board
		s.sums.unasked += s.sums.law.jobs
	}
	if s.tokens != nil {
		s.sums.unasked += s.tokens.sent
		s.sums.revoked = s.tokens.revoked
	}
	return &s.sums
}
