package main

import (
	"context"
	"time"
)

// drain stops taking requests and gives those under way the grace period to
// end. The admin page answers until then.
func (s *service) drain(grace time.Duration) error {
	s.draining.Store(true)
	s.log.Info("draining", "in_flight", s.inFlight(), "grace", grace)
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	s.public.drain(ctx)
	s.awaitIdle(ctx) // upgraded connections, which the front has lost sight of
	left := s.inFlight()
	s.public.close()
	s.admin.close()
	s.transport.CloseIdleConnections()
	s.log.Info("stopped", "cut_off", left)
	if left > 0 {
		return no("%d requests were cut off, being under way after %v", left, grace)
	}
	return nil
}

func (s *service) awaitIdle(ctx context.Context) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for s.inFlight() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (s *service) inFlight() int {
	n := 0
	for _, server := range s.balancer.Snapshot() {
		n += server.InFlight
	}
	return n
}
