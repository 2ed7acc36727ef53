package main

import (
	"net"
	"net/http"

	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/proxy"
	"github.com/steelyard-lb/steelyard/roundtrip"
)

// balanced is this project's proxy on the given transport.
func balanced(next http.RoundTripper) func(net.Listener, []string) error {
	return func(l net.Listener, upstream []string) error {
		servers := make([]balance.Server, len(upstream))
		for i, address := range upstream {
			servers[i] = balance.Server{Key: address, Rate: 1}
		}
		spec, err := policy.Parse("leastconn")
		if err != nil {
			return err
		}
		leastConn, err := spec.New()
		if err != nil {
			return err
		}
		b, err := balance.New(balance.Config{Servers: servers, Policy: leastConn})
		if err != nil {
			return err
		}
		return http.Serve(l, &proxy.Proxy{Upstream: &roundtrip.Transport{Balancer: b, Next: next}})
	}
}
