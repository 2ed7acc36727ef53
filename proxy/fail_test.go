package proxy

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard/balance"
)

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name   string
		server func(t *testing.T) string
		status int
		want   balance.Outcome
	}{
		{"refused", func(t *testing.T) string { return deadAddress(t) }, 503, balance.Unreachable},
		{"cut", func(t *testing.T) string { return newServer(t, raw("")) }, 502, balance.Failed},
		{"garbage", func(t *testing.T) string { return newServer(t, raw("what?\r\n\r\n")) }, 502, balance.Failed},
		{"status below 100", func(t *testing.T) string { return newServer(t, raw("HTTP/1.1 042 X\r\n\r\n")) }, 502, balance.Failed},
		{"too slow", func(t *testing.T) string { return newServer(t, drip) }, 504, balance.Failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			r := newRig(t, c.server(t))
			r.upstream.HeaderTimeout = 50 * time.Millisecond
			r.proxy.Logger = slog.New(slog.NewTextHandler(&log, nil))
			cl := dial(t, r.address)
			cl.say(get)
			resp := cl.response(t, "GET")
			if resp.StatusCode != c.status {
				t.Errorf("status %d, want %d", resp.StatusCode, c.status)
			}
			if again := resp.Header.Get("Retry-After"); (again != "") != (c.status == 503) {
				t.Errorf("Retry-After %q with status %d", again, resp.StatusCode)
			}
			cl.Close()
			s := r.settled(t)[0]
			got := [...]uint64{s.OK, s.Failed, s.Cancelled, s.Unreachable}
			if got[c.want] != 1 || s.Picked != 1 {
				t.Errorf("status %+v", s)
			}
			if !strings.Contains(log.String(), fmt.Sprint("status=", c.status)) {
				t.Errorf("log %q", log.String())
			}
		})
	}
}

// drip sends its header a byte at a time.
func drip(w http.ResponseWriter, r *http.Request) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	defer c.Close()
	for _, b := range []byte("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") {
		if _, err := c.Write([]byte{b}); err != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestNoServer(t *testing.T) {
	var log bytes.Buffer
	r := newRig(t, "127.0.0.1:1")
	r.proxy.Logger = slog.New(slog.NewTextHandler(&log, nil))
	r.proxy.RetryAfter = 1500 * time.Millisecond
	if err := r.balancer.Drain("127.0.0.1:1"); err != nil {
		t.Fatal(err)
	}
	c := dial(t, r.address)
	c.say(get)
	resp := c.response(t, "GET")
	if resp.StatusCode != 503 || resp.Header.Get("Retry-After") != "2" {
		t.Errorf("status %d, Retry-After %q, want 503 and 2", resp.StatusCode, resp.Header.Get("Retry-After"))
	}
	if text := log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "path=/path") {
		t.Errorf("log %q", text)
	}
}

// A protocol that could not be written in a header is refused, not passed on.
func TestBadUpgradeIsRefused(t *testing.T) {
	r := newRig(t, "127.0.0.1:1")
	in := httptest.NewRequest("GET", "/", nil)
	in.Header = http.Header{"Connection": {"Upgrade"}, "Upgrade": {"a\x01b"}}
	w := httptest.NewRecorder()
	r.proxy.ServeHTTP(w, in)
	if w.Code != http.StatusBadRequest || r.balancer.Snapshot()[0].Picked != 0 {
		t.Errorf("status %d, %+v", w.Code, r.balancer.Snapshot()[0])
	}
}

// A handler that panics while the proxy writes to it still gives the server back.
func TestPanickingWriter(t *testing.T) {
	r := newRig(t, newServer(t, ok))
	for _, at := range []string{"header", "write"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", at)
				}
			}()
			r.proxy.ServeHTTP(panicking{httptest.NewRecorder(), at}, httptest.NewRequest("GET", "/", nil))
		}()
	}
	if s := r.settled(t)[0]; s.Picked != 2 {
		t.Errorf("status %+v", s)
	}
}

type panicking struct {
	http.ResponseWriter
	at string
}

func (p panicking) WriteHeader(int) {
	if p.at == "header" {
		panic(p.at)
	}
}

func (p panicking) Write([]byte) (int, error) { panic(p.at) }

func TestOneDeadAmongTen(t *testing.T) {
	servers := []string{deadAddress(t)}
	for range 9 {
		servers = append(servers, newServer(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }))
	}
	r := newRig(t, servers...)
	var wg sync.WaitGroup
	for k := range 8 {
		c := dial(t, r.address)
		wg.Go(func() {
			for i := range 100 {
				body := fmt.Sprintf("request %d %d", k, i)
				c.say(fmt.Sprintf("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
				resp, err := http.ReadResponse(c.Reader, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if text, err := io.ReadAll(resp.Body); string(text) != body || resp.StatusCode != 200 || err != nil {
					t.Errorf("%s: %q, %v", resp.Status, text, err)
				}
			}
		})
	}
	wg.Wait()
	if dead := r.settled(t)[0]; dead.State != balance.Out || dead.OK != 0 {
		t.Errorf("dead server: %+v", dead)
	}
}

// Servers that close their connections whenever they are idle cost no request.
func TestServerClosesIdleConnections(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(ok))
	s.Config.IdleTimeout = time.Millisecond
	s.Start()
	defer s.Close()
	r := newRig(t, s.Listener.Addr().String())
	c := dial(t, r.address)
	for i := range 100 {
		c.say(get)
		resp := c.response(t, "GET")
		if text, err := io.ReadAll(resp.Body); resp.StatusCode != 200 || string(text) != "ok" || err != nil {
			t.Fatalf("request %d: %s, %q, %v", i, resp.Status, text, err)
		}
		time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
	}
}

// Servers are drained, go down and come back one after another. No request is lost.
func TestRollingRestart(t *testing.T) {
	var addresses []string
	for range 3 {
		addresses = append(addresses, deadAddress(t))
	}
	start := func(i int) *http.Server {
		l, err := net.Listen("tcp", addresses[i])
		if err != nil {
			t.Fatal(err)
		}
		s := &http.Server{Handler: http.HandlerFunc(ok)}
		go s.Serve(l)
		return s
	}
	servers := make([]*http.Server, 3)
	for i := range servers {
		servers[i] = start(i)
	}
	r := newRig(t, addresses...)
	stop := make(chan bool)
	var wg sync.WaitGroup
	for range 4 {
		c := dial(t, r.address)
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				c.say(get)
				resp, err := http.ReadResponse(c.Reader, nil)
				if err != nil || resp.StatusCode != 200 {
					t.Errorf("%v, %v", resp, err)
					return
				}
				io.Copy(io.Discard, resp.Body)
			}
		})
	}
	for i := range servers {
		if err := r.balancer.Drain(addresses[i]); err != nil {
			t.Fatal(err)
		}
		for r.balancer.Snapshot()[i].InFlight > 0 {
			time.Sleep(time.Millisecond)
		}
		if err := servers[i].Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		servers[i] = start(i)
		if err := r.balancer.Undrain(addresses[i]); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	close(stop)
	wg.Wait()
	for _, s := range servers {
		s.Close()
	}
	r.settled(t)
}

// Under faults of every kind and many clients, whatever was picked is given back.
func TestNothingStaysInFlight(t *testing.T) {
	handler := func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		switch rand.IntN(6) {
		case 0:
			panic(http.ErrAbortHandler)
		case 1:
			io.WriteString(w, "half")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case 2:
			w.WriteHeader(500)
		case 3:
			w.Write(make([]byte, 100000))
		default:
			io.WriteString(w, "ok")
		}
	}
	upgrade := raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\nbye")
	r := newRig(t, deadAddress(t), newServer(t, handler), newServer(t, handler), newServer(t, raw("junk")), newServer(t, upgrade))
	requests := []string{
		get,
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe", // and no more
		"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\nhello",
	}
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for range 10 {
				c, err := net.Dial("tcp", r.address)
				if err != nil {
					t.Error(err)
					return
				}
				io.WriteString(c, requests[rand.IntN(len(requests))])
				if rand.IntN(2) == 0 {
					c.SetReadDeadline(time.Now().Add(time.Duration(rand.IntN(20)) * time.Millisecond))
					io.ReadAll(c)
				}
				c.Close()
			}
		})
	}
	wg.Wait()
	picked := uint64(0)
	for _, s := range r.settled(t) {
		if ended := s.OK + s.Failed + s.Cancelled + s.Unreachable; ended != s.Picked {
			t.Errorf("%d ended of %d: %+v", ended, s.Picked, s)
		}
		picked += s.Picked
	}
	if picked == 0 {
		t.Error("nothing was picked")
	}
}
