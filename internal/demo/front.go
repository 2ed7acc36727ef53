package demo

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/proxy"
	"github.com/steelyard-lb/steelyard/proxy/h1"
	"github.com/steelyard-lb/steelyard/roundtrip"
)

// quiet takes what would be logged: requests cut off at the end are no news.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// mute is quiet for net/http.
func mute() *log.Logger { return slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) }

// front is one balancer with its reverse proxy.
type front struct {
	url       string
	http      *http.Server
	transport *h1.Transport
}

// newBalancer makes one of a policy's balancers, over servers with the given keys. Those of different numbers draw differently.
func newBalancer(c Config, spec policy.Spec, number int, keys []string) (*balance.Balancer, error) {
	p, err := spec.New()
	if err != nil {
		return nil, fmt.Errorf("policy %s: %w", spec, err)
	}
	config := balance.Config{Policy: p, Seed: c.Seed + uint64(number), Dispatchers: c.Balancers}
	for i, key := range keys {
		rate, class := c.class(i)
		config.Servers = append(config.Servers, balance.Server{Key: key, Rate: rate, Class: class})
	}
	b, err := balance.New(config)
	if err != nil {
		return nil, fmt.Errorf("policy %s: %w", spec, err)
	}
	return b, nil
}

// startFront puts a balancer before the backends.
func startFront(c Config, spec policy.Spec, number int, backends []*backend) (*front, error) {
	keys := make([]string, len(backends))
	for i, b := range backends {
		keys[i] = b.address()
	}
	balancer, err := newBalancer(c, spec, number, keys)
	if err != nil {
		return nil, err
	}
	line, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("balancer: %w", err)
	}
	f := &front{url: "http://" + line.Addr().String() + "/", transport: &h1.Transport{MaxIdle: 4096}}
	f.http = &http.Server{
		Handler:  &proxy.Proxy{Upstream: &roundtrip.Transport{Balancer: balancer, Next: f.transport, Logger: quiet()}, Logger: quiet()},
		ErrorLog: mute(),
	}
	go f.http.Serve(line) // ends with close
	return f, nil
}

// close waits a moment for the requests under way, whose clients have gone.
func (f *front) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if f.http.Shutdown(ctx) != nil {
		f.http.Close()
	}
	f.transport.CloseIdleConnections()
}
