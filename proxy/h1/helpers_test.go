package h1

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is the server's end of a connection.
type peer struct {
	net.Conn
	*bufio.Reader
}

func (p peer) Read(b []byte) (int, error) { return p.Reader.Read(b) }

// request reads a request without its body.
func (p peer) request() *http.Request {
	req, err := http.ReadRequest(p.Reader)
	if err != nil {
		return nil
	}
	return req
}

func (p peer) say(text string) { io.WriteString(p.Conn, text) }

// rawServer calls serve for its connections, telling which it is, from 0 on, and returns its URL.
func rawServer(t testing.TB, serve func(nth int, p peer)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var conns sync.Map
	all.Go(func() {
		for nth := 0; ; nth++ {
			c, err := l.Accept()
			if err != nil {
				return
			}
			conns.Store(c, nil)
			all.Go(func() {
				defer c.Close()
				serve(nth, peer{c, bufio.NewReader(c)})
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		conns.Range(func(c, _ any) bool { c.(net.Conn).Close(); return true })
		all.Wait()
	})
	return "http://" + l.Addr().String()
}

func httpServer(t testing.TB, h http.HandlerFunc) string {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func newTransport(t testing.TB) *Transport {
	tr := &Transport{}
	t.Cleanup(tr.CloseIdleConnections)
	return tr
}

func newRequest(t testing.TB, method, url string, body io.Reader) *http.Request {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// fetch makes a request and reads its response to the end.
func fetch(t testing.TB, rt http.RoundTripper, req *http.Request) (*http.Response, string) {
	t.Helper()
	resp, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatalf("%s %s: %v", req.Method, req.URL, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s %s: body: %v", req.Method, req.URL, err)
	}
	return resp, string(text)
}

func (t *Transport) idleCount() (n int) {
	t.pool.mu.Lock()
	defer t.pool.mu.Unlock()
	for _, stack := range t.pool.idle {
		n += len(stack)
	}
	return n
}

// waitIdle waits until the transport keeps n unused connections.
func waitIdle(t testing.TB, tr *Transport, n int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); tr.idleCount() != n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d idle connections, want %d", tr.idleCount(), n)
		}
	}
}

// unsized hides the length of a body from http.NewRequest.
func unsized(text string) io.Reader { return struct{ io.Reader }{strings.NewReader(text)} }
