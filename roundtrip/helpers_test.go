package roundtrip

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/proxy/h1"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// inOrder picks the first server that it may.
type inOrder struct{}

func (inOrder) Pick(v *steelyard.View, _ steelyard.Job) int {
	for i := range v.Layout().Len() {
		if v.Eligible(i) {
			return i
		}
	}
	return steelyard.None
}

// shortest picks the server with the fewest requests.
type shortest struct{ index *steelyard.Index }

type byLength struct{}

func (byLength) Rank(_ steelyard.Kind, n int) float64 { return float64(n) }

func (p *shortest) Bind(v *steelyard.View) error {
	p.index = v.Index(byLength{})
	return nil
}

func (p *shortest) Pick(v *steelyard.View, _ steelyard.Job) int {
	i, _ := v.Best(p.index)
	return i
}

func newBalancer(t testing.TB, policy steelyard.Policy, addresses ...string) *balance.Balancer {
	t.Helper()
	servers := make([]balance.Server, len(addresses))
	for i, address := range addresses {
		servers[i] = balance.Server{Key: address, Rate: 1}
	}
	b, err := balance.New(balance.Config{Servers: servers, Policy: policy, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// newTransport is a Transport on h1, whose connections end with the test.
func newTransport(t testing.TB, b *balance.Balancer) *Transport {
	next := &h1.Transport{}
	t.Cleanup(next.CloseIdleConnections)
	return &Transport{Balancer: b, Next: next, Logger: slog.New(slog.DiscardHandler)}
}

func newServer(t testing.TB, h http.HandlerFunc) (address string) {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// deadAddress is one on which nobody listens.
func deadAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// saying is a server that reads the header of a request, answers with text and cuts the connection.
func saying(t testing.TB, text string) (address string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, text)
			time.Sleep(5 * time.Millisecond) // or the reset overtakes the text
			c.(*net.TCPConn).SetLinger(0)
			c.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String()
}

func newRequest(t testing.TB, method string, body io.Reader) *http.Request {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, method, "http://pool.example/path?q=1", body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func drain(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return errors.Join(err, resp.Body.Close())
}

// expect checks how the requests of server i have ended, and that none is in flight.
func expect(t testing.TB, b *balance.Balancer, i int, ok, failed, cancelled, unreachable uint64) {
	t.Helper()
	s := b.Snapshot()[i]
	got := [...]uint64{s.OK, s.Failed, s.Cancelled, s.Unreachable, uint64(s.InFlight)}
	if want := [...]uint64{ok, failed, cancelled, unreachable, 0}; got != want {
		t.Errorf("server %d: ok, failed, cancelled, unreachable, in flight are %v, want %v", i, got, want)
	}
}

// body is a request body that records its end.
type testBody struct {
	io.Reader
	closed int
}

func (b *testBody) Close() error { b.closed++; return nil }

func newBody(text string) *testBody { return &testBody{Reader: strings.NewReader(text)} }

// nextFunc is a RoundTripper.
type nextFunc func(*http.Request) (*http.Response, error)

func (f nextFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// noDial is the failure to connect.
func noDial() error { return &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("refused")} }
