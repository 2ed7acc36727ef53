package h1

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"os"
	"strings"
	"testing"
	"time"
)

const plain = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

func TestConnectionsAreReused(t *testing.T) {
	for _, c := range []struct {
		name, response string
		method         string
		reused         bool
	}{
		{"sized", plain, "GET", true},
		{"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", "GET", true},
		{"empty", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "GET", true},
		{"no content", "HTTP/1.1 204 No Content\r\n\r\n", "GET", true},
		{"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", "GET", true},
		{"head", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", "HEAD", true},
		{"asked to close", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", "GET", false},
		{"old version", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "GET", false},
		{"more than was asked for", plain + "HTTP/1.1 200 OK\r\n", "GET", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen := make(chan int, 2)
			url := rawServer(t, func(nth int, p peer) {
				for p.request() != nil {
					seen <- nth
					p.say(c.response)
				}
			})
			tr := newTransport(t)
			fetch(t, tr, newRequest(t, c.method, url, nil))
			fetch(t, tr, newRequest(t, c.method, url, nil))
			first, second := <-seen, <-seen
			if reused := first == second; reused != c.reused {
				t.Errorf("reused = %v, want %v", reused, c.reused)
			}
		})
	}
}

func TestResponseReadUntilClose(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		p.request()
		p.say("HTTP/1.1 200 OK\r\n\r\nall there is")
	})
	tr := newTransport(t)
	resp, text := fetch(t, tr, newRequest(t, "GET", url, nil))
	if text != "all there is" || resp.ContentLength != -1 {
		t.Errorf("got %q of length %d", text, resp.ContentLength)
	}
	if n := tr.idleCount(); n != 0 {
		t.Errorf("%d idle connections, want 0", n)
	}
}

// A connection that the server closes, or on which it speaks unasked, while it is idle must not be used again,
// whatever the method.
func TestIdleConnectionGoesBad(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(p peer)
	}{
		{"closed", func(p peer) { p.Close() }},
		{"reset", func(p peer) { p.Conn.(*net.TCPConn).SetLinger(0); p.Close() }},
		{"spoken to", func(p peer) { p.say("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n") }},
	} {
		for _, method := range []string{"GET", "POST"} {
			t.Run(c.name+" "+method, func(t *testing.T) {
				spoilt := make(chan bool)
				url := rawServer(t, func(nth int, p peer) {
					p.request()
					p.say(plain)
					if nth == 0 {
						<-spoilt
						c.spoil(p)
						spoilt <- true
					}
					p.request()
				})
				tr := newTransport(t)
				fetch(t, tr, newRequest(t, "GET", url, nil))
				spoilt <- true
				<-spoilt
				time.Sleep(10 * time.Millisecond) // for the kernel to deliver it
				if resp, _ := fetch(t, tr, newRequest(t, method, url, nil)); resp.StatusCode != 200 {
					t.Errorf("status %d, want 200", resp.StatusCode)
				}
			})
		}
	}
}

// A server may close an idle connection just as a request is under way.
func TestReusedConnectionDies(t *testing.T) {
	for _, c := range []struct {
		method string
		body   io.Reader
		again  bool
	}{
		{"GET", nil, true}, {"HEAD", nil, true}, {"DELETE", nil, true}, {"PUT", nil, true},
		{"POST", nil, false}, {"PATCH", nil, false}, {"PUT", strings.NewReader("x"), false},
	} {
		t.Run(fmt.Sprintf("%s body=%v", c.method, c.body != nil), func(t *testing.T) {
			url := rawServer(t, func(nth int, p peer) {
				p.request()
				p.say("HTTP/1.1 204 No Content\r\n\r\n")
				if req := p.request(); req != nil && nth > 0 {
					p.say("HTTP/1.1 204 No Content\r\n\r\n")
				}
			})
			tr := newTransport(t)
			fetch(t, tr, newRequest(t, "GET", url, nil))
			resp, err := tr.RoundTrip(newRequest(t, c.method, url, c.body))
			switch {
			case c.again && err != nil:
				t.Errorf("got %v, want the request to be sent again", err)
			case !c.again && err == nil:
				t.Errorf("got status %d, want an error: it may have been served", resp.StatusCode)
			}
		})
	}
}

// A new connection that dies gives no second try: the server may have seen the request.
func TestNewConnectionDies(t *testing.T) {
	requests := make(chan int, 9)
	url := rawServer(t, func(nth int, p peer) { p.request(); requests <- nth })
	if _, err := newTransport(t).RoundTrip(newRequest(t, "GET", url, nil)); err == nil {
		t.Error("no error")
	}
	if n := len(requests); n != 1 {
		t.Errorf("sent %d times, want once", n)
	}
}

func TestDialErrorSaysSo(t *testing.T) {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	l.Close()
	_, err := newTransport(t).RoundTrip(newRequest(t, "GET", "http://"+l.Addr().String(), nil))
	if op := new(net.OpError); !errors.As(err, &op) || op.Op != "dial" {
		t.Errorf("got %v, want a *net.OpError of dial", err)
	}
}

func TestTimeouts(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		p.request()
		for range 100 { // a byte at a time does not help
			p.say("H")
			time.Sleep(5 * time.Millisecond)
		}
	})
	tr := newTransport(t)
	tr.HeaderTimeout = 30 * time.Millisecond
	for _, body := range []io.Reader{nil, strings.NewReader("x")} {
		_, err := tr.RoundTrip(newRequest(t, "PUT", url, body))
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("header: got %v, want a timeout", err)
		}
	}
	tr.DialTimeout = 10 * time.Millisecond
	tr.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
	if _, err := tr.RoundTrip(newRequest(t, "GET", url, nil)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("dial: got %v, want a timeout", err)
	}
}

// The bound on the header must not cut a body that comes later.
func TestHeaderTimeoutSparesBody(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		for {
			req := p.request()
			if req == nil {
				return
			}
			io.Copy(io.Discard, req.Body)
			p.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no")
			time.Sleep(60 * time.Millisecond)
			p.say("k")
		}
	})
	tr := newTransport(t)
	tr.HeaderTimeout = 30 * time.Millisecond
	for range 2 {
		if _, text := fetch(t, tr, newRequest(t, "POST", url, strings.NewReader("x"))); text != "ok" {
			t.Errorf("got %q", text)
		}
	}
}

func TestHeaderTooLong(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		p.request()
		p.say("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 5000) + "\r\n\r\n")
	})
	tr := newTransport(t)
	tr.MaxHeaderBytes = 4000
	_, err := tr.RoundTrip(newRequest(t, "GET", url, nil))
	if err == nil || !strings.Contains(err.Error(), "longer than 4000 bytes") {
		t.Errorf("got %v", err)
	}
}

func TestEndlessInformationalResponses(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		p.request()
		for {
			if _, err := io.WriteString(p.Conn, "HTTP/1.1 103 Early Hints\r\n\r\n"); err != nil {
				return
			}
		}
	})
	if _, err := newTransport(t).RoundTrip(newRequest(t, "GET", url, nil)); err == nil {
		t.Error("no error")
	}
}

func TestCancel(t *testing.T) {
	headerSent := "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome"
	for _, c := range []struct{ name, response string }{{"before the header", ""}, {"in the body", headerSent}} {
		t.Run(c.name, func(t *testing.T) {
			gone := make(chan bool)
			ctx, cancel := context.WithCancel(context.Background())
			url := rawServer(t, func(_ int, p peer) {
				p.request()
				p.say(c.response)
				time.AfterFunc(20*time.Millisecond, cancel)
				p.request() // until the connection ends
				gone <- true
			})
			tr := newTransport(t)
			resp, err := tr.RoundTrip(newRequest(t, "GET", url, nil).WithContext(ctx))
			if err == nil {
				_, err = io.ReadAll(resp.Body)
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want %v", err, context.Canceled)
			}
			<-gone
			if n := tr.idleCount(); n != 0 {
				t.Errorf("%d idle connections, want 0", n)
			}
		})
	}
}

// Cancelling after the end of the response must not touch a connection that serves another request by then.
func TestCancelAfterEnd(t *testing.T) {
	url := httpServer(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })
	tr := newTransport(t)
	for range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		fetch(t, tr, newRequest(t, "GET", url, nil).WithContext(ctx))
		go cancel()
		fetch(t, tr, newRequest(t, "POST", url, nil))
	}
}

func TestBodyClosedEarly(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		p.request()
		p.say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome")
		p.request()
	})
	tr := newTransport(t)
	resp, err := tr.RoundTrip(newRequest(t, "GET", url, nil))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if _, err := resp.Body.Read(make([]byte, 1)); !errors.Is(err, errClosed) {
		t.Errorf("read after close: %v", err)
	}
	if n := tr.idleCount(); n != 0 {
		t.Errorf("%d idle connections, want 0", n)
	}
}

func TestInformationalResponses(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		p.request()
		p.say("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\nLink: b\r\n\r\n" + plain)
	})
	var got []string
	trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
		got = append(got, fmt.Sprint(code, h["Link"]))
		return nil
	}}
	req := newRequest(t, "GET", url, nil)
	fetch(t, newTransport(t), req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if want := "102 [];103 [a b]"; strings.Join(got, ";") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUpgrade(t *testing.T) {
	url := rawServer(t, func(_ int, p peer) {
		p.request()
		p.say("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello ")
		io.Copy(p.Conn, p.Reader) // until the other side has ended its part
		p.say(" bye")
	})
	req := newRequest(t, "GET", url, nil)
	req.Header.Set("Connection", "Upgrade")
	req.Header.Set("Upgrade", "echo")
	resp, err := newTransport(t).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	stream := resp.Body.(*upgraded)
	defer stream.Close()
	io.WriteString(stream, "you")
	stream.CloseWrite()
	if text, err := io.ReadAll(stream); string(text) != "hello you bye" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestPool(t *testing.T) {
	url := httpServer(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(200) })
	tr := newTransport(t)
	tr.MaxIdle, tr.IdleTimeout = 2, 20*time.Millisecond
	release := make(chan bool)
	bodies := make(chan error)
	slow := httpServer(t, func(w http.ResponseWriter, r *http.Request) { <-release })
	for range 4 {
		go func() {
			resp, err := tr.RoundTrip(newRequest(t, "GET", slow, nil))
			if err == nil {
				_, err = io.Copy(io.Discard, resp.Body)
			}
			bodies <- err
		}()
	}
	close(release)
	for range 4 {
		if err := <-bodies; err != nil {
			t.Error(err)
		}
	}
	if n := tr.idleCount(); n > 2 {
		t.Errorf("%d idle connections, want at most 2", n)
	}
	fetch(t, tr, newRequest(t, "GET", url, nil))
	waitIdle(t, tr, 0)
}
