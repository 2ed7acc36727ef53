package proxy

import (
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
)

// outbound returns the request to send for in, with a header of its own and without body.
func outbound(in *http.Request, inform *informer) *http.Request {
	out := in.WithContext(httptrace.WithClientTrace(in.Context(), inform.trace()))
	out.URL = &url.URL{
		Scheme:     "http",
		Opaque:     in.URL.Opaque,
		Path:       in.URL.Path,
		RawPath:    in.URL.RawPath,
		ForceQuery: in.URL.ForceQuery,
		RawQuery:   cleanQuery(in.URL.RawQuery),
	}
	out.Header = maps.Clone(in.Header)
	if out.Header == nil {
		out.Header = make(http.Header)
	}
	out.Body, out.GetBody = nil, nil
	out.Close = false
	out.RequestURI = ""
	return out
}

// setHeader makes the header of out, a copy of in's, fit for the next hop. Values are replaced, never changed, because
// the two share them.
func (p *Proxy) setHeader(out, in *http.Request, upgrade string) {
	h := out.Header
	trailers := hasToken(h["Te"], "trailers")
	removeHopByHop(h)
	if trailers {
		h["Te"] = []string{"trailers"}
	}
	if upgrade != "" {
		h["Connection"] = []string{"Upgrade"}
		h["Upgrade"] = []string{upgrade}
	}
	if _, named := h["User-Agent"]; !named {
		h["User-Agent"] = []string{""} // or http.Transport adds its own
	}
	p.setForwarded(h, in)
}

func (p *Proxy) setForwarded(h http.Header, in *http.Request) {
	delete(h, "Forwarded")
	values := make([]string, 3)
	values[0], values[1], values[2] = "", in.Host, "http"
	if in.TLS != nil {
		values[2] = "https"
	}
	h["X-Forwarded-Host"] = values[1:2:2]
	h["X-Forwarded-Proto"] = values[2:3:3]
	client, _, err := net.SplitHostPort(in.RemoteAddr)
	if err != nil {
		delete(h, "X-Forwarded-For")
		return
	}
	if prior := h["X-Forwarded-For"]; p.TrustForwarded && len(prior) > 0 {
		client = strings.Join(prior, ", ") + ", " + client
	}
	values[0] = client
	h["X-Forwarded-For"] = values[0:1:1]
}

// heldBody is the body of a request as the upstream sees it. The upstream may close it early and may go on reading it in
// the background after the handler has returned: the first must not reach the server's body, whose Close waits for the
// client; the second must end.
type heldBody struct {
	io.ReadCloser
	closed atomic.Bool
	ended  atomic.Bool // read to its end, or broken
}

// holdBody returns in's body, or nil if it has none, and lets it be read while the response is written.
func holdBody(w http.ResponseWriter, in *http.Request) *heldBody {
	if in.Body == nil || in.Body == http.NoBody || in.ContentLength == 0 {
		return nil
	}
	_ = http.NewResponseController(w).EnableFullDuplex() // what cannot do it needs no leave or does without
	return &heldBody{ReadCloser: in.Body}
}

func (b *heldBody) Read(p []byte) (int, error) {
	if b.closed.Load() {
		return 0, errors.New("proxy: read on a closed request body")
	}
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.ended.Store(true)
	}
	return n, err
}

func (b *heldBody) Close() error {
	b.closed.Store(true)
	return nil
}

// finish ends the body once the response is written. What is left of it must be off the connection before the handler
// returns: net/http reads it afterwards too, but in full duplex it then panics on the next request
// (golang.org/issue/68560). The client may be waiting for the response before it sends the rest.
func (b *heldBody) finish(w http.ResponseWriter) {
	if b == nil || b.ended.Load() {
		return
	}
	b.Close()
	_ = http.NewResponseController(w).Flush()
	_ = b.ReadCloser.Close()
}
