package proxy

import (
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"sync"
)

// informer passes 1xx responses on while the final one is awaited. An upstream may call it from another goroutine,
// and late.
type informer struct {
	w       http.ResponseWriter
	mu      sync.Mutex
	stopped bool
}

func (i *informer) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{Got1xxResponse: i.got}
}

func (i *informer) got(code int, header textproto.MIMEHeader) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.stopped {
		return nil
	}
	removeHopByHop(http.Header(header))
	h := i.w.Header()
	final := maps.Clone(h) // fields that were set for the final response
	addHeader(h, http.Header(header))
	i.w.WriteHeader(code)
	clear(h)
	maps.Copy(h, final)
	return nil
}

func (i *informer) stop() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.stopped = true
}
