package demo

import (
	"context"
	"io"
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

// front is one balancer with its reverse proxy.
type front struct {
	url       string
	http      *http.Server
	transport *h1.Transport
}

// startFront puts a balancer before the backends. Balancers of different numbers draw differently.
func startFront(c Config, spec policy.Spec, number int, backends []*backend) (*front, error) {
	p, err := spec.New()
	if err != nil {
		return nil, err
	}
	config := balance.Config{Policy: p, Seed: c.Seed + uint64(number), Dispatchers: c.Balancers}
	for _, b := range backends {
		config.Servers = append(config.Servers, balance.Server{Key: b.address(), Rate: b.rate, Class: b.class})
	}
	balancer, err := balance.New(config)
	if err != nil {
		return nil, err
	}
	line, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil)) // requests cut off at the end are no news
	f := &front{url: "http://" + line.Addr().String() + "/", transport: &h1.Transport{MaxIdle: 4096}}
	f.http = &http.Server{
		Handler:  &proxy.Proxy{Upstream: &roundtrip.Transport{Balancer: balancer, Next: f.transport, Logger: quiet}, Logger: quiet},
		ErrorLog: slog.NewLogLogger(quiet.Handler(), slog.LevelError),
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
