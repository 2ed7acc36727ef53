package roundtrip

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/steelyard-lb/steelyard/balance"
)

// How a request ends decides what the balancer is told, once.
func TestOutcomes(t *testing.T) {
	const long = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
	for _, c := range []struct {
		name, method, response string
		outcome                balance.Outcome
	}{
		{"served", "GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", balance.OK},
		{"chunked", "GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", balance.OK},
		{"head", "HEAD", long, balance.OK},
		{"no content", "GET", "HTTP/1.1 204 No Content\r\n\r\n", balance.OK},
		{"empty", "GET", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", balance.OK},
		{"client's fault", "GET", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", balance.OK},
		{"server's fault", "GET", "HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\nno", balance.Failed},
		{"server's fault, empty", "GET", "HTTP/1.1 503 Oops\r\nContent-Length: 0\r\n\r\n", balance.Failed},
		{"cut before the header", "GET", "", balance.Failed},
		{"cut in the header", "GET", "HTTP/1.1 200 O", balance.Failed},
		{"cut in the body", "GET", long + "abc", balance.Failed},
		{"cut in a chunk", "GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc", balance.Failed},
		{"garbage", "GET", "\x00\x01\x02\r\n\r\n", balance.Failed},
	} {
		for name, next := range map[string]http.RoundTripper{"h1": nil, "net/http": &http.Transport{}} {
			t.Run(c.name+" "+name, func(t *testing.T) {
				b := newBalancer(t, inOrder{}, saying(t, c.response))
				tr := newTransport(t, b)
				if next != nil {
					tr.Next = next
				}
				err := drain(tr.RoundTrip(newRequest(t, c.method, nil)))
				if broken := strings.HasPrefix(c.name, "cut") || c.name == "garbage"; broken != (err != nil) {
					t.Errorf("error %v", err)
				}
				var want [4]uint64
				want[c.outcome]++
				expect(t, b, 0, want[balance.OK], want[balance.Failed], want[balance.Cancelled], want[balance.Unreachable])
			})
		}
	}
}

func TestCountsUntilBodyEnds(t *testing.T) {
	release := make(chan bool)
	b := newBalancer(t, inOrder{}, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "begin")
		w.(http.Flusher).Flush()
		<-release
	}))
	resp, err := newTransport(t, b).RoundTrip(newRequest(t, "GET", nil))
	if err != nil {
		t.Fatal(err)
	}
	if n := b.Snapshot()[0].InFlight; n != 1 {
		t.Errorf("%d in flight after the header, want 1", n)
	}
	close(release)
	if err := drain(resp, nil); err != nil {
		t.Error(err)
	}
	resp.Body.Close()
	expect(t, b, 0, 1, 0, 0, 0)
}

func TestCancelled(t *testing.T) {
	b := newBalancer(t, inOrder{}, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "GET" {
			io.WriteString(w, "begin")
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}))
	tr := newTransport(t, b)

	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if err := drain(tr.RoundTrip(newRequest(t, "DELETE", nil).WithContext(ctx))); !errors.Is(err, context.Canceled) {
		t.Errorf("before the header: %v", err)
	}
	expect(t, b, 0, 0, 0, 1, 0)

	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if err := drain(tr.RoundTrip(newRequest(t, "GET", nil).WithContext(ctx))); !errors.Is(err, context.Canceled) {
		t.Errorf("in the body: %v", err)
	}
	expect(t, b, 0, 0, 0, 2, 0)

	resp, err := tr.RoundTrip(newRequest(t, "GET", nil))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	expect(t, b, 0, 0, 0, 3, 0)
}

func TestUpgradeCountsUntilClosed(t *testing.T) {
	b := newBalancer(t, inOrder{}, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		c, rw, _ := http.NewResponseController(w).Hijack()
		defer c.Close()
		io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		io.Copy(c, rw)
	}))
	resp, err := newTransport(t, b).RoundTrip(newRequest(t, "GET", nil))
	if err != nil {
		t.Fatal(err)
	}
	stream := resp.Body.(io.ReadWriteCloser)
	io.WriteString(stream, "hello")
	stream.(interface{ CloseWrite() error }).CloseWrite()
	if text, err := io.ReadAll(stream); string(text) != "hello" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if n := b.Snapshot()[0].InFlight; n != 1 {
		t.Errorf("%d in flight before Close, want 1", n)
	}
	stream.Close()
	expect(t, b, 0, 1, 0, 0, 0)
}

func TestPanicGivesTicketBack(t *testing.T) {
	b := newBalancer(t, inOrder{}, "server:80")
	tr := &Transport{Balancer: b, Next: nextFunc(func(*http.Request) (*http.Response, error) { panic("next") })}
	func() {
		defer func() { recover() }()
		tr.RoundTrip(newRequest(t, "GET", nil))
	}()
	expect(t, b, 0, 0, 1, 0, 0)
}

func TestRequestStays(t *testing.T) {
	var host, path string
	b := newBalancer(t, inOrder{}, newServer(t, func(w http.ResponseWriter, r *http.Request) { host, path = r.Host, r.RequestURI }))
	req := newRequest(t, "GET", nil)
	resp, err := newTransport(t, b).RoundTrip(req)
	if err := drain(resp, err); err != nil {
		t.Fatal(err)
	}
	if resp.Request != req {
		t.Error("the response names another request")
	}
	if host != "pool.example" || path != "/path?q=1" {
		t.Errorf("the server saw host %q, path %q", host, path)
	}
	if req.URL.Host != "pool.example" {
		t.Errorf("the caller's request was changed to %v", req.URL)
	}
}

func TestOneDeadAmongTen(t *testing.T) {
	var mu sync.Mutex
	bodies := map[string]int{}
	addresses := []string{deadAddress(t)}
	for range 9 {
		addresses = append(addresses, newServer(t, func(w http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			mu.Lock()
			bodies[string(text)]++
			mu.Unlock()
		}))
	}
	b := newBalancer(t, &shortest{}, addresses...)
	tr := newTransport(t, b)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			for range 30 {
				for _, body := range []io.Reader{nil, strings.NewReader("sized"), io.MultiReader(strings.NewReader("chunked"))} {
					if err := drain(tr.RoundTrip(newRequest(t, "POST", body))); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if want := map[string]int{"": 300, "sized": 300, "chunked": 300}; fmt.Sprint(bodies) != fmt.Sprint(want) {
		t.Errorf("the servers saw the bodies %v, want %v", bodies, want)
	}
	dead := b.Snapshot()[0]
	if dead.State != balance.Out || dead.Unreachable == 0 || dead.Unreachable > 100 {
		t.Errorf("dead server: state %v, tried %d times", dead.State, dead.Unreachable)
	}
}

func TestRetry(t *testing.T) {
	for _, c := range []struct {
		name    string
		servers []string
		body    io.Reader
		fail    func(nth int, req *http.Request) error
		hosts   string
		err     bool
		none    bool // the error is that no server is there
	}{
		{"second server", []string{"a:1", "b:1", "c:1"}, nil,
			func(nth int, _ *http.Request) error { return map[int]error{0: noDial()}[nth] }, "[a:1 b:1]", false, false},
		{"once only", []string{"a:1", "b:1", "c:1"}, nil,
			func(int, *http.Request) error { return noDial() }, "[a:1 b:1]", true, true},
		{"no other server", []string{"a:1"}, nil,
			func(int, *http.Request) error { return noDial() }, "[a:1]", true, true},
		{"something was sent", []string{"a:1", "b:1"}, nil,
			func(int, *http.Request) error { return errors.New("reset") }, "[a:1]", true, false},
		{"body was touched", []string{"a:1", "b:1"}, strings.NewReader("body"),
			func(_ int, req *http.Request) error { req.Body.Read(make([]byte, 1)); return noDial() }, "[a:1]", true, false},
		{"body was closed", []string{"a:1", "b:1"}, strings.NewReader("body"),
			func(nth int, _ *http.Request) error { return map[int]error{0: noDial()}[nth] }, "[a:1 b:1]", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var hosts []string
			next := nextFunc(func(req *http.Request) (*http.Response, error) {
				err := c.fail(len(hosts), req)
				hosts = append(hosts, req.URL.Host)
				if req.Body != nil {
					if err == nil {
						if text, _ := io.ReadAll(req.Body); string(text) != "body" {
							t.Errorf("body %q", text)
						}
					}
					req.Body.Close()
				}
				if err != nil {
					return nil, err
				}
				return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
			})
			b := newBalancer(t, inOrder{}, c.servers...)
			tr := newTransport(t, b)
			tr.Next = next
			req := newRequest(t, "POST", nil)
			body := &testBody{Reader: c.body}
			if c.body != nil {
				req.Body = body
			}
			err := drain(tr.RoundTrip(req))
			if (err != nil) != c.err {
				t.Errorf("error %v", err)
			}
			if errors.Is(err, balance.ErrNoServer) != c.none {
				t.Errorf("error %v, want that no server is there: %v", err, c.none)
			}
			if got := fmt.Sprint(hosts); got != c.hosts {
				t.Errorf("tried %v, want %v", got, c.hosts)
			}
			if c.body != nil && body.closed != 1 {
				t.Errorf("body closed %d times, want once", body.closed)
			}
			for i, s := range b.Snapshot() {
				if s.InFlight != 0 {
					t.Errorf("server %d: %d in flight", i, s.InFlight)
				}
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	b := newBalancer(t, inOrder{}, "a:1")
	if err := b.Drain("a:1"); err != nil {
		t.Fatal(err)
	}
	req, body := newRequest(t, "POST", nil), newBody("x")
	req.Body = body
	if _, err := newTransport(t, b).RoundTrip(req); !errors.Is(err, balance.ErrNoServer) {
		t.Errorf("got %v, want %v", err, balance.ErrNoServer)
	}
	if body.closed != 1 {
		t.Errorf("body closed %d times, want once", body.closed)
	}
}

// A lack of means here and a body that the caller cannot deliver are no fault of the server's.
func TestBlameless(t *testing.T) {
	for name, c := range map[string]struct {
		fail func(req *http.Request) error
		none bool // nothing was sent, and the caller is told that no server is there
	}{
		"out of descriptors": {func(*http.Request) error {
			return &net.OpError{Op: "dial", Err: os.NewSyscallError("socket", syscall.EMFILE)}
		}, true},
		"out of ports": {func(*http.Request) error {
			return &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.EADDRNOTAVAIL)}
		}, true},
		"bad body": {func(req *http.Request) error {
			_, err := io.ReadAll(req.Body)
			return err
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBalancer(t, inOrder{}, "a:1", "b:1")
			tr, tries := newTransport(t, b), 0
			tr.Next = nextFunc(func(req *http.Request) (*http.Response, error) {
				tries++
				return nil, c.fail(req)
			})
			req := newRequest(t, "POST", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(errors.New("malformed"))))
			if _, err := tr.RoundTrip(req); err == nil || errors.Is(err, balance.ErrNoServer) != c.none || tries != 1 {
				t.Errorf("error %v after %d tries", err, tries)
			}
			expect(t, b, 0, 0, 0, 1, 0)
			if s := b.Snapshot()[0]; s.State != balance.Up {
				t.Errorf("state %v", s.State)
			}
		})
	}
}

// Under faults of every kind and many clients, what is picked is given back.
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
	b := newBalancer(t, &shortest{}, deadAddress(t), newServer(t, handler), newServer(t, handler), saying(t, "junk"))
	tr := newTransport(t, b)
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for range 20 {
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rand.IntN(20))*time.Millisecond)
				var body io.Reader
				if rand.IntN(2) == 0 {
					body = strings.NewReader("body")
				}
				resp, err := tr.RoundTrip(newRequest(t, "POST", body).WithContext(ctx))
				if err == nil && rand.IntN(3) == 0 {
					resp.Body.Close()
				} else {
					drain(resp, err)
				}
				cancel()
			}
		})
	}
	wg.Wait()
	picked := uint64(0)
	for i, s := range b.Snapshot() {
		expect(t, b, i, s.OK, s.Failed, s.Cancelled, s.Unreachable)
		picked += s.Picked
	}
	if picked < 64*20 {
		t.Errorf("%d picks for %d requests", picked, 64*20)
	}
}
