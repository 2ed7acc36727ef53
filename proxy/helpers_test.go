package proxy

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/proxy/h1"
	"github.com/steelyard-lb/steelyard/roundtrip"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

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

func newBalancer(t testing.TB, addresses ...string) *balance.Balancer {
	t.Helper()
	servers := make([]balance.Server, len(addresses))
	for i, address := range addresses {
		servers[i] = balance.Server{Key: address, Rate: 1}
	}
	b, err := balance.New(balance.Config{Servers: servers, Policy: &shortest{}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// rig is a proxy before servers.
type rig struct {
	proxy    *Proxy
	upstream *h1.Transport
	balancer *balance.Balancer
	address  string // of the proxy
}

func newRig(t testing.TB, servers ...string) *rig {
	t.Helper()
	r := &rig{upstream: &h1.Transport{}, balancer: newBalancer(t, servers...)}
	quiet := slog.New(slog.DiscardHandler)
	r.proxy = &Proxy{Upstream: &roundtrip.Transport{Balancer: r.balancer, Next: r.upstream, Logger: quiet}, Logger: quiet}
	r.address = newServer(t, r.proxy.ServeHTTP)
	t.Cleanup(r.upstream.CloseIdleConnections)
	return r
}

// settled waits until nothing is in flight and returns the statuses of the servers.
func (r *rig) settled(t testing.TB) []balance.Status {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		inFlight, list := 0, r.balancer.Snapshot()
		for _, s := range list {
			inFlight += s.InFlight
		}
		if inFlight == 0 {
			return list
		}
		if time.Now().After(deadline) {
			t.Fatalf("still in flight: %+v", list)
		}
	}
}

func newServer(t testing.TB, h http.HandlerFunc) (address string) {
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// oracle is a httputil.ReverseProxy set up to do what a Proxy does.
func oracle(t testing.TB, server string) (address string) {
	next := &http.Transport{DisableCompression: true, ExpectContinueTimeout: time.Second}
	t.Cleanup(next.CloseIdleConnections)
	return newServer(t, (&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: server})
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		Transport: next,
		ErrorLog:  slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}).ServeHTTP)
}

func deadAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// raw is a handler that answers with the given bytes and cuts the connection.
func raw(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		io.WriteString(c, text)
	}
}

// client is a connection to a proxy.
type client struct {
	*net.TCPConn
	*bufio.Reader
}

func dial(t testing.TB, address string) client {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(10 * time.Second))
	return client{c.(*net.TCPConn), bufio.NewReader(c)}
}

func (c client) Read(p []byte) (int, error) { return c.Reader.Read(p) }
func (c client) say(text string)            { io.WriteString(c.TCPConn, text) }

func (c client) response(t testing.TB, method string) *http.Response {
	t.Helper()
	resp, err := http.ReadResponse(c.Reader, &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}
