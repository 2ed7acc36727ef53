// Package h1 is the upstream side of a proxy: an http.RoundTripper that speaks HTTP/1.1 over plain connections.
//
// http.Transport gives each connection two goroutines, and hands every request and response over between them. Here
// the caller's goroutine writes the request and reads the response; only a request with a body borrows a second one,
// so that both directions can stream. Responses are parsed by http.ReadResponse.
//
// Connections are kept for reuse per address, the last used first. Before one is used again it is checked for a close
// or for bytes nobody asked for; a request without body and of an idempotent method whose reused connection dies
// before the first byte of an answer is sent again on a new one.
package h1

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	defaultDialTimeout     = 3 * time.Second
	defaultContinueTimeout = time.Second
	defaultIdleTimeout     = 90 * time.Second
	defaultMaxIdle         = 1024
	defaultMaxHeaderBytes  = 1 << 20
)

// Transport is an http.RoundTripper for http URLs. Its zero value is ready for use; its fields must not change after
// the first request. It is safe for concurrent use.
//
// 1xx responses reach the httptrace.ClientTrace of the request's context. A 101 response has a Body that is an
// io.ReadWriteCloser with a CloseWrite method. No header is added that the request does not carry, apart from those
// that frame the message.
type Transport struct {
	// Dial opens a connection; nil means net.Dialer. A failure to connect should be a *net.OpError with Op "dial", as
	// net.Dialer returns it: it tells callers that nothing was sent.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// DialTimeout bounds the time to connect; 0 means 3 s.
	DialTimeout time.Duration
	// HeaderTimeout bounds the time from the end of the request to the end of the response's header; 0 means no bound.
	HeaderTimeout time.Duration
	// ContinueTimeout is how long a request with Expect: 100-continue waits for leave to send its body before it sends
	// it all the same; 0 means 1 s.
	ContinueTimeout time.Duration
	// IdleTimeout closes connections that were not used for so long; 0 means 90 s.
	IdleTimeout time.Duration
	// MaxIdle is the largest number of unused connections kept per address; 0 means 1024.
	MaxIdle int
	// MaxHeaderBytes bounds the header of a response together with the 1xx responses before it; 0 means 1 MiB.
	MaxHeaderBytes int64

	pool    pool
	buffers sync.Pool // of *[]byte, for request bodies
}

// RoundTrip sends req and returns its response once the header has arrived. The caller must read the body to its end
// or close it. The request's body is closed, possibly after RoundTrip has returned.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := checkRequest(req); err != nil {
		closeBody(req)
		return nil, err
	}
	resp, err := t.attempt(req, false)
	if errors.Is(err, errStale) && replayable(req) && req.Context().Err() == nil {
		resp, err = t.attempt(req, true)
	}
	return resp, err
}

// CloseIdleConnections closes the connections that are not in use.
func (t *Transport) CloseIdleConnections() { t.pool.closeIdle(time.Time{}) }

// attempt sends req over one connection, a new one if fresh is set.
func (t *Transport) attempt(req *http.Request, fresh bool) (*http.Response, error) {
	c, err := t.connect(req, fresh)
	if err != nil {
		closeBody(req)
		return nil, err
	}
	return c.exchange(req)
}

func (t *Transport) connect(req *http.Request, fresh bool) (*conn, error) {
	address := req.URL.Host
	if !fresh {
		if c := t.pool.get(address); c != nil {
			return c, nil
		}
	}
	if req.URL.Port() == "" {
		address = net.JoinHostPort(req.URL.Hostname(), "80")
	}
	ctx, cancel := context.WithTimeout(req.Context(), cmp.Or(t.DialTimeout, defaultDialTimeout))
	defer cancel()
	dial := t.Dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	nc, err := dial(ctx, "tcp", address)
	if err != nil {
		if cause := context.Cause(req.Context()); cause != nil {
			return nil, cause
		}
		return nil, err
	}
	return newConn(nc, req.URL.Host, t), nil
}

// replayable reports whether sending req twice does no harm.
func replayable(req *http.Request) bool {
	if hasBody(req) {
		return false
	}
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return false
}

func checkRequest(req *http.Request) error {
	switch {
	case req.URL == nil:
		return errors.New("h1: request without URL")
	case req.URL.Scheme != "http":
		return fmt.Errorf("h1: URL scheme %q, want http", req.URL.Scheme)
	case req.URL.Host == "":
		return errors.New("h1: URL without host")
	}
	return validRequest(req)
}

func hasBody(req *http.Request) bool { return req.Body != nil && req.Body != http.NoBody }

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}
