package proxy

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// scripted is an upstream that keeps the request and answers with the given bytes.
type scripted struct {
	answer string
	sent   *http.Request
}

func (s *scripted) RoundTrip(req *http.Request) (*http.Response, error) {
	s.sent = req
	return http.ReadResponse(bufio.NewReader(strings.NewReader(s.answer)), req)
}

// pass sends the request in bytes through h and tells what came of it; sent is what the upstream got.
func pass(h http.Handler, request string) (w *httptest.ResponseRecorder, panicked any) {
	in, err := http.ReadRequest(bufio.NewReader(strings.NewReader(request)))
	if err != nil {
		return nil, nil
	}
	in.RemoteAddr = "127.0.0.1:1234"
	ctx := context.WithValue(context.Background(), http.ServerContextKey, new(http.Server)) // or ReverseProxy does not panic
	w = httptest.NewRecorder()
	defer func() { panicked = recover() }()
	h.ServeHTTP(w, in.WithContext(ctx))
	return w, nil
}

func both(answer string) (ours, theirs *scripted, p *Proxy, oracle *httputil.ReverseProxy) {
	ours, theirs = &scripted{answer: answer}, &scripted{answer: answer}
	p = &Proxy{Upstream: ours, Logger: slog.New(slog.DiscardHandler)}
	oracle = &httputil.ReverseProxy{
		Transport: theirs,
		ErrorLog:  slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", ""
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
	}
	return ours, theirs, p, oracle
}

// Whatever a client asks, the server is asked the same through a Proxy and through httputil.ReverseProxy.
func FuzzRequest(f *testing.F) {
	for _, e := range exchanges {
		f.Add(e.request)
	}
	f.Fuzz(func(t *testing.T, request string) {
		ours, theirs, p, oracle := both("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
		w, _ := pass(p, request)
		pass(oracle, request)
		if ours.sent == nil || theirs.sent == nil {
			if ours.sent != theirs.sent {
				t.Errorf("sent: %v (%v), want %v", ours.sent, w, theirs.sent)
			}
			return
		}
		if got, want := describe(ours.sent), describe(theirs.sent); got != want {
			t.Errorf("sent %s\nwant %s", got, want)
		}
	})
}

func describe(req *http.Request) string {
	target := url.URL{Opaque: req.URL.Opaque, Path: req.URL.Path, RawPath: req.URL.RawPath, RawQuery: req.URL.RawQuery}
	return fmt.Sprintf("%q %q of %q, header %q, length %d, body %v, trailer %q, close %v", req.Method, target.RequestURI(), req.Host,
		req.Header, req.ContentLength, req.Body != nil, req.Trailer, req.Close)
}

// Whatever a server answers, the client gets the same through a Proxy and through httputil.ReverseProxy.
func FuzzResponse(f *testing.F) {
	for _, answer := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"HTTP/1.1 200 OK\r\nConnection: X-Mine\r\nX-Mine: 1\r\nKeep-Alive: 1\r\nX-Kept: 2\r\n\r\nuntil the end",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ncut",
		"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut",
		"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 2\r\n\r\nok",
		"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
		"HTTP/1.1 042 Low\r\n\r\n",
		"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n",
		"garbage",
	} {
		f.Add(answer)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		_, _, p, oracle := both(answer)
		got, gotPanic := pass(p, get)
		want, wantPanic := pass(oracle, get)
		if last, err := http.ReadResponse(bufio.NewReader(strings.NewReader(answer)), nil); err == nil && last.StatusCode < 200 {
			if gotPanic != nil || got.Code != http.StatusBadGateway {
				t.Errorf("%q: status %d, panic %v, want %d", answer, got.Code, gotPanic, http.StatusBadGateway)
			}
			return // where ReverseProxy panics or answers without a final status
		}
		if (gotPanic != nil) != (wantPanic != nil) {
			t.Fatalf("%q: panic %v, want %v", answer, gotPanic, wantPanic)
		}
		if g, w := result(got), result(want); g != w {
			t.Errorf("%q:\n got %s\nwant %s", answer, g, w)
		}
	})
}

func result(w *httptest.ResponseRecorder) string {
	resp := w.Result()
	delete(resp.Header, "Content-Type") // which the recorder guesses
	if resp.StatusCode == http.StatusBadGateway && resp.Header.Get("Content-Length") == "0" {
		delete(resp.Header, "Content-Length") // which net/http would add
	}
	return fmt.Sprintf("%d, header %q, body %q, trailer %q", resp.StatusCode, resp.Header, w.Body, resp.Trailer)
}
