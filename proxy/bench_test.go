package proxy

import (
	"io"
	"net/http"
	"testing"

	"github.com/steelyard-lb/steelyard/roundtrip"
)

// still is an upstream without network.
type still struct{ header http.Header }

func (s still) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: s.header, Body: new(empty), ContentLength: 0}, nil
}

type empty struct{}

func (*empty) Read([]byte) (int, error) { return 0, io.EOF }
func (*empty) Close() error             { return nil }

type sink struct{ header http.Header }

func (s sink) Header() http.Header         { return s.header }
func (s sink) Write(p []byte) (int, error) { return len(p), nil }
func (s sink) WriteHeader(int)             {}

// What the handler, the balancer and the retry cost by themselves.
func BenchmarkServeHTTP(b *testing.B) {
	p := &Proxy{Upstream: &roundtrip.Transport{Balancer: newBalancer(b, "a:1", "b:1", "c:1"), Next: still{http.Header{}}}}
	in, _ := http.NewRequestWithContext(b.Context(), "GET", "http://h/path?q=1", nil)
	in.RemoteAddr = "127.0.0.1:1234"
	in.Header = http.Header{"User-Agent": {"test"}, "Accept": {"*/*"}, "Cookie": {"a=1"}, "Accept-Encoding": {"gzip"}}
	w := sink{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		p.ServeHTTP(w, in)
	}
}
