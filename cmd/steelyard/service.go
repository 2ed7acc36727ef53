package main

import (
	"context"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/proxy"
	"github.com/steelyard-lb/steelyard/proxy/h1"
	"github.com/steelyard-lb/steelyard/roundtrip"
)

// service is the live balancer: a pool of servers, the proxy before it and the
// admin page beside it.
type service struct {
	log       *slog.Logger
	settings  atomic.Pointer[settings]
	balancer  *balance.Balancer
	transport *h1.Transport
	public    *front
	admin     *front
	draining  atomic.Bool
}

// reloads says when to read the configuration again, and from where.
type reloads struct {
	file   string
	signal <-chan os.Signal
}

func newService(c *settings, seed uint64, log *slog.Logger) (*service, error) {
	p, err := c.policy.New()
	if err != nil {
		return nil, err
	}
	b, err := balance.New(balance.Config{Servers: c.members(), Policy: p, Seed: seed, Dispatchers: c.pool.Balancers})
	if err != nil {
		return nil, err
	}
	s := &service{log: log, balancer: b, transport: &h1.Transport{}}
	upstream := &roundtrip.Transport{Balancer: b, Next: s.transport, Logger: log}
	s.public = newFront(&proxy.Proxy{Upstream: upstream, Logger: log}, log)
	s.admin = newFront(s.adminHandler(), log)
	s.settings.Store(c)
	return s, nil
}

// run serves until the context ends or a listener breaks, and then drains.
func (s *service) run(ctx context.Context, r reloads, grace time.Duration) error {
	c := s.settings.Load()
	doors, err := s.open(c)
	if err != nil {
		return no("%w", err)
	}
	s.move(c, doors)
	s.log.Info("serving", s.about(c)...)
	s.warn(c)
	var broken error
	for broken == nil && ctx.Err() == nil {
		select {
		case <-r.signal:
			s.reload(r.file)
		case broken = <-s.public.failed:
		case broken = <-s.admin.failed:
		case <-ctx.Done():
		}
	}
	if err := s.drain(grace); broken == nil {
		return err
	}
	return no("listening: %w", broken)
}
