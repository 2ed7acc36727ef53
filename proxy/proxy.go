// Package proxy is an HTTP reverse proxy: an http.Handler with the semantics of httputil.ReverseProxy, on an upstream
// that picks the server.
//
// Bodies stream both ways, also at once. Trailers, 1xx responses and protocol upgrades pass, hop-by-hop headers do not.
// A response that breaks off upstream breaks off downstream: the handler panics with http.ErrAbortHandler, which
// http.Server turns into a cut connection, so that no client takes a part for the whole.
package proxy

import (
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Proxy is the handler. Its fields must not change once it serves.
//
//	b, err := balance.New(...)
//	p := &proxy.Proxy{Upstream: &roundtrip.Transport{Balancer: b, Next: &h1.Transport{}}}
//	http.ListenAndServe(":8080", p)
type Proxy struct {
	// Upstream sends requests on. It decides where to: the URL of a request it gets is an http URL without host. As a
	// rule it is a roundtrip.Transport, which balances and retries, on an h1.Transport.
	Upstream http.RoundTripper
	// TrustForwarded keeps the X-Forwarded-For that a request brings and adds the client's address to it. Otherwise
	// what it brings is replaced, as is right for a proxy that faces its clients.
	TrustForwarded bool
	// FlushAlways flushes after each piece of any response. Responses of unknown length and event streams always are.
	FlushAlways bool
	// RetryAfter is what clients are told to wait when no server is available, in whole seconds; 0 means 1 s.
	RetryAfter time.Duration
	// Logger gets what goes wrong; nil means slog.Default.
	Logger *slog.Logger

	buffers sync.Pool // of *[]byte
}

// ServeHTTP sends in upstream and its response back to w. If there is none, the status is 503 with Retry-After without
// a server to send to or that can be reached, 504 after a timeout and 502 otherwise.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, in *http.Request) {
	upgrade := upgradeType(in.Header)
	if !printable(upgrade) {
		http.Error(w, "invalid protocol in Upgrade", http.StatusBadRequest)
		return
	}
	inform := &informer{w: w}
	out := outbound(in, inform)
	p.setHeader(out, in, upgrade)
	body := holdBody(w, in)
	if body != nil {
		out.Body = body
		defer body.Close()
	}
	resp, err := p.Upstream.RoundTrip(out)
	inform.stop()
	if err == nil {
		defer resp.Body.Close()
		err = p.deliver(w, in, resp, upgrade)
	}
	switch {
	case err != nil:
		p.fail(w, in, err)
	case resp.StatusCode == http.StatusSwitchingProtocols:
		return // the connection is net/http's no more
	}
	body.finish(w)
}

// deliver passes resp on. An error means that nothing has been written.
func (p *Proxy) deliver(w http.ResponseWriter, in *http.Request, resp *http.Response, upgrade string) error {
	switch {
	case resp.StatusCode == http.StatusSwitchingProtocols:
		return p.switchProtocols(w, in, resp, upgrade)
	case resp.StatusCode < 200: // what a ResponseWriter does not take for final
		return fmt.Errorf("status %d of the final response: want 200 to 999", resp.StatusCode)
	}
	p.respond(w, in, resp)
	return nil
}

func (p *Proxy) logger() *slog.Logger {
	if p.Logger == nil {
		return slog.Default()
	}
	return p.Logger
}

func (p *Proxy) buffer() *[]byte {
	if buf, ok := p.buffers.Get().(*[]byte); ok {
		return buf
	}
	buf := make([]byte, 32<<10)
	return &buf
}
