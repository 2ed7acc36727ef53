package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/steelyard-lb/steelyard/proxy/h1"
)

// candidates are the ways to build the proxy in Go. Those that do without a balancer take the backends in turn.
var candidates = []struct {
	name  string
	serve func(l net.Listener, upstream []string) error
}{
	{"reverseproxy+default", reverseProxy(http.DefaultTransport)},
	{"reverseproxy+transport", reverseProxy(tunedTransport())},
	{"reverseproxy+h1", reverseProxy(&h1.Transport{})},
	{"steelyard+transport", balanced(tunedTransport())},
	{"steelyard+h1", balanced(&h1.Transport{})},
	{"nethttp+fasthttp", netHTTPOnFastHTTP},
	{"fasthttp+fasthttp", fastHTTP},
}

func serveCandidate(name, listen string, upstream []string) error {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	for _, c := range candidates {
		if c.name == name {
			return c.serve(l, upstream)
		}
	}
	return fmt.Errorf("no candidate %q", name)
}

func tunedTransport() *http.Transport {
	return &http.Transport{MaxIdleConnsPerHost: 1024, DisableCompression: true, IdleConnTimeout: 90 * time.Second}
}

func reverseProxy(next http.RoundTripper) func(net.Listener, []string) error {
	return func(l net.Listener, upstream []string) error {
		var turn atomic.Uint64
		return http.Serve(l, &httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(&url.URL{Scheme: "http", Host: upstream[turn.Add(1)%uint64(len(upstream))]})
				r.SetXForwarded()
			},
			Transport: next,
		})
	}
}

func hostClients(upstream []string) func() *fasthttp.HostClient {
	clients := make([]*fasthttp.HostClient, len(upstream))
	for i, address := range upstream {
		clients[i] = &fasthttp.HostClient{Addr: address, MaxConns: 1024, DisablePathNormalizing: true}
	}
	var turn atomic.Uint64
	return func() *fasthttp.HostClient { return clients[turn.Add(1)%uint64(len(clients))] }
}

// netHTTPOnFastHTTP copies headers between the two and no more: no streaming, trailers, 1xx, upgrade or cancellation.
func netHTTPOnFastHTTP(l net.Listener, upstream []string) error {
	client := hostClients(upstream)
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
		defer fasthttp.ReleaseRequest(req)
		defer fasthttp.ReleaseResponse(resp)
		req.Header.SetMethod(r.Method)
		req.SetRequestURI(r.RequestURI)
		req.Header.SetHost(r.Host)
		for name, values := range r.Header {
			for _, value := range values {
				req.Header.Add(name, value)
			}
		}
		if r.ContentLength != 0 {
			req.SetBodyStream(r.Body, int(r.ContentLength))
		}
		if err := client().Do(req, resp); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		for name, value := range resp.Header.All() {
			w.Header().Add(string(name), string(value))
		}
		w.WriteHeader(resp.StatusCode())
		w.Write(resp.Body())
	}))
}

func fastHTTP(l net.Listener, upstream []string) error {
	client := hostClients(upstream)
	return fasthttp.Serve(l, func(ctx *fasthttp.RequestCtx) {
		if err := client().Do(&ctx.Request, &ctx.Response); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusBadGateway)
		}
	})
}

// serveBackends answers every request with 1 KiB.
func serveBackends(addresses []string) error {
	page := []byte(strings.Repeat("x", 1024))
	errs := make(chan error)
	for _, address := range addresses {
		go func() {
			errs <- fasthttp.ListenAndServe(address, func(ctx *fasthttp.RequestCtx) { ctx.Write(page) })
		}()
	}
	return <-errs
}
