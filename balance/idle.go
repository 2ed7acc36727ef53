package balance

// A balancer that is alone with its servers knows when one is idle, that is has a worker free, and tells the policy in the
// server's stead. It tells once until the next job goes there, as servers do that send idle messages. Among several balancers
// only the servers know.

// announce tells the policy of s, with that many jobs in flight, if it is idle and the policy has not been told.
func (b *Balancer) announce(s *server, inFlight int32) {
	if s.left || s.announced || int(inFlight) >= s.kind.Workers {
		return
	}
	s.announced = true
	b.dispatcher.Idle(s.index)
}

// announceAll tells the policy, which may be new to it, of every idle server.
func (b *Balancer) announceAll(isNew bool) {
	b.idles = b.dispatcher.Needs().Idle && b.dispatchers == 1
	if !b.idles {
		return
	}
	for _, s := range b.servers {
		s.announced = s.announced && !isNew
		b.announce(s, s.inFlight)
	}
}
